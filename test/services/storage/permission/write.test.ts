/** Sharing: who is notified, what a change of the owner needs, and permissions that expire. */
import { beforeAll, describe, expect, it } from 'vitest';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { permissionIdOf } from '../../../../src/sandbox/storage/permission/person.ts';
import { storageState } from '../../../../src/sandbox/storage/state.ts';
import { startGateway } from '../../../support/gateway/gateway.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio();

const { runSheet, script, studio: folder } = ids.file;

// From then on the service accepts the token, and no write makes a read for its turn.
beforeAll(() => studio.query(`{ file(id: "${runSheet}") { name } }`));

const { ava, ben, dana } = ids.person;
const { archive } = ids.drive;

const file = (id: string) => storageState(studio.sandbox.simulation()).files.get(id)!;

async function create(input: string, fileId: string = runSheet) {
  const { data } = await studio.query(
    `mutation { createFilePermission(input: { fileId: "${fileId}", ${input} }) { filePermission { id role email type } errors { code path reason } } }`,
  );
  return data.createFilePermission;
}

async function update(fileId: string, email: string, input: string) {
  const { data } = await studio.query(
    `mutation { updateFilePermission(input: { by: { key: { fileId: "${fileId}", permissionId: "${permissionIdOf(email)}" } }, ${input} }) { filePermission { role expiresAt } errors { code path reason } } }`,
  );
  return data.updateFilePermission;
}

/** Parameters and body of the only call. */
const sent = () => {
  const [call, ...others] = studio.calls();
  expect(others).toEqual([]);
  const { fields: _, ...query } = call!.query;
  return { operation: call!.operation, query, body: call!.body };
};

describe('a new permission of a user', () => {
  it('can have flags of other types that are false, which Google Drive would reject', async () => {
    const flags = 'allowFileDiscovery: false, pendingOwner: false';
    const { errors } = await create(
      `type: GROUP, role: READER, email: "${ids.person.editors}", ${flags}`,
    );
    expect(errors).toEqual([]);
    expect(sent().body).toEqual({
      type: 'group',
      role: 'reader',
      emailAddress: ids.person.editors,
    });
  });
});

describe('a permission of a domain or everybody', () => {
  it.each([
    ['type: ANYONE, role: READER', { type: 'anyone', role: 'reader' }],
    [
      'type: DOMAIN, role: COMMENTER, domain: "studio.example", allowFileDiscovery: true',
      {
        type: 'domain',
        role: 'commenter',
        domain: 'studio.example',
        allowFileDiscovery: true,
      },
    ],
  ])('does not send the parameter for emails: %s', async (input, body) => {
    expect((await create(input)).errors).toEqual([]);
    expect(sent()).toMatchObject({ body });
    expect(sent().query).not.toHaveProperty('sendNotificationEmail');
  });
});

describe('a new owner', () => {
  it('gets the file, and the owner before becomes a writer', async () => {
    const { filePermission } = await create(
      `type: USER, role: OWNER, email: "${dana}", notify: true, moveToNewOwnersRoot: true`,
      script,
    );
    expect(filePermission).toMatchObject({ role: 'OWNER', email: dana });
    expect(sent().query).toMatchObject({
      transferOwnership: ['true'],
      sendNotificationEmail: ['true'],
      moveToNewOwnersRoot: ['true'],
    });
    expect(file(script)).toMatchObject({ owner: dana, parent: ids.file.danaRoot });
    expect(file(script).grants).toMatchObject([{ email: ava, role: 'writer' }]);
  });
  it('can be made of a permission that exists', async () => {
    const { filePermission } = await update(runSheet, dana, 'role: OWNER, notify: true');
    expect(filePermission.role).toBe('OWNER');
    expect(sent()).toMatchObject({
      operation: 'storage:permissions.update',
      query: { transferOwnership: ['true'], supportsAllDrives: ['true'] },
      body: { role: 'owner' },
    });
    expect(file(runSheet).owner).toBe(dana);
  });
});

describe('an inherited permission', () => {
  it('can neither be changed nor removed on the file', async () => {
    const editors = permissionIdOf(ids.person.editors);
    const failed = [{ code: 'FORBIDDEN', path: ['by'], reason: 'cannotModifyInheritedPermission' }];
    expect((await update(runSheet, ids.person.editors, 'role: READER')).errors).toEqual(failed);
    const { data } = await studio.query(
      `mutation { deleteFilePermission(input: { by: { key: { fileId: "${runSheet}", permissionId: "${editors}" } } }) { deletedId errors { code path reason } } }`,
    );
    expect(data.deleteFilePermission).toEqual({ deletedId: null, errors: failed });
  });
  it('names the folder that it comes from', async () => {
    const { data } = await studio.query(
      `{ file(id: "${runSheet}") { permissions { nodes { email permissionDetails { role source inherited inheritedFromId inheritedFrom { fileId } } } } } }`,
    );
    const { nodes } = data.file.permissions;
    const of = (email: string) => nodes.find((node: any) => node.email === email);
    expect(of(ids.person.editors).permissionDetails).toEqual([
      {
        role: 'WRITER',
        source: 'FILE',
        inherited: true,
        inheritedFromId: folder,
        inheritedFrom: { fileId: folder },
      },
    ]);
    expect(of(ben).permissionDetails).toMatchObject([{ inherited: false, inheritedFrom: null }]);
  });
});

describe('the permissions on the published view of a file', () => {
  it('are listed on request, by a call of their own', async () => {
    await create('type: ANYONE, role: READER, view: PUBLISHED');
    const views = async (argument: string) => {
      const { data } = await studio.query(
        `{ file(id: "${runSheet}") { permissions${argument} { nodes { view } } } }`,
      );
      return new Set(data.file.permissions.nodes.map(({ view }: { view: string }) => view));
    };
    expect(await views('')).toEqual(new Set([null]));
    expect(await views('(view: PUBLISHED)')).toEqual(new Set([null, 'PUBLISHED']));
    expect(studio.calls().at(-1)).toMatchObject({
      operation: 'storage:permissions.list',
      query: { includePermissionsForView: ['published'], supportsAllDrives: ['true'] },
    });
  });
  it('are the only ones of another view', async () => {
    const { errors } = await studio.query(
      `{ file(id: "${runSheet}") { permissions(view: METADATA) { nodes { id } } } }`,
    );
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', argument: 'view' } }]);
  });
});

describe('the members of a shared drive', () => {
  it('are added and removed with the global id of the drive', async () => {
    const { filePermission, errors } = await create(
      `type: USER, role: FILE_ORGANIZER, email: "${dana}"`,
      globalId('SharedDrive', [archive]),
    );
    expect([filePermission.role, errors]).toEqual(['FILE_ORGANIZER', []]);
    const { data } = await studio.query(
      `mutation ($id: ID!) { deleteFilePermission(input: { by: { id: $id } }) { deletedId errors { code } } }`,
      { id: filePermission.id },
    );
    expect(data.deleteFilePermission).toEqual({ deletedId: filePermission.id, errors: [] });
    expect(file(archive).grants.some(({ email }) => email === dana)).toBe(false);
  });
  it('are changed as an administrator on request, which only administrators may', async () => {
    const changed = await update(archive, ben, 'role: WRITER, asDomainAdmin: true');
    const added = await create(
      `type: USER, role: READER, email: "${dana}", asDomainAdmin: true`,
      archive,
    );
    expect([changed, added].map(({ errors }) => errors)).toMatchObject([
      [{ code: 'FORBIDDEN' }],
      [{ code: 'FORBIDDEN' }],
    ]);
    expect(studio.calls().map(({ query }) => query['useDomainAdminAccess'])).toEqual([
      ['true'],
      ['true'],
    ]);
  });
  it('are managed by an administrator of the domain who is no member', async () => {
    const { guests } = ids.drive;
    const ask = (document: string) => studio.query(document, {}, 'studio-admin');
    const members = async () => {
      const { data } = await ask(
        `{ sharedDrive(id: "${guests}", asDomainAdmin: true) { permissions { nodes { id email role } } } }`,
      );
      return data.sharedDrive.permissions.nodes as { id: string; email: string; role: string }[];
    };
    const added = await ask(
      `mutation { createFilePermission(input: { fileId: "${guests}", type: USER, role: READER, email: "${dana}", asDomainAdmin: true }) { filePermission { id } errors { code } } }`,
    );
    expect(added.data.createFilePermission.errors).toEqual([]);
    const { id } = (await members()).find(({ email }) => email === dana)!;
    const by = `by: { id: "${id}" }, asDomainAdmin: true`;
    await ask(
      `mutation { updateFilePermission(input: { ${by}, role: WRITER }) { errors { code } } }`,
    );
    expect((await members()).find(({ email }) => email === dana)).toMatchObject({ role: 'WRITER' });
    await ask(`mutation { deleteFilePermission(input: { ${by} }) { errors { code } } }`);
    expect((await members()).map(({ email }) => email)).not.toContain(dana);
  });
  it('are read as an administrator where the drive is', async () => {
    const { errors } = await studio.query(
      `{ sharedDrive(id: "${archive}", asDomainAdmin: true) { permissions { nodes { id } } } }`,
    );
    expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    expect(
      studio.calls().map(({ operation, query }) => [operation, query['useDomainAdminAccess']]),
    ).toContainEqual(['storage:permissions.list', ['true']]);
  });
});

/** A switch of the sandbox. */
const setStorage = (model: object): Promise<Response> =>
  fetch(`${studio.sandbox.url}/_sandbox/storage`, { method: 'POST', body: JSON.stringify(model) });

describe('several writes of the permissions of one file at once', () => {
  const guests = ['g1', 'g2', 'g3'].map((name) => `${name}@studio.example`);
  const input = (email: string) => `type: USER, role: READER, email: "${email}", notify: true`;
  const readers = async (): Promise<readonly string[]> => {
    const { data } = await studio.query(
      `{ file(id: "${runSheet}") { permissions(first: 100) { nodes { email } } } }`,
    );
    return data.file.permissions.nodes.map(({ email }: { email: string }) => email);
  };
  it.each<[string, () => Promise<unknown>]>([
    ['requests', () => Promise.all(guests.map((email) => create(input(email))))],
    [
      'fields of one document',
      () =>
        studio.query(
          `mutation { ${guests.map((email, index) => `f${index}: createFilePermission(input: { fileId: "${runSheet}", ${input(email)} }) { errors { code } }`).join(' ')} }`,
        ),
    ],
    [
      'entries of one input',
      () =>
        studio.query(
          `mutation { createFilePermissions(input: { entries: [${guests.map((email) => `{ fileId: "${runSheet}", ${input(email)} }`).join(', ')}] }) { failedCount } }`,
        ),
    ],
    [
      'kinds of writes',
      () =>
        Promise.all([
          ...guests.map((email) => create(input(email))),
          update(runSheet, ben, 'role: COMMENTER'),
        ]),
    ],
  ])('all take effect, where the service keeps only the last: %s', async (_, run) => {
    await setStorage({ lastPermissionWins: true });
    // The service accepts the token: from then on all writes take turns.
    await studio.query(`{ file(id: "${runSheet}") { name } }`);
    studio.sandbox.fault({ match: { pathIncludes: '/permissions' }, delayMs: 20 });
    await run();
    expect(await readers()).toEqual(expect.arrayContaining(guests));
  });
  const callers = ['studio-owner', 'studio-admin'];
  it.each<[string, string[]]>([
    ['new', []],
    ['new and known', ['studio-owner']],
    ['known', callers],
  ])('all take effect, of callers that are %s to the process', async (_, known) => {
    await setStorage({ lastPermissionWins: true });
    const gateway = await startGateway({ sandbox: studio.sandbox });
    const send = async (caller: string, document: string) => {
      const { body } = await gateway.query(document, {}, { authorization: `Bearer ${caller}` });
      expect(body).not.toHaveProperty('errors');
    };
    for (const caller of known) await send(caller, `{ file(id: "${runSheet}") { name } }`);
    studio.sandbox.fault({ match: { pathIncludes: '/permissions' }, delayMs: 20 });
    await Promise.all(
      guests.map((email, index) =>
        send(
          callers[index % 2]!,
          `mutation { createFilePermission(input: { fileId: "${runSheet}", ${input(email)} }) { filePermission { id } } }`,
        ),
      ),
    );
    expect(await readers()).toEqual(expect.arrayContaining(guests));
  });
});

describe('a sharing whose email could not be delivered', () => {
  it('is a success, as the permission is there', async () => {
    await setStorage({ undeliverable: true });
    const { filePermission, errors } = await create(
      'type: USER, role: READER, email: "g1@studio.example", notify: true',
    );
    expect(errors).toEqual([]);
    expect(filePermission).toMatchObject({ role: 'READER', email: 'g1@studio.example' });
  });
});

/** The storage service: files, permissions, shared drives, writes. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { type FileGrant, storageState } from '../../../src/sandbox/storage/state.ts';
import { type TestResponse, useSandbox } from '../../support/gateway/sandbox.ts';

const box = useSandbox('/drive/v3');
const { ask } = box;
const { file, drive, person } = ids;

const read = async (id: string, token = 'studio-owner'): Promise<any> =>
  (await ask(`/files/${id}?fields=*&supportsAllDrives=true`, { token })).body;

const patch = (
  id: string,
  body: unknown,
  query = '',
  token = 'studio-owner',
): Promise<TestResponse> =>
  ask(`/files/${id}?fields=*&supportsAllDrives=true${query}`, { method: 'PATCH', body, token });

const create = (body: unknown, query = '', token = 'studio-owner'): Promise<TestResponse> =>
  ask(`/files?fields=*&supportsAllDrives=true${query}`, { method: 'POST', body, token });

const folder = 'application/vnd.google-apps.folder';

const roles = (permissions: readonly any[]): object =>
  Object.fromEntries(permissions.map(({ emailAddress, id, role }) => [emailAddress ?? id, role]));

describe('a file', () => {
  it('has a default set of fields without a mask', async () => {
    const { body } = await ask(`/files/${file.runSheet}`);
    expect(body).toEqual({
      kind: 'drive#file',
      id: file.runSheet,
      name: 'Run sheet: launch night',
      mimeType: 'application/vnd.google-apps.spreadsheet',
    });
  });
  it('has its parent only for users with access to it', async () => {
    expect((await read(file.runSheet)).parents).toEqual([file.studio]);
    expect(await read(file.runSheet, 'studio-guest')).not.toHaveProperty('parents');
  });
});

describe('a list', () => {
  it('has a default set of fields without a mask, and incompleteSearch', async () => {
    const { body } = await ask(`/files?q=${encodeURIComponent("name = 'Logo.png'")}`);
    const logo = { kind: 'drive#file', id: file.logo, name: 'Logo.png', mimeType: 'image/png' };
    expect(body).toEqual({ kind: 'drive#fileList', incompleteSearch: false, files: [logo] });
  });
  it('with an API key does not contain files that are shared by link', async () => {
    expect((await ask('/files?key=sandbox-key', { token: null })).body.files).toEqual([]);
  });
});

describe('permissions', () => {
  it('are in the file for users who may share it, with those of the folders above', async () => {
    const { permissions, permissionIds } = await read(file.runSheet);
    expect(roles(permissions)).toEqual({
      [person.ava]: 'owner',
      [person.ben]: 'reader',
      [person.dana]: 'commenter',
      [person.editors]: 'writer',
    });
    expect(permissionIds).toEqual(permissions.map(({ id }: { id: string }) => id));
    const ofGroup = permissions.find(({ type }: { type: string }) => type === 'group');
    expect(ofGroup.permissionDetails).toEqual([
      { permissionType: 'file', role: 'writer', inherited: true, inheritedFrom: file.studio },
    ]);
  });
  it('are not in the file for readers', async () => {
    const response = await read(file.runSheet, 'studio-guest');
    expect(response).not.toHaveProperty('permissions');
    expect(response).not.toHaveProperty('permissionIds');
    expect(response.capabilities.canShare).toBe(false);
  });
  it('are in the file for writers unless writersCanShare is false', async () => {
    expect(roles((await read(file.storyboard, 'studio-guest')).permissions)).toMatchObject({
      [person.ben]: 'writer',
    });
    await patch(file.storyboard, { writersCanShare: false });
    expect(await read(file.storyboard, 'studio-guest')).not.toHaveProperty('permissions');
  });
  it('are the same in permissions.list, which has a default set of fields', async () => {
    const { permissions } = await read(file.pressKit);
    expect((await ask(`/files/${file.pressKit}/permissions?fields=*`)).body.permissions).toEqual(
      permissions,
    );
    const { body } = await ask(`/files/${file.pressKit}/permissions`);
    expect(body.permissions).toContainEqual({
      kind: 'drive#permission',
      id: 'anyoneWithLink',
      type: 'anyone',
      role: 'reader',
    });
  });
  it('are listed in pages if pageSize is set, or else all at once', async () => {
    const all = (await ask(`/files/${file.runSheet}/permissions`)).body.permissions;
    const first = (await ask(`/files/${file.runSheet}/permissions?pageSize=3`)).body;
    const second = (
      await ask(`/files/${file.runSheet}/permissions?pageSize=3&pageToken=${first.nextPageToken}`)
    ).body;
    expect([...first.permissions, ...second.permissions]).toEqual(all);
  });
  it('have pages without pageSize on shared drives only, as files have', async () => {
    const { files } = storageState(box.sandbox.simulation());
    const since = '2026-01-01T00:00:00.000Z';
    const grants = Array.from({ length: 101 }, (_, index): FileGrant => {
      const email = `reader-${index}@studio.example`;
      return { id: String(index), type: 'user', role: 'reader', email, since };
    });
    for (const id of [file.runSheet, file.archiveIndex]) files.get(id)!.grants.push(...grants);
    const listOf = async (path: string) => (await ask(`/${path}supportsAllDrives=true`)).body;
    const own = await listOf(`files/${file.runSheet}/permissions?`);
    expect(own.permissions.length).toBeGreaterThan(101);
    const shared = await listOf(`files/${file.archiveIndex}/permissions?`);
    expect([shared.permissions.length, shared.nextPageToken]).toEqual([100, expect.any(String)]);
    for (const [index, id] of [file.runSheet, file.archiveIndex].entries())
      for (let copy = 0; copy < 101; copy += 1)
        files.set(`${index}-${copy}`, { ...files.get(id)!, id: `${index}-${copy}` });
    const all = await listOf('files?');
    expect(all.files.length).toBeGreaterThan(101);
    expect(all.nextPageToken).toBeUndefined();
    const scope = `corpora=drive&driveId=${drive.archive}&includeItemsFromAllDrives=true&`;
    const ofDrive = await listOf(`files?${scope}`);
    expect([ofDrive.files.length, ofDrive.nextPageToken]).toEqual([100, expect.any(String)]);
  });
  it('of the folder above show only the metadata of a folder with limited access', async () => {
    const { permissions: all } = await read(file.contracts);
    const direct = all.filter(({ view }: any) => view !== 'metadata');
    expect(roles(direct)).toEqual({ [person.ava]: 'owner' });
    const editors = all.find(({ emailAddress }: any) => emailAddress === person.editors);
    expect(editors).toMatchObject({ role: 'reader', view: 'metadata' });
    const seen = await read(file.contracts, 'studio-admin');
    expect(seen).toMatchObject({
      name: expect.any(String),
      capabilities: { canListChildren: false, canEdit: false },
    });
    const children = await ask(`/files?q=${encodeURIComponent(`'${file.contracts}' in parents`)}`, {
      token: 'studio-admin',
    });
    expect(children.body.files).toEqual([]);
    expect((await read(file.contracts)).capabilities.canListChildren).toBe(true);
  });
});

describe('a shared drive', () => {
  it('is listed for its members with their capabilities', async () => {
    const list = async (token: string): Promise<any> =>
      (await ask('/drives?fields=drives(id,capabilities/canManageMembers)', { token })).body;
    expect(await list('studio-owner')).toEqual({
      drives: [
        { id: drive.archive, capabilities: { canManageMembers: true } },
        { id: drive.scratch, capabilities: { canManageMembers: true } },
      ],
    });
    expect(await list('studio-guest')).toEqual({
      drives: [
        { id: drive.archive, capabilities: { canManageMembers: false } },
        { id: drive.guests, capabilities: { canManageMembers: true } },
        { id: drive.scratch, capabilities: { canManageMembers: false } },
      ],
    });
    expect(await list('no-channel')).toEqual({ drives: [] });
    expect((await ask("/drives?q=name contains 'arch'")).body.drives).toEqual([
      { kind: 'drive#drive', id: drive.archive, name: 'Archive' },
    ]);
  });
  it('has files without owners and permissions', async () => {
    const response = await read(file.firstSeason);
    expect(response).toMatchObject({ driveId: drive.archive, parents: [file.masters] });
    for (const name of ['owners', 'ownedByMe', 'permissions', 'shared'])
      expect(response).not.toHaveProperty(name);
    const { body } = await ask(
      `/files/${file.firstSeason}/permissions?supportsAllDrives=true&fields=*`,
    );
    expect(roles(body.permissions)).toEqual({
      [person.ava]: 'organizer',
      [person.editors]: 'writer',
      [person.ben]: 'reader',
    });
    expect(body.permissions[0].permissionDetails[0]).toMatchObject({
      permissionType: 'member',
      inherited: true,
      inheritedFrom: drive.archive,
    });
  });
  it('accepts moved files, which lose their owner, and gives them to the user who moves them back', async () => {
    const { body } = await patch(
      file.logo,
      {},
      `&addParents=${file.masters}&removeParents=${file.thumbnails}`,
    );
    expect(body).toMatchObject({ driveId: drive.archive, parents: [file.masters] });
    expect(body).not.toHaveProperty('owners');
    const back = await patch(
      file.logo,
      {},
      `&addParents=${file.thumbnails}&removeParents=${file.masters}`,
    );
    expect(back.body).toMatchObject({ parents: [file.thumbnails], ownedByMe: true });
    expect(back.body).not.toHaveProperty('driveId');
  });
});

describe('a new file', () => {
  it('without fields is untitled, empty and in the root folder of the caller', async () => {
    const { status, body } = await create({});
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'Untitled',
      mimeType: 'application/octet-stream',
      parents: [file.root],
      size: '0',
      md5Checksum: 'd41d8cd98f00b204e9800998ecf8427e',
      version: '1',
      ownedByMe: true,
    });
    expect(await read(body.id)).toEqual(body);
  });
  it('inherits the permissions of its folder', async () => {
    const { body } = await create({ name: 'A', parents: [file.studio] });
    expect(roles(body.permissions)).toEqual({ [person.ava]: 'owner', [person.editors]: 'writer' });
    const ofBen = await create({ name: 'B', parents: [file.benRoot] }, '', 'studio-guest');
    expect(await ask(`/files/${ofBen.body.id}`)).toMatchObject({ status: 404 });
  });
  it('accepts a generated id once', async () => {
    const [id, second] = (await ask('/files/generateIds?count=2')).body.ids;
    expect(id).not.toBe(second);
    expect((await create({ id, name: 'A', mimeType: folder })).body.id).toBe(id);
    expect(await create({ id, name: 'A', mimeType: folder })).toMatchObject({
      status: 409,
      reason: 'conflict',
    });
    expect((await ask(`/files/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect(await create({ id, name: 'A' })).toMatchObject({ status: 400, reason: 'invalid' });
  });
});

describe('generated ids', () => {
  it('are ten by default, and unique', async () => {
    const one = (await ask('/files/generateIds')).body;
    const two = (await ask('/files/generateIds?count=1000')).body;
    expect([one.kind, one.space, one.ids.length, two.ids.length]).toEqual([
      'drive#generatedIds',
      'drive',
      10,
      1000,
    ]);
    expect(new Set([...one.ids, ...two.ids]).size).toBe(1010);
  });
});

describe('an update', () => {
  it('has properties of up to 124 bytes', async () => {
    const properties = { ['k'.repeat(122)]: 'é' };
    expect((await patch(file.script, { properties })).body.properties).toEqual(properties);
  });
  it('leaves a restriction of the owner to the owner', async () => {
    const restrict = (ownerRestricted: boolean, token?: string): Promise<TestResponse> =>
      ask(`/files/${file.storyboard}?fields=*`, {
        method: 'PATCH',
        body: { contentRestrictions: [{ readOnly: true, ownerRestricted }] },
        ...(token !== undefined && { token }),
      });
    expect((await restrict(true, 'studio-guest')).reason).toBe('insufficientFilePermissions');
    expect((await restrict(false, 'studio-guest')).status).toBe(200);
    const { body } = await restrict(true);
    expect(body.contentRestrictions).toMatchObject([{ ownerRestricted: true }]);
    expect(body.capabilities).toMatchObject({ canModifyContent: false, canRename: false });
    expect((await restrict(false, 'studio-guest')).reason).toBe('insufficientFilePermissions');
  });
  it('of starred and viewedByMeTime is personal and open to readers', async () => {
    const before = await read(file.runSheet);
    const { body } = await patch(
      file.runSheet,
      { starred: true, viewedByMeTime: '2026-03-01T10:00:00Z' },
      '',
      'studio-guest',
    );
    expect(body).toMatchObject({
      starred: true,
      viewedByMeTime: '2026-03-01T10:00:00.000Z',
      modifiedTime: before.modifiedTime,
    });
    expect((await read(file.runSheet)).starred).toBe(false);
  });
  it('of trashed applies to the files in a folder', async () => {
    expect((await patch(file.footage, { trashed: true })).body).toMatchObject({
      trashed: true,
      explicitlyTrashed: true,
    });
    expect(await read(file.soundBed)).toMatchObject({ trashed: true, explicitlyTrashed: false });
    await patch(file.footage, { trashed: false });
    expect(await read(file.soundBed)).toMatchObject({ trashed: false });
    expect(await read(file.oldCut)).toMatchObject({ trashed: true });
  });
  it('of the folder moves a file and changes its inherited permissions', async () => {
    expect((await ask(`/files/${file.logo}`, { token: 'studio-guest' })).status).toBe(200);
    const { body } = await patch(
      file.logo,
      {},
      `&addParents=${file.contracts}&removeParents=${file.thumbnails}`,
    );
    expect(body.parents).toEqual([file.contracts]);
    expect((await ask(`/files/${file.logo}`, { token: 'studio-guest' })).status).toBe(404);
  });
  it('of the folder needs only addParents if the caller is the owner', async () => {
    expect((await patch(file.logo, {}, `&addParents=${file.scripts}`)).body.parents).toEqual([
      file.scripts,
    ]);
  });
  it('with an empty body changes nothing', async () => {
    const before = await read(file.logo);
    expect((await patch(file.logo, {})).body).toEqual(before);
  });
});

describe('a copy', () => {
  it('is in the same folder, belongs to the caller and has the same content', async () => {
    const source = await read(file.logo);
    const { body } = await ask(`/files/${file.logo}/copy?fields=*`, { method: 'POST', body: {} });
    expect(body).toMatchObject({
      name: 'Copy of Logo.png',
      parents: source.parents,
      md5Checksum: source.md5Checksum,
      version: '1',
    });
    expect(body.id).not.toBe(source.id);
  });
  it('is in the root folder if the caller may not write the folder of the original', async () => {
    const { body } = await ask(`/files/${file.logo}/copy?fields=*`, {
      method: 'POST',
      body: { name: 'Mine' },
      token: 'studio-guest',
    });
    expect(body).toMatchObject({ name: 'Mine', parents: [file.benRoot], ownedByMe: true });
  });
});

describe('a deletion', () => {
  it('of a folder deletes its files, except those of other owners', async () => {
    expect((await ask(`/files/${file.studio}`, { method: 'DELETE' })).status).toBe(204);
    expect((await ask(`/files/${file.script}`)).status).toBe(404);
    expect((await ask(`/files/${file.benTreatment}`)).status).toBe(200);
  });
});

describe('about', () => {
  it('has the user and the used storage', async () => {
    const { user, storageQuota } = (await ask('/about?fields=user,storageQuota')).body;
    expect(user).toMatchObject({
      emailAddress: person.ava,
      displayName: 'Ava Lindqvist',
      me: true,
    });
    const sizes = (
      await ask("/files?pageSize=1000&fields=files(quotaBytesUsed)&q='me' in owners")
    ).body.files.map(({ quotaBytesUsed }: { quotaBytesUsed: string }) => Number(quotaBytesUsed));
    expect(Number(storageQuota.usage)).toBe(
      sizes.reduce((sum: number, size: number) => sum + size, 0),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { permissionsOf } from '../../../../src/sandbox/storage/permission/access.ts';
import {
  displayNameOf,
  permissionIdOf,
  photoOf,
} from '../../../../src/sandbox/storage/permission/person.ts';
import { storageState } from '../../../../src/sandbox/storage/state.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio();

const grants = (id: string) => {
  const state = storageState(studio.sandbox.simulation());
  return permissionsOf(state, state.files.get(id)!);
};

const word = (role: string) => role.replaceAll(/([A-Z])/g, '_$1').toUpperCase();
const { runSheet, firstSeason, pressKit, harborAerial } = ids.file;

describe('the permissions of a file', () => {
  it('come with the file: no call of their own, and only the selected fields', async () => {
    const data = await studio.data(
      `{ file(id: "${runSheet}") { name permissions(first: 10) { nodes { id permissionId fileId type role email displayName deleted pendingOwner person { email } file { fileId } } pageInfo { hasNextPage } } } }`,
    );
    expect(studio.calls().map(({ operation, query }) => [operation, query['fields']])).toEqual([
      [
        'storage:files.get',
        [
          'capabilities(canEdit,canShare),driveId,name,permissions(deleted,displayName,emailAddress,id,pendingOwner,role,type)',
        ],
      ],
    ]);
    expect(data.file.permissions).toEqual({
      nodes: grants(runSheet).map(({ id, type, role, email }) => ({
        id: globalId('FilePermission', [runSheet, id]),
        permissionId: id,
        fileId: runSheet,
        type: word(type),
        role: word(role),
        email,
        displayName: displayNameOf(email!),
        deleted: false,
        pendingOwner: false,
        person: type === 'user' ? { email } : null,
        file: { fileId: runSheet },
      })),
      pageInfo: { hasNextPage: false },
    });
    expect(new Set(grants(runSheet).map(({ type }) => type))).toEqual(new Set(['user', 'group']));
  });
  it('have a photo for persons, and none for groups', async () => {
    const { data } = await studio.query(
      `{ file(id: "${runSheet}") { permissions { nodes { type photoLink } } } }`,
    );
    expect(data.file.permissions.nodes).toEqual(
      grants(runSheet).map(({ type, email }) => ({
        type: word(type),
        photoLink: type === 'user' ? photoOf(email!) : null,
      })),
    );
  });
  it('come with the files of a list, too', async () => {
    const { data } = await studio.query(
      `{ files(filter: { parentId: "${ids.file.thumbnails}" }) { nodes { fileId permissions { nodes { role email } } } } }`,
    );
    expect(studio.operations()).toEqual(['storage:files.list']);
    for (const { fileId, permissions } of data.files.nodes)
      expect(permissions.nodes).toEqual(
        grants(fileId).map(({ role, email }) => ({ role: word(role), email })),
      );
    expect(data.files.nodes.length).toBeGreaterThan(3);
  });
  it('for anyone have no person', async () => {
    const { data } = await studio.query(
      `{ file(id: "${pressKit}") { permissions { nodes { type allowFileDiscovery email domain expiresAt person { id } } } } }`,
    );
    const anyone = {
      type: 'ANYONE',
      allowFileDiscovery: false,
      email: null,
      domain: null,
      expiresAt: null,
      person: null,
    };
    expect(data.file.permissions.nodes).toContainEqual(anyone);
  });
  it('are paginated by cursor within the response for the file', async () => {
    const query = (after: string | null) =>
      studio.query(
        `query ($after: String) { file(id: "${runSheet}") { permissions(first: 2, after: $after) { nodes { permissionId } pageInfo { hasNextPage endCursor } } } }`,
        { after },
      );
    const all = grants(runSheet).map(({ id }) => ({ permissionId: id }));
    const { data: first } = await query(null);
    const { data: second } = await query(first.file.permissions.pageInfo.endCursor);
    expect([...first.file.permissions.nodes, ...second.file.permissions.nodes]).toEqual(
      all.slice(0, 4),
    );
    expect(first.file.permissions.pageInfo.hasNextPage).toBe(true);
    expect(all.length).toBeGreaterThan(2);
    const { errors } = await query(Buffer.from('[]').toString('base64url'));
    expect(errors).toMatchObject([
      { path: ['file', 'permissions'], extensions: { code: 'INVALID_INPUT', argument: 'after' } },
    ]);
  });
  it('on a shared drive are read with permissions.list', async () => {
    const data = await studio.data(
      `{ file(id: "${firstSeason}") { permissions { nodes { id role person { email } } } } }`,
    );
    expect(studio.calls().map(({ operation }) => operation)).toEqual([
      'storage:files.get',
      'storage:permissions.list',
    ]);
    expect(studio.calls()[1]).toMatchObject({
      call: { path: `/drive/v3/files/${firstSeason}/permissions` },
      query: {
        supportsAllDrives: ['true'],
        pageSize: ['20'],
        fields: ['nextPageToken,permissions(emailAddress,id,role,type)'],
      },
    });
    expect(data.file.permissions.nodes).toEqual(
      grants(firstSeason).map(({ id, role, type, email }) => ({
        id: globalId('FilePermission', [firstSeason, id]),
        role: word(role),
        person: type === 'user' ? { email } : null,
      })),
    );
  });
  it('of files that the caller may neither change nor share make no call', async () => {
    const { data, errors, extensions } = await studio.query(
      '{ files(first: 100) { nodes { fileId driveId capabilities { canEdit canShare } permissions { nodes { role } } } } }',
      {},
      'studio-guest',
    );
    expect(errors).toBeUndefined();
    const files = data.files.nodes as any[];
    const readOnly = files.filter(
      ({ capabilities }) => !capabilities.canEdit && !capabilities.canShare,
    );
    // Every member of a shared drive can read the permissions of its files.
    const [onSharedDrive, shut] = [true, false].map((isOn) =>
      readOnly.filter(({ driveId }) => (driveId !== null) === isOn),
    );
    expect(shut!.length).toBeGreaterThan(2);
    expect(shut!.map(({ permissions }) => permissions)).toEqual(shut!.map(() => null));
    expect(extensions['warnings']).toHaveLength(shut!.length);
    expect(onSharedDrive!.length).toBeGreaterThan(2);
    for (const { fileId, permissions } of onSharedDrive!)
      expect(permissions.nodes).toEqual(grants(fileId).map(({ role }) => ({ role: word(role) })));
    const lists = studio
      .calls()
      .filter(({ operation }) => operation === 'storage:permissions.list')
      .map(({ call }) => call.path.split('/').at(-2));
    const listed = files.filter(({ driveId }) => driveId !== null).map(({ fileId }) => fileId);
    expect(lists).toHaveLength(listed.length);
    expect(new Set(lists)).toEqual(new Set(listed));
  });
  it('are null with a warning if the caller may not share the file', async () => {
    const { data, errors, extensions } = await studio.query(
      `{ file(id: "${harborAerial}") { name permissions { nodes { role } } } }`,
      {},
      'studio-guest',
    );
    expect(errors).toBeUndefined();
    expect(data.file.permissions).toBeNull();
    expect(extensions['warnings']).toEqual([
      {
        code: 'EXPECTED_ABSENCE',
        path: ['file', 'permissions'],
        value: 'insufficientFilePermissions',
      },
    ]);
  });
});

describe('a permission', () => {
  const id = globalId('FilePermission', [runSheet, permissionIdOf(ids.person.dana)]);
  const node = (id: string) =>
    studio.query(
      'query ($id: ID!) { node(id: $id) { ... on FilePermission { role fileId file { name } } } }',
      { id },
    );

  it('can be read by its global id', async () => {
    const { data, errors } = await node(id);
    expect(errors).toBeUndefined();
    expect(data.node).toEqual({
      role: 'COMMENTER',
      fileId: runSheet,
      file: { name: storageState(studio.sandbox.simulation()).files.get(runSheet)!.fields.name },
    });
    expect(studio.operations()).toEqual(['storage:files.get', 'storage:permissions.get']);
    expect(studio.calls().every(({ query }) => query['supportsAllDrives']?.[0] === 'true')).toBe(
      true,
    );
  });
});

/** Shared drives: which calls the reads make, and what they answer. */
import { describe, expect, it } from 'vitest';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { storageState } from '../../../../src/sandbox/storage/state.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio();
const { archive } = ids.drive;

const callsMade = () => studio.calls().map(({ operation, query }) => [operation, query]);
const always = { prettyPrint: ['false'] };

describe('a shared drive by its id', () => {
  it('is read with the selected fields alone', async () => {
    const data = await studio.data(
      `{ sharedDrive(id: "${archive}") { id driveId name hidden createdAt orgUnitId capabilities { canManageMembers canDeleteDrive } restrictions { domainUsersOnly downloadRestriction { restrictedForReaders } } } }`,
    );
    expect(callsMade()).toEqual([
      [
        'storage:drives.get',
        {
          fields: [
            'capabilities(canDeleteDrive,canManageMembers),createdTime,hidden,name,orgUnitId,restrictions(domainUsersOnly,downloadRestriction/restrictedForReaders)',
          ],
          ...always,
        },
      ],
    ]);
    const stored = storageState(studio.sandbox.simulation()).drives.get(archive)!;
    expect(data.sharedDrive).toMatchObject({
      id: globalId('SharedDrive', [archive]),
      driveId: archive,
      name: stored.name,
      hidden: false,
      createdAt: stored.createdTime,
      orgUnitId: null,
      capabilities: { canManageMembers: true },
      restrictions: { domainUsersOnly: false },
    });
  });
  it('is proven to exist, also by its global id', async () => {
    const { data } = await studio.query(
      `{ sharedDrive(id: "${globalId('SharedDrive', [archive])}") { driveId } missing: sharedDrive(id: "${ids.drive.missing}") { driveId } }`,
    );
    expect(data).toEqual({ sharedDrive: { driveId: archive }, missing: null });
    expect(studio.operations()).toEqual(['storage:drives.get', 'storage:drives.get']);
  });
  it('leads to its root folder and the files in it', async () => {
    const { data } = await studio.query(
      `{ sharedDrive(id: "${archive}") { rootFolder { fileId children { nodes { fileId sharedDrive { driveId } } } } } }`,
    );
    expect(studio.operations()).toEqual(['storage:files.list']);
    const inRoot = [...storageState(studio.sandbox.simulation()).files.values()]
      .filter(({ parent, trash }) => parent === archive && !trash)
      .map(({ id }) => ({ fileId: id, sharedDrive: { driveId: archive } }));
    const { fileId, children } = data.sharedDrive.rootFolder;
    expect(fileId).toBe(archive);
    expect(new Set(children.nodes)).toEqual(new Set(inRoot));
    expect(inRoot.length).toBeGreaterThan(0);
  });
  it('sends the access of an administrator, and no other call shares the answer', async () => {
    const { errors } = await studio.query(
      `{ admin: sharedDrive(id: "${archive}", asDomainAdmin: true) { name } member: sharedDrive(id: "${archive}") { name } }`,
    );
    expect(errors).toMatchObject([{ path: ['admin'], extensions: { code: 'FORBIDDEN' } }]);
    expect(studio.calls().map(({ query }) => query['useDomainAdminAccess'])).toEqual(
      expect.arrayContaining([['true'], undefined]),
    );
  });
  it('is read by an administrator who is no member', async () => {
    const read = (asDomainAdmin: boolean) =>
      studio.query(
        `{ sharedDrive(id: "${ids.drive.guests}", asDomainAdmin: ${asDomainAdmin}) { name } }`,
        {},
        'studio-admin',
      );
    expect((await read(true)).data.sharedDrive).toEqual({ name: 'Guests' });
    expect((await read(false)).errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
  });
});

describe('the shared drive of a file', () => {
  it('costs no call for its id, and one for all files of a list', async () => {
    const { data } = await studio.query(
      `{ files(driveId: "${archive}") { nodes { driveId sharedDrive { driveId name } } } file(id: "${ids.file.script}") { sharedDrive { name } } }`,
    );
    expect(data.file.sharedDrive).toBeNull();
    expect(data.files.nodes.length).toBeGreaterThan(1);
    for (const { sharedDrive } of data.files.nodes)
      expect(sharedDrive).toEqual({ driveId: archive, name: 'Archive' });
    expect(studio.operations()).toEqual([
      'storage:drives.get',
      'storage:files.get',
      'storage:files.list',
    ]);
  });
});

describe('the shared drives of the caller', () => {
  it('are listed in one call', async () => {
    const { data } = await studio.query(
      `{ viewer { sharedDrives(query: "name contains 'arch'") { nodes { id name hidden } pageInfo { hasNextPage } } } }`,
    );
    expect(callsMade()).toEqual([
      [
        'storage:drives.list',
        {
          q: ["name contains 'arch'"],
          pageSize: ['20'],
          fields: ['drives(hidden,id,name),nextPageToken'],
          ...always,
        },
      ],
    ]);
    expect(data.viewer.sharedDrives).toEqual({
      nodes: [{ id: globalId('SharedDrive', [archive]), name: 'Archive', hidden: false }],
      pageInfo: { hasNextPage: false },
    });
  });
  it('are none for a caller who is no member', async () => {
    const { data } = await studio.query(
      '{ viewer { sharedDrives(query: " ") { nodes { name } } } }',
      {},
      'no-channel',
    );
    expect(data.viewer.sharedDrives.nodes).toEqual([]);
    expect(studio.calls()[0]!.query['q']).toBeUndefined();
  });
  it('of a domain are listed for its administrator with their organizational unit', async () => {
    const data = await studio.data(
      '{ viewer { sharedDrives(asDomainAdmin: true, query: "memberCount = 1") { nodes { driveId name orgUnitId } } } }',
      {},
      'studio-admin',
    );
    expect(data.viewer.sharedDrives.nodes).toEqual([
      { driveId: ids.drive.guests, name: 'Guests', orgUnitId: expect.any(String) },
    ]);
    expect(studio.calls()).toMatchObject([
      { query: { q: ['memberCount = 1'], useDomainAdminAccess: ['true'] } },
    ]);
  });
  it('of a domain need an administrator', async () => {
    const { errors } = await studio.query(
      '{ viewer { sharedDrives(asDomainAdmin: true) { nodes { orgUnitId } } } }',
    );
    expect(errors).toMatchObject([
      { path: ['viewer', 'sharedDrives'], extensions: { code: 'FORBIDDEN' } },
    ]);
    expect(studio.calls()[0]!.query['useDomainAdminAccess']).toEqual(['true']);
  });
  it('name the argument of a query that Google Drive does not understand', async () => {
    const { errors } = await studio.query(
      '{ viewer { sharedDrives(query: "size > 4") { nodes { name } } } }',
    );
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', argument: 'query' } }]);
  });
});

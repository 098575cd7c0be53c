/** Shared drives: which calls the reads make, and what they answer. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio();
const { archive } = ids.drive;

describe('a shared drive by its id', () => {
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

describe('the shared drives of the caller', () => {
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

/** Writes of shared drives: lost answers, confirmation, the access of administrators. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { storageState } from '../../../../src/sandbox/storage/state.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio({ env: { RETRY_BASE_MS: '1', RETRY_BUDGET_FLOOR: '1000' } });
const { archive, guests } = ids.drive;

const stored = () => [...storageState(studio.sandbox.simulation()).drives.values()];
const named = (name: string) => stored().filter((drive) => drive.name === name);

async function mutate(mutation: string, input: object, token?: string) {
  const type = `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input`;
  const result = mutation.startsWith('delete')
    ? 'deletedId'
    : 'sharedDrive { driveId name hidden }';
  const { data, errors } = await studio.query(
    `mutation ($input: ${type}!) { ${mutation}(input: $input) { ${result} errors { code path reason message } } }`,
    { input },
    token,
  );
  return { ...data?.[mutation], failures: errors };
}

const sent = (operation: string) => studio.calls().filter((call) => call.operation === operation);

describe('createSharedDrive', () => {
  it('sends a request id of its own', async () => {
    await mutate('createSharedDrive', { name: 'Season 3' });
    expect(studio.operations()).toEqual(['storage:drives.create']);
    expect(studio.calls()[0]!.query['requestId']![0]).toMatch(/^[\da-f-]{36}$/);
  });
  it.each([{ drop: 'after' }, { cut: true }] as const)(
    'creates one drive if the answer is lost, and finds it by its name: %j',
    async (fault) => {
      await mutate('createSharedDrive', { name: "Ava's \\ drive" });
      const [before] = named("Ava's \\ drive");
      studio.sandbox.clearCalls();
      studio.sandbox.fault({ match: { operation: 'storage:drives.create' }, times: 1, ...fault });
      const { sharedDrive, errors } = await mutate('createSharedDrive', { name: "Ava's \\ drive" });
      expect(errors).toEqual([]);
      const created = named("Ava's \\ drive").filter(({ id }) => id !== before!.id);
      expect(created).toHaveLength(1);
      expect(sharedDrive.driveId).toBe(created[0]!.id);
      const requests = sent('storage:drives.create').map(({ query }) => query['requestId']);
      expect(requests[0]).toEqual(requests[1]);
      expect(sent('storage:drives.list')[0]!.query['q']).toEqual([
        String.raw`name = 'Ava\'s \\ drive'`,
      ]);
    },
  );
  it('with a request id of the client can be repeated: the drive exists once', async () => {
    const input = { name: 'Season 4', requestId: 'season-4' };
    expect((await mutate('createSharedDrive', input)).errors).toEqual([]);
    const again = await mutate('createSharedDrive', input);
    expect(again.sharedDrive).toBeNull();
    expect(again.errors).toMatchObject([{ code: 'CONFLICT', path: ['requestId'] }]);
    expect(named('Season 4')).toHaveLength(1);
    const requests = sent('storage:drives.create').map(({ query }) => query['requestId']);
    expect(requests).toEqual([['season-4'], ['season-4']]);
  });
  it('takes no other drive of the name for the one of a used request id', async () => {
    await mutate('createSharedDrive', { name: 'Season 4', requestId: 'used' });
    studio.sandbox.fault({
      match: { operation: 'storage:drives.create' },
      drop: 'after',
      times: 1,
    });
    const input = { name: 'Archive', requestId: 'used' };
    const { failures } = await mutate('createSharedDrive', input);
    // The conflict can be one with the lost attempt. Of a repetition, nothing is lost.
    expect(failures).toMatchObject([
      {
        message: expect.stringContaining('repeat it only with the requestId "used"'),
        extensions: { outcome: 'UNKNOWN', argument: 'requestId', id: 'used' },
      },
    ]);
    const { sharedDrive, errors } = await mutate('createSharedDrive', input);
    expect(sharedDrive).toBeNull();
    expect(errors).toMatchObject([{ code: 'CONFLICT', path: ['requestId'] }]);
    expect(sent('storage:drives.list')).toEqual([]);
    expect(named('Archive')).toHaveLength(1);
  });
  it('reports an unknown outcome if no attempt is answered, and takes no other drive for it', async () => {
    studio.sandbox.fault({ match: { operation: 'storage:drives.create' }, drop: 'before' });
    const { failures } = await mutate('createSharedDrive', { name: 'Archive' });
    expect(failures).toMatchObject([
      { extensions: { code: 'UPSTREAM_UNAVAILABLE', outcome: 'UNKNOWN' } },
    ]);
    expect(sent('storage:drives.list')).toEqual([]);
    expect(named('Archive')).toHaveLength(1);
  });
});

describe('updateSharedDrive', () => {
  it('changes a drive of others for an administrator', async () => {
    const input = { id: guests, name: 'Visitors', asDomainAdmin: true };
    const { sharedDrive, errors } = await mutate('updateSharedDrive', input, 'studio-admin');
    expect([sharedDrive.name, errors]).toEqual(['Visitors', []]);
    const owner = await mutate('updateSharedDrive', input);
    expect(owner.errors).toMatchObject([{ code: 'FORBIDDEN' }]);
  });
});

describe('deleteSharedDrive', () => {
  it('keeps a drive with files, and says what to do', async () => {
    const { deletedId, errors } = await mutate('deleteSharedDrive', {
      id: archive,
      confirm: archive,
    });
    expect(deletedId).toBeNull();
    expect(errors).toEqual([
      {
        code: 'FORBIDDEN',
        path: ['id'],
        reason: 'cannotDeleteResourceWithChildren',
        message:
          'id: The shared drive contains files outside the trash. Delete them or move them to the trash first.',
      },
    ]);
  });
  it('deletes a drive with its files for an administrator', async () => {
    const input = { id: archive, confirm: archive, asDomainAdmin: true, allowItemDeletion: true };
    const { errors } = await mutate('deleteSharedDrive', input, 'studio-admin');
    expect(errors).toEqual([]);
    expect(named('Archive')).toEqual([]);
  });
});

describe('the visibility of a shared drive', () => {
  it('changes for the caller alone', async () => {
    const hidden = await mutate('hideSharedDrive', { id: archive });
    expect([hidden.sharedDrive, hidden.errors]).toEqual([
      { driveId: archive, name: 'Archive', hidden: true },
      [],
    ]);
    const { data } = await studio.query(
      `{ sharedDrive(id: "${archive}") { hidden } }`,
      {},
      'studio-guest',
    );
    expect(data.sharedDrive.hidden).toBe(false);
    const shown = await mutate('unhideSharedDrive', { id: archive });
    expect(shown.sharedDrive.hidden).toBe(false);
    expect(sent('storage:drives.hide')[0]!.query['fields']).toEqual(['hidden,id,name']);
  });
});

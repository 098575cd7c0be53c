/** `updateFile`: moves between folders, and changes of custom properties by key. */
import { beforeAll, describe, expect, it } from 'vitest';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { storageState } from '../../../../src/sandbox/storage/state.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio();
const { script, scripts, footage, masters, missing, storyboard, launchScript } = ids.file;

// From then on the service accepts the token, and no write makes a read for its turn.
beforeAll(() => studio.query(`{ file(id: "${script}") { name } }`));

const stored = (id: string) => storageState(studio.sandbox.simulation()).files.get(id)!;

async function update(input: object, token?: string) {
  const { data, errors } = await studio.query(
    'mutation ($input: UpdateFileInput!) { updateFile(input: $input) { file { fileId parentIds } errors { code message path reason id: __typename } } }',
    { input },
    token,
  );
  return { ...data?.updateFile, failures: errors };
}

describe('a move', () => {
  it('is one call, and takes global ids', { tags: ['R14'] }, async () => {
    const { file, errors } = await update({
      id: script,
      addParentIds: [globalId('File', [footage])],
      removeParentIds: [scripts],
    });
    expect([file, errors]).toEqual([{ fileId: script, parentIds: [footage] }, []]);
    expect(studio.calls()).toMatchObject([
      {
        operation: 'storage:files.update',
        body: {},
        query: {
          addParents: [footage],
          removeParents: [scripts],
          supportsAllDrives: ['true'],
          fields: ['id,parents'],
        },
      },
    ]);
  });
  it('can lead to another drive', async () => {
    await update({ id: script, addParentIds: [masters], removeParentIds: [scripts] });
    expect(stored(script)).toMatchObject({ parent: masters, driveId: ids.drive.archive });
  });
  it('without a new folder leads to the root folder of the owner', async () => {
    const { file } = await update({ id: script, removeParentIds: [scripts] });
    expect(file.parentIds).toEqual([ids.file.root]);
  });
  it('takes root for a folder', async () => {
    await update({ id: script, addParentIds: ['root'], removeParentIds: [scripts] });
    expect(stored(script).parent).toBe(ids.file.root);
  });
  it.each([
    [{ addParentIds: [missing] }, ['addParentIds', '0']],
    [{ removeParentIds: [missing] }, ['removeParentIds', '0']],
    [{ addParentIds: [missing], removeParentIds: [scripts] }, ['addParentIds', '0']],
    [{ addParentIds: [footage], removeParentIds: [missing] }, ['removeParentIds', '0']],
    [{ id: missing, addParentIds: [footage], removeParentIds: [scripts] }, ['id']],
  ])('names the file that is missing: %j', async (input, path) => {
    const { file, errors } = await update({ id: script, ...input });
    expect(file).toBeNull();
    expect(errors).toMatchObject([{ code: 'NOT_FOUND', path }]);
    expect(stored(script).parent).toBe(scripts);
  });
  it('looks for the missing file with reads of ids alone', async () => {
    await update({ id: script, addParentIds: [footage], removeParentIds: [missing] });
    expect(studio.calls().map(({ operation, query }) => [operation, query['fields']])).toEqual([
      ['storage:files.update', ['id,parents']],
      ['storage:files.get', ['id']],
      ['storage:files.get', ['id']],
    ]);
  });
  it.each([
    [{ addParentIds: [storyboard] }, 'parentNotAFolder', ['addParentIds']],
    [{ id: ids.file.studio, addParentIds: [scripts] }, 'cannotAddParent', ['addParentIds']],
    [
      { id: ids.file.firstSeason, removeParentIds: [masters] },
      'teamDrivesParentLimit',
      ['removeParentIds'],
    ],
  ])('that Google Drive rejects names its argument: %j', async (input, reason, path) => {
    const { errors } = await update({ id: script, ...input });
    expect(errors).toMatchObject([{ code: 'INVALID_INPUT', reason, path }]);
  });
});

describe('an update that Google Drive forbids', () => {
  it('says how to make read-only content writable', async () => {
    await update({ id: script, contentRestrictions: { set: [{}] } });
    const { errors } = await update({ id: script, name: 'New' });
    expect(errors).toMatchObject([
      { code: 'FORBIDDEN', message: expect.stringContaining('contentRestrictions: null') },
    ]);
    await update({ id: script, contentRestrictions: null });
    expect((await update({ id: script, name: 'New' })).errors).toEqual([]);
  });
  it('says how to change a shared drive', async () => {
    const { errors } = await update({ id: ids.drive.archive, name: 'New' });
    expect(errors).toMatchObject([
      { code: 'FORBIDDEN', path: ['id'], message: expect.stringContaining('updateSharedDrive') },
    ]);
  });
});

describe('an update of the root folder', () => {
  it('answers with the id of the folder, not with root', async () => {
    const { file, errors } = await update({ id: 'root', starred: true });
    expect([file.fileId, errors]).toEqual([ids.file.root, []]);
    expect(studio.operations()).toEqual(['storage:files.get', 'storage:files.update']);
  });
});

describe('custom properties', () => {
  const properties = () => stored(launchScript).fields.properties;
  const many = {
    set: Array.from({ length: 30 }, (_, index) => ({ key: `key ${index}`, value: 'x' })),
  };
  const few = { set: [{ key: 'take', value: '3' }] };
  it.each([
    ['one list', { appProperties: many }, ['appProperties']],
    ['one of two lists', { properties: few, appProperties: many }, null],
  ])(
    'that are too many are rejected with the name of their argument: %s',
    async (_, input, path) => {
      const before = { ...properties() };
      const { file, errors } = await update({ id: launchScript, ...input });
      expect(file).toBeNull();
      expect(errors).toMatchObject([
        { code: 'INVALID_INPUT', reason: 'propertyCountLimitExceeded', path },
      ]);
      expect(properties()).toEqual(before);
    },
  );
});

describe('a thumbnail', () => {
  it('that is not Base64 is rejected, however long it is', async () => {
    const thumbnail = { image: `${'='.repeat(600_000)}x`, mimeType: 'image/png' };
    const { errors } = await update({ id: script, thumbnail });
    expect(errors).toMatchObject([{ code: 'INVALID_INPUT', path: ['thumbnail', 'image'] }]);
    expect(studio.calls()).toEqual([]);
  });
});

/** `copyFile`, `deleteFile` and `emptyTrash`. */
import { describe, expect, it } from 'vitest';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { mime } from '../../../../src/sandbox/storage/content/mime.ts';
import { storageState } from '../../../../src/sandbox/storage/state.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio({ env: { RETRY_BASE_MS: '1', RETRY_BUDGET_FLOOR: '1000' } });
const { storyboard, script, footage, runSheetShortcut, oldCut } = ids.file;

const files = () => storageState(studio.sandbox.simulation()).files;
const named = (name: string) => [...files().values()].filter(({ fields }) => fields.name === name);
const called = () => studio.calls().map(({ operation }) => operation);

async function mutate(mutation: string, input: object, result = 'file { fileId name parentIds }') {
  const type = `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input`;
  const { data, errors } = await studio.query(
    `mutation ($input: ${type}!) { ${mutation}(input: $input) { ${result} errors { code path reason } } }`,
    { input },
  );
  return { ...data?.[mutation], failures: errors };
}

const copy = (input: object) => mutate('copyFile', input);

describe('copyFile', () => {
  it('reads the type, and makes an id with which it copies', async () => {
    const { errors } = await copy({ id: storyboard, name: 'Twin', parentId: footage });
    expect(errors).toEqual([]);
    expect(called()).toEqual([
      'storage:files.get',
      'storage:files.generateIds',
      'storage:files.copy',
    ]);
    const [read, , copied] = studio.calls();
    const [twin] = named('Twin');
    expect(read!.query['fields']).toEqual(['mimeType,spaces']);
    expect(copied!.body).toEqual({ id: twin!.id, name: 'Twin', parents: [footage] });
    const { sha256Checksum } = files().get(storyboard)!.content!;
    expect(twin!.content).toMatchObject({ sha256Checksum });
  });
  it('makes no id for a document, which accepts none', async () => {
    const { errors } = await copy({ id: script });
    expect(errors).toEqual([]);
    expect(called()).toEqual(['storage:files.get', 'storage:files.copy']);
  });
  it('makes no id for a conversion to a document', async () => {
    await copy({ id: storyboard, mimeType: mime.document });
    expect(called()).not.toContain('storage:files.generateIds');
  });
  it('makes an id for shortcuts', async () => {
    const { errors } = await copy({ id: runSheetShortcut });
    expect(errors).toEqual([]);
    expect(studio.calls()[1]!.query['type']).toEqual(['shortcuts']);
  });
  it('does not repeat a lost copy of a document', async () => {
    studio.sandbox.fault({ match: { operation: 'storage:files.copy' }, drop: 'after' });
    const { failures } = await copy({ id: script, name: 'Once' });
    expect(failures).toMatchObject([{ extensions: { outcome: 'UNKNOWN' } }]);
    expect(named('Once')).toHaveLength(1);
  });
});

describe('copyFile with an id of the client', () => {
  const { first } = ids.generatedFile;
  const copyFirst = (input: object = {}) =>
    copy({ id: storyboard, name: 'Own', newFileId: first, ...input });

  it('makes no id, and says if the file exists already', async () => {
    const { file, errors } = await copyFirst();
    expect([file.fileId, errors]).toEqual([first, []]);
    expect(called()).toEqual(['storage:files.get', 'storage:files.copy']);
    expect((await copyFirst()).errors).toMatchObject([
      { code: 'CONFLICT', reason: 'conflict', path: ['newFileId'] },
    ]);
    expect(named('Own')).toHaveLength(1);
  });
});

describe('copyFile of a file in the folder of the app', () => {
  const original = async () => {
    const input = { name: 'Settings', parentId: 'appDataFolder' };
    const { file } = await mutate('createFile', input);
    studio.sandbox.clearCalls();
    return file.fileId as string;
  };
  it('makes an id of that space if the copy stays there', async () => {
    const { errors } = await copy({ id: await original() });
    expect(errors).toEqual([]);
    expect(studio.calls()[1]!.query['space']).toEqual(['appDataFolder']);
  });
  it('makes an id of My Drive for a copy there', async () => {
    const { errors } = await copy({ id: await original(), parentId: footage });
    expect(errors).toEqual([]);
    expect(studio.calls()[1]!.query).not.toHaveProperty('space');
  });
});

describe('createFile in the folder of the app', () => {
  it('makes an id of that space', async () => {
    await mutate('createFile', { name: 'Settings', parentId: 'appDataFolder' });
    expect(studio.calls()[0]).toMatchObject({
      operation: 'storage:files.generateIds',
      query: { space: ['appDataFolder'] },
    });
    expect(studio.calls()[1]!.body).toMatchObject({ parents: ['appDataFolder'] });
  });
});

describe('createFile in a folder below the folder of the app', () => {
  it('takes an id of that space from the client', async () => {
    const folder = await mutate('createFile', {
      name: 'Profiles',
      mimeType: mime.folder,
      parentId: 'appDataFolder',
    });
    const { data } = await studio.query('{ generateFileIds(count: 1, space: APP_DATA_FOLDER) }');
    const [newFileId] = data.generateFileIds;
    const input = { name: 'Profile', parentId: folder.file.fileId };
    expect((await mutate('createFile', input)).errors).toMatchObject([{ code: 'INVALID_INPUT' }]);
    const { file, errors } = await mutate('createFile', { ...input, newFileId });
    expect([file.fileId, errors]).toEqual([newFileId, []]);
  });
});

describe('deleteFile', () => {
  it('keeps the root folder', async () => {
    const { errors } = await mutate('deleteFile', { id: 'root' }, 'deletedId');
    expect(errors).toMatchObject([{ code: 'FORBIDDEN', path: ['id'] }]);
    expect(files().has(ids.file.root)).toBe(true);
  });
});

describe('emptyTrash', () => {
  it('deletes what is in the trash of My Drive', async () => {
    expect(files().has(oldCut)).toBe(true);
    const { errors } = await mutate('emptyTrash', { confirm: 'root' }, '');
    expect(errors).toEqual([]);
    expect(files().has(oldCut)).toBe(false);
    expect(studio.calls()).toMatchObject([{ operation: 'storage:files.emptyTrash' }]);
    expect(studio.calls()[0]!.query).not.toHaveProperty('driveId');
  });
  it('deletes what is in the trash of a shared drive alone', async () => {
    const { archive } = ids.drive;
    files().get(ids.file.archiveIndex)!.trash = { by: ids.person.ava, at: '2026-03-01T00:00:00Z' };
    const input = { driveId: globalId('SharedDrive', [archive]), confirm: archive };
    const { errors } = await mutate('emptyTrash', input, '');
    expect(errors).toEqual([]);
    expect(studio.calls()[0]!.query['driveId']).toEqual([archive]);
    expect([files().has(ids.file.archiveIndex), files().has(oldCut)]).toEqual([false, true]);
  });
});

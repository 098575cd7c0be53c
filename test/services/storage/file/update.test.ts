/** `updateFile`: which calls an update makes, and the version that a client requires. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { useStudio } from '../../../support/studio.ts';
import { useEditingProxy } from '../../../support/use-editing-proxy.ts';

const { options, proxy } = useEditingProxy('storage');
const studio = useStudio(options);

const { script } = ids.file;

/** The payload of `updateFile`. */
async function update(input: string) {
  const { data, errors } = await studio.query(
    `mutation { updateFile(input: { id: "${script}", ${input} }) { file { name version } errors { code path ... on ConflictError { current { ... on File { name version } } } } } }`,
  );
  return { ...data.updateFile, failures: errors };
}

async function version(): Promise<string> {
  const { data } = await studio.query(`{ file(id: "${script}") { version } }`);
  return data.file.version as string;
}

describe('an update of a file', () => {
  it('sends the named fields alone, and answers with the selected ones', async () => {
    const { file, errors } = await update('name: "New"');
    expect([file.name, errors]).toEqual(['New', []]);
    expect(studio.calls()).toMatchObject([
      {
        operation: 'storage:files.update',
        body: { name: 'New' },
        query: { fields: ['id,name,version'], supportsAllDrives: ['true'] },
      },
    ]);
  });
  it('sends null for a cleared field', async () => {
    await update('description: null');
    expect(studio.calls()).toMatchObject([{ body: { description: null } }]);
  });
  it('without a field only reads', async () => {
    const { file, errors } = await update('');
    expect([file.name, errors]).toEqual([expect.any(String), []]);
    expect(studio.operations()).toEqual(['storage:files.get']);
  });
});

describe('an update with a version', () => {
  it('compares the version, then writes', async () => {
    const ifVersion = await version();
    const before = studio.operations().length;
    const { file, errors } = await update(`name: "New", ifVersion: "${ifVersion}"`);
    expect([file.name, errors]).toEqual(['New', []]);
    expect(studio.operations().slice(before)).toEqual([
      'storage:files.get',
      'storage:files.update',
    ]);
  });
  it('is a conflict with the current file, and writes nothing', async () => {
    const ifVersion = await version();
    await update('name: "New"');
    const { file, errors } = await update(`name: "Newer", ifVersion: "${ifVersion}"`);
    expect(file).toBeNull();
    expect(errors).toEqual([
      { code: 'CONFLICT', path: ['ifVersion'], current: { name: 'New', version: await version() } },
    ]);
  });
  it('writes nothing if the read returns another file', async () => {
    const ifVersion = await version();
    proxy.edit((answer) => void (answer['id'] = ids.file.storyboard));
    const { failures } = await update(`name: "New", ifVersion: "${ifVersion}"`);
    expect(failures).toMatchObject([{ extensions: { code: 'UPSTREAM_INVALID' } }]);
    expect(studio.operations()).not.toContain('storage:files.update');
  });
});

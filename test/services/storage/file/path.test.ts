/** `File.path`: the folders that contain a file. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { storageState } from '../../../../src/sandbox/storage/state.ts';
import { useEditingProxy } from '../../../support/proxy/use-editing-proxy.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const { options, proxy } = useEditingProxy('storage');
const studio = useStudio(options);
const { root, studio: folder, scripts, storyboard, missing } = ids.file;

const nameOf = (id: string): string =>
  storageState(studio.sandbox.simulation()).files.get(id)!.fields.name;

const pathOf = (id: string, fields = 'name', args = '') =>
  studio.query(`{ file(id: "${id}") { path${args} { ${fields} } } }`);

/** The file of each call, and the requested fields. */
const reads = () =>
  studio.calls().map(({ call, query }) => [call.path.split('/')[4], query['fields']?.[0]]);

describe('the path of a file', () => {
  it('ends at a folder that is gone', async () => {
    proxy.edit((answer) => {
      if (answer['name'] === nameOf(folder)) answer['parents'] = [missing];
    });
    const { data, errors } = await pathOf(storyboard);
    expect(errors).toBeUndefined();
    expect(data.file.path).toEqual([folder, scripts].map((id) => ({ name: nameOf(id) })));
  });
  it('ends where folders contain each other, as answers of different times can say', async () => {
    proxy.edit((answer) => {
      if (answer['name'] === nameOf(folder)) answer['parents'] = [scripts];
    });
    const { data } = await pathOf(storyboard);
    expect(data.file.path).toEqual([folder, scripts].map((id) => ({ name: nameOf(id) })));
  });
  it('is an error of the field if a folder cannot be read', async () => {
    studio.sandbox.fault({
      match: { operation: 'storage:files.get', pathIncludes: folder },
      status: 403,
      reason: 'domainPolicy',
    });
    const { data, errors } = await pathOf(storyboard);
    expect(data.file).toEqual({ path: null });
    expect(errors).toMatchObject([{ path: ['file', 'path'], extensions: { code: 'FORBIDDEN' } }]);
  });
});

describe('the paths of several files', () => {
  it('take one call a folder for all files that it contains', async () => {
    const { data, extensions } = await studio.query(
      `{ file(id: "${folder}") { children(first: 20, filter: { isFolder: true }) { nodes { name path(maxDepth: 5) { name } children(first: 3) { nodes { path(maxDepth: 5) { name } } } } } } }`,
    );
    const folders = data.file.children.nodes;
    expect(folders.length).toBeGreaterThan(3);
    for (const { name, path, children } of folders) {
      expect(path).toEqual([root, folder].map((id) => ({ name: nameOf(id) })));
      for (const child of children.nodes) expect(child.path).toEqual([...path, { name }]);
    }
    const read = reads().flatMap(([id, fields]) => (fields === 'name,parents' ? [id] : []));
    expect(read).toEqual([...new Set(read)]);
    expect(extensions['cost'].operations['storage:files.list']).toBe(1 + folders.length);
  });
});

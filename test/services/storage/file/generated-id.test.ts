/** `generateFileIds`. */
import { describe, expect, it } from 'vitest';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio();
const queries = () => studio.calls().map(({ query }) => query);

describe('generated ids', () => {
  it('are ten by default, by one call', async () => {
    const data = await studio.data('{ generateFileIds }');
    expect(new Set(data.generateFileIds).size).toBe(10);
    expect(studio.operations()).toEqual(['storage:files.generateIds']);
    expect(queries()).toEqual([
      {
        count: ['10'],
        space: ['drive'],
        type: ['files'],
        fields: ['ids'],
        prettyPrint: ['false'],
      },
    ]);
  });
  it('are others for each field of a request', async () => {
    const { data } = await studio.query(
      '{ a: generateFileIds(count: 2) b: generateFileIds(count: 3) }',
    );
    expect(new Set([...data.a, ...data.b]).size).toBe(5);
  });
  it('can be for shortcuts, or for files of the app', async () => {
    await studio.query('{ generateFileIds(count: 1, type: SHORTCUTS) }');
    await studio.query('{ generateFileIds(count: 1, space: APP_DATA_FOLDER) }');
    expect(queries().map(({ type, space }) => [type, space])).toEqual([
      [['shortcuts'], ['drive']],
      [['files'], ['appDataFolder']],
    ]);
  });
  it('create the files that they are generated for', async () => {
    const { data } = await studio.query('{ generateFileIds(count: 1) }');
    const [fileId] = data.generateFileIds;
    const created = await studio.query(
      'mutation ($input: CreateFileInput!) { createFile(input: $input) { file { fileId } errors { code } } }',
      { input: { name: 'Generated', newFileId: fileId } },
    );
    expect(created.data.createFile).toEqual({ file: { fileId }, errors: [] });
  });
  it('are an error if the answer has too few of them', async () => {
    studio.sandbox.fault({ match: { operation: 'storage:files.generateIds' }, garble: true });
    const { errors } = await studio.query('{ generateFileIds(count: 3) }');
    expect(errors).toMatchObject([{ extensions: { code: 'UPSTREAM_INVALID' } }]);
  });
});

import { describe, expect, it } from 'vitest';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { storageState } from '../../../../src/sandbox/storage/state.ts';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio();
const seeded = (id: string) => storageState(studio.sandbox.simulation()).files.get(id)!;

/** The recorded calls, in the form in which the tests state them. */
const requestedCalls = () =>
  studio.calls().map(({ operation, query, call }) => ({
    operation,
    file: call.path.split('/')[4],
    fields: query['fields']?.[0],
  }));

const get = (file: string, fields: string) => ({ operation: 'storage:files.get', file, fields });

const { script, launchScript, runSheet, missing, benDiary, root } = ids.file;

describe('root', () => {
  it('is resolved before global ids contain it, with one call per caller', async () => {
    const document = '{ file(id: "root") { id name } }';
    const first = await studio.query(document, {}, 'no-channel');
    const again = await studio.query(document, {}, 'no-channel');
    const { danaRoot } = ids.file;
    expect(first.data.file).toEqual({
      id: globalId('File', [danaRoot]),
      name: seeded(danaRoot).fields.name,
    });
    expect(again.data).toEqual(first.data);
    expect(requestedCalls()).toEqual([
      get('root', 'id'),
      get(danaRoot, 'name'),
      get(danaRoot, 'name'),
    ]);
  });
  it('is a different folder for each caller', async () => {
    const own = await studio.query('{ file(id: "root") { fileId } }');
    const bens = await studio.query('{ file(id: "root") { fileId } }', {}, 'studio-guest');
    expect([own.data.file.fileId, bens.data.file.fileId]).toEqual([root, ids.file.benRoot]);
  });
});

describe('properties of a file', () => {
  it('are sorted by key, without the property that the gateway uses itself', async () => {
    const { data } = await studio.query(
      `{ file(id: "${launchScript}") { properties { key value } appProperties { key value } } other: file(id: "${runSheet}") { appProperties { key value } } }`,
    );
    const { properties, appProperties } = seeded(launchScript).fields;
    expect(Object.keys(appProperties!)).toEqual(['videoId']);
    expect(data).toEqual({
      file: {
        properties: Object.keys(properties!)
          .toSorted()
          .map((key) => ({ key, value: properties![key] })),
        appProperties: [],
      },
      other: {
        appProperties: Object.entries(seeded(runSheet).fields.appProperties!).map(
          ([key, value]) => ({ key, value }),
        ),
      },
    });
  });
});

describe('thirty files in one query', () => {
  const many = Object.values(ids.file).slice(0, 30);
  const nodes = (list: readonly string[]) =>
    studio.query('query ($ids: [ID!]!) { nodes(ids: $ids) { ... on File { name } } }', {
      ids: list,
    });
  it('fail only for files that are missing or that the caller cannot see', async () => {
    const bad = globalId('File', ['trash']);
    const list = [...many, missing, benDiary].map((id) => globalId('File', [id]));
    studio.sandbox.fault({
      match: { operation: 'storage:files.get', pathIncludes: script },
      status: 403,
      reason: 'insufficientFilePermissions',
    });
    const { data, errors } = await nodes([bad, ...list]);
    const expected = [
      ...many.map((id) => (id === script ? null : { name: seeded(id).fields.name })),
      null,
      null,
    ];
    expect(data.nodes).toEqual([null, ...expected]);
    expect(errors).toHaveLength(2);
    expect(errors).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          path: ['nodes'],
          extensions: expect.objectContaining({ code: 'INVALID_INPUT', positions: [0] }),
        }),
        expect.objectContaining({
          path: ['nodes', 1 + many.indexOf(script)],
          extensions: expect.objectContaining({ code: 'FORBIDDEN' }),
        }),
      ]),
    );
  });
});

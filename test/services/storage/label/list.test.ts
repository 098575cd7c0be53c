/** Chosen labels of many files: they come with the list, as far as one call can have them. */
import { describe, expect, it } from 'vitest';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { storageState } from '../../../../src/sandbox/storage/state.ts';
import { estimateOfDocument } from '../../../support/report/estimate.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio();
const { label } = ids;
const joined = (labelIds: readonly string[]): string => labelIds.toSorted().join();
const both = [label.rights, label.production];

/** The labels that a file has, of the given ones. */
const labelsOf = (fileId: string, labelIds: readonly string[]): string[] =>
  [...storageState(studio.sandbox.simulation()).files.get(fileId)!.labels.keys()]
    .filter((id) => labelIds.includes(id))
    .toSorted();

/** Operation and labels of each call. */
const calls = () =>
  studio.calls().map(({ operation, query }) => [operation, query['includeLabels']?.[0]]);

const info = (labelIds: readonly string[], alias = 'labelInfo'): string =>
  `${alias}: labelInfo(labelIds: ${JSON.stringify(labelIds)}) { labelId }`;

const idsIn = (labels: readonly { readonly labelId: string }[]): string[] =>
  labels.map(({ labelId }) => labelId).toSorted();

interface FileNode {
  readonly fileId: string;
  readonly [alias: string]: any;
}

function expectLabels(
  nodes: readonly FileNode[],
  labelIds: readonly string[],
  alias = 'labelInfo',
): void {
  const found = nodes.map((node) => idsIn(node[alias]));
  expect(found).toEqual(nodes.map(({ fileId }) => labelsOf(fileId, labelIds)));
  expect(found.flat()).not.toEqual([]);
}

describe('chosen labels of the files of a list', () => {
  it('come with the list, with the ids that they have on the file', async () => {
    const data = await studio.data(
      `{ files(first: 30) { nodes { fileId name labelInfo(labelIds: ${JSON.stringify(both)}) { id labelId } } } }`,
    );
    expectLabels(data.files.nodes, both);
    for (const { fileId, labelInfo } of data.files.nodes)
      for (const { id, labelId } of labelInfo)
        expect(id).toBe(globalId('FileLabel', [fileId, labelId]));
    expect(studio.calls()).toHaveLength(1);
    expect(studio.calls()[0]).toMatchObject({
      operation: 'storage:files.list',
      query: {
        includeLabels: [joined(both)],
        fields: ['files(id,labelInfo/labels/id,name),nextPageToken'],
      },
    });
  });
  it('take one call for equal sets of ids, in any order, of literals and variables', async () => {
    const variables = { ids: both.toReversed(), id: label.production };
    const repeated = `["${label.rights}", "${label.production}", "${label.rights}"]`;
    const mixed = `[$id, "${label.rights}"]`;
    const one = (labelIds: string) => `labelInfo(labelIds: ${labelIds}) { labelId }`;
    for (const selection of [
      one(repeated),
      one('$ids'),
      one(mixed),
      `${one('$ids')} again: ${one(repeated)} mixed: ${one(mixed)}`,
    ]) {
      studio.sandbox.clearCalls();
      const declared = [
        selection.includes('$ids') ? '$ids: [ID!]!' : '',
        selection.includes('$id,') ? '$id: ID!' : '',
      ].join(' ');
      const data = await studio.data(
        `query ${declared.trim() && `(${declared})`} { files(first: 30) { nodes { fileId ${selection} } } }`,
        variables,
      );
      for (const alias of Object.keys(data.files.nodes[0]).filter((name) => name !== 'fileId'))
        expectLabels(data.files.nodes, both, alias);
      expect(calls()).toEqual([['storage:files.list', joined(both)]]);
    }
  });
  it('take a call for each file and further set of ids', async () => {
    const data = await studio.data(
      `{ files(first: 30) { nodes { fileId ${info([label.rights])} ${info([label.production], 'other')} } } }`,
    );
    expectLabels(data.files.nodes, [label.rights]);
    expectLabels(data.files.nodes, [label.production], 'other');
    const others = data.files.nodes.map(() => ['storage:files.get', label.production]);
    expect(calls()).toEqual([['storage:files.list', label.rights], ...others]);
  });
  it('are counted by the estimate: none for the first set of ids, one call for each other', () => {
    const callsOf = (selection: string): number =>
      estimateOfDocument(`{ files(first: 30) { nodes { name ${selection} } } }`).calls;
    const plain = callsOf('');
    expect(callsOf(info(['a', 'b']))).toBe(plain);
    expect(callsOf(`${info(['a', 'b'])} ${info(['b', 'a'], 'same')}`)).toBe(plain);
    expect(callsOf(`${info(['a'])} ${info(['b'], 'other')}`)).toBe(plain + 30);
    expect(callsOf(`${info(['a'])} ${info(['b'], 'b')} ${info(['c'], 'c')}`)).toBe(plain + 60);
  });
});

describe('chosen labels behind a cursor', () => {
  const page = (after: string | null, selection: string) =>
    studio.query(
      `query ($after: String) { files(first: 5, after: $after) { nodes { fileId ${selection} } pageInfo { hasNextPage endCursor } } }`,
      { after },
    );
  it('come with every page, so that all pages have the labels of their files', async () => {
    const nodes: FileNode[] = [];
    let pages = 0;
    for (let after: string | null = null, more = true; more; pages += 1) {
      const { data, errors } = await page(after, info(both));
      expect(errors).toBeUndefined();
      nodes.push(...data.files.nodes);
      ({ hasNextPage: more, endCursor: after } = data.files.pageInfo);
    }
    expect(pages).toBeGreaterThan(2);
    expectLabels(nodes, both);
    expect(new Set(calls().flat())).toEqual(new Set(['storage:files.list', joined(both)]));
    expect(calls()).toHaveLength(pages);
  });
  it('keep to the labels of the page token: others have calls of their own', async () => {
    for (const { labels } of storageState(studio.sandbox.simulation()).files.values())
      for (const id of both) labels.set(id, new Map());
    const { data: first } = await page(null, info([label.rights]));
    const { endCursor } = first.files.pageInfo;
    const known = info([label.rights], 'known');
    for (const selection of [info([label.production]), `${info([label.production])} ${known}`]) {
      studio.sandbox.clearCalls();
      const { data, errors } = await page(endCursor, selection);
      expect(errors).toBeUndefined();
      for (const { fileId: _, ...labels } of data.files.nodes as FileNode[])
        expect(labels).toEqual({
          labelInfo: [{ labelId: label.production }],
          ...(selection.includes('known') && { known: [{ labelId: label.rights }] }),
        });
      expect(calls()[0]).toEqual(['storage:files.list', label.rights]);
      expect(calls()).toContainEqual(['storage:files.get', label.production]);
    }
  });
  it('are read by calls of their own behind a cursor of a list without labels', async () => {
    const { data: first } = await page(null, '');
    studio.sandbox.clearCalls();
    const { data, errors } = await page(first.files.pageInfo.endCursor, info(both));
    expect(errors).toBeUndefined();
    const own = data.files.nodes.map(() => ['storage:files.get', joined(both)]);
    expect(calls()).toEqual([['storage:files.list', undefined], ...own]);
  });
  it.each(['b,a', 'a,a', 'a,', ''])(
    'are rejected if no call can have them: "%s"',
    async (value) => {
      const { data } = await page(null, info(['a', 'b']));
      const parts = JSON.parse(
        Buffer.from(data.files.pageInfo.endCursor, 'base64url').toString(),
      ) as unknown[];
      expect(parts.at(-1)).toBe('a,b');
      studio.sandbox.clearCalls();
      const forged = Buffer.from(JSON.stringify([...parts.slice(0, -1), value])).toString(
        'base64url',
      );
      const { errors } = await page(forged, info(both));
      expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', argument: 'after' } }]);
      expect(studio.calls()).toEqual([]);
    },
  );
});

describe('labels that Google Drive rejects', () => {
  const reject = (labelId: string, location?: string) =>
    studio.sandbox.fault({
      match: { pathIncludes: labelId },
      status: 400,
      reason: 'invalid',
      ...(location !== undefined && { location }),
    });
  const list = `{ files(first: 3) { nodes { name ${info([label.missing])} } } }`;

  it.each([undefined, 'includeLabels', 'labelIds'])(
    'do not fail the list, if the error names %s',
    async (location) => {
      reject(label.missing, location);
      const { data, errors } = await studio.query(list);
      expect(data.files.nodes).toHaveLength(3);
      for (const { name, labelInfo } of data.files.nodes) {
        expect(name).toEqual(expect.any(String));
        expect(labelInfo).toBeNull();
      }
      expect(errors).toMatchObject(
        [0, 1, 2].map((index) => ({
          path: ['files', 'nodes', index, 'labelInfo'],
          extensions: { code: 'INVALID_INPUT' },
        })),
      );
      expect(calls()).toEqual([
        ['storage:files.list', label.missing],
        ['storage:files.list', undefined],
        ...[0, 1, 2].map(() => ['storage:files.get', label.missing]),
      ]);
    },
  );
  it('do not fail a file', async () => {
    reject(label.missing, 'includeLabels');
    const { data, errors } = await studio.query(
      `{ file(id: "${ids.file.musicLicense}") { fileId name ${info([label.missing])} } }`,
    );
    expect(data.file).toMatchObject({ name: expect.any(String), labelInfo: null });
    expect(errors).toMatchObject([
      { path: ['file', 'labelInfo'], extensions: { argument: 'labelIds' } },
    ]);
    expect(calls()).toEqual([
      ['storage:files.get', label.missing],
      ['storage:files.get', undefined],
    ]);
  });
  it('are not the cause if the error names another parameter, or has another code', async () => {
    reject(label.missing, 'q');
    const rejected = await studio.query(list);
    expect(rejected.errors).toMatchObject([{ path: ['files'] }]);
    expect(studio.calls()).toHaveLength(1);
    studio.sandbox.clearFaults();
    studio.sandbox.clearCalls();
    studio.refuse('storage:files.list', 403);
    expect((await studio.query(list)).errors).toMatchObject([{ path: ['files'] }]);
    expect(studio.calls()).toHaveLength(1);
  });
  it('are not left out behind a cursor, whose page token is for these labels', async () => {
    const { data: first } = await studio.query(
      `{ files(first: 2) { nodes { name ${info(both)} } pageInfo { endCursor } } }`,
    );
    studio.sandbox.clearCalls();
    reject('pageToken=', 'includeLabels');
    const { errors } = await studio.query(
      `query ($after: String) { files(first: 2, after: $after) { nodes { name ${info(both)} } } }`,
      { after: first.files.pageInfo.endCursor },
    );
    expect(errors).toMatchObject([{ path: ['files'] }]);
    expect(studio.calls()).toHaveLength(1);
  });
});

it('finds files by a value of a label field, which a query names as it is', async () => {
  const { labelField, labelChoice, file } = ids;
  const query = `labels/${label.production}.${labelField.stage} = '${labelChoice.review}' and '${labelChoice.asia}' in labels/${label.rights}.${labelField.region}`;
  const find = async (query: string, filter?: object) => {
    const { files } = await studio.data(
      'query ($query: String!, $filter: FileFilter) { files(first: 30, query: $query, filter: $filter) { nodes { fileId } } }',
      { query, filter },
    );
    return files.nodes.map(({ fileId }: { fileId: string }) => fileId);
  };
  expect(await find(query)).toEqual([]);
  const [stage, region] = query.split(' and ') as [string, string];
  expect(await find(stage)).toEqual([file.launchScript]);
  expect(await find(region, { labelIds: [label.confidential] })).toEqual([file.musicLicense]);
  const sent = studio.calls().map(({ query: { q } }) => q![0]);
  expect(sent).toEqual([
    query,
    stage,
    `(${region}) and 'labels/${label.confidential}' in labels and trashed = false`,
  ]);
});

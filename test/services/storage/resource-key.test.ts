/** Files that are shared by a link, which callers need the resource key for. */
import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { mime } from '../../../src/sandbox/storage/content/mime.ts';
import { resourceKeyOf } from '../../../src/sandbox/storage/file/resource-key.ts';
import { storageState } from '../../../src/sandbox/storage/state.ts';
import { logCalls } from '../../support/report/call-log.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();
const { festivalSheet, pressKit, scripts } = ids.file;
const header = 'x-goog-drive-resource-keys';

const fileOf = (id: string) => storageState(studio.sandbox.simulation()).files.get(id)!;
const keyOf = (id: string): string => resourceKeyOf(fileOf(id))!;
const name = () => fileOf(festivalSheet).fields.name;

/** The header of each call. */
const sent = () => studio.calls().map(({ operation, call }) => [operation, call.headers[header]]);

/** The header of each read of a file, by the id of the file. */
const keysOfReads = () =>
  Object.fromEntries(
    studio
      .calls()
      .filter(({ operation }) => operation === 'storage:files.get')
      .map(({ call }) => [call.path.split('/').at(-1)!, call.headers[header]]),
  );

const byArgument = `query ($id: ID!, $key: String) { file(id: $id, resourceKey: $key) { name } }`;
const variables = (key: string | null = keyOf(festivalSheet)) => ({ id: festivalSheet, key });

describe('a file that needs its resource key', () => {
  it('is not found without the key, also if the client sends the header itself', async () => {
    const headers = { [header]: `${festivalSheet}/${keyOf(festivalSheet)}` };
    const { errors } = await studio.query(byArgument, variables(null), undefined, headers);
    expect(errors).toMatchObject([{ path: ['file'], extensions: { code: 'NOT_FOUND' } }]);
    expect(sent()).toEqual([['storage:files.get', undefined]]);
  });
  it.each(['id', 'global id'])('is read with the key in an argument: %s', async (form) => {
    const id = form === 'id' ? festivalSheet : globalId('File', [festivalSheet]);
    const data = await studio.data(byArgument, { ...variables(), id });
    expect(data.file.name).toBe(name());
    const pair = `${festivalSheet}/${keyOf(festivalSheet)}`;
    expect(sent()).toEqual([['storage:files.get', pair]]);
  });
  it('is read by its link', async () => {
    const link = await studio.query(
      `{ file(id: "${festivalSheet}") { webViewLink } }`,
      {},
      'studio-guest',
    );
    const data = await studio.data(
      'query ($url: URL!) { resource(url: $url) { ... on File { name } } }',
      { url: link.data.file.webViewLink },
    );
    expect(data.resource.name).toBe(name());
  });
  it('has its key in all calls below it, and no other call of the query has it', async () => {
    const data = await studio.data(
      `query ($id: ID!, $key: String) {
        file(id: $id, resourceKey: $key) { name comments { nodes { content } } accessProposals { nodes { proposalId } } }
        other: file(id: "${scripts}") { name children { nodes { fileId } } }
      }`,
      variables(),
    );
    expect(data.file).toMatchObject({ name: name(), comments: { nodes: [] } });
    const isOther = ([operation]: readonly unknown[]) => operation === 'storage:files.list';
    const pair = `${festivalSheet}/${keyOf(festivalSheet)}`;
    expect(keysOfReads()).toEqual({ [festivalSheet]: pair, [scripts]: undefined });
    const lists = sent().filter(([operation]) => operation !== 'storage:files.get');
    expect(lists.length).toBe(3);
    for (const call of lists) expect(call[1]).toBe(isOther(call) ? undefined : pair);
  });
  it('is downloaded by a link that contains the key encrypted', async () => {
    const { data } = await studio.query(
      'query ($id: ID!, $key: String) { file(id: $id, resourceKey: $key) { size content { url } } }',
      variables(),
    );
    const { url } = data.file.content;
    expect(url).not.toContain(keyOf(festivalSheet));
    const before = studio.sandbox.calls().length;
    const response = await fetch(url as string);
    expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([
      200,
      Number(data.file.size),
    ]);
    const made = studio.sandbox.calls().slice(before);
    logCalls(made, []);
    expect(made.length).toBe(2);
    for (const { headers } of made)
      expect(headers[header]).toBe(`${festivalSheet}/${keyOf(festivalSheet)}`);
  });
  it('can be the target of a shortcut, whose link knows the key', async () => {
    const create = (resourceKeys: object[]) =>
      studio.query(
        `mutation ($input: CreateFileInput!) { createFile(input: $input) { file { fileId } errors { code path } } }`,
        {
          input: {
            name: 'Sheet',
            mimeType: mime.shortcut,
            shortcutTargetId: festivalSheet,
            resourceKeys,
          },
        },
      );
    expect((await create([])).data.createFile.errors).toEqual([
      { code: 'NOT_FOUND', path: ['shortcutTargetId'] },
    ]);
    const resourceKey = keyOf(festivalSheet);
    const { data } = await create([{ fileId: festivalSheet, resourceKey }]);
    expect(data.createFile.errors).toEqual([]);
    const shortcut = data.createFile.file.fileId;
    const direct = await studio.query(`{ file(id: "${shortcut}") { shortcutTarget { name } } }`);
    expect(direct.data.file.shortcutTarget).toEqual({ name: name() });
    const listed = await studio.query(
      `{ files(filter: { nameContains: "Sheet" }) { nodes { name shortcutTarget { name comments { nodes { id } } } } } }`,
    );
    expect(listed.errors).toBeUndefined();
    expect(listed.data.files.nodes).toContainEqual({
      name: 'Sheet',
      shortcutTarget: { name: name(), comments: { nodes: [] } },
    });
  });
  it('is copied and commented on with its key', async () => {
    const resourceKeys = [{ fileId: festivalSheet, resourceKey: keyOf(festivalSheet) }];
    const { data, errors } = await studio.query(
      `mutation ($copy: CopyFileInput!, $comment: CreateFileCommentInput!) {
        copyFile(input: $copy) { file { name } errors { code path } }
        createFileComment(input: $comment) { fileComment { content } errors { code path } }
      }`,
      {
        copy: { id: festivalSheet, name: 'Mine', resourceKeys },
        comment: { fileId: festivalSheet, content: 'Good.', resourceKeys },
      },
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      copyFile: { file: { name: 'Mine' }, errors: [] },
      createFileComment: { fileComment: { content: 'Good.' }, errors: [] },
    });
  });
});

describe('a resource key that Google Drive has answered', () => {
  it('is sent with later calls for the file', async () => {
    const data = await studio.data(
      `{ file(id: "${pressKit}") { resourceKey headRevision { size } } }`,
    );
    expect(data.file.resourceKey).toBe(keyOf(pressKit));
    const calls = sent().filter(([operation]) => operation === 'storage:revisions.get');
    expect(calls).toEqual([['storage:revisions.get', `${pressKit}/${keyOf(pressKit)}`]]);
  });
});

it('custom properties of a file name no resource key', async () => {
  Object.assign(fileOf(pressKit).fields, {
    properties: { id: festivalSheet, resourceKey: '0-wrong' },
  });
  const data = await studio.data(
    `query ($id: ID!, $key: String) {
      press: file(id: "${pressKit}") { resourceKey properties { key } }
      file(id: $id, resourceKey: $key) { name comments { nodes { id } } }
    }`,
    variables(),
  );
  expect(data.press.properties.length).toBe(2);
  expect(data.file).toMatchObject({ comments: { nodes: [] } });
});

describe('a text that is no resource key', () => {
  const bad = ['0-a,b', '0-a/b', '0-a\r\nx-injected: 1', '', ' ', 'ä', 'a'.repeat(201)];

  it.each(bad)('is rejected before any call: %j', async (key) => {
    const { errors } = await studio.query(byArgument, variables(key));
    expect(errors).toMatchObject([
      {
        message: expect.stringContaining('is not a resource key'),
        extensions: { code: 'INVALID_INPUT', argument: 'resourceKey' },
      },
    ]);
    const { errors: ofUrl } = await studio.query(
      'query ($url: URL!) { resource(url: $url) { __typename } }',
      {
        url: `https://drive.example/file/d/${festivalSheet}/view?resourcekey=${encodeURIComponent(key)}`,
      },
    );
    expect(ofUrl).toMatchObject([{ extensions: { code: 'INVALID_INPUT', argument: 'url' } }]);
    const { data } = await studio.query(
      'mutation ($input: CopyFileInput!) { copyFile(input: $input) { errors { code path } } }',
      {
        input: { id: pressKit, resourceKeys: [{ fileId: festivalSheet, resourceKey: key }] },
      },
    );
    expect(data.copyFile.errors).toEqual([
      { code: 'INVALID_INPUT', path: ['resourceKeys', '0', 'resourceKey'] },
    ]);
    expect(studio.calls()).toEqual([]);
  });
});

describe('equal reads of one caller', () => {
  it('with and without the key are not shared', async () => {
    studio.sandbox.fault({ match: { operation: 'storage:files.get' }, delayMs: 50, times: 2 });
    const results = await Promise.all([
      studio.query(byArgument, variables(null)),
      studio.query(byArgument, variables()),
    ]);
    expect(results.map(({ data }) => data?.file?.name)).toEqual([undefined, name()]);
    expect(sent().length).toBe(2);
  });
});

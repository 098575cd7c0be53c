/** Failures of single calls within a query: what else was read is delivered. */
import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { storageState } from '../../../src/sandbox/storage/state.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();

describe('a token that expires within a request', () => {
  it('fails the later calls once, with their service, and the rest is delivered', {
    tags: ['R30'],
  }, async () => {
    const document = `{ playlist(id: "${ids.playlist.fifty}") { title items(first: 3) { nodes { note position video { title } } } } }`;
    const { data: whole } = await studio.query(document);
    studio.sandbox.clearCalls();
    studio.refuse('video:videos.list', 401);
    const { data, errors } = await studio.query(document);
    const nodes = whole.playlist.items.nodes as { video: unknown }[];
    expect(data.playlist).toEqual({
      ...whole.playlist,
      items: { nodes: nodes.map((node) => ({ ...node, video: null })) },
    });
    expect(
      errors!.map(({ path, extensions }) => [path, extensions['code'], extensions['service']]),
    ).toEqual(
      nodes.map((_, index) => [
        ['playlist', 'items', 'nodes', index, 'video'],
        'UNAUTHENTICATED',
        'video',
      ]),
    );
    expect(
      studio.operations().filter((operation) => operation === 'video:videos.list'),
    ).toHaveLength(1);
  });
  it('is UNAUTHENTICATED at the next request', { tags: ['R30', 'S25'] }, async () => {
    const document = `{ video(id: "${ids.video.trailer}") { title } }`;
    expect((await studio.query(document)).errors).toBeUndefined();
    studio.sandbox.fault({ status: 401 });
    const { data, errors } = await studio.query(document);
    expect(data.video).toBeNull();
    expect(errors).toMatchObject([{ path: ['video'], extensions: { code: 'UNAUTHENTICATED' } }]);
  });
});

describe('a page token that the service rejects', () => {
  const page = (after: string): string =>
    `{ playlist(id: "${ids.playlist.fifty}") { title items(first: 1, after: ${after}) { nodes { position } pageInfo { endCursor } } } video(id: "${ids.video.trailer}") { title } }`;
  it('fails its list alone, and its cursor works again later', { tags: ['R16'] }, async () => {
    const first = await studio.query(page('null'));
    const after = JSON.stringify(first.data.playlist.items.pageInfo.endCursor);
    const expected = await studio.query(page(after));
    expect(expected.data.playlist.items.nodes).toHaveLength(1);
    studio.sandbox.fault({
      match: { operation: 'video:playlistItems.list' },
      status: 400,
      reason: 'invalidPageToken',
      times: 1,
    });
    const failed = await studio.query(page(after));
    expect(failed.data.video).toEqual(expected.data.video);
    expect(failed.data.playlist).toMatchObject({ title: expected.data.playlist.title });
    expect(failed.errors).toMatchObject([{ path: ['playlist', 'items'] }]);
    expect((await studio.query(page(after))).data).toEqual(expected.data);
  });
});

describe('an object that the caller may not read', () => {
  const id = ids.file.budget;
  const node = globalId('File', [id]);
  it.each([
    ['its own field', `found: file(id: "${id}") { name }`],
    ['node', `found: node(id: "${node}") { ... on File { name } }`],
    ['an interface', `found: node(id: "${node}") { id }`],
  ])('has the same error by %s', { tags: ['S36'] }, async (_, field) => {
    const { data, errors } = await studio.query(`{ ${field} }`, {}, 'no-channel');
    expect(data.found).toBeNull();
    expect(errors).toMatchObject([{ path: ['found'], extensions: { code: 'NOT_FOUND', id } }]);
  });
  it('is null in lists of ids', { tags: ['S36'] }, async () => {
    const { data } = await studio.query(`{ nodes(ids: ["${node}"]) { id } }`, {}, 'no-channel');
    expect(data).toEqual({ nodes: [null] });
  });
});

describe('150 files by id', () => {
  const document = 'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on File { name } } }';

  /** Copies of a seeded file. @returns their ids, in the order of their names */
  function addFiles(): string[] {
    const { files } = storageState(studio.sandbox.simulation());
    const original = files.get(ids.file.logo)!;
    return Array.from({ length: 150 }, (_, index) => {
      const id = `file${index}x`;
      files.set(id, { ...original, id, fields: { ...original.fields, name: `Name ${index}` } });
      return id;
    });
  }

  const read = (fileIds: readonly string[]) =>
    studio.query(document, { ids: fileIds.map((id) => globalId('File', [id])) });

  const names = Array.from({ length: 150 }, (_, index) => ({ name: `Name ${index}` }));

  it('of which one is missing and one is forbidden lack only these two', {
    tags: ['R15'],
  }, async () => {
    const fileIds = addFiles().with(7, 'nothing');
    studio.sandbox.fault({
      match: { operation: 'storage:files.get', pathIncludes: fileIds[120]! },
      status: 403,
      reason: 'insufficientFilePermissions',
    });
    const { data, errors } = await read(fileIds);
    expect(errors).toMatchObject([{ path: ['nodes', 120], extensions: { code: 'FORBIDDEN' } }]);
    expect(data.nodes).toEqual(names.with(7, null!).with(120, null!));
  });
  it('of which one fails once repeat only this one', async () => {
    const fileIds = addFiles();
    const match = { operation: 'storage:files.get', pathIncludes: fileIds[3]! };
    studio.sandbox.fault({ match, status: 503, times: 1 });
    const { data, errors, extensions } = await read(fileIds);
    expect(errors).toBeUndefined();
    expect(data.nodes).toEqual(names);
    expect(extensions['cost'].requests).toBe(151);
  });
});

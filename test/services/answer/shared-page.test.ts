/**
 * Requests for one list in one tick are one request: two selections of a list are one call for each
 * page.
 */
import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../src/sandbox/video/state.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();
const { trailer, makingOf } = ids.video;
const { long, fifty } = ids.playlist;

const pageSize = 50;
const idsPerCall = 50;

const videoIdsOf = (playlist: string): string[] =>
  videoState(studio.sandbox.simulation())
    .playlistItems.get(playlist)!
    .map(({ videoId }) => videoId);

const callsFor = (count: number, perCall: number): number => Math.ceil(count / perCall);

/** The number of calls by operation. */
function counts(): Readonly<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const { operation } of studio.calls()) found[operation] = (found[operation] ?? 0) + 1;
  return found;
}

/** Requests the document, and each of its fields alone, which must have the same values. */
async function expectSameApart(fields: readonly string[]) {
  const apart = [];
  for (const field of fields) apart.push(await studio.query(`{ ${field} }`));
  studio.sandbox.clearCalls();
  const { data, errors, extensions } = await studio.query(`{ ${fields.join(' ')} }`);
  expect(errors).toBeUndefined();
  expect(data).toEqual(Object.assign({}, ...apart.map((each) => each.data)));
  return { data, extensions };
}

describe('two selections of one list', () => {
  it('of a search are one call, which costs 100 units', async () => {
    const { extensions } = await expectSameApart([
      'a: search(search: "making") { nodes { title } }',
      'b: search(search: "making") { nodes { description channel { title } } }',
    ]);
    expect(counts()).toEqual({ 'video:search.list': 1, 'video:channels.list': 1 });
    expect(extensions['cost'].units).toEqual({ SEARCH: 1, VIDEO: 1 });
  });
  it('load only the entities that each of them shows', async () => {
    const channel = `channels(ids: ["${ids.channel.studio}"])`;
    await expectSameApart([
      `a: ${channel} { videos(first: 1) { nodes { contentDetails { duration } } } }`,
      `b: ${channel} { uploads { items(first: 5) { nodes { addedAt } } } }`,
    ]);
    const read = studio.calls().filter(({ operation }) => operation === 'video:videos.list');
    expect(read.map(({ query }) => query['id']!.join().split(',').length)).toEqual([1]);
  });
  it('of captions are one call, which costs 50 units', async () => {
    const { extensions } = await expectSameApart([
      `a: video(id: "${trailer}") { captions { name } }`,
      `b: video(id: "${trailer}") { captions { languageTag isDraft } }`,
      `c: video(id: "${trailer}") { captions { status } again: captions { id } }`,
    ]);
    expect(counts()).toEqual({ 'video:captions.list': 1 });
    expect(extensions['cost'].units).toEqual({ VIDEO: 50 });
  });
  it('of captions of several videos are one call for each video', async () => {
    await expectSameApart([
      `videos(ids: ["${trailer}", "${makingOf}"]) { a: captions { name } b: captions { status } }`,
    ]);
    expect(counts()['video:captions.list']).toBe(2);
  });
  it('of the first item of a list are one call', async () => {
    await expectSameApart([
      'a: viewer { channel { title } }',
      'b: viewer { channel { description } }',
    ]);
    expect(counts()).toEqual({ 'video:channels.list': 1 });
  });
  it('read every page once, and the linked entities of both together', async () => {
    const videoIds = videoIdsOf(long);
    await expectSameApart([
      `a: playlist(id: "${long}") { items(first: 120) { nodes { video { title } } } }`,
      `b: playlist(id: "${long}") { items(first: 120) { nodes { note video { contentDetails { duration } } } } }`,
    ]);
    expect(counts()).toEqual({
      'video:playlistItems.list': callsFor(videoIds.length, pageSize),
      'video:videos.list': callsFor(new Set(videoIds).size, idsPerCall),
    });
  });
  it('both get the error of the call', async () => {
    studio.refuse('video:captions.list', 403);
    const { errors } = await studio.query(
      `{ video(id: "${trailer}") { a: captions { name } b: captions { status } } }`,
    );
    expect(errors!.map(({ path, extensions }) => [path!.join('.'), extensions['code']])).toEqual([
      ['video.a', 'FORBIDDEN'],
      ['video.b', 'FORBIDDEN'],
    ]);
    expect(counts()).toEqual({ 'video:captions.list': 1 });
  });
});

describe('a list of an object that is at several places', () => {
  const { commentsOff } = ids.video;
  const threads = (videos: readonly string[]): string =>
    `{ nodes(ids: ${JSON.stringify(videos.map((id) => globalId('Video', [id])))}) {
      ... on Video { title commentThreads(first: 1) { nodes { threadId } } } } }`;

  it('is read once', async () => {
    const { data } = await studio.query(threads([trailer, makingOf, trailer]));
    expect(counts()).toEqual({ 'video:videos.list': 1, 'video:commentThreads.list': 2 });
    expect(data.nodes[0].commentThreads.nodes).toHaveLength(1);
    expect(data.nodes[2]).toEqual(data.nodes[0]);
  });
  it('is null with a warning at each of them for an error that is an expected state', async () => {
    const { data, errors, extensions } = await studio.query(
      threads([commentsOff, trailer, commentsOff]),
    );
    expect(errors).toBeUndefined();
    expect(counts()).toEqual({ 'video:videos.list': 1, 'video:commentThreads.list': 2 });
    expect(data.nodes[0].commentThreads).toBeNull();
    expect(data.nodes[2].commentThreads).toBeNull();
    expect(extensions['warnings']).toMatchObject(
      [0, 2].map((index) => ({ path: ['nodes', index, 'commentThreads'] })),
    );
  });
  it('has the error of its call at each of them', async () => {
    studio.refuse('video:commentThreads.list', 403);
    const { data, errors } = await studio.query(threads([trailer, trailer]));
    expect(errors!.map(({ path, extensions }) => [path!.join('.'), extensions['code']])).toEqual([
      ['nodes.0.commentThreads', 'FORBIDDEN'],
      ['nodes.1.commentThreads', 'FORBIDDEN'],
    ]);
    expect(data.nodes[0].title).toBe(data.nodes[1].title);
    expect(counts()).toEqual({ 'video:videos.list': 1, 'video:commentThreads.list': 1 });
  });
});

describe('lists of different lengths', () => {
  const items = (first: number, after?: string): string =>
    `items(first: ${first}${after === undefined ? '' : `, after: "${after}"`}) { nodes { videoId } pageInfo { hasNextPage endCursor } }`;

  it('share the larger page, and each continues behind its own items', async () => {
    const videoIds = videoIdsOf(fifty);
    const { data } = await studio.query(
      `{ playlist(id: "${fifty}") { a: ${items(5)} b: ${items(20)} } }`,
    );
    expect(counts()['video:playlistItems.list']).toBe(1);
    const shown = ({ nodes }: any): string[] => nodes.map((node: any) => node.videoId);
    const { a, b } = data.playlist;
    expect([shown(a), shown(b)]).toEqual([videoIds.slice(0, 5), videoIds.slice(0, 20)]);
    expect([a, b].map(({ pageInfo }) => pageInfo.hasNextPage)).toEqual([true, true]);
    studio.sandbox.clearCalls();
    const next = await studio.query(
      `{ playlist(id: "${fifty}") { a: ${items(10, a.pageInfo.endCursor)} b: ${items(10, b.pageInfo.endCursor)} } }`,
    );
    expect([shown(next.data.playlist.a), shown(next.data.playlist.b)]).toEqual([
      videoIds.slice(5, 15),
      videoIds.slice(20, 30),
    ]);
    // The page that the one cursor points into, and the page behind it.
    expect(counts()['video:playlistItems.list']).toBe(2);
  });
  it('share every page of the longer one', async () => {
    const videoIds = videoIdsOf(long);
    const { data } = await studio.query(
      `{ playlist(id: "${long}") { a: ${items(60)} b: ${items(120)} c: ${items(3)} } }`,
    );
    expect(data.playlist.a.nodes).toHaveLength(60);
    expect(data.playlist.b.nodes).toHaveLength(videoIds.length);
    expect(counts()['video:playlistItems.list']).toBe(callsFor(videoIds.length, pageSize));
  });
});

describe('the videos of a long playlist', () => {
  it.each([
    'video { title }',
    'title video { title }',
    'a: video { title } b: video { contentDetails { duration } }',
  ])('are read in full batches: { %s }', async (selection) => {
    const videoIds = videoIdsOf(long);
    const { errors } = await studio.query(
      `{ playlist(id: "${long}") { items(first: 500) { nodes { ${selection} } } } }`,
    );
    expect(errors).toBeUndefined();
    expect(counts()).toEqual({
      'video:playlistItems.list': callsFor(videoIds.length, pageSize),
      'video:videos.list': callsFor(new Set(videoIds).size, idsPerCall),
    });
  });
});

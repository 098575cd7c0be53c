import { afterEach, describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../src/sandbox/video/state.ts';
import { openStudio } from '../../support/gateway/studio.ts';

let studio: Awaited<ReturnType<typeof openStudio>>;
afterEach(() => studio.close());

const document = `{
  a: playlist(id: "${ids.playlist.fifty}") { items(first: 50) { nodes { video { title channel { title } } } } }
  b: playlist(id: "${ids.playlist.ben}") { items(first: 50) { nodes { video { title channel { title } } } } }
}`;

const times = (operation: string) =>
  studio.calls().filter((call) => call.operation === operation).length;

describe('a batch', () => {
  it('waits for a running call that can add keys', async () => {
    studio = await openStudio({ env: { BATCH_MAX_WAIT_MS: '5000' } });
    studio.sandbox.fault({
      match: { operation: 'video:playlistItems.list', pathIncludes: ids.playlist.ben },
      delayMs: 120,
    });
    const { data, errors } = await studio.query(document);
    expect(errors).toBeUndefined();
    const entries = videoState(studio.sandbox.simulation()).playlistItems.get(ids.playlist.ben)!;
    expect(data.b.items.nodes).toHaveLength(entries.length);
    expect([
      times('video:playlistItems.list'),
      times('video:videos.list'),
      times('video:channels.list'),
    ]).toEqual([2, Math.ceil(distinctVideos() / 50), 1]);
  });
  it('is sent after the maximum wait, and later batches request only missing values', async () => {
    studio = await openStudio({ env: { BATCH_MAX_WAIT_MS: '1' } });
    // The list that comes late has enough videos to fill a call: the first one would have some.
    const { promise: until, resolve: answer } = Promise.withResolvers<void>();
    studio.sandbox.fault({
      match: { operation: 'video:playlistItems.list', pathIncludes: ids.playlist.fifty },
      until,
    });
    const queried = studio.query(document);
    await expect.poll(() => times('video:videos.list')).toBe(1);
    answer();
    const { errors } = await queried;
    expect(errors).toBeUndefined();
    const first = studio.calls().find(({ operation }) => operation === 'video:videos.list');
    const entries = videoState(studio.sandbox.simulation()).playlistItems.get(ids.playlist.ben)!;
    expect(entries.length).toBeLessThan(50);
    expect(first!.query['id']![0]!.split(',').toSorted()).toEqual(
      [...new Set(entries.map(({ videoId }) => videoId))].toSorted(),
    );
  });
  it('does not wait for calls that add other keys', async () => {
    studio = await openStudio({ env: { BATCH_MAX_WAIT_MS: '10000', REQUEST_DEADLINE_MS: '1500' } });
    studio.sandbox.fault({ match: { operation: 'video:commentThreads.list' }, hang: true });
    const { data, errors } = await studio.query(
      `{ t: video(id: "${ids.video.trailer}") { commentThreads(first: 1) { nodes { canReply } } } v: video(id: "${ids.video.emoji}") { title channel { title } } }`,
    );
    expect(data.v.channel).toEqual({ title: expect.any(String) });
    expect(errors!.map(({ path, extensions }) => [path, extensions['code']])).toEqual([
      [['t', 'commentThreads'], 'UPSTREAM_TIMEOUT'],
    ]);
  });
});

describe('one channel by five paths with different fields', () => {
  const { video, playlist, channel } = ids;
  const paths = [
    `a: channel(by: { id: "${channel.studio}" }) { title }`,
    `b: node(id: "${globalId('Channel', [channel.studio])}") { ... on Channel { statistics { viewCount } } }`,
    `c: resource(url: "https://www.youtube.com/channel/${channel.studio}") { ... on Channel { country } }`,
    `d: video(id: "${video.trailer}") { title channel { description } }`,
    `e: playlist(id: "${playlist.fifty}") { title channel { handle } }`,
  ];

  it.each(paths.map((_, first) => [...paths.slice(first), ...paths.slice(0, first)]))(
    'is one call for the channel, whichever is selected first: %s',
    async (...selected) => {
      studio = await openStudio({ env: { BATCH_MAX_WAIT_MS: '5000' } });
      const { data, errors } = await studio.query(`{ ${selected.join(' ')} }`);
      expect(errors).toBeUndefined();
      const { snippet } = videoState(studio.sandbox.simulation()).channels.get(channel.studio)!;
      expect(data.a.title).toBe(snippet.title);
      expect(data.d.channel.description).toBe(snippet.description);
      expect(
        studio
          .calls()
          .map(({ operation }) => operation)
          .toSorted(),
      ).toEqual(['video:channels.list', 'video:playlists.list', 'video:videos.list']);
    },
  );
  it('is sent at once if calls follow from it', async () => {
    studio = await openStudio({ env: { BATCH_MAX_WAIT_MS: '5000' } });
    const { promise: until, resolve: answer } = Promise.withResolvers<void>();
    studio.sandbox.fault({ match: { operation: 'video:videos.list' }, until });
    const queried = studio.query(
      `{ channel(by: { id: "${channel.harbor}" }) { title sections { type } } ${paths[3]} }`,
    );
    await expect
      .poll(() => studio.operations())
      .toEqual(['video:channelSections.list', 'video:channels.list', 'video:videos.list']);
    answer();
    expect((await queried).errors).toBeUndefined();
    const operations = studio.calls().map(({ operation }) => operation);
    expect(operations.slice(3)).toEqual(['video:channels.list']);
  });
});

function distinctVideos(): number {
  const { playlistItems } = videoState(studio.sandbox.simulation());
  return new Set(
    [ids.playlist.fifty, ids.playlist.ben].flatMap((playlist) =>
      playlistItems.get(playlist)!.map(({ videoId }) => videoId),
    ),
  ).size;
}

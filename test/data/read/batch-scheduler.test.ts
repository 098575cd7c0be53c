import { afterEach, describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../src/sandbox/video/state.ts';
import { openStudio } from '../../support/studio.ts';

let studio: Awaited<ReturnType<typeof openStudio>>;
afterEach(() => studio.close());

const document = `{
  a: playlist(id: "${ids.playlist.fifty}") { items(first: 50) { nodes { video { title channel { title } } } } }
  b: playlist(id: "${ids.playlist.ben}") { items(first: 50) { nodes { video { title channel { title } } } } }
}`;

const late = (delayMs: number) =>
  studio.sandbox.fault({
    match: { operation: 'video:playlistItems.list', pathIncludes: ids.playlist.ben },
    delayMs,
  });

const times = (operation: string) =>
  studio.calls().filter((call) => call.operation === operation).length;

describe('a batch', () => {
  it('waits for a running call that can add keys', async () => {
    studio = await openStudio({ env: { BATCH_MAX_WAIT_MS: '5000' } });
    late(120);
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
    late(400);
    const { errors } = await studio.query(document);
    expect(errors).toBeUndefined();
    const first = studio.calls().find(({ operation }) => operation === 'video:videos.list');
    const entries = videoState(studio.sandbox.simulation()).playlistItems.get(ids.playlist.fifty)!;
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

function distinctVideos(): number {
  const { playlistItems } = videoState(studio.sandbox.simulation());
  return new Set(
    [ids.playlist.fifty, ids.playlist.ben].flatMap((playlist) =>
      playlistItems.get(playlist)!.map(({ videoId }) => videoId),
    ),
  ).size;
}

/** The query of the benchmark: this test counts its calls. */
import { describe, expect, it } from 'vitest';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../../src/sandbox/video/state.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio();
const playlists = [ids.playlist.fifty, ids.playlist.long, ids.playlist.localized];

describe('several playlists with their videos, channels and top comments', () => {
  it('take one call per playlist page, one per 50 videos, one for all channels and one per video for its threads', async () => {
    const data = await studio.data(
      `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Playlist { items(first: 50) { nodes { video { title channel { title } commentThreads(first: 1) { nodes { topLevelComment { text } } } } } } } } }`,
      { ids: playlists.map((id) => globalId('Playlist', [id])) },
    );
    const { playlistItems, videos } = videoState(studio.sandbox.simulation());
    const items = playlists.map((id) => playlistItems.get(id)!.slice(0, 50));
    const distinct = new Set(items.flat().map(({ videoId }) => videoId));
    const channels = new Set([...distinct].map((id) => videos.get(id)!.snippet.channelId));
    expect(distinct.size).toBeGreaterThan(50);
    const count: Record<string, number> = {};
    for (const operation of studio.operations()) count[operation] = (count[operation] ?? 0) + 1;
    expect(count).toEqual({
      'video:playlistItems.list': playlists.length,
      'video:videos.list': Math.ceil(distinct.size / 50),
      'video:channels.list': Math.ceil(channels.size / 50),
      'video:commentThreads.list': distinct.size,
    });
    expect(
      data.nodes.map((each: any) => each.items.nodes.map(({ video }: any) => video.title)),
    ).toEqual(items.map((each) => each.map(({ videoId }) => videos.get(videoId)!.snippet.title)));
  });
});

import { describe, expect, it } from 'vitest';
import { fanId, ids, uploadsOf, videoId } from '../../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../../src/sandbox/video/state.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio();
const state = () => videoState(studio.sandbox.simulation());
const channel = (id: string) => state().channels.get(id)!;
const owner = { 'x-content-owner': ids.contentOwner };

describe('channels of the viewer', () => {
  it('of the content owner in the header are listed, and rejected without a content owner', async () => {
    const document =
      '{ viewer { managedChannels { nodes { channelId contentOwnerDetails { contentOwnerId } } } } }';
    const { data } = await studio.query(document, {}, 'studio-owner', owner);
    const managed = [...state().channels.values()].filter(
      ({ contentOwnerDetails }) => contentOwnerDetails.contentOwner,
    );
    expect(data.viewer.managedChannels.nodes).toEqual(
      managed.map(({ id }) => ({
        channelId: id,
        contentOwnerDetails: { contentOwnerId: ids.contentOwner },
      })),
    );
    studio.sandbox.clearCalls();
    const without = await studio.query(document);
    expect(without.errors).toMatchObject([
      {
        message: expect.stringContaining('x-content-owner'),
        path: ['viewer', 'managedChannels'],
        extensions: { code: 'INVALID_INPUT', argument: 'x-content-owner' },
      },
    ]);
    expect(studio.calls()).toEqual([]);
    const foreign = await studio.query(document, {}, 'studio-guest', owner);
    expect(foreign.errors).toMatchObject([
      { path: ['viewer', 'managedChannels'], extensions: { code: 'FORBIDDEN' } },
    ]);
  });
});

it('has no playlist whose id is an empty text', async () => {
  channel(ids.channel.kite).contentDetails.relatedPlaylists.uploads = '';
  const { data, errors } = await studio.query(
    `{ channel(by: { id: "${ids.channel.kite}" }) { uploadsPlaylistId uploads { title } likedVideosPlaylistId likedVideosPlaylist { title } videos { nodes { title } } } }`,
  );
  expect([errors, data.channel]).toEqual([
    undefined,
    {
      uploadsPlaylistId: null,
      uploads: null,
      likedVideosPlaylistId: null,
      likedVideosPlaylist: null,
      videos: { nodes: [] },
    },
  ]);
  expect(studio.operations()).toEqual(['video:channels.list']);
});

describe('videos of a channel', () => {
  const document =
    'query ($id: ID!, $first: Int!, $after: String) { channel(by: { id: $id }) { title videos(first: $first, after: $after) { nodes { videoId title channel { title } } pageInfo { hasNextPage endCursor } } } }';
  /** The listed uploads of a channel, newest first. */
  const uploaded = (id: string, ...videos: string[]) =>
    state().playlistItems.set(
      uploadsOf(id),
      videos.map((video, at) => ({
        id: `UE${at}`,
        playlistId: uploadsOf(id),
        videoId: video,
        addedAt: '2026-01-01T00:00:00Z',
        contentDetails: {},
      })),
    );
  const everyVideo = () =>
    [...state().videos.values()]
      .filter(({ status }) => status.privacyStatus === 'public')
      .map(({ id }) => id);
  it('are those before a page that YouTube does not find', async () => {
    uploaded(ids.channel.kite, ...everyVideo().slice(0, 120));
    studio.sandbox.fault({
      match: { operation: 'video:playlistItems.list', pathIncludes: 'pageToken' },
      status: 404,
      reason: 'playlistNotFound',
    });
    const { data, errors, extensions } = await studio.query(document, {
      id: ids.channel.kite,
      first: 70,
    });
    expect([errors, data.channel.videos.nodes.length]).toEqual([undefined, 50]);
    expect(data.channel.videos.pageInfo.hasNextPage).toBe(true);
    expect(extensions['warnings']).toEqual([
      { code: 'LIST_STOPPED', path: ['channel', 'videos'], value: 'playlistNotFound' },
    ]);
  });
  it('omit deleted and private videos, and contain the requested number of videos nevertheless', async () => {
    const all = everyVideo().slice(0, 60);
    const hiddenVideos = [videoId('gone 1'), ids.video.strangersPrivate, videoId('gone 2')];
    uploaded(
      ids.channel.kite,
      hiddenVideos[0]!,
      all[0]!,
      hiddenVideos[1]!,
      all[1]!,
      hiddenVideos[2]!,
      ...all.slice(2),
    );
    const first = await studio.query(document, { id: ids.channel.kite, first: 3 });
    expect(first.data.channel.videos.nodes.map(({ videoId }: any) => videoId)).toEqual(
      all.slice(0, 3),
    );
    const sizes = () =>
      studio
        .calls()
        .filter(({ operation }) => operation === 'video:playlistItems.list')
        .map(({ query }) => query['maxResults']?.[0]);
    expect(sizes()).toEqual(['3', '50']);
    const after = first.data.channel.videos.pageInfo.endCursor;
    const second = await studio.query(document, { id: ids.channel.kite, first: 2, after });
    expect(second.data.channel.videos.nodes.map(({ videoId }: any) => videoId)).toEqual(
      all.slice(3, 5),
    );
  });
  it('have the same pages whatever is selected: with a count alone, too', async () => {
    uploaded(ids.channel.kite, videoId('gone'), ids.video.trailer);
    const { data } = await studio.query(
      `{ channel(by: { id: "${ids.channel.kite}" }) { videos(first: 1) { estimatedCount pageInfo { hasNextPage } edges { cursor } } } }`,
    );
    expect(data.channel.videos).toEqual({
      estimatedCount: 2,
      pageInfo: { hasNextPage: false },
      edges: [{ cursor: expect.any(String) }],
    });
  });
  it('are empty for an empty channel, and null with a warning if YouTube has no playlist for them', async () => {
    const none = await studio.query(document, { id: fanId(1), first: 5 });
    expect(none.data.channel.videos).toEqual({
      nodes: [],
      pageInfo: { hasNextPage: false, endCursor: null },
    });
    studio.refuse('video:playlistItems.list', 404, 'playlistNotFound');
    const { data, errors, extensions } = await studio.query(document, { id: fanId(1), first: 5 });
    expect({ data, errors }).toEqual({
      data: { channel: { title: channel(fanId(1)).snippet.title, videos: null } },
      errors: undefined,
    });
    expect(extensions['warnings']).toEqual([
      { code: 'EXPECTED_ABSENCE', path: ['channel', 'videos'], value: 'playlistNotFound' },
    ]);
  });
});

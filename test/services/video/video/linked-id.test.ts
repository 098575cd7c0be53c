/** Ids and titles beside links: equal to those of the entities, and without a further call. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio();
const { playlist, video, channel } = ids;

/** A field with the id of a link: `videoId` of `video` has the value of `video { videoId }`. */
type LinkedId = readonly [field: string, link: string, idOfTarget: string];

interface Case {
  readonly type: string;
  readonly query: string;
  readonly nodes: (data: any) => readonly Readonly<Record<string, any>>[];
  readonly fields: readonly LinkedId[];
  /** The operations of the query. */
  readonly calls: readonly string[];
}

const cases: readonly Case[] = [
  {
    type: 'Video',
    query: `{ video(id: "${video.trailer}") { FIELDS } }`,
    nodes: (data) => [data.video],
    fields: [['channelId', 'channel', 'channelId']],
    calls: ['video:videos.list'],
  },
  {
    type: 'Channel',
    query: `{ channel(by: { id: "${channel.studio}" }) { FIELDS } }`,
    nodes: (data) => [data.channel],
    fields: [
      ['uploadsPlaylistId', 'uploads', 'playlistId'],
      ['likedVideosPlaylistId', 'likedVideosPlaylist', 'playlistId'],
    ],
    calls: ['video:channels.list'],
  },
  {
    type: 'ChannelBrandingSettings',
    query: `{ channel(by: { id: "${channel.studio}" }) { brandingSettings { FIELDS } } }`,
    nodes: (data) => [data.channel.brandingSettings],
    fields: [['unsubscribedTrailerId', 'unsubscribedTrailer', 'videoId']],
    calls: ['video:channels.list'],
  },
  {
    type: 'ChannelSection',
    query: `{ channel(by: { id: "${channel.studio}" }) { sections { FIELDS } } }`,
    nodes: (data) => data.channel.sections,
    fields: [['channelId', 'channel', 'channelId']],
    calls: ['video:channelSections.list'],
  },
  {
    type: 'VideoCategory',
    query: '{ videoCategories(regionCode: "SE") { FIELDS } }',
    nodes: (data) => data.videoCategories,
    fields: [['channelId', 'channel', 'channelId']],
    calls: ['video:videoCategories.list'],
  },
  {
    type: 'SearchResult',
    query: '{ search(search: "kite") { nodes { FIELDS } } }',
    nodes: (data) => data.search.nodes,
    fields: [['channelId', 'channel', 'channelId']],
    calls: ['video:search.list'],
  },
  {
    type: 'Playlist',
    query: `{ playlist(id: "${playlist.fifty}") { FIELDS } }`,
    nodes: (data) => [data.playlist],
    fields: [
      ['channelId', 'channel', 'channelId'],
      ['thumbnailVideoId', 'thumbnailVideo', 'videoId'],
    ],
    calls: ['video:playlists.list'],
  },
  {
    type: 'PlaylistItem',
    query: `{ playlist(id: "${playlist.fifty}") { items(first: 5) { nodes { FIELDS } } } }`,
    nodes: (data) => data.playlist.items.nodes,
    fields: [
      ['videoId', 'video', 'videoId'],
      ['playlistId', 'playlist', 'playlistId'],
      ['addedByChannelId', 'addedBy', 'channelId'],
      ['videoOwnerChannelId', 'videoOwner', 'channelId'],
    ],
    calls: ['video:playlistItems.list'],
  },
  {
    type: 'CommentThread',
    query: `{ video(id: "${video.trailer}") { commentThreads(first: 5) { nodes { FIELDS } } } }`,
    nodes: (data) => data.video.commentThreads.nodes,
    fields: [
      ['videoId', 'video', 'videoId'],
      ['channelId', 'channel', 'channelId'],
    ],
    calls: ['video:commentThreads.list'],
  },
  {
    type: 'Comment',
    query: `{ video(id: "${video.trailer}") { commentThreads(first: 5) { nodes { replies(first: 2) { nodes { FIELDS } } } } } }`,
    nodes: (data) =>
      data.video.commentThreads.nodes.flatMap(({ replies }: any) => replies.nodes as object[]),
    fields: [
      ['authorChannelId', 'author', 'channelId'],
      ['videoId', 'video', 'videoId'],
      ['channelId', 'channel', 'channelId'],
      ['parentId', 'parent', 'commentId'],
    ],
    calls: ['video:commentThreads.list'],
  },
  {
    type: 'Caption',
    query: `{ video(id: "${video.trailer}") { captions { FIELDS } } }`,
    nodes: (data) => data.video.captions,
    fields: [['videoId', 'video', 'videoId']],
    calls: ['video:captions.list'],
  },
  {
    type: 'ChannelSubscription',
    query: '{ viewer { subscriptions(first: 5) { nodes { FIELDS } } } }',
    nodes: (data) => data.viewer.subscriptions.nodes,
    fields: [
      ['channelId', 'channel', 'channelId'],
      ['subscriberChannelId', 'subscriber', 'channelId'],
    ],
    calls: ['video:subscriptions.list'],
  },
  {
    type: 'Activity',
    query: `{ channel(by: { id: "${channel.studio}" }) { activities(first: 30) { nodes { FIELDS } } } }`,
    nodes: (data) => data.channel.activities.nodes,
    fields: [
      ['channelId', 'channel', 'channelId'],
      ['playlistId', 'playlist', 'playlistId'],
      ['playlistItemId', 'playlistItem', 'playlistItemId'],
    ],
    calls: ['video:activities.list'],
  },
  {
    type: 'Member',
    query: '{ viewer { members(first: 5) { nodes { FIELDS } } } }',
    nodes: (data) => data.viewer.members.nodes,
    fields: [
      ['channelId', 'channel', 'channelId'],
      ['creatorChannelId', 'creator', 'channelId'],
      ['levelId', 'level', 'levelId'],
    ],
    calls: ['video:members.list'],
  },
];

describe('ids beside links', () => {
  it.each(cases)('of a $type are the ids of the linked entities', async (each) => {
    const selection = each.fields
      .map(([field, link, id]) => `${field} ${link} { ${id} }`)
      .join(' ');
    const data = await studio.data(each.query.replace('FIELDS', selection));
    const nodes = each.nodes(data);
    for (const [field, link, id] of each.fields) {
      const linked = nodes.map((node) => node[link]?.[id] ?? null);
      expect(nodes.map((node) => node[field])).toEqual(linked);
      expect(linked.some((value) => value !== null)).toBe(true);
    }
    expect(studio.operations()).toEqual(each.calls);
  });
  it('differ among the members of a channel, as do their global ids', async () => {
    const { data } = await studio.query(
      '{ viewer { members(first: 500) { nodes { id channelId } } } }',
    );
    const { nodes } = data.viewer.members as { nodes: { id: string; channelId: string }[] };
    expect(nodes.length).toBeGreaterThan(1);
    expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
    expect(new Set(nodes.map(({ channelId }) => channelId)).size).toBe(nodes.length);
  });
});

it('lists the ids of the playlists and channels of a section', async () => {
  const data = await studio.data(
    `{ channel(by: { id: "${channel.studio}" }) { sections { playlistIds playlists { playlistId } channelIds channels { channelId } } } }`,
  );
  const { sections } = data.channel;
  for (const { playlistIds, playlists, channelIds, channels } of sections) {
    expect(playlistIds).toEqual(playlists.map((each: any) => each.playlistId));
    expect(channelIds).toEqual(channels.map((each: any) => each.channelId));
  }
  expect(sections.some(({ playlistIds }: any) => playlistIds.length > 0)).toBe(true);
});

it('gives each search result the id of its target, and a key of its kind and id', async () => {
  const { data } = await studio.query(
    '{ search(first: 50) { nodes { key type targetId channelTitle channel { title } target { ... on Video { videoId } ... on Channel { channelId } ... on Playlist { playlistId } } } } }',
  );
  for (const { key, type, targetId, target, channelTitle, channel: of } of data.search.nodes) {
    const [id] = Object.values(target as Record<string, string>);
    expect(key).toBe(`${(type as string).toLowerCase()}:${id}`);
    expect(targetId).toBe(id);
    expect(channelTitle).toBe(of.title);
  }
  expect(new Set(data.search.nodes.map(({ key }: any) => key)).size).toBe(data.search.nodes.length);
});

describe('titles beside links', () => {
  it('are the titles of the linked channels', async () => {
    const data = await studio.data(
      `{ playlist(id: "${playlist.fifty}") { channelTitle channel { title } items(first: 5) { nodes { addedByChannelTitle addedBy { title } videoOwnerChannelTitle videoOwner { title } } } } channel(by: { id: "${channel.studio}" }) { activities(first: 5) { nodes { channelTitle channel { title } } } } }`,
    );
    expect(data.playlist.channelTitle).toBe(data.playlist.channel.title);
    const { nodes } = data.playlist.items;
    expect(nodes.length).toBe(5);
    for (const item of nodes) {
      expect(item.addedByChannelTitle).toBe(item.addedBy.title);
      expect(item.videoOwnerChannelTitle).toBe(item.videoOwner?.title ?? null);
    }
    for (const activity of data.channel.activities.nodes)
      expect(activity.channelTitle).toBe(activity.channel.title);
  });
});

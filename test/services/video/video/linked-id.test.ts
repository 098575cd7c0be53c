/** Ids and titles beside links: equal to those of the entities, and without a further call. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio();
const { playlist, video, channel } = ids;

// Of links that read nothing but an id: test/contract/schema/needs.test.ts.
describe('ids beside links', () => {
  it('are the ids of the linked entities where these are made of more than one value', async () => {
    const data = await studio.data(
      `{ video(id: "${video.trailer}") { captions { videoId video { videoId } } }
         viewer { subscriptions(first: 5) { nodes { subscriberChannelId subscriber { channelId } } } } }`,
    );
    const { captions } = data.video;
    expect(captions.length).toBeGreaterThan(0);
    for (const { videoId, video: linked } of captions) expect(linked).toEqual({ videoId });
    const { nodes } = data.viewer.subscriptions;
    expect(nodes).toHaveLength(5);
    for (const { subscriberChannelId: channelId, subscriber } of nodes)
      expect(subscriber).toEqual({ channelId });
    expect(studio.operations().toSorted()).toEqual([
      'video:captions.list',
      'video:subscriptions.list',
    ]);
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

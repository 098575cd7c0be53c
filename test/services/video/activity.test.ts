import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { fanId, ids } from '../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../src/sandbox/video/state.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();
const seeded = () => videoState(studio.sandbox.simulation());
const { channel, video, playlist } = ids;

describe('activities of a channel', () => {
  it('link to their entities, with one call per type', async () => {
    const data = await studio.data(
      `{ channel(by: { id: "${channel.studio}" }) { activities(first: 500) { nodes { type title channel { channelId } target { __typename ... on Video { videoId title } ... on Channel { channelId name: title } ... on Playlist { playlistId list: title } } playlist { playlistId } playlistItem { playlistItemId } } } } }`,
    );
    const nodes: any[] = data.channel.activities.nodes;
    const ofType = (type: string) => nodes.filter((each) => each.type === type);
    expect(new Set(nodes.map(({ type }) => type))).toEqual(
      new Set(['UPLOAD', 'LIKE', 'PLAYLIST_ITEM', 'SUBSCRIPTION', 'CHANNEL_ITEM']),
    );
    expect(ofType('LIKE').map(({ target }) => target.videoId)).toEqual([video.emoji, video.rtl]);
    expect(ofType('LIKE')[1].target.title).toBe(seeded().videos.get(video.rtl)!.snippet.title);
    expect(ofType('CHANNEL_ITEM')).toMatchObject([
      { target: { __typename: 'Playlist', playlistId: playlist.long, list: 'Reference shelf' } },
    ]);
    expect(ofType('SUBSCRIPTION').map(({ target }) => target.channelId)).toContain(fanId(0));
    const [first] = seeded().playlistItems.get(playlist.fifty)!;
    expect(ofType('PLAYLIST_ITEM')).toContainEqual(
      expect.objectContaining({
        target: expect.objectContaining({ videoId: first!.videoId }),
        playlist: { playlistId: playlist.fifty },
        playlistItem: { playlistItemId: first!.id },
      }),
    );
    for (const { type, playlist: list, channel: by } of nodes) {
      expect(by).toEqual({ channelId: channel.studio });
      expect(list === null).toBe(type !== 'PLAYLIST_ITEM');
    }
    const videos = new Set(nodes.flatMap(({ target }) => target?.videoId ?? []));
    const calls = (operation: string) =>
      studio.operations().filter((each) => each === operation).length;
    expect(calls('video:activities.list')).toBe(Math.ceil(nodes.length / 50));
    expect(calls('video:videos.list')).toBeLessThanOrEqual(Math.ceil(videos.size / 50) + 1);
    expect(calls('video:playlists.list')).toBe(1);
  });
  it('link to the entity of each kind of activity, or null if it names none', async () => {
    const { activities } = seeded();
    const resourceId = { kind: 'youtube#video', videoId: video.trailer };
    const details = {
      favorite: { resourceId },
      comment: { resourceId: { kind: 'youtube#channel', channelId: channel.ben } },
      bulletin: { resourceId },
      recommendation: { resourceId, reason: 'videoLiked' },
      social: { resourceId, type: 'unspecified' },
      promotedItem: { videoId: video.trailer },
    };
    for (const [type, detail] of Object.entries(details))
      activities.push({
        id: `deed-${type}`,
        channelId: channel.umbra,
        publishedAt: '2026-03-10T10:00:00Z',
        type,
        title: type,
        contentDetails: { [type]: detail },
      });
    activities.push({
      id: 'deed-new',
      channelId: channel.umbra,
      publishedAt: '2026-03-10T11:00:00Z',
      type: 'danced',
      title: '💃',
      contentDetails: {},
    });
    const { data, errors, extensions } = await studio.query(
      `{ channel(by: { id: "${channel.umbra}" }) { activities(first: 7) { nodes { activityId type title targetId target { ... on Video { videoId } ... on Channel { channelId } } } } } }`,
    );
    expect(errors).toBeUndefined();
    expect(data.channel.activities.nodes).toEqual([
      { activityId: 'deed-new', type: null, title: '💃', targetId: null, target: null },
      {
        activityId: 'deed-favorite',
        type: 'FAVORITE',
        title: 'favorite',
        targetId: video.trailer,
        target: { videoId: video.trailer },
      },
      {
        activityId: 'deed-comment',
        type: 'COMMENT',
        title: 'comment',
        targetId: channel.ben,
        target: { channelId: channel.ben },
      },
      {
        activityId: 'deed-bulletin',
        type: 'BULLETIN',
        title: 'bulletin',
        targetId: video.trailer,
        target: { videoId: video.trailer },
      },
      {
        activityId: 'deed-recommendation',
        type: 'RECOMMENDATION',
        title: 'recommendation',
        targetId: video.trailer,
        target: { videoId: video.trailer },
      },
      {
        activityId: 'deed-social',
        type: 'SOCIAL',
        title: 'social',
        targetId: video.trailer,
        target: { videoId: video.trailer },
      },
      {
        activityId: 'deed-promotedItem',
        type: 'PROMOTED_ITEM',
        title: 'promotedItem',
        targetId: video.trailer,
        target: { videoId: video.trailer },
      },
    ]);
    expect(extensions['warnings']).toMatchObject([{ code: 'UNKNOWN_VALUE', value: 'danced' }]);
    expect(studio.operations()).toEqual(['video:activities.list']);
  });
  it('are limited to a period and a region', async () => {
    const { data } = await studio.query(
      `{ channel(by: { id: "${channel.kite}" }) { activities(from: "2026-01-01T00:00:00Z", to: "2026-03-01T00:00:00Z", regionCode: "nl") { nodes { publishedAt groupId description thumbnail(size: HIGH) { width } } } } }`,
    );
    expect(data.channel.activities.nodes.length).toBeGreaterThan(0);
    for (const { publishedAt } of data.channel.activities.nodes)
      expect(publishedAt).toMatch(/^2026-0[12]/);
    expect(studio.calls().map(({ query }) => query)).toMatchObject([
      {
        channelId: [channel.kite],
        publishedAfter: ['2026-01-01T00:00:00Z'],
        publishedBefore: ['2026-03-01T00:00:00Z'],
        regionCode: ['NL'],
        part: ['snippet'],
      },
    ]);
  });
  it('are empty for a channel without activities, and NOT_FOUND for an unknown channel', async () => {
    const read = (id: string) =>
      studio.query(
        `{ channel(by: { id: "${id}" }) { activities { estimatedCount nodes { title } } } }`,
      );
    expect((await read(fanId(59))).data.channel.activities.nodes).toHaveLength(1);
    seeded().privateSubscribers.add(fanId(58));
    expect((await read(fanId(58))).data).toEqual({
      channel: { activities: { estimatedCount: 0, nodes: [] } },
    });
    expect((await read(channel.missing)).errors).toMatchObject([
      { extensions: { code: 'NOT_FOUND', reason: 'channelNotFound' } },
    ]);
  });
  it.each([
    ['regionCode: "Norway"', { code: 'INVALID_INPUT', argument: 'regionCode' }, 0],
    [
      'regionCode: "AQ"',
      { code: 'INVALID_INPUT', argument: 'regionCode', reason: 'unsupportedRegionCode' },
      1,
    ],
    ['first: 0', { code: 'INVALID_INPUT', argument: 'first' }, 0],
  ])('are rejected for invalid arguments: %s', async (args, extensions, calls) => {
    const { errors } = await studio.query(`{ viewer { activities(${args}) { nodes { title } } } }`);
    expect(errors).toMatchObject([{ extensions }]);
    expect(studio.calls()).toHaveLength(calls);
  });
});

describe('activities of the caller', () => {
  it("are those of the caller's channel", async () => {
    const { data } = await studio.query(
      '{ viewer { activities(first: 1) { nodes { id activityId channel { channelId } } } } }',
      {},
      'studio-guest',
    );
    const [{ id, activityId, channel: by }] = data.viewer.activities.nodes;
    expect([id, by]).toEqual([globalId('Activity', [activityId]), { channelId: channel.ben }]);
    expect(studio.calls()[0]!.query).toMatchObject({ mine: ['true'] });
  });
  it('have ids that no lookup accepts', async () => {
    const { errors } = await studio.query(`{ node(id: "${globalId('Activity', ['x'])}") { id } }`);
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', argument: 'id' } }]);
  });
  it('are null with a warning without a channel, and absent without a token', async () => {
    const document = '{ viewer { activities { nodes { title } } } }';
    const none = await studio.query(document, {}, 'no-channel');
    expect([none.data, none.errors, none.extensions['warnings']]).toMatchObject([
      { viewer: { activities: null } },
      undefined,
      [{}],
    ]);
    const withoutToken = await studio.query(document, {}, null);
    expect([withoutToken.data, withoutToken.errors]).toEqual([{ viewer: null }, undefined]);
  });
});

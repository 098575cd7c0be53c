import { describe, expect, it } from 'vitest';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import { fanId, ids, likesOf, uploadsOf, videoId } from '../../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../../src/sandbox/video/state.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio();
const state = () => videoState(studio.sandbox.simulation());
const channel = (id: string) => state().channels.get(id)!;
const calls = () => studio.calls().map(({ operation, query }) => [operation, query['part']?.[0]]);
const own = ids.channel.studio;
const owner = { 'x-content-owner': ids.contentOwner };
const bySelf = (selection: string) => `{ channel(by: { id: "${own}" }) { ${selection} } }`;

describe('a channel', () => {
  it('returns all its public parts in one call', async () => {
    const data = await studio.data(
      bySelf(
        'title country defaultLanguage privacyStatus isLinked longUploadsStatus madeForKids selfDeclaredMadeForKids isChannelMonetizationEnabled thumbnail(size: HIGH) { width } statistics { viewCount commentCount } topicDetails { topicCategories } localizations { language title description } brandingSettings { title description keywords country defaultLanguage trackingAnalyticsAccountId bannerExternalUrl unsubscribedTrailer { videoId } }',
      ),
    );
    const { snippet, statistics, topicDetails, brandingSettings, localizations } = channel(own);
    const { unsubscribedTrailer, ...branding } = brandingSettings.channel;
    expect(data.channel).toEqual({
      title: snippet.title,
      country: 'SE',
      defaultLanguage: 'en',
      privacyStatus: 'PUBLIC',
      isLinked: true,
      longUploadsStatus: 'ALLOWED',
      madeForKids: false,
      selfDeclaredMadeForKids: false,
      isChannelMonetizationEnabled: null,
      thumbnail: { width: 480 },
      statistics: { viewCount: statistics['viewCount'], commentCount: '0' },
      topicDetails,
      localizations: Object.entries(localizations!).map(([language, texts]) => ({
        language,
        ...texts,
      })),
      brandingSettings: {
        ...branding,
        ...brandingSettings.image,
        unsubscribedTrailer: { videoId: unsubscribedTrailer },
      },
    });
    expect(calls()).toEqual([
      [
        'video:channels.list',
        'brandingSettings,localizations,snippet,statistics,status,topicDetails',
      ],
    ]);
  });
  it('links to its country, language, trailer and the playlists that YouTube created for it', async () => {
    const data = await studio.data(
      bySelf(
        'region { code name } language { code name } brandingSettings { unsubscribedTrailer { title } } uploads { title } likedVideosPlaylist { title privacyStatus items { nodes { video { videoId } } } }',
      ),
    );
    expect(data.channel).toEqual({
      region: { code: 'SE', name: 'Sweden' },
      language: { code: 'en', name: 'English' },
      brandingSettings: {
        unsubscribedTrailer: { title: state().videos.get(ids.video.trailer)!.snippet.title },
      },
      uploads: { title: 'Uploads from Northlight Studio' },
      likedVideosPlaylist: {
        title: 'Liked videos',
        privacyStatus: 'PRIVATE',
        items: {
          nodes: [
            { video: { videoId: ids.video.makingOf } },
            { video: { videoId: ids.video.trailer } },
          ],
        },
      },
    });
    const playlists = studio
      .calls()
      .filter(({ operation }) => operation === 'video:playlists.list');
    expect(playlists.map(({ query }) => query['id']?.[0]?.split(',').toSorted())).toEqual([
      [likesOf(own), uploadsOf(own)],
    ]);
  });
  it('hides its likes and the declarations of its owner from other channels', async () => {
    const { data } = await studio.query(
      bySelf('likedVideosPlaylist { title } selfDeclaredMadeForKids longUploadsStatus'),
      {},
      'studio-guest',
    );
    expect(data.channel).toEqual({
      likedVideosPlaylist: null,
      selfDeclaredMadeForKids: null,
      longUploadsStatus: 'ALLOWED',
    });
  });
  it('has null without a warning where YouTube returns no value', async () => {
    const { data, extensions } = await studio.query(
      `{ channel(by: { id: "${fanId(3)}" }) { longUploadsStatus country region { name } } }`,
    );
    expect(data.channel).toEqual({ longUploadsStatus: null, country: null, region: null });
    expect(extensions['warnings']).toBeUndefined();
  });
  it('returns its texts in another language', async () => {
    const { data } = await studio.query(
      bySelf(
        'title sv: localized(language: "sv") { title description } it: localized(language: "it") { title }',
      ),
    );
    const { snippet, localizations } = channel(own);
    expect(data.channel).toEqual({
      title: snippet.title,
      sv: localizations!['sv'],
      it: { title: snippet.title },
    });
    expect(studio.calls().map(({ query }) => query['hl']?.[0])).toEqual(['sv', 'it']);
  });
  it('names the argument of a language that YouTube does not support', async () => {
    const { data, errors } = await studio.query(
      bySelf('title localized(language: "tlh") { title }'),
    );
    expect(data.channel).toEqual({ title: channel(own).snippet.title, localized: null });
    expect(errors).toMatchObject([
      {
        path: ['channel', 'localized'],
        extensions: { code: 'INVALID_INPUT', argument: 'language' },
      },
    ]);
  });
});

describe('a restricted part of a channel', () => {
  const document = bySelf(
    'title auditDetails { copyrightStrikesGoodStanding } contentOwnerDetails { contentOwnerId linkedAt }',
  );
  it('is read by a content owner that manages the channel, one call for all parts', async () => {
    const data = await studio.data(document, {}, 'studio-owner', owner);
    expect(data.channel).toEqual({
      title: channel(own).snippet.title,
      auditDetails: { copyrightStrikesGoodStanding: true },
      contentOwnerDetails: {
        contentOwnerId: channel(own).contentOwnerDetails['contentOwner'],
        linkedAt: channel(own).contentOwnerDetails['timeLinked'],
      },
    });
    expect(calls().map(([, part]) => part as string)).toEqual(
      expect.arrayContaining(['auditDetails,contentOwnerDetails', 'snippet']),
    );
    expect(calls()).toHaveLength(2);
  });
  it('fails at its own field, and the other fields are returned', async () => {
    const { data, errors } = await studio.query(document, {}, 'studio-guest');
    expect(data.channel).toEqual({
      title: channel(own).snippet.title,
      auditDetails: null,
      contentOwnerDetails: null,
    });
    expect(
      errors!.map(({ path, extensions }) => `${path!.at(-1)} ${extensions['code']}`).toSorted(),
    ).toEqual(['auditDetails FORBIDDEN', 'contentOwnerDetails FORBIDDEN']);
  });
  it('needs a token', async () => {
    const { data, errors } = await studio.query(document, {}, null);
    expect(data.channel).toMatchObject({ title: channel(own).snippet.title, auditDetails: null });
    expect(errors).toMatchObject([
      { extensions: { code: 'UNAUTHENTICATED' } },
      { extensions: { code: 'UNAUTHENTICATED' } },
    ]);
  });
});

describe('channels', () => {
  const named =
    'query ($ids: [ID!], $first: Int!, $after: String) { channels(by: { ids: $ids }, first: $first, after: $after) { nodes { channelId title } pageInfo { hasNextPage endCursor } } }';
  it('are returned in the order of their ids, fifty per call, and null for an unknown id', async () => {
    const fans = Array.from({ length: 55 }, (_, number) => fanId(54 - number));
    const list = [
      ids.channel.missing,
      ids.channel.umbra,
      ...fans.map((id) => globalId('Channel', [id])),
    ];
    const data = await studio.data(named, { ids: list, first: 500 });
    expect(data.channels.nodes).toEqual(
      [null, ids.channel.umbra, ...fans].map(
        (id) => id && { channelId: id, title: channel(id).snippet.title },
      ),
    );
    expect(data.channels.pageInfo.hasNextPage).toBe(false);
    expect(studio.calls().map(({ query }) => query['id']![0]!.split(',').length)).toEqual([50, 7]);
  });
  it('continue after a cursor, also that of a missing channel', async () => {
    const list = [ids.channel.kite, ids.channel.missing, ids.channel.sable, ids.channel.umbra];
    const first = await studio.query(named, { ids: list, first: 2 });
    const idsOf = ({ data }: typeof first): unknown[] =>
      data.channels.nodes.map((node: any) => node?.channelId ?? null);
    expect(idsOf(first)).toEqual([ids.channel.kite, null]);
    const { hasNextPage, endCursor } = first.data.channels.pageInfo;
    expect(hasNextPage).toBe(true);
    const second = await studio.query(named, { ids: list, first: 2, after: endCursor });
    expect(idsOf(second)).toEqual([ids.channel.sable, ids.channel.umbra]);
    expect(second.data.channels.pageInfo.hasNextPage).toBe(false);
    const foreign = await studio.query(named, {
      ids: list.toReversed(),
      first: 2,
      after: endCursor,
    });
    expect(foreign.errors).toMatchObject([
      { extensions: { code: 'INVALID_INPUT', argument: 'after' } },
    ]);
  });
  it.each([
    ['handle', ''],
    ['handle', '@'],
    ['username', ''],
  ])('are rejected before any call: a %s of %j', async (argument, name) => {
    const { data, errors } = await studio.query(
      `{ channel(by: { ${argument}: ${JSON.stringify(name)} }) { title } }`,
    );
    expect(data).toEqual({ channel: null });
    expect(errors).toMatchObject([
      { path: ['channel'], extensions: { code: 'INVALID_INPUT', argument: `by.${argument}` } },
    ]);
    expect(studio.calls()).toEqual([]);
  });
  it('are empty without ids, without a call', async () => {
    const { data } = await studio.query(named, { ids: [], first: 2 });
    expect(data.channels).toEqual({ nodes: [], pageInfo: { hasNextPage: false, endCursor: null } });
    expect(studio.calls()).toEqual([]);
  });
  it("of the caller's subscribers are listed beyond one page", async () => {
    const { data } = await studio.query(
      '{ channels(by: { relation: MY_SUBSCRIBERS }, first: 60) { estimatedCount nodes { channelId } } }',
    );
    const subscribers = [...state().subscriptions.values()].filter(
      ({ publisherId }) => publisherId === own,
    );
    expect(data.channels).toEqual({
      estimatedCount: subscribers.length,
      nodes: subscribers.slice(0, 60).map(({ channelId }) => ({ channelId })),
    });
    expect(studio.calls().map(({ query }) => query['maxResults'])).toEqual([['50'], ['10']]);
  });
  it('of the content owner in the header are listed, and rejected without a content owner', async () => {
    const document =
      '{ channels(by: { relation: MANAGED_BY_ME }) { nodes { channelId contentOwnerDetails { contentOwnerId } } } }';
    const { data } = await studio.query(document, {}, 'studio-owner', owner);
    const managed = [...state().channels.values()].filter(
      ({ contentOwnerDetails }) => contentOwnerDetails.contentOwner,
    );
    expect(data.channels.nodes).toEqual(
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
        path: ['channels'],
        extensions: { code: 'INVALID_INPUT', argument: 'by.relation' },
      },
    ]);
    expect(studio.calls()).toEqual([]);
    const anonymous = await studio.query(document, {}, null);
    expect(anonymous.errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
    const foreign = await studio.query(document, {}, 'studio-guest', owner);
    expect(foreign.errors).toMatchObject([
      { path: ['channels'], extensions: { code: 'FORBIDDEN' } },
    ]);
  });
  it('of a category of the former guide are listed', async () => {
    const document =
      'query ($id: ID!) { channels(by: { guideCategoryId: $id }) { nodes { channelId } } }';
    const { data } = await studio.query(document, { id: globalId('GuideCategory', ['GCTXVzaWM']) });
    expect(data.channels.nodes).toEqual([
      { channelId: ids.channel.ben },
      { channelId: ids.channel.pinewood },
    ]);
    const none = await studio.query(document, { id: 'GCQ29tZWR5' });
    expect(none.data.channels).toEqual({ nodes: [] });
  });
  it('are null with a warning if a caller without a channel requests its subscribers', async () => {
    const { data, errors, extensions } = await studio.query(
      '{ channels(by: { relation: MY_SUBSCRIBERS }) { nodes { title } } }',
      {},
      'no-channel',
    );
    expect({ data, errors }).toEqual({ data: { channels: null }, errors: undefined });
    expect(extensions['warnings']).toEqual([
      { code: 'EXPECTED_ABSENCE', path: ['channels'], value: 'youtubeSignupRequired' },
    ]);
  });
  it('fail one by one: an error is in the place of its channel', async () => {
    studio.sandbox.fault({
      match: { operation: 'video:channels.list', pathIncludes: ids.channel.umbra },
      status: 403,
    });
    const { data, errors } = await studio.query(
      `{ channels(by: { ids: ["${ids.channel.kite}", "${ids.channel.umbra}"] }) { nodes { channelId title } edges { node { channelId } } } }`,
    );
    const { title } = channel(ids.channel.kite).snippet;
    const { kite } = ids.channel;
    expect(data.channels).toEqual({
      nodes: [{ channelId: kite, title }, null],
      edges: [{ node: { channelId: kite } }, { node: null }],
    });
    expect(errors).toMatchObject([
      { path: ['channels', 'nodes', 1], extensions: { code: 'FORBIDDEN' } },
      { path: ['channels', 'edges', 1, 'node'], extensions: { code: 'FORBIDDEN' } },
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
  it('are read through its uploads playlist: one page of items, and one call for fifty videos', async () => {
    const data = await studio.data(document, { id: own, first: 20 });
    const newest = [...state().videos.values()]
      .filter(({ snippet }) => snippet.channelId === own)
      .toSorted((a, b) => (a.snippet.publishedAt < b.snippet.publishedAt ? 1 : -1))
      .slice(0, 20);
    const { title } = channel(own).snippet;
    expect(data.channel.videos.nodes).toEqual(
      newest.map(({ id, snippet }) => ({ videoId: id, title: snippet.title, channel: { title } })),
    );
    expect(
      studio
        .calls()
        .map(({ operation, query }) => [operation, query['fields']?.[0], query['maxResults']?.[0]]),
    ).toEqual([
      [
        'video:channels.list',
        'items(contentDetails/relatedPlaylists/uploads,id,snippet/title)',
        undefined,
      ],
      ['video:playlistItems.list', 'items/contentDetails/videoId,nextPageToken', '20'],
      ['video:videos.list', 'items(id,snippet(channelId,title))', undefined],
    ]);
  });
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
  it('continue past fifty, and after any cursor', async () => {
    const all = everyVideo().slice(0, 120);
    uploaded(ids.channel.kite, ...all);
    const first = await studio.query(document, { id: ids.channel.kite, first: 70 });
    expect(first.data.channel.videos.nodes.map(({ videoId }: any) => videoId)).toEqual(
      all.slice(0, 70),
    );
    const lists = studio
      .calls()
      .filter(({ operation }) => operation === 'video:playlistItems.list');
    expect(lists.map(({ query }) => query['maxResults'])).toEqual([['50'], ['20']]);
    expect(
      studio.calls().filter(({ operation }) => operation === 'video:videos.list'),
    ).toHaveLength(2);
    const { hasNextPage, endCursor } = first.data.channel.videos.pageInfo;
    expect(hasNextPage).toBe(true);
    const second = await studio.query(document, {
      id: ids.channel.kite,
      first: 70,
      after: endCursor,
    });
    expect(second.data.channel.videos.nodes.map(({ videoId }: any) => videoId)).toEqual(
      all.slice(70),
    );
    expect(second.data.channel.videos.pageInfo.hasNextPage).toBe(false);
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
  it('of many channels are read in shared calls', async () => {
    const data = await studio.data(
      `{ channels(by: { ids: ["${ids.channel.kite}", "${ids.channel.sable}", "${ids.channel.harbor}"] }) { nodes { videos(first: 3) { nodes { title } } } } }`,
    );
    expect(data.channels.nodes.map(({ videos }: any) => videos.nodes.length)).toEqual([3, 3, 3]);
    expect(studio.operations()).toEqual([
      'video:channels.list',
      'video:playlistItems.list',
      'video:playlistItems.list',
      'video:playlistItems.list',
      'video:videos.list',
    ]);
  });
});

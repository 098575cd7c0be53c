import { getNullableType, type GraphQLInputObjectType, type GraphQLObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../../src/services/schema.ts';
import { fanId, ids, videoId } from '../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../src/sandbox/video/state.ts';
import { expectNoRepeatedCalls } from '../../support/report/call-check.ts';
import { start } from '../../support/gateway/sandbox.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();
const seeded = () => videoState(studio.sandbox.simulation());

/**
 * The recorded calls, in the form in which the tests state them: lists are sorted, because their
 * order has no meaning.
 */
const requestedCalls = () =>
  studio.calls().map(({ operation, query }) => ({
    operation,
    part: query['part']?.[0],
    fields: query['fields']?.[0],
    ids: query['id']?.[0]?.split(',').toSorted(),
  }));

const entries = (playlist: string) => seeded().playlistItems.get(playlist)!;
const distinct = (values: readonly string[]) => [...new Set(values)].toSorted();

describe('a playlist of 50, its videos and their channels', () => {
  const document = `{ playlist(id: "${ids.playlist.fifty}") { items(first: 50) { nodes { video { title channel { title } } } } } }`;

  it('take exactly three calls: one per resource, with the parts and fields of the selection', async () => {
    const data = await studio.data(document);
    const videos = distinct(entries(ids.playlist.fifty).map((entry) => entry.videoId));
    const channels = distinct(videos.map((id) => seeded().videos.get(id)!.snippet.channelId));
    expect(requestedCalls()).toEqual([
      {
        operation: 'video:playlistItems.list',
        part: 'contentDetails',
        fields: 'items(contentDetails/videoId,id),nextPageToken',
        ids: undefined,
      },
      {
        operation: 'video:videos.list',
        part: 'snippet',
        fields: 'items(id,snippet(channelId,title))',
        ids: videos,
      },
      {
        operation: 'video:channels.list',
        part: 'snippet',
        fields: 'items(id,snippet/title)',
        ids: channels,
      },
    ]);
    expect(data.playlist.items.nodes).toEqual(
      entries(ids.playlist.fifty).map(({ videoId }) => {
        const { snippet } = seeded().videos.get(videoId)!;
        return {
          video: {
            title: snippet.title,
            channel: { title: seeded().channels.get(snippet.channelId)!.snippet.title },
          },
        };
      }),
    );
  });
  it('report their calls and the calls saved in extensions.cost', async () => {
    const { extensions } = await studio.query(document);
    expect(extensions['cost']).toEqual({
      requests: 3,
      avoided: 98,
      units: { VIDEO: 3 },
      operations: {
        'video:playlistItems.list': 1,
        'video:videos.list': 1,
        'video:channels.list': 1,
      },
    });
  });
  it('take the same calls through edges, fragments, aliases and an interface', async () => {
    const plain = await studio.query(document);
    const throughFragments = await studio.query(
      `query ($yes: Boolean!, $no: Boolean!) {
        playlist: node(id: "${globalId('Playlist', ids.playlist.fifty)}") {
          id
          ... on Playlist { items(first: 50) { edges { node { ...Item } } unasked: edges @include(if: $no) { node { note } } } }
        }
      }
      fragment Item on PlaylistItem { video { ... @include(if: $yes) { title } owner: channel { name: title } description @skip(if: $yes) } }`,
      { yes: true, no: false },
    );
    expect(throughFragments.errors).toBeUndefined();
    expect(studio.calls().slice(0, 3).map(comparable)).toEqual(
      studio.calls().slice(3).map(comparable),
    );
    expect(
      throughFragments.data.playlist.items.edges.map(({ node }: any) => [
        node.video.title,
        node.video.owner.name,
      ]),
    ).toEqual(
      plain.data.playlist.items.nodes.map(({ video }: any) => [video.title, video.channel.title]),
    );
  });
});

const comparable = ({ operation, query }: ReturnType<typeof studio.calls>[number]) => ({
  operation,
  query,
});

const globalId = (type: string, ...key: string[]) =>
  `~${Buffer.from([type, ...key].join('\n')).toString('base64url')}`;

describe('an entity selected in several places', () => {
  it('is fetched once for three aliases, with the union of their fields', async () => {
    const { data } = await studio.query(
      `{ a: video(id: "${ids.video.trailer}") { title } b: video(id: "${ids.video.trailer}") { statistics { viewCount } } c: video(id: "${ids.video.trailer}") { title privacyStatus } }`,
    );
    expect(requestedCalls()).toEqual([
      {
        operation: 'video:videos.list',
        part: 'snippet,statistics,status',
        fields: 'items(id,snippet/title,statistics/viewCount,status/privacyStatus)',
        ids: [ids.video.trailer],
      },
    ]);
    const { snippet, statistics, status } = seeded().videos.get(ids.video.trailer)!;
    expect(data).toEqual({
      a: { title: snippet.title },
      b: { statistics: { viewCount: statistics.viewCount } },
      c: { title: snippet.title, privacyStatus: status.privacyStatus.toUpperCase() },
    });
  });
  it('needs no call for the id of a linked entity', async () => {
    const { data } = await studio.query(
      `{ video(id: "${ids.video.trailer}") { title channel { id channelId __typename } } }`,
    );
    expect(studio.operations()).toEqual(['video:videos.list']);
    expect(data.video.channel).toEqual({
      id: globalId('Channel', ids.channel.studio),
      channelId: ids.channel.studio,
      __typename: 'Channel',
    });
  });
  it.each(['trailer', 'missing'] as const)(
    'requests the cheapest part to prove that the %s video exists if only ids are selected',
    async (name) => {
      const id = ids.video[name];
      const { data, errors } = await studio.query(
        `{ video(id: "${id}") { id videoId __typename } }`,
      );
      const exists = name === 'trailer';
      const video = { id: globalId('Video', id), videoId: id, __typename: 'Video' };
      expect(data.video).toEqual(exists ? video : null);
      expect(errors?.map(({ extensions }) => extensions['code'])).toEqual(
        exists ? undefined : ['NOT_FOUND'],
      );
      expect(studio.calls().map(({ operation, query }) => [operation, query])).toEqual([
        ['video:videos.list', expect.objectContaining({ part: ['id'], fields: ['items(id)'] })],
      ]);
    },
  );
  it('omits missing videos from a list of ids if only ids are selected', async () => {
    const { data } = await studio.query(
      `{ videos(ids: ["${ids.video.trailer}", "${ids.video.missing}"]) { videoId } }`,
    );
    expect(data.videos).toEqual([{ videoId: ids.video.trailer }, null]);
    expect(studio.operations()).toEqual(['video:videos.list']);
  });
  it('fails the checks of these tests if it is requested twice', () => {
    const call = {
      time: start.toISOString(),
      method: 'GET',
      path: '/videos',
      search: '',
      query: { part: ['snippet'], id: ['a,b'] },
      headers: {},
      operation: 'video:videos.list',
      status: 200,
    };
    expect(() =>
      expectNoRepeatedCalls([call, { ...call, query: { part: ['status'], id: ['b'] } }]),
    ).toThrow('called twice');
    expect(() =>
      expectNoRepeatedCalls([
        call,
        { ...call, query: { part: ['fileDetails'], id: ['b'] } },
        { ...call, query: { part: ['snippet'], id: ['b'], hl: ['de'] } },
      ]),
    ).not.toThrow();
  });
});

describe('a list of ids', () => {
  const missing = Array.from({ length: 20 }, (_, index) => videoId(`nowhere ${index}`));
  const visible = () =>
    [...seeded().videos.values()]
      .filter(({ status }) => status.privacyStatus === 'public')
      .slice(0, 100);
  const document = 'query ($ids: [ID!]!) { videos(ids: $ids) { title } }';
  /** Returns ids of which every sixth does not exist. */
  const mixed = () => {
    const existingIds = visible().map(({ id }) => id);
    return Array.from({ length: 120 }, (_, index) =>
      index % 6 === 5
        ? missing[(index - 5) / 6]!
        : existingIds[index - Math.floor((index + 1) / 6)]!,
    );
  };

  it('takes one call per fifty ids, and keeps their order with null for missing entities', {
    tags: ['R15'],
  }, async () => {
    const data = await studio.data(document, { ids: mixed() });
    expect(studio.calls().map(({ query }) => query['id']![0]!.split(',').length)).toEqual([
      50, 50, 20,
    ]);
    expect(distinct(studio.calls().flatMap(({ query }) => query['id']![0]!.split(',')))).toEqual(
      mixed().toSorted(),
    );
    expect(data.videos).toEqual(
      mixed().map((id) =>
        missing.includes(id) ? null : { title: seeded().videos.get(id)!.snippet.title },
      ),
    );
  });
  it('returns the other batches if one fails', async () => {
    const all = mixed();
    studio.sandbox.fault({
      match: { operation: 'video:videos.list', pathIncludes: all[60]! },
      status: 403,
      reason: 'quotaExceeded',
    });
    const { data, errors } = await studio.query(document, { ids: all });
    const whole = [...all.slice(0, 50), ...all.slice(100)].map((id) =>
      missing.includes(id) ? null : { title: seeded().videos.get(id)!.snippet.title },
    );
    expect([...data.videos.slice(0, 50), ...data.videos.slice(100)]).toEqual(whole);
    expect(data.videos.slice(50, 100)).toEqual(Array.from({ length: 50 }, () => null));
    expect(
      errors!.map(({ path, extensions }) => [
        path?.join('.'),
        extensions['code'],
        extensions['bucket'],
      ]),
    ).toEqual(
      Array.from({ length: 50 }, (_, index) => [`videos.${index + 50}`, 'QUOTA_EXCEEDED', 'VIDEO']),
    );
    expect(studio.calls()).toHaveLength(3);
  });
  it('fails only for the id that YouTube rejects', async () => {
    const all = visible()
      .slice(0, 50)
      .map(({ id }) => id);
    const rejectedId = all[17]!;
    studio.sandbox.fault({
      match: { operation: 'video:videos.list', pathIncludes: rejectedId },
      status: 403,
      reason: 'forbidden',
    });
    const { data, errors } = await studio.query(document, { ids: all });
    expect(data.videos).toEqual(
      all.map((id) =>
        id === rejectedId ? null : { title: seeded().videos.get(id)!.snippet.title },
      ),
    );
    expect(
      errors!.map(({ path, extensions }) => [path, extensions['code'], extensions['reason']]),
    ).toEqual([[['videos', 17], 'FORBIDDEN', 'forbidden']]);
    // Halving finds one of fifty ids in at most 1 + 2 * ceil(log2 50) calls.
    expect(studio.calls().length).toBeLessThanOrEqual(13);
  });
  it('fails only for the invalid id, which is not sent', async () => {
    const [first, second] = visible().map(({ id }) => id) as [string, string];
    const { data, errors } = await studio.query(document, { ids: [first, 'a,b', second] });
    expect(data.videos.map(Boolean)).toEqual([true, false, true]);
    expect(errors).toMatchObject([
      { path: ['videos'], extensions: { code: 'INVALID_INPUT', argument: 'ids', positions: [1] } },
    ]);
    expect(studio.calls().map(({ query }) => query['id'])).toEqual([[[first, second].join(',')]]);
  });
});

describe('a list', () => {
  it('continues past one REST page, and requests only the necessary items', async () => {
    const { data } = await studio.query(
      `{ playlist(id: "${ids.playlist.long}") { items(first: 120) { totalCount nodes { position } pageInfo { hasNextPage } } } }`,
    );
    expect(studio.calls().map(({ query }) => query['maxResults']![0])).toEqual(['50', '50', '20']);
    expect(data.playlist.items).toEqual({
      totalCount: 120,
      nodes: entries(ids.playlist.long).map((_, position) => ({ position })),
      pageInfo: { hasNextPage: false },
    });
  });
  it('continues after the cursor of any edge', async () => {
    const document = `query ($first: Int!, $after: String) { playlist(id: "${ids.playlist.long}") { items(first: $first, after: $after) { edges { cursor node { position } } pageInfo { hasNextPage endCursor } } } }`;
    const whole = (await studio.query(document, { first: 120 })).data.playlist.items.edges;
    for (const index of [0, 18, 49, 50, 70, 99, 118]) {
      const { data } = await studio.query(document, { first: 3, after: whole[index].cursor });
      expect(data.playlist.items.edges.map(({ node }: any) => node.position)).toEqual(
        [1, 2, 3].map((step) => index + step).filter((position) => position < 120),
      );
    }
    const end = await studio.query(document, { first: 3, after: whole[119].cursor });
    expect(end.data.playlist.items).toEqual({
      edges: [],
      pageInfo: { hasNextPage: false, endCursor: null },
    });
  });
  it('rejects a cursor of another list, and a length out of bounds, before any call', async () => {
    const items = (args: string) =>
      `{ playlist(id: "${ids.playlist.fifty}") { items(${args}) { nodes { position } } } }`;
    const { data } = await studio.query(
      `{ playlist(id: "${ids.playlist.long}") { items(first: 1) { pageInfo { endCursor } } } }`,
    );
    const before = studio.calls().length;
    for (const args of [
      `after: "${data.playlist.items.pageInfo.endCursor}"`,
      'after: "rubbish"',
      'first: 0',
      'first: 501',
      'first: -1',
    ]) {
      const { data, errors } = await studio.query(items(args));
      expect(data.playlist.items).toBeNull();
      expect(errors![0]!.extensions).toMatchObject({
        code: 'INVALID_INPUT',
        argument: args.split(':', 1)[0],
      });
    }
    expect(studio.calls()).toHaveLength(before);
  });
  it.each([
    ['of an operation', `playlist(id: "${ids.playlist.long}") { list: items(ARGS) { FIELDS } }`],
    ['of ids', `list: channels(by: { ids: ["${fanId(1)}", "${fanId(2)}"] }, ARGS) { FIELDS }`],
    ['without items', `playlist(id: "${ids.playlist.empty}") { list: items(ARGS) { FIELDS } }`],
    ['without a call', 'list: channels(by: { ids: [] }, ARGS) { FIELDS }'],
  ])('%s tells its first cursor, and whether it starts after a cursor', async (_, field) => {
    const body = 'edges { cursor } pageInfo { hasPreviousPage startCursor endCursor }';
    const page = async (args: string) => {
      const { data } = await studio.query(
        `{ ${field.replace('ARGS', args).replace('FIELDS', body)} }`,
      );
      return (data.list ?? data.playlist.list) as {
        readonly edges: readonly { readonly cursor: string }[];
        readonly pageInfo: Readonly<Record<string, unknown>>;
      };
    };
    const first = await page('first: 1');
    expect(first.pageInfo).toEqual({
      hasPreviousPage: false,
      startCursor: first.edges[0]?.cursor ?? null,
      endCursor: first.edges[0]?.cursor ?? null,
    });
    if (first.edges.length === 0) return;
    const second = await page(`first: 1, after: "${String(first.pageInfo['endCursor'])}"`);
    expect(second.pageInfo).toMatchObject({
      hasPreviousPage: true,
      startCursor: second.edges[0]!.cursor,
    });
    const last = await page(`first: 1, after: "${String(second.pageInfo['endCursor'])}"`);
    expect(last.pageInfo['hasPreviousPage']).toBe(true);
  });
  it('is empty without items', async () => {
    const { data } = await studio.query(
      `{ playlist(id: "${ids.playlist.empty}") { items { totalCount nodes { position } edges { cursor } pageInfo { hasNextPage endCursor } } } }`,
    );
    expect(data.playlist.items).toEqual({
      totalCount: 0,
      nodes: [],
      edges: [],
      pageInfo: { hasNextPage: false, endCursor: null },
    });
  });
  it('keeps entries of deleted and private videos, with a null video', async () => {
    const data = await studio.data(
      `{ playlist(id: "${ids.playlist.gone}") { items(first: 50) { nodes { title video { title } } } } }`,
      {},
      'studio-guest',
    );
    const expected = entries(ids.playlist.gone).map(({ videoId }) => {
      const video = seeded().videos.get(videoId);
      return video && video.status.privacyStatus !== 'private' ? video.snippet.title : null;
    });
    expect(data.playlist.items.nodes.map(({ video }: any) => video?.title ?? null)).toEqual(
      expected,
    );
    expect(expected).toContain(null);
  });
  it('is null with a warning for an error that is an expected state', async () => {
    const { data, errors, extensions } = await studio.query(
      `{ video(id: "${ids.video.commentsOff}") { title commentThreads { nodes { threadId } } } }`,
    );
    expect(errors).toBeUndefined();
    expect(data.video).toEqual({
      title: seeded().videos.get(ids.video.commentsOff)!.snippet.title,
      commentThreads: null,
    });
    expect(extensions['warnings']).toEqual([
      { code: 'EXPECTED_ABSENCE', path: ['video', 'commentThreads'], value: 'commentsDisabled' },
    ]);
  });
});

describe('comment threads', () => {
  const threads = (args: string) =>
    `{ video(id: "${ids.video.busyThread}") { commentThreads${args} { nodes { threadId topLevelComment { text channel { id } } } } } }`;
  const sent = () =>
    studio.calls().map(({ query: { order, searchTerms, moderationStatus } }) => ({
      order,
      searchTerms,
      moderationStatus,
    }));

  it('have the order of YouTube unless another one is requested, and the filters of the owner', async () => {
    const plain = await studio.query(threads(''));
    expect(plain.data.video.commentThreads.nodes.length).toBeGreaterThan(0);
    const { errors } = await studio.query(
      threads('(orderBy: RELEVANCE, search: "light", moderationStatuses: [HELD_FOR_REVIEW])'),
    );
    expect(errors).toBeUndefined();
    expect(sent()).toEqual([
      { order: undefined, searchTerms: undefined, moderationStatus: undefined },
      { order: ['relevance'], searchTerms: ['light'], moderationStatus: ['heldForReview'] },
    ]);
  });
  it('link each comment to the channel it was made on', async () => {
    const { data } = await studio.query(threads('(first: 2)'));
    const { channelId } = seeded().videos.get(ids.video.busyThread)!.snippet;
    for (const { topLevelComment } of data.video.commentThreads.nodes)
      expect(topLevelComment.channel).toEqual({ id: globalId('Channel', channelId) });
    expect(studio.operations()).toEqual(['video:commentThreads.list']);
  });
});

describe('the mutable fields of a video', () => {
  it('can be read: languages, and paid promotion', async () => {
    const { data } = await studio.query(
      `{ video(id: "${ids.video.localized}") { hasPaidProductPlacement localizations { language title description } } }`,
    );
    const { localizations, paidProductPlacementDetails } = seeded().videos.get(
      ids.video.localized,
    )!;
    expect(data.video).toEqual({
      hasPaidProductPlacement: paidProductPlacementDetails.hasPaidProductPlacement,
      localizations: Object.entries(localizations!).map(([language, texts]) => ({
        language,
        ...texts,
      })),
    });
    expect(requestedCalls()).toEqual([
      {
        operation: 'video:videos.list',
        part: 'localizations,paidProductPlacementDetails',
        fields: 'items(id,localizations,paidProductPlacementDetails/hasPaidProductPlacement)',
        ids: [ids.video.localized],
      },
    ]);
  });
  it('are fields of Video with the same type as in the input', () => {
    const { video, input } = {
      video: schema.getType('Video') as GraphQLObjectType,
      input: schema.getType('UpdateVideoInput'),
    };
    const inputs = Object.values((input as GraphQLInputObjectType).getFields()).filter(
      ({ name }) => name !== 'localizations',
    );
    expect(inputs.map(({ name, type }) => [name, String(getNullableType(type))])).toEqual(
      inputs.map(({ name }) => [name, String(getNullableType(video.getFields()[name]?.type))]),
    );
  });
});

describe('a root lookup', () => {
  it('returns NOT_FOUND for an entity that does not exist or is not visible to the caller', async () => {
    for (const id of [ids.video.missing, ids.video.strangersPrivate]) {
      const { data, errors } = await studio.query(`{ video(id: "${id}") { title } }`);
      expect(data).toEqual({ video: null });
      expect(errors).toMatchObject([{ path: ['video'], extensions: { code: 'NOT_FOUND', id } }]);
    }
  });
  it('accepts a global id or a REST id, and rejects the id of another type', async () => {
    const byGlobal = await studio.query(
      `{ video(id: "${globalId('Video', ids.video.trailer)}") { videoId title } }`,
    );
    expect(byGlobal.data.video.videoId).toBe(ids.video.trailer);
    const before = studio.calls().length;
    for (const id of [globalId('Channel', ids.channel.studio), '~rubbish', '', 'a,b', 'a b']) {
      const { errors } = await studio.query('query ($id: ID!) { video(id: $id) { title } }', {
        id,
      });
      expect(errors).toMatchObject([{ path: ['video'], extensions: { code: 'INVALID_INPUT' } }]);
    }
    expect(studio.calls()).toHaveLength(before);
  });
  it.each([
    `https://www.youtube.com/watch?v=${ids.video.trailer}`,
    `youtu.be/${ids.video.trailer}`,
    `www.youtube.com/shorts/${ids.video.trailer}`,
  ])('rejects the URL %s as an id and recommends resource(url:)', async (id) => {
    const { errors } = await studio.query('query ($id: ID!) { video(id: $id) { title } }', { id });
    expect(errors).toMatchObject([
      { path: ['video'], extensions: { code: 'INVALID_INPUT', argument: 'id' } },
    ]);
    expect(errors![0]!.message).toContain('is a URL, not an id of type Video');
    expect(errors![0]!.message).toContain('resource(url:)');
    expect(studio.calls()).toEqual([]);
  });
  it("finds a channel by its handle, and the caller's own channel by the token", async () => {
    const handle = seeded().channels.get(ids.channel.harbor)!.snippet.customUrl;
    const { data } = await studio.query(
      `{ channel(by: { handle: "${handle}" }) { channelId handle uploads { playlistId items(first: 2) { nodes { position } } } } viewer { channel { channelId title } } }`,
    );
    expect(data.channel).toMatchObject({ channelId: ids.channel.harbor, handle });
    expect(data.viewer.channel).toEqual({
      channelId: ids.channel.studio,
      title: seeded().channels.get(ids.channel.studio)!.snippet.title,
    });
  });
});

describe('an account without a channel', () => {
  it('has null for its channel and for lists of it, each with a warning', async () => {
    const names = ['channel', 'playlists', 'broadcasts', 'streams'];
    const { data, errors, extensions } = await studio.query(
      '{ viewer { channel { title } playlists { nodes { title } } broadcasts { nodes { title } } streams { nodes { title } } } }',
      {},
      'no-channel',
    );
    expect(errors).toBeUndefined();
    expect(data.viewer).toEqual(Object.fromEntries(names.map((name) => [name, null])));
    expect(extensions['warnings']).toHaveLength(names.length);
    expect(extensions['warnings']).toEqual(
      expect.arrayContaining(
        names.map((name) => ({
          code: 'EXPECTED_ABSENCE',
          path: ['viewer', name],
          value: 'youtubeSignupRequired',
        })),
      ),
    );
  });
});

describe('nodes', () => {
  it('returns entities of several types in the order of their ids, with null for missing ones', async () => {
    const idList = [
      globalId('Channel', ids.channel.studio),
      globalId('Video', ids.video.missing),
      globalId('Video', ids.video.trailer),
      '~no',
      globalId('Video', ids.video.emoji),
    ];
    const { data, errors } = await studio.query(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Video { title } ... on Channel { title } } }',
      { ids: idList },
    );
    expect(data.nodes.map((node: any) => node?.__typename ?? null)).toEqual([
      'Channel',
      null,
      'Video',
      null,
      'Video',
    ]);
    expect(errors).toMatchObject([
      { path: ['nodes'], extensions: { code: 'INVALID_INPUT', argument: 'ids', positions: [3] } },
    ]);
    expect(studio.operations()).toEqual(['video:channels.list', 'video:videos.list']);
  });
  it('rejects ids of types that no operation reads, and ids without a key', async () => {
    const { data, errors } = await studio.query(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
      { ids: [globalId('Activity', 'a'), globalId('Viewer')] },
    );
    expect(data.nodes).toEqual([null, null]);
    expect(errors).toMatchObject([
      { path: ['nodes'], extensions: { code: 'INVALID_INPUT', positions: [0, 1] } },
    ]);
  });
});

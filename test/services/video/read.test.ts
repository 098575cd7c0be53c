import { getNullableType, type GraphQLInputObjectType, type GraphQLObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../../src/services/schema.ts';
import { ids, videoId } from '../../../src/sandbox/seed/ids.ts';
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

const distinct = (values: readonly string[]) => [...new Set(values)].toSorted();

const globalId = (type: string, ...key: string[]) =>
  `~${Buffer.from([type, ...key].join('\n')).toString('base64url')}`;

describe('an entity selected in several places', () => {
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
  it('rejects a cursor of a list of the same operation before any call', async () => {
    const items = (id: string, args: string) =>
      studio.query(
        `{ playlist(id: "${id}") { items(${args}) { nodes { position } pageInfo { endCursor } } } }`,
      );
    const { data } = await items(ids.playlist.long, 'first: 1');
    const before = studio.calls().length;
    const { endCursor } = data.playlist.items.pageInfo;
    const { errors } = await items(ids.playlist.fifty, `after: "${endCursor}"`);
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', argument: 'after' } }]);
    expect(studio.calls()).toHaveLength(before);
  });
  it('without items has no cursors', async () => {
    const data = await studio.data(
      `{ playlist(id: "${ids.playlist.empty}") { items(first: 1) { edges { cursor } pageInfo { hasPreviousPage startCursor endCursor } } } }`,
    );
    expect(data.playlist.items).toEqual({
      edges: [],
      pageInfo: { hasPreviousPage: false, startCursor: null, endCursor: null },
    });
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

describe('the mutable fields of a video', () => {
  it('can be read: languages, and paid promotion', async () => {
    const { data } = await studio.query(
      `{ video(id: "${ids.video.localized}") { hasPaidProductPlacement localizations { languageTag title description } } }`,
    );
    const { localizations, paidProductPlacementDetails } = seeded().videos.get(
      ids.video.localized,
    )!;
    expect(data.video).toEqual({
      hasPaidProductPlacement: paidProductPlacementDetails.hasPaidProductPlacement,
      localizations: Object.entries(localizations!).map(([languageTag, texts]) => ({
        languageTag,
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
      // The inputs of these two have other forms than the values.
      ({ name }) => name !== 'localizations' && name !== 'brandPartner',
    );
    expect(inputs.map(({ name, type }) => [name, String(getNullableType(type))])).toEqual(
      inputs.map(({ name }) => [name, String(getNullableType(video.getFields()[name]?.type))]),
    );
  });
});

describe('a root lookup', () => {
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

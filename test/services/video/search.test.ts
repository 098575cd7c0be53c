import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../src/sandbox/video/state.ts';
import { decodeHtml } from '../../../src/services/video/search/type.ts';
import { contentTargetRef } from '../../../src/services/video/content-target.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { useStudio } from '../../support/gateway/studio.ts';
import { faultyServer, json } from '../../support/upstream/faulty-server.ts';

const studio = useStudio();
const seeded = () => videoState(studio.sandbox.simulation());
const { video, channel } = ids;

/** Returns the query of a call without the parameters of every call. */
const requestedCalls = () =>
  studio.calls().map(({ operation, query }) => [
    operation,
    Object.fromEntries(
      Object.entries(query)
        .filter(([name]) => name !== 'prettyPrint')
        .map(([name, values]) => [name, values.join()]),
    ),
  ]);

const search = (args: string, selection = 'nodes { title }') =>
  `{ search(${args}) { ${selection} } }`;

describe('a search', () => {
  it('requests the selected fields as plain text, and nothing of the found entities', async () => {
    const data = await studio.data(
      search(
        'search: "making", first: 3, filter: { types: [VIDEO] }',
        'nodes { type title channel { channelId } }',
      ),
    );
    expect(requestedCalls()).toEqual([
      [
        'video:search.list',
        {
          part: 'snippet',
          q: 'making',
          type: 'video',
          maxResults: '3',
          fields: 'items(id,snippet(channelId,title)),nextPageToken',
        },
      ],
    ]);
    expect(data.search.nodes).toEqual([
      {
        type: 'VIDEO',
        title: seeded().videos.get(video.makingOf)!.snippet.title,
        channel: { channelId: channel.studio },
      },
    ]);
    expect(data.search.nodes[0].title).toContain('"The Last Ferry": director & crew');
  });
  it('sends every filter as a parameter of one call', async () => {
    const filter = `{
      types: [VIDEO], channelId: "${channel.studio}", channelType: ANY, publishedAt: { from: "2025-01-01T00:00:00Z", to: "2026-12-31T00:00:00Z" },
      regionCode: "se", relevanceLanguage: "sv", safeSearch: STRICT, topicId: "/m/02vxn", near: { latitude: -0.0000001, longitude: 18.0711, radiusMeters: 900 }
      video: { liveBroadcastContent: COMPLETED, hasCaptions: true, categoryId: "1", definition: HD, dimension: D2, duration: LONG, embeddableOnly: true,
        license: CREATIVE_COMMON, paidProductPlacementOnly: true, syndicatedOnly: true, type: EPISODE }
    }`;
    const data = await studio.data(
      search(
        `search: "färja 🛳 -x", filter: ${filter}, orderBy: VIEW_COUNT, first: 50`,
        'nodes { publishedAt }',
      ),
    );
    expect(data.search.nodes).toEqual([]);
    expect(requestedCalls()).toEqual([
      [
        'video:search.list',
        {
          part: 'snippet',
          q: 'färja 🛳 -x',
          type: 'video',
          order: 'viewCount',
          relevanceLanguage: 'sv',
          videoDimension: '2d',
          videoDefinition: 'high',
          videoLicense: 'creativeCommon',
          videoDuration: 'long',
          videoCaption: 'closedCaption',
          videoEmbeddable: 'true',
          videoSyndicated: 'true',
          videoCategoryId: '1',
          videoType: 'episode',
          eventType: 'completed',
          location: '-0.0000001,18.0711',
          locationRadius: '900m',
          channelId: channel.studio,
          publishedAfter: '2025-01-01T00:00:00Z',
          publishedBefore: '2026-12-31T00:00:00Z',
          topicId: '/m/02vxn',
          videoPaidProductPlacement: 'true',
          regionCode: 'SE',
          channelType: 'any',
          safeSearch: 'strict',
          maxResults: '50',
          fields: 'items(id,snippet/publishedAt),nextPageToken',
        },
      ],
    ]);
  });
  it.each([
    ['video: { hasCaptions: false }', { type: 'video', videoCaption: 'none' }],
    ['video: { embeddableOnly: false }', { type: 'video' }],
    [
      'near: { latitude: 59, longitude: 18, radiusMeters: 1000000 }',
      { type: 'video', location: '59,18', locationRadius: '1000000m' },
    ],
    ['of: CALLER', { type: 'video', forMine: 'true' }],
    [
      'of: CALLER, video: { liveBroadcastContent: LIVE, hasCaptions: false, categoryId: "1" }',
      { forMine: 'true', eventType: 'live' },
    ],
    ['of: APPLICATION', { forDeveloper: 'true' }],
    ['types: [CHANNEL, PLAYLIST, CHANNEL]', { type: 'channel,playlist' }],
    ['', {}],
  ])('names the type that a filter requires: %s', async (filter, parameters) => {
    expect((await studio.query(search(`filter: { ${filter} }`))).errors).toBeUndefined();
    const [[, sent]] = requestedCalls() as [[string, Record<string, string>]];
    expect(sent).toMatchObject(parameters);
    expect(sent['type']).toBe(
      (parameters as Record<string, string>)['type'] ??
        (filter.includes('CALLER') ? 'video' : undefined),
    );
  });
  it('searches the videos of the content owner that the request names', async () => {
    const document = search('filter: { of: CONTENT_OWNER }');
    const headers = { 'x-content-owner': ids.contentOwner };
    expect((await studio.query(document, {}, 'studio-owner', headers)).errors).toBeUndefined();
    expect(requestedCalls()).toMatchObject([
      [
        'video:search.list',
        { forContentOwner: 'true', onBehalfOfContentOwner: ids.contentOwner, type: 'video' },
      ],
    ]);
  });
  it.each([
    ['filter: { types: [] }', 'filter.types'],
    ['filter: { types: [CHANNEL], video: {} }', 'filter.video'],
    [
      'filter: { types: [VIDEO, CHANNEL], near: { latitude: 1, longitude: 1, radiusMeters: 1 } }',
      'filter.near',
    ],
    ['filter: { types: [PLAYLIST], of: CALLER }', 'filter.of'],
    ['filter: { of: CONTENT_OWNER }', 'filter.of'],
    ['filter: { of: CALLER, video: { definition: HD } }', 'filter.video.definition'],
    ['filter: { of: CALLER, video: { embeddableOnly: true } }', 'filter.video.embeddableOnly'],
    ['filter: { of: CALLER, video: { dimension: D2 } }', 'filter.video.dimension'],
    ['filter: { of: CALLER, video: { duration: SHORT } }', 'filter.video.duration'],
    ['filter: { of: CALLER, video: { license: YOUTUBE } }', 'filter.video.license'],
    [
      'filter: { of: CALLER, video: { paidProductPlacementOnly: true } }',
      'filter.video.paidProductPlacementOnly',
    ],
    ['filter: { of: CALLER, video: { syndicatedOnly: true } }', 'filter.video.syndicatedOnly'],
    ['filter: { of: CALLER, video: { type: MOVIE } }', 'filter.video.type'],
    ['filter: { topicId: "a,b" }', 'filter.topicId'],
    ['filter: { near: { latitude: 91, longitude: 1, radiusMeters: 1 } }', 'filter.near.latitude'],
    [
      'filter: { near: { latitude: 1, longitude: -181, radiusMeters: 1 } }',
      'filter.near.longitude',
    ],
    [
      'filter: { near: { latitude: 1, longitude: 1, radiusMeters: 1000001 } }',
      'filter.near.radiusMeters',
    ],
  ])('rejects an invalid combination without a call: %s', async (args, argument) => {
    const { data, errors } = await studio.query(search(args));
    expect(data).toEqual({ search: null });
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', argument } }]);
    expect(studio.calls()).toEqual([]);
  });
});

describe('the target of a search result', () => {
  const found = (selection: string) =>
    search(
      'search: "harbor|harbour", first: 50',
      `nodes { title target { __typename ${selection} } }`,
    );

  it('is counted in the bucket of its service, the search in the bucket of searches', async () => {
    const { extensions } = await studio.query(found('... on Video { title }'));
    expect(extensions['cost']).toMatchObject({ requests: 2, units: { SEARCH: 1, VIDEO: 1 } });
  });
  it('is null if the entity is deleted, or if its kind is unknown to the schema', async () => {
    expect(contentTargetRef({ kind: 'youtube#post', videoId: 'x' })).toBeNull();
    expect(contentTargetRef({ kind: 'youtube#video' })).toBeNull();
    expect(contentTargetRef(undefined)).toBeNull();
    studio.refuse('video:videos.list', 404);
    const { data, errors } = await studio.query(
      search(
        'search: "making", filter: { types: [VIDEO] }',
        'nodes { title target { ... on Video { title } } }',
      ),
    );
    expect([data.search.nodes[0].target, errors]).toEqual([null, undefined]);
  });
});

describe('a search with several pages', () => {
  const page = (args: string) =>
    search(
      `filter: { types: [VIDEO] }, ${args}`,
      'estimatedCount regionCode edges { cursor node { target { ... on Video { videoId } } } } pageInfo { hasNextPage endCursor }',
    );

  it('returns the estimated total and the region', async () => {
    const { data } = await studio.query(page('first: 1'));
    const open = [...seeded().videos.values()].filter(
      ({ status }) => status.privacyStatus === 'public',
    ).length;
    expect(data.search).toMatchObject({ estimatedCount: Math.round(open * 1.1), regionCode: 'SE' });
  });
});

describe('a search result that names no object', () => {
  const result = (id: unknown, title: string) => ({ id, snippet: { title } });
  const found = (videoId: string) =>
    result({ kind: 'youtube#video', videoId }, `title of ${videoId}`);
  it.each([
    ['without an id', undefined],
    ['without a kind', { videoId: 'x' }],
    ['with a kind alone', { kind: 'youtube#video' }],
    ['with a kind of another type', { kind: 7, videoId: 'x' }],
    ['with an id of another type', 'x'],
  ])('is left out with a warning: %s', async (_, id) => {
    const items = [found('a'), result(id, 'nobody'), found('b'), found('c')];
    await using upstream = await faultyServer(json({ items, nextPageToken: 't' }));
    const gateway = await startGateway({ bases: { video: `${upstream.url}/v3` } });
    const ask = (args: string) =>
      gateway
        .query(
          `{ search(${args}) { edges { cursor node { key title } } } }`,
          {},
          { authorization: 'Bearer t' },
        )
        .then(({ body }) => body);
    const { data, errors, extensions } = await ask('first: 2');
    const rest = await ask(`first: 2, after: "${data.search.edges[1].cursor}"`);
    await gateway.close();
    const keysOf = (search: any) => search.edges.map(({ node }: any) => node.key);
    expect([errors, keysOf(data.search)]).toEqual([undefined, ['video:a', 'video:b']]);
    expect(extensions!['warnings']).toEqual([
      { code: 'INVALID_ITEMS', path: ['search'], value: '1' },
    ]);
    expect([keysOf(rest.data.search), rest.extensions?.['warnings']]).toEqual([
      ['video:c'],
      undefined,
    ]);
  });
});

describe('the text of a search result', () => {
  it.each([
    ['a &amp; b &lt;c&gt; &quot;d&quot; &#39;e&#39; &apos;', `a & b <c> "d" 'e' '`],
    ['&amp;lt;', '&lt;'],
    ['&#x1F6F3; &#128755; &#X41;', '🛳 🛳 A'],
    [
      '&eacute; &amp &; &#; &#x; &#0; &#xD800; &#1114112; &#x110000;',
      '&eacute; &amp &; &#; &#x; &#0; &#xD800; &#1114112; &#x110000;',
    ],
    ['مدينة', 'مدينة'],
    ['', ''],
    [null, null],
  ])('is decoded once; unknown entities do not change: %j', (html, text) => {
    expect(decodeHtml(html)).toBe(text);
  });
});

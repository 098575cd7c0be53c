/** The graph as a subgraph of Apollo Federation 2, alone and behind a router. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeServices } from '@theguild/federation-composition';
import { parse } from 'graphql';
import { createSchema, createYoga } from 'graphql-yoga';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { videoState } from '../../../src/sandbox/video/state.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { launch, type Program } from '../../support/gateway/program.ts';
import { useStudio } from '../../support/gateway/studio.ts';
import { installedApart } from '../../support/tool/installed-apart.ts';

const studio = useStudio({ env: { FEDERATION: 'on' } });

const authorization = { authorization: 'Bearer studio-owner' };

/** Not by `studio.query`, which knows the schema without federation. */
async function ask(document: string, variables: object = {}) {
  const { body } = await studio.gateway.query(document, variables, authorization);
  return body;
}

const entities = `query ($representations: [_Any!]!) {
  _entities(representations: $representations) {
    __typename
    ... on Video { id title }
    ... on Playlist { title }
  }
}`;

const named = (type: string, ...key: string[]) => ({ __typename: type, id: globalId(type, key) });

const playlist = named('Playlist', ids.playlist.fifty);

describe('_entities', () => {
  it('reads the objects of a type with one call, in their order', async () => {
    const representations = [
      named('Video', ids.video.trailer),
      named('Video', 'missing-vid'),
      playlist,
      { __typename: 'Video', id: ids.video.makingOf },
      named('Video', ids.video.trailer),
    ];
    const { data, errors, extensions } = await ask(entities, { representations });
    expect(errors).toBe(undefined);
    const trailer = { ...named('Video', ids.video.trailer), title: 'Northlight: the trailer' };
    expect(data._entities).toEqual([
      trailer,
      null,
      { __typename: 'Playlist', title: expect.any(String) },
      { ...named('Video', ids.video.makingOf), title: expect.any(String) },
      trailer,
    ]);
    expect(studio.calls().map(({ operation, query }) => [operation, query['id']])).toEqual(
      expect.arrayContaining([
        ['video:videos.list', [[ids.video.trailer, 'missing-vid', ids.video.makingOf].join()]],
        ['video:playlists.list', [ids.playlist.fifty]],
      ]),
    );
    expect([studio.calls().length, extensions.cost.requests]).toEqual([2, 2]);
  });
  it('is in the estimate of a query', async () => {
    const representations = [
      ...[...videoState(studio.sandbox.simulation()).videos.keys()]
        .slice(0, 60)
        .map((id) => named('Video', id)),
      playlist,
    ];
    const { data } = await ask(
      'query ($document: String!, $variables: JSON) { quota(dryRun: { document: $document, variables: $variables }) { dryRun { requests } } }',
      { document: entities, variables: { representations } },
    );
    expect(studio.calls()).toEqual([]);
    await ask(entities, { representations });
    expect(data.quota.dryRun.requests).toBe(studio.calls().length);
    expect(studio.calls()).toHaveLength(3);
  });
  it.each([
    [{ id: 'x' }, 'representations.1.__typename', /undefined is not the name of a type/],
    [
      { __typename: 'Nothing', id: 'x' },
      'representations.1.__typename',
      /"Nothing" is not the name/,
    ],
    [{ __typename: 'PageInfo', id: 'x' }, 'representations.1.__typename', /is not the name/],
    [{ __typename: 'Video', id: 7 }, 'representations.1.id', /7 is not an id/],
    [{ __typename: 'Video' }, 'representations.1.id', /undefined is not an id/],
    [
      { ...playlist, __typename: 'Video' },
      'representations.1.id',
      /an id of type Playlist; expected/,
    ],
    ['text', 'representations.1.__typename', /is not the name/],
  ])('rejects one representation alone: %j', async (representation, place, message) => {
    const { data, errors } = await ask(entities, { representations: [playlist, representation] });
    expect(data._entities).toMatchObject([{ __typename: 'Playlist' }, null]);
    expect(errors).toMatchObject([
      {
        path: ['_entities'],
        extensions: { code: 'INVALID_INPUT', argument: 'representations', positions: [1] },
      },
    ]);
    expect(errors[0].message).toContain(`representations: 1 of 2 entries is rejected. ${place}: `);
    expect(errors[0].message).toMatch(message);
    expect(studio.operations()).toEqual(['video:playlists.list']);
  });
  it('rejects too many representations before any call', async () => {
    const representations = Array.from({ length: 201 }, () => playlist);
    const { errors } = await ask(entities, { representations });
    expect(errors).toMatchObject([{ extensions: { code: 'QUERY_TOO_LARGE', limit: 200 } }]);
    expect(studio.calls()).toEqual([]);
  });
});

describe('_service', () => {
  it('has the schema, with a key for each type that implements Node', async () => {
    const { data } = await ask('{ _service { sdl } }');
    const { sdl } = data._service;
    const types = [...sdl.matchAll(/^type \w+ implements .*\bNode\b.*\{$/gm)].map(([line]) => line);
    expect(types.length).toBeGreaterThan(20);
    expect(types.filter((line) => !line.includes('@key(fields: "id")'))).toEqual([]);
  });
});

describe('the answer to a router', () => {
  const cached = useStudio({ env: { FEDERATION: 'on', CACHE: 'public' } });

  it('says for how long it is current, if nobody has sent a token', async () => {
    const ask = async (headers: Record<string, string>, ...representations: object[]) => {
      const { body, headers: given } = await cached.gateway.query(
        entities,
        { representations },
        headers,
      );
      return [given.get('cache-control'), body.extensions.cost.requests];
    };
    const video = named('Video', ids.video.trailer);
    expect(await ask({}, video)).toEqual(['public, max-age=60', 1]);
    expect(await ask({}, video)).toEqual(['public, max-age=60', 0]);
    expect(await ask(authorization, video)).toEqual(['private, no-store', 1]);
    expect(await ask({}, video, { __typename: 'Nothing' })).toEqual(['private, no-store', 0]);
  });
});

describe('without FEDERATION', () => {
  const other = useStudio();

  it('the schema has nothing of it', async () => {
    const { errors } = await other.query('{ _service { sdl } }');
    expect(errors).toMatchObject([{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }]);
  });
});

describe('without introspection', () => {
  const closed = useStudio({ env: { FEDERATION: 'on', INTROSPECTION: 'off' } });

  it('the schema is not shown', async () => {
    const { body } = await closed.gateway.query('{ _service { sdl } }', {}, authorization);
    expect(body.errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    expect(body.errors[0].message).toContain('INTROSPECTION=1');
  });
});

/** Another subgraph: it ranks videos, whose titles it does not know. */
const typeDefs = `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key"])
  type Query { favourites(count: Int!): [Video!]! }
  type Video @key(fields: "id") { id: ID! rank: Int }
`;

describe('a supergraph with another subgraph', () => {
  const files = mkdtempSync(join(tmpdir(), 'studiograph-supergraph-'));
  let server: Server;
  let router: Program;
  let url: string;

  const videoIds = (): string[] =>
    [...videoState(studio.sandbox.simulation()).videos.values()]
      .filter(({ status }) => status.privacyStatus === 'public')
      .map(({ id }) => globalId('Video', [id]));

  beforeAll(async () => {
    const rankOf = (id: string): number => videoIds().indexOf(id);
    const yoga = createYoga({
      logging: false,
      schema: createSchema({
        typeDefs: `
          type Query {
            favourites(count: Int!): [Video!]!
            _entities(representations: [_Any!]!): [Video]!
          }
          scalar _Any
          type Video { id: ID! rank: Int }
        `,
        resolvers: {
          Query: {
            favourites: (_: unknown, { count }: { readonly count: number }) =>
              videoIds()
                .slice(0, count)
                .map((id) => ({ id })),
            _entities: (_: unknown, { representations }: { readonly representations: object[] }) =>
              representations,
          },
          Video: { rank: ({ id }: { readonly id: string }) => rankOf(id) },
        },
      }),
    });
    server = createServer((...request) => void yoga(...request)).listen(0, '127.0.0.1');
    const folder = installedApart('test/services/federation/router');
    const { data } = await ask('{ _service { sdl } }');
    const { port } = server.address() as AddressInfo;
    const { supergraphSdl, errors } = composeServices([
      { name: 'studio', typeDefs: parse(data._service.sdl), url: `${studio.gateway.url}/graphql` },
      { name: 'ranks', typeDefs: parse(typeDefs), url: `http://127.0.0.1:${port}/graphql` },
    ]);
    if (supergraphSdl === undefined) throw new Error(JSON.stringify(errors));
    const file = join(files, 'supergraph.graphql');
    writeFileSync(file, supergraphSdl);
    router = launch(['node', 'start.js', file], { cwd: folder, env: {} });
    const [, routerPort] = await router.printed(/^Listens on (\d+)$/m);
    url = `http://127.0.0.1:${routerPort}/graphql`;
  });
  afterAll(() => {
    router.signal('SIGKILL');
    server.close();
    rmSync(files, { recursive: true });
  });

  async function askRouter(query: string, headers: object = authorization): Promise<any> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query }),
    });
    return response.json();
  }

  it('adds its fields to objects of this one', async () => {
    const { data, errors } = await askRouter(
      `{ playlist(id: "${ids.playlist.fifty}") { items(first: 3) { nodes { video { id title rank } } } } }`,
    );
    expect(errors).toBe(undefined);
    const known = videoIds();
    const found = data.playlist.items.nodes.map(({ video }: any) => [video.title, video.rank]);
    expect(found).toEqual(
      data.playlist.items.nodes.map(({ video }: any) => [
        expect.any(String),
        known.indexOf(video.id),
      ]),
    );
    expect(studio.operations()).toEqual(['video:playlistItems.list', 'video:videos.list']);
  });
  it('gets fields of its objects from this one: 50 with one call', async () => {
    const { data, errors } = await askRouter('{ favourites(count: 50) { rank title } }');
    expect(errors).toBe(undefined);
    const { videos } = videoState(studio.sandbox.simulation());
    const titles = [...videos.values()]
      .filter(({ status }) => status.privacyStatus === 'public')
      .map(({ snippet }) => snippet.title);
    expect(data.favourites).toEqual(titles.slice(0, 50).map((title, rank) => ({ rank, title })));
    expect(studio.operations()).toEqual(['video:videos.list']);
  });
  it('sends the token of the caller, and keeps errors at their fields', async () => {
    const { data, errors } = await askRouter(
      `{ viewer { channel { title } } favourites(count: 1) { rank title } }`,
      { authorization: 'Bearer unknown-token' },
    );
    expect(data.favourites[0].rank).toBe(0);
    expect(errors.map(({ extensions }: any) => extensions.code)).toContain('UNAUTHENTICATED');
  });
});

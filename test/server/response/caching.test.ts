/** Which answers of `/graphql` everybody may store, for how long, and what their headers say. */
import { hash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Freshness } from '../../../src/engine/read/freshness.ts';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import type { Studiograph } from '../../../src/library/options.ts';
import { cachingOf } from '../../../src/server/response/answer-caching.ts';
import { identityHeaders, serviceTokenHeaders } from '../../../src/server/connection/identity.ts';
import { DrivenClock } from '../../support/clock/driven-clock.ts';
import type { TestResponse } from '../../support/gateway/gateway.ts';
import { create } from '../../support/gateway/mounted.ts';
import { openStudio, type Studio } from '../../support/gateway/studio.ts';

const root = mkdtempSync(join(tmpdir(), 'studiograph-documents-'));
afterAll(() => rmSync(root, { recursive: true }));

const folder = join(root, 'all');
mkdirSync(folder);

const documents = {
  video: 'query Video($id: ID!) { video(id: $id) { title } }',
  page: `{ playlist(id: "${ids.playlist.fifty}") { title items(first: 3) { nodes { video { title channel { title } } } } } }`,
  languages: '{ languages { id } }',
  both: `query Both($id: ID!) { languages { id } video(id: $id) { title } }`,
  nodes: 'query Nodes($ids: [ID!]!) { nodes(ids: $ids) { ... on Video { title } } }',
  partly: `{ video(id: "${ids.video.trailer}") { title } other: video(id: "AAAAAAAAAAA") { title } }`,
  quota: `{ video(id: "${ids.video.trailer}") { title } quota { buckets { resetAt } } }`,
  download: `{ file(id: "${ids.file.pressKit}") { content { url } } }`,
  viewer: `{ video(id: "${ids.video.trailer}") { title } viewer { id } }`,
  nothing: '{ __typename }',
} as const;

for (const [name, text] of Object.entries(documents))
  writeFileSync(join(folder, `${name}.graphql`), text);

type Name = keyof typeof documents;
type Headers = Readonly<Record<string, string>>;

const env = { CACHE: 'public', PERSISTED_OPERATIONS: folder };
const preflight = { 'x-preflight': '1' };
const trailer = { id: ids.video.trailer };
const minute = 60_000;

const variablesOf: Partial<Record<Name, object>> = {
  nodes: {
    ids: [globalId('UploadSession', ['unknown']), globalId('Video', [ids.video.trailer])],
  },
};

const pathOf = (name: Name, variables: object = variablesOf[name] ?? trailer): string =>
  `/graphql?${new URLSearchParams({ documentId: hash('sha256', documents[name]), variables: JSON.stringify(variables) })}`;

const get = ({ gateway }: Studio, path: string, headers: Headers = {}): Promise<TestResponse> =>
  gateway.send(path, { headers: { ...preflight, ...headers } });

const cachingIn = ({ headers }: TestResponse): readonly (string | null)[] => [
  headers.get('cache-control'),
  headers.get('age'),
];

const expectPrivate = (response: TestResponse): void => {
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  expect(response.headers.get('etag')).toBe(null);
};

describe('the policy of an answer', () => {
  const part = (seconds: number, age: number, stored = 1) => ({
    stored,
    ttlMs: 1_000 * seconds,
    ageMs: 1_000 * age,
  });
  const parts = {
    'of nothing': [],
    'just read': [part(60, 0, 0)],
    stored: [part(60, 10)],
    'just read, and stored': [part(60, 0, 0), part(30, 10)],
    'of different times': [part(60, 5), part(86_400, 3_600)],
    'nearly over': [part(60, 5), part(300, 299)],
    stale: [part(60, 60)],
    'partly stale': [part(60, 90), part(86_400, 3_600)],
  } as const;

  const seconds = (values: readonly number[], choose: (...all: number[]) => number): number =>
    choose(...values) / 1_000;

  it.each(Object.entries(parts))('%s: public only if nothing speaks against it', (_, all) => {
    const maxAge = seconds(
      all.map(({ ttlMs }) => ttlMs),
      Math.min,
    );
    const left = seconds(
      all.map(({ ttlMs, ageMs }) => ttlMs - ageMs),
      Math.min,
    );
    const stored = all.filter((each) => each.stored > 0);
    const oldest = seconds(
      stored.map(({ ageMs }) => ageMs),
      Math.max,
    );
    const isTold = stored.length > 0;
    for (let facts = 0; facts < 32; facts += 1) {
      const [isNamed, isAnonymous, hasErrors, isTraced, isMomentary] = [1, 2, 4, 8, 16].map(
        (flag) => (facts & flag) !== 0,
      ) as [boolean, boolean, boolean, boolean, boolean];
      const freshness = new Freshness();
      for (const each of all) freshness.add(each);
      if (isMomentary) freshness.addMomentary();
      const mayBeStored = isNamed && isAnonymous && !hasErrors && !isTraced && !isMomentary;
      const isPublic = mayBeStored && all.length > 0 && left > 0;
      const age = isPublic ? maxAge - left : oldest;
      expect(cachingOf({ isNamed, isAnonymous, hasErrors, isTraced, freshness })).toEqual({
        ...(isPublic && { maxAge }),
        age: isTold ? age : undefined,
      });
      expect(age <= oldest || !isTold).toBe(true);
    }
  });
});

describe('a GET that names its document', () => {
  it('is public, with the shortest time of its parts, and their age', async () => {
    const clock = new DrivenClock();
    await using studio = await openStudio({ env, clock });
    const first = await get(studio, pathOf('video'));
    expect(first.body).toEqual({ data: { video: { title: expect.any(String) } } });
    expect(cachingIn(first)).toEqual(['public, max-age=60', null]);
    await clock.advance(10_000);
    const second = await get(studio, pathOf('video'));
    expect(cachingIn(second)).toEqual(['public, max-age=60', '10']);
    expect(second.text).toBe(first.text);
    expect(cachingIn(await get(studio, pathOf('languages')))).toEqual([
      'public, max-age=86400',
      null,
    ]);
    await clock.advance(20_000);
    // Of the two, the video ends first, although the languages are older.
    const both = await get(studio, pathOf('both', { id: ids.video.makingOf }));
    expect(cachingIn(both)).toEqual(['public, max-age=60', '0']);
  });

  it('names the headers that decide about it', async () => {
    await using studio = await openStudio({ env });
    const { headers } = await get(studio, pathOf('page'));
    const names = (tokens: readonly string[]) => [
      ...tokens,
      'x-content-owner',
      'x-content-owner-channel',
      'cookie',
      'origin',
      'accept',
      'accept-encoding',
    ];
    const ofVideo = names(['authorization', 'x-youtube-authorization']);
    expect(headers.get('vary')?.split(', ')).toEqual(ofVideo);
    // No more is stored by nginx.
    expect(headers.get('vary')!.length).toBeLessThanOrEqual(128);
    const ofViewer = names(['authorization', ...serviceTokenHeaders]);
    const withViewer = await get(studio, pathOf('viewer'));
    expect(withViewer.headers.get('vary')?.split(', ').toSorted()).toEqual(ofViewer.toSorted());
  });

  it('is answered with 304 to who has it, also in another encoding', async () => {
    await using studio = await openStudio({ env });
    const path = pathOf('page');
    const plain = await get(studio, path);
    const etag = plain.headers.get('etag')!;
    expect(etag).toMatch(/^W\/"[\w-]{43}"$/);
    const zipped = await get(studio, path, { 'accept-encoding': 'gzip' });
    expect(zipped.headers.get('etag')).toBe(etag);
    for (const condition of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
      const { status, text, headers } = await get(studio, path, { 'if-none-match': condition });
      expect([status, text, headers.get('etag')]).toEqual([304, '', etag]);
      expect(headers.get('cache-control')).toBe('public, max-age=60');
      expect(headers.get('vary')).toBe(plain.headers.get('vary'));
    }
    const other = await get(studio, path, { 'if-none-match': 'W/"other"' });
    expect([other.status, other.text]).toEqual([200, plain.text]);
  });

  it('is read anew for who wants it', async () => {
    const clock = new DrivenClock();
    await using studio = await openStudio({ env, clock });
    await get(studio, pathOf('video'));
    await clock.advance(10_000);
    const fresh = await get(studio, pathOf('video'), { 'cache-control': 'no-cache' });
    expect(cachingIn(fresh)).toEqual(['public, max-age=60', null]);
    expect(studio.calls()).toHaveLength(2);
  });

  it('has the origin that may read it', async () => {
    await using studio = await openStudio({ env });
    const origin = 'http://localhost:5173';
    const { headers } = await get(studio, pathOf('video'), { origin });
    expect(headers.get('access-control-allow-origin')).toBe(origin);
    expect(headers.get('vary')).toContain('origin');
    expect(headers.get('access-control-expose-headers')).toContain('age, ');
  });

  it('may name it by the hash that another caller has sent', async () => {
    await using studio = await openStudio({ env: { CACHE: 'public' } });
    const query = `{ video(id: "${ids.video.trailer}") { description } }`;
    const extensions = JSON.stringify({
      persistedQuery: { version: 1, sha256Hash: hash('sha256', query) },
    });
    const withText = `/graphql?${new URLSearchParams({ query, extensions })}`;
    const authorization = 'Bearer studio-owner';
    for (const headers of [{ authorization }, { authorization }, {}])
      expectPrivate(await get(studio, withText, headers));
    const named = await get(studio, `/graphql?${new URLSearchParams({ extensions })}`);
    expect(cachingIn(named)).toEqual(['public, max-age=60', '0']);
  });

  it.each([
    [
      'Apollo Client',
      'multipart/mixed;deferSpec=20220824, application/graphql-response+json, application/json;q=0.9',
    ],
    ['a browser', '*/*'],
  ])('is public as the JSON that %s accepts', async (_, accept) => {
    await using studio = await openStudio({ env });
    expect(cachingIn(await get(studio, pathOf('video'), { accept }))).toEqual([
      'public, max-age=60',
      null,
    ]);
  });
});

describe('private stays an answer', () => {
  type PrivateRequest = [title: string, name: Name, headers?: Headers];
  const requests: PrivateRequest[] = [
    ['for a cookie without a token', 'video', { cookie: 'session=1' }],
    ...identityHeaders.map((header): PrivateRequest => {
      const value = header.startsWith('x-content') ? 'owner' : 'Bearer studio-owner';
      return [`for ${header}`, 'video', { [header]: value }];
    }),
    ['with the error of one field', 'partly'],
    ['with the state of the quota', 'quota'],
    ['with a URL that is made for it', 'download'],
    ['with what the gateway itself knows', 'nodes'],
    ['without anything that was read', 'nothing'],
    ['as an event', 'video', { accept: 'text/event-stream' }],
    ['with its trace', 'video', { 'x-trace': '1' }],
  ];

  it.each(requests)('%s', { tags: ['S43'] }, async (_, name, headers) => {
    await using studio = await openStudio({ env: { ...env, TRACE: 'on' } });
    const path = pathOf(name);
    // Neither does it matter that the same is stored for all.
    for (let count = 0; count < 2; count += 1) {
      const response = await get(studio, path, headers);
      expect(response.status).toBe(200);
      expectPrivate(response);
      await get(studio, pathOf('video'));
    }
  });

  it('of a document that came as a text, and of one that is delivered in parts', async () => {
    await using studio = await openStudio({ env });
    const { video } = documents;
    const deferred = `query ($id: ID!) { video(id: $id) { ... @defer { title } } }`;
    for (const query of [video, deferred]) {
      const parameters = { query, variables: JSON.stringify(trailer) };
      const { headers } = await get(studio, `/graphql?${new URLSearchParams(parameters)}`);
      expect(headers.get('cache-control')).toBe('private, no-store');
    }
  });

  it('without a cache of the gateway, or if its part is not stored', async () => {
    for (const more of [{ CACHE: 'off' }, { CACHE_TTLS: 'video:videos.list=0' }]) {
      await using studio = await openStudio({ env: { ...env, ...more } });
      const response = await get(studio, pathOf('both'));
      expectPrivate(response);
      expect(response.body.extensions.cost.requests).toBe(2);
    }
  });

  it('that is stale, and while it is read again', async () => {
    const clock = new DrivenClock();
    await using studio = await openStudio({ env, clock });
    await get(studio, pathOf('video'));
    await clock.advance(minute);
    const stale = await get(studio, pathOf('video'));
    expectPrivate(stale);
    expect([stale.headers.get('age'), stale.body.extensions.stale]).toEqual(['60', { age: 60 }]);
  });

  it('with a token, of which the key reads a part; the others see what is absent for them', async () => {
    await using studio = await openStudio({ env: { ...env, PUBLIC_READS: 'key' } });
    const path = pathOf('nodes', { ids: [globalId('Video', [ids.video.privateCut])] });
    const authorization = 'Bearer studio-owner';
    const absent = await get(studio, path);
    expect([absent.body, cachingIn(absent)[0]]).toEqual([
      { data: { nodes: [null] } },
      'public, max-age=60',
    ]);
    const own = await get(studio, path, { authorization });
    expectPrivate(own);
    expect(own.body.data.nodes[0].title).toBeTypeOf('string');
    expect((await get(studio, path)).text).toBe(absent.text);
    expectPrivate(await get(studio, pathOf('video'), { authorization }));
  });
});

describe('the age of an answer', () => {
  it('is told with a POST, and is that of its oldest stored part', async () => {
    const clock = new DrivenClock();
    await using studio = await openStudio({ env, clock });
    const ask = async () => studio.gateway.query(documents.page);
    expect((await ask()).headers.get('age')).toBe(null);
    await clock.advance(20_000);
    expect(cachingIn(await ask())).toEqual(['private, no-store', '20']);
    await clock.advance(40_000);
    const { headers, body } = await ask();
    expect([headers.get('age'), body.extensions.stale]).toEqual(['60', { age: 60 }]);
  });
});

describe('the gateway of a host', () => {
  const ask = async ({ fetch }: Studiograph, path: string, headers: Headers = {}) => {
    const url = `http://host.example${path}`;
    const response = await fetch(new Request(url, { headers: { ...preflight, ...headers } }));
    await response.text();
    return response.headers.get('cache-control');
  };
  const options = { sandbox: true, cache: 'public', persistedOperations: folder } as const;

  it('keeps the answers of a session private', { tags: ['S43'] }, async () => {
    const gateway = await create({
      ...options,
      identify: ({ headers }) =>
        headers instanceof Headers && headers.get('x-session') !== null
          ? { token: 'studio-owner' }
          : undefined,
    });
    expect(await ask(gateway, pathOf('video'), { 'x-session': '1' })).toBe('private, no-store');
    // A session of nobody: who has none yet.
    expect(await ask(gateway, pathOf('video'), { cookie: 'session=1' })).toBe('private, no-store');
    // The host has removed it.
    const authorization = 'Bearer invented';
    expect(await ask(gateway, pathOf('video'), { authorization })).toBe('public, max-age=60');
    expect(await ask(gateway, pathOf('video'))).toBe('public, max-age=60');
  });

  it('keeps those with its own fields private', async () => {
    const own = join(root, 'own');
    mkdirSync(own);
    const text = `{ video(id: "${ids.video.trailer}") { title seen } }`;
    writeFileSync(join(own, 'seen.graphql'), text);
    const gateway = await create({
      ...options,
      persistedOperations: own,
      extend: {
        typeDefs: 'extend type Video { seen: Int }',
        resolvers: { Video: { seen: (videos) => videos.map(() => 1) } },
      },
    });
    const path = `/graphql?${new URLSearchParams({ documentId: hash('sha256', text) })}`;
    expect(await ask(gateway, path)).toBe('private, no-store');
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PageLoader } from '../../../src/engine/read/list/page-loader.ts';
import { type Behaviour, faultyServer, json } from '../../support/faulty-server.ts';
import { startGateway } from '../../support/gateway.ts';

/** Pages beyond the full ones that a list may take, because pages can be short. */
const extraPages = 4;

/** Fields that read several pages, with the errors of a field whose extra pages are used up. */
const lists = [
  [
    'a list',
    '{ viewer { playlists { nodes { title } pageInfo { hasNextPage endCursor } } } }',
    ['viewer', 'playlists'],
    undefined,
  ],
  [
    'a search for the first item',
    '{ broadcast(id: "b") { event(calendarId: "c@x") { summary } } }',
    ['broadcast', 'event'],
    ['QUERY_TOO_EXPENSIVE'],
  ],
] as const;

/** Returns empty pages, by the token with which each is read. */
const pages =
  (next: (token: string) => unknown): Behaviour =>
  (socket, seen) => {
    const query = new URL(seen.target, 'http://x').searchParams;
    const items = seen.target.includes('/liveBroadcasts')
      ? [{ id: 'b', snippet: {}, contentDetails: {} }]
      : [];
    json({ items, nextPageToken: next(query.get('pageToken') ?? '') })(socket, seen);
  };

/** More pages than any list of these tests has. */
const maxLoads = 100;

beforeEach(() => {
  const load = Reflect.get(PageLoader.prototype, 'load');
  let loads = 0;
  // Pages that were read are there at once: an endless loop over them would let no timer run, and
  // the test could not fail.
  vi.spyOn(PageLoader.prototype, 'load').mockImplementation(function (this: PageLoader, read) {
    loads += 1;
    if (loads > maxLoads) throw new Error(`more than ${maxLoads} pages were loaded`);
    return load.call(this, read);
  });
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe.each(lists)('the pages of %s', (_, document, path, exhausted) => {
  const ask = async (next: (token: string) => unknown) => {
    await using upstream = await faultyServer(pages(next));
    const gateway = await startGateway({
      bases: { video: `${upstream.url}/v3`, calendar: `${upstream.url}/v3` },
    });
    const { body } = await gateway.query(document, {}, { authorization: 'Bearer t' });
    await gateway.close();
    return {
      data: body.data,
      errors: body.errors,
      calls: upstream.requests.filter(({ target }) => !target.includes('/liveBroadcasts')),
    };
  };
  it.each([
    ['to itself', (token: string) => token || 'a', 2],
    ['in a circle', (token: string) => ({ '': 'a', a: 'b', b: 'c' })[token] ?? 'a', 4],
  ])('end in an error if page tokens lead %s', async (_title, next, calls) => {
    const found = await ask(next);
    expect(found.errors).toMatchObject([{ path, extensions: { code: 'UPSTREAM_INVALID' } }]);
    expect(found.calls).toHaveLength(calls);
  });
  it('are read past empty pages while each has a next page', async () => {
    const found = await ask((token) => (token.length < extraPages ? `${token}a` : undefined));
    expect([found.errors, found.calls.length]).toEqual([undefined, 1 + extraPages]);
  });
  it('are not read after the extra pages are used up', async () => {
    const found = await ask((token) => `${token}a`);
    expect(found.calls).toHaveLength(1 + extraPages);
    expect(found.errors?.map(({ extensions }: any) => extensions.code)).toEqual(exhausted);
  });
});

describe('the pages of a search', () => {
  it('take one call each, and continue after an empty page if the client requests more', async () => {
    await using upstream = await faultyServer(
      pages((token) => (token.length < 2 ? `${token}a` : undefined)),
    );
    const gateway = await startGateway({ bases: { video: `${upstream.url}/v3` } });
    const ask = async (after: string | null) => {
      const document =
        'query ($after: String) { search(after: $after) { nodes { title } pageInfo { hasNextPage endCursor } } }';
      const { body } = await gateway.query(document, { after }, { authorization: 'Bearer t' });
      return body.data.search;
    };
    const first = await ask(null);
    expect([first.nodes, first.pageInfo.hasNextPage, upstream.requests.length]).toEqual([
      [],
      true,
      1,
    ]);
    const second = await ask(first.pageInfo.endCursor);
    const third = await ask(second.pageInfo.endCursor);
    await gateway.close();
    expect(third).toEqual({ nodes: [], pageInfo: { hasNextPage: false, endCursor: null } });
    expect(
      upstream.requests.map(({ target }) =>
        new URL(target, 'http://x').searchParams.get('pageToken'),
      ),
    ).toEqual([null, 'a', 'aa']);
  });
});

it('continues after the pages that a list has read', async () => {
  await using upstream = await faultyServer(pages((token) => `${token}a`));
  const gateway = await startGateway({ bases: { video: `${upstream.url}/v3` } });
  const { body } = await gateway.query(
    '{ viewer { playlists { nodes { title } pageInfo { hasNextPage endCursor } } } }',
    {},
    { authorization: 'Bearer t' },
  );
  await gateway.close();
  expect(body.data.viewer.playlists).toEqual({
    nodes: [],
    pageInfo: { hasNextPage: true, endCursor: expect.any(String) },
  });
});

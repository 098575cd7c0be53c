import { describe, expect, it } from 'vitest';
import { type Behaviour, faultyServer, json } from '../../support/faulty-server.ts';
import { startGateway } from '../../support/gateway.ts';

/** Where lists are read page after page: one a client goes through, and one in which the first hit is looked for. */
const lists = [
  ['a list', '{ viewer { playlists { nodes { title } } } }', ['viewer', 'playlists']],
  [
    'a search for one thing',
    '{ broadcast(id: "b") { event(calendarId: "c@x") { summary } } }',
    ['broadcast', 'event'],
  ],
] as const;

/** What follows the first answer, by upstream's page token: a shelf of empty pages. */
const pages =
  (next: (token: string) => unknown): Behaviour =>
  (socket, seen) => {
    const query = new URL(seen.target, 'http://x').searchParams;
    const items = seen.target.includes('/liveBroadcasts')
      ? [{ id: 'b', snippet: {}, contentDetails: {} }]
      : [];
    json({ items, nextPageToken: next(query.get('pageToken') ?? '') })(socket, seen);
  };

describe.each(lists)('the way through the pages of %s', (_, document, path) => {
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
  ])('ends in an error where upstream’s tokens lead %s', async (_title, next, calls) => {
    const found = await ask(next);
    expect(found.errors).toMatchObject([{ path, extensions: { code: 'UPSTREAM_INVALID' } }]);
    expect(found.calls).toHaveLength(calls);
  });
  it('goes past empty pages as long as each leads to another', async () => {
    const found = await ask((token) => (token.length < 5 ? `${token}a` : undefined));
    expect([found.errors, found.calls.length]).toEqual([undefined, 6]);
  });
});

describe('the way through the pages of a search', () => {
  it('stops after one call, and goes on behind an empty page where the client asks for more', async () => {
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

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PageLoader } from '../../../src/engine/read/list/page-loader.ts';
import {
  type Behaviour,
  errorResponse,
  faultyServer,
  json,
} from '../../support/upstream/faulty-server.ts';
import { startGateway } from '../../support/gateway/gateway.ts';

/** Pages beyond the full ones that a list may take, because pages can be short. */
const extraPages = 3;

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
  it('fail for a while if the service refuses its own token and there are no items yet', async () => {
    await using upstream = await faultyServer((socket, seen) =>
      seen.target.includes('pageToken=')
        ? errorResponse(400, 'invalidPageToken')(socket, seen)
        : pages(() => 'a')(socket, seen),
    );
    const gateway = await startGateway({
      bases: { video: `${upstream.url}/v3`, calendar: `${upstream.url}/v3` },
    });
    const { body } = await gateway.query(document, {}, { authorization: 'Bearer t' });
    await gateway.close();
    expect(body.errors).toMatchObject([
      { path, extensions: { code: 'UPSTREAM_UNAVAILABLE', reason: 'invalidPageToken' } },
    ]);
    expect(body.errors![0]!.extensions).not.toHaveProperty('argument');
    const calls = upstream.requests.filter(({ target }) => !target.includes('/liveBroadcasts'));
    expect(calls).toHaveLength(3);
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
    await using gateway = await startGateway({ bases: { video: `${upstream.url}/v3` } });
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
  await using gateway = await startGateway({ bases: { video: `${upstream.url}/v3` } });
  const { body } = await gateway.query(
    '{ viewer { playlists { nodes { title } pageInfo { hasNextPage endCursor } } } }',
    {},
    { authorization: 'Bearer t' },
  );
  expect(body.data.viewer.playlists).toEqual({
    nodes: [],
    pageInfo: { hasNextPage: true, endCursor: expect.any(String) },
  });
});

describe('the replies of a comment', () => {
  const ids = (from: number) => Array.from({ length: 100 }, (_, index) => `c.${from + index}`);
  const pageOfReplies = (from: number, nextPageToken?: string): Behaviour =>
    json({ items: ids(from).map((id) => ({ id, snippet: { parentId: 'c' } })), nextPageToken });
  const refused: Behaviour = errorResponse(400, 'invalidPageToken');
  const document =
    'query ($first: Int!, $after: String) { commentThread(id: "c") { replies(first: $first, after: $after) { nodes { commentId } pageInfo { hasNextPage endCursor } } } }';

  /** Reads replies of a service whose answers to calls for them are scripted. */
  const withReplies = async (
    script: readonly Behaviour[],
    test: (read: (first: number, after?: string) => Promise<any>) => Promise<void>,
  ): Promise<readonly (string | null)[]> => {
    const tokens: (string | null)[] = [];
    await using upstream = await faultyServer((socket, seen) => {
      const query = new URL(seen.target, 'http://x').searchParams;
      if (query.get('parentId') === null)
        return json({ items: [{ id: 'c', snippet: { totalReplyCount: 200 } }] })(socket, seen);
      const index = tokens.push(query.get('pageToken')) - 1;
      return (script[index] ?? script.at(-1)!)(socket, seen);
    });
    const gateway = await startGateway({ bases: { video: `${upstream.url}/v3` } });
    const read = async (first: number, after?: string) => {
      const { body } = await gateway.query(
        document,
        { first, after },
        { authorization: 'Bearer t' },
      );
      return {
        replies: body.data.commentThread?.replies,
        errors: body.errors?.map(({ extensions }: any) => extensions),
        warnings: body.extensions?.['warnings'],
      };
    };
    await test(read);
    await gateway.close();
    return tokens;
  };
  const idsOf = ({ replies }: any): readonly string[] =>
    replies.nodes.map(({ commentId }: any) => commentId);

  it('are read again by a token that YouTube has given and refuses once', async () => {
    const tokens = await withReplies(
      [pageOfReplies(0, 't'), refused, pageOfReplies(100)],
      async (read) => {
        const found = await read(200);
        expect([found.errors, found.warnings]).toEqual([undefined, undefined]);
        expect(idsOf(found)).toEqual([...ids(0), ...ids(100)]);
        expect(found.replies.pageInfo.hasNextPage).toBe(false);
      },
    );
    expect(tokens).toEqual([null, 't', 't']);
  });

  it.each<[string, number, string | undefined]>([
    ['a wrong value of the request', 400, 'badRequest'],
    ['nothing of the cause', 400, undefined],
    ['a list that is not there', 404, 'commentNotFound'],
  ])('are not lost if the next page says %s', async (_, status, reason) => {
    const refusal = json({ error: { code: status, errors: [{ reason }] } }, status);
    const tokens = await withReplies(
      [pageOfReplies(0, 't'), refusal, pageOfReplies(100), pageOfReplies(0, 't'), refusal],
      async (read) => {
        const whole = await read(200);
        expect([whole.errors, whole.warnings]).toEqual([undefined, undefined]);
        expect(idsOf(whole)).toEqual([...ids(0), ...ids(100)]);
        const stopped = await read(200);
        expect([stopped.errors, idsOf(stopped)]).toEqual([undefined, ids(0)]);
        expect(stopped.replies.pageInfo.hasNextPage).toBe(true);
        const value = reason ?? 'UPSTREAM_UNAVAILABLE';
        expect(stopped.warnings).toMatchObject([{ code: 'LIST_STOPPED', value }]);
      },
    );
    expect(tokens).toEqual([null, 't', 't', null, 't', 't']);
  });

  it('fail if the next page is refused for a parameter that YouTube names', async () => {
    const refusal = json(
      { error: { code: 400, errors: [{ reason: 'invalid', location: 'part' }] } },
      400,
    );
    await withReplies([pageOfReplies(0, 't'), refusal], async (read) => {
      expect((await read(200)).errors).toMatchObject([{ code: 'INVALID_INPUT' }]);
    });
  });

  it('stop before a page whose token YouTube has given and refuses twice', async () => {
    const tokens = await withReplies([pageOfReplies(0, 't'), refused], async (read) => {
      const found = await read(200);
      expect([found.errors, idsOf(found)]).toEqual([undefined, ids(0)]);
      expect(found.replies.pageInfo.hasNextPage).toBe(true);
      expect(found.warnings).toEqual([
        { code: 'LIST_STOPPED', path: ['commentThread', 'replies'], value: 'invalidPageToken' },
      ]);
      // Now the client sends the token.
      const next = await read(100, found.replies.pageInfo.endCursor);
      expect(next.errors).toMatchObject([{ code: 'INVALID_INPUT', argument: 'after' }]);
    });
    expect(tokens).toEqual([null, 't', 't', 't']);
  });

  it('come once, and have an end, if each page leads to the first one', async () => {
    const tokens = await withReplies([pageOfReplies(0, 't')], async (read) => {
      const whole = await read(200);
      expect([whole.errors, idsOf(whole)]).toEqual([undefined, ids(0)]);
      expect(whole.warnings).toEqual([
        { code: 'LIST_STOPPED', path: ['commentThread', 'replies'], value: 'pageRepeated' },
      ]);
      const first = await read(100);
      expect([first.errors, idsOf(first)]).toEqual([undefined, ids(0)]);
      const second = await read(100, first.replies.pageInfo.endCursor);
      expect(second.errors).toMatchObject([{ code: 'UPSTREAM_INVALID', reason: 'pageRepeated' }]);
      expect(second.replies).toBeNull();
    });
    expect(tokens).toEqual([null, 't', null, 't']);
  });

  it('come once if each page is the first one with another token', async () => {
    const script = [pageOfReplies(0, 't'), pageOfReplies(0, 'u'), pageOfReplies(0, 'v')];
    const tokens = await withReplies(script, async (read) => {
      const whole = await read(300);
      expect([whole.errors, idsOf(whole)]).toEqual([undefined, ids(0)]);
      expect(whole.warnings).toMatchObject([{ code: 'LIST_STOPPED', value: 'pageRepeated' }]);
    });
    expect(tokens).toEqual([null, 't']);
  });
});

it('does not name a cursor that the client has not sent', async () => {
  await using upstream = await faultyServer(
    json(
      {
        error: { code: 400, errors: [{ reason: 'invalidParameter', location: 'maxResults' }] },
      },
      400,
    ),
  );
  await using gateway = await startGateway({ bases: { video: `${upstream.url}/v3` } });
  const { body } = await gateway.query(
    '{ viewer { playlists { nodes { title } } } }',
    {},
    { authorization: 'Bearer t' },
  );
  expect(body.errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT' } }]);
  expect(body.errors![0]!.extensions).not.toHaveProperty('argument');
});

import { describe, expect, it } from 'vitest';
import { readFeed } from '../../../src/engine/feed/batch.ts';
import { polledPages } from '../../../src/engine/feed/source/polled-pages.ts';
import type { FeedSource } from '../../../src/engine/feed/source/source.ts';
import { syncTokenList } from '../../../src/engine/feed/source/sync-token-list.ts';
import { Paths } from '../../../src/engine/read/path.ts';
import type { EntityProjection } from '../../../src/engine/read/walk/projection.ts';
import { liveChatBans } from '../../../src/services/live/operations.ts';
import { changes } from '../../../src/services/storage/operations.ts';
import { chatSource, createChatHarness } from '../../support/upstream/chat.ts';
import { calendarSource, EventCalendar } from '../../support/upstream/event-calendar.ts';
import {
  type FeedHarness,
  createFeedHarness,
  owner,
  rejected,
} from '../../support/feed/feed-harness.ts';

const selection = (...paths: string[]): EntityProjection => ({
  paths: Paths.of(...paths),
  downstream: new Set(),
});

const read = (
  harness: FeedHarness,
  source: FeedSource,
  after?: string | null,
  selected = selection('items.id'),
) => readFeed(harness.execution(owner), source, after, selected);

const failureOf = (reading: Promise<unknown>): Promise<unknown> =>
  reading.then(
    () => undefined,
    (error: unknown) => error,
  );

const queries = ({ requests }: FeedHarness): unknown[] =>
  requests.map(({ path, query }) => {
    query.delete('prettyPrint');
    return [path, Object.fromEntries(query)];
  });

describe('the query form of polled pages', () => {
  it('reads one page per query, and returns its interval and cursor', async () => {
    await using harness = await createChatHarness();
    harness.chat.post(2);
    const first = await read(
      harness,
      chatSource(),
      null,
      selection('items.snippet.displayMessage'),
    );
    harness.chat.post(1);
    const second = await read(harness, chatSource(), first.cursor);
    expect(first).toMatchObject({
      items: [{ id: 'm1' }, { id: 'm2' }],
      hasMore: undefined,
      pollAfterMs: 5_000,
      cursor: expect.any(String),
    });
    expect(second.items).toMatchObject([{ id: 'm3' }]);
    const common = { liveChatId: 'chat', maxResults: '2000' };
    const tokens = 'nextPageToken,offlineAt,pollingIntervalMillis';
    expect(queries(harness)).toEqual([
      [
        '/youtube/v3/liveChat/messages',
        {
          ...common,
          part: 'snippet',
          fields: `items(id,snippet/displayMessage),${tokens}`,
        },
      ],
      [
        '/youtube/v3/liveChat/messages',
        { ...common, pageToken: 'at 2 answer 1', part: 'id', fields: `items/id,${tokens}` },
      ],
    ]);
  });
  it('returns when the feed has ended', async () => {
    await using harness = await createChatHarness();
    harness.chat.offlineAt = '2026-03-10T08:00:00Z';
    expect(await read(harness, chatSource())).toMatchObject({ endedAt: '2026-03-10T08:00:00Z' });
    harness.answer(() => rejected(403, 'liveChatEnded'));
    expect(await read(harness, chatSource())).toEqual({ items: [], hasMore: false, cursor: null });
  });
  it.each([-1, 'soon', null, {}])('ignores an invalid interval: %s', async (value) => {
    await using harness = await createFeedHarness(() => ({
      body: { nextPageToken: 'x', pollingIntervalMillis: value },
    }));
    expect((await read(harness, chatSource())).pollAfterMs).toBeUndefined();
  });
  it.each([
    ['pageTokenInvalid', undefined],
    ['invalidPageToken', 'pageToken'],
    ['invalidParameter', 'pageToken'],
  ])('names `after` if the service rejects the page token: %s', async (reason, location) => {
    await using harness = await createChatHarness();
    const { cursor } = await read(harness, chatSource());
    harness.answer(() => rejected(400, reason, location));
    expect(await failureOf(read(harness, chatSource(), cursor))).toMatchObject({
      failure: { code: 'INVALID_INPUT', argument: 'after' },
    });
  });
  it.each([
    'liveChatId',
    // Names of object methods.
    'toString',
    'constructor',
  ])('passes on other errors: at %s', async (location) => {
    await using harness = await createFeedHarness(() =>
      rejected(400, 'invalidParameter', location),
    );
    const error = await failureOf(read(harness, chatSource()));
    expect(error).toMatchObject({ failure: { code: 'INVALID_INPUT', location } });
    expect(error).not.toHaveProperty('failure.argument');
  });
  it('throws for an operation without pages', () => {
    expect(() => polledPages(liveChatBans.insert, {})).toThrow('not a paged list');
  });
});

describe('the query form of a sync token list', () => {
  it('reads the pages of the full list, and then the pages of changes', async () => {
    const calendar = new EventCalendar();
    calendar.put('a', 'b', 'c', 'd');
    await using harness = await createFeedHarness(calendar.answer);
    const source = calendarSource();
    const first = await read(harness, source);
    const second = await read(harness, source, first.cursor);
    calendar.delete('a');
    calendar.put('e', 'f', 'g');
    const third = await read(harness, source, second.cursor);
    const fourth = await read(harness, source, third.cursor);
    expect(
      [first, second, third, fourth].map(({ items, hasMore }) => [
        items.map((item) => (item as { id: string }).id).join(''),
        hasMore,
      ]),
    ).toEqual([
      ['abc', true],
      ['d', false],
      ['aef', true],
      ['g', false],
    ]);
    expect(
      harness.requests.map(({ query }) => [query.get('syncToken'), query.get('pageToken')]),
    ).toEqual([
      [null, null],
      [null, 'page 3 4 0'],
      ['sync 4', null],
      ['sync 4', 'page 7 8 4'],
    ]);
    expect(harness.requests[0]!.query.get('fields')).toBe('items/id,nextPageToken,nextSyncToken');
  });
  it('returns a reset for an expired sync token, in one call', async () => {
    const calendar = new EventCalendar();
    calendar.put('a');
    await using harness = await createFeedHarness(calendar.answer);
    const source = calendarSource();
    const { cursor } = await read(harness, source);
    calendar.expireTokens();
    const reset = await read(harness, source, cursor);
    expect(reset).toMatchObject({ items: [], hasMore: true, reset: true });
    expect(harness.requests).toHaveLength(2);
    const again = await read(harness, source, reset.cursor);
    expect(again).toMatchObject({ items: [{ id: 'a' }], hasMore: false });
  });
  it('passes on a 410 of the first page', async () => {
    await using harness = await createFeedHarness(() => rejected(410, 'deleted'));
    expect(await failureOf(read(harness, calendarSource()))).toMatchObject({
      failure: { code: 'GONE' },
    });
  });
  it('rejects a last page without a sync token', async () => {
    await using harness = await createFeedHarness(() => ({ body: { items: [] } }));
    expect(await failureOf(read(harness, calendarSource()))).toMatchObject({
      failure: { code: 'UPSTREAM_INVALID' },
    });
  });
  it('starts with the token of a start call', async () => {
    await using harness = await createFeedHarness(({ path, query }) =>
      path.endsWith('/startPageToken')
        ? { body: { startPageToken: '7' } }
        : { body: { changes: [{ fileId: query.get('pageToken') }], newStartPageToken: '8' } },
    );
    const source = syncTokenList(
      changes.list,
      { driveId: 'd' },
      {
        start: {
          operation: changes.getStartPageToken,
          args: { driveId: 'd' },
          field: 'startPageToken',
        },
        minimumPath: 'fileId',
      },
    );
    const first = await read(harness, source);
    const second = await read(harness, source, first.cursor, selection('items.fileId'));
    expect([first.items, second.items]).toEqual([[], [{ fileId: '7' }]]);
    expect(queries(harness)).toEqual([
      ['/drive/v3/changes/startPageToken', { driveId: 'd', fields: 'startPageToken' }],
      [
        '/drive/v3/changes',
        {
          driveId: 'd',
          pageSize: '1000',
          pageToken: '7',
          fields: 'changes/fileId,newStartPageToken,nextPageToken',
        },
      ],
    ]);
  });
});

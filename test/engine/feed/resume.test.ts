import { describe, expect, it } from 'vitest';
import { readFeed } from '../../../src/engine/feed/batch.ts';
import { encodeCursor } from '../../../src/engine/feed/cursor.ts';
import { Paths } from '../../../src/engine/read/path.ts';
import { Chat, chatSource, createChatHarness, messages } from '../../support/upstream/chat.ts';
import {
  type CalendarEvent,
  calendarSource,
  EventCalendar,
} from '../../support/upstream/event-calendar.ts';
import {
  collect,
  type FeedHarness,
  createFeedHarness,
  newHub,
  owner,
  rejected,
} from '../../support/feed/feed-harness.ts';

const source = chatSource();

/** The cursor of the last batch, or that of the previous subscription if there was none. */
const lastCursor = (
  { batches }: { readonly batches: readonly { readonly cursor: string | null }[] },
  before?: string | null,
) => batches.at(-1)?.cursor ?? before;

const queryCursor = async ({ execution }: FeedHarness): Promise<string | null> => {
  const selection = { paths: Paths.of('items.id'), downstream: new Set<string>() };
  return (await readFeed(execution(owner), source, null, selection)).cursor;
};

describe('reconnecting with a cursor', () => {
  it('replays items without a call while another subscriber is connected', async () => {
    await using harness = await createChatHarness();
    harness.follow(source);
    const leaving = harness.follow(source);
    await harness.clock.settle();
    await leaving.leave();
    for (let turn = 0; turn < 24; turn += 1) {
      harness.chat.post(2);
      await harness.clock.advance(10_000);
    }
    const before = harness.requests.length;
    const after = lastCursor(leaving);
    const back = harness.follow(source, after);
    await harness.clock.settle();
    expect([back.ids(), harness.requests.length]).toEqual([messages(48), before]);
  });
  it('replays items and continues polling after the poller stopped', {
    tags: ['R22'],
  }, async () => {
    await using harness = await createChatHarness();
    const slow = harness.follow(source);
    const fast = harness.follow(source);
    harness.chat.post(2);
    await harness.clock.advance(5_000);
    await slow.leave();
    harness.chat.post(2);
    await harness.clock.advance(5_000);
    await fast.leave();
    harness.chat.post(2);
    await harness.clock.advance(200_000);
    const after = lastCursor(slow);
    const back = harness.follow(source, after);
    await harness.clock.settle();
    expect([slow.ids(), back.ids()]).toEqual([
      ['m1', 'm2'],
      ['m3', 'm4', 'm5', 'm6'],
    ]);
    expect(harness.requests).toHaveLength(4);
  });
  it('replays the recent items as one batch with the latest cursor, to a new subscriber too', async () => {
    await using harness = await createChatHarness();
    harness.chat.post(3);
    const constant = harness.follow(source);
    for (let turn = 0; turn < 3; turn += 1) {
      await harness.clock.advance(5_000);
      harness.chat.post(2);
    }
    await harness.clock.advance(5_000);
    const [{ cursor: after }, { cursor: last }] = [constant.batches[0]!, constant.batches.at(-1)!];
    const joined = harness.follow(source);
    const back = harness.follow(source, after);
    await harness.clock.settle();
    expect([joined.ids(), back.ids()]).toEqual([messages(9), messages(9).slice(3)]);
    for (const { batches } of [joined, back])
      expect(batches.map(({ cursor }) => cursor)).toEqual([last]);
  });
  it('replays no batch with more items than a page can have', async () => {
    await using harness = await createChatHarness();
    harness.follow(source);
    for (const count of [1_500, 500, 1]) {
      harness.chat.post(count);
      await harness.clock.advance(5_000);
    }
    const joined = harness.follow(source);
    await harness.clock.settle();
    expect(joined.batches.map(({ items }) => items.length)).toEqual([2_000, 1]);
    expect(joined.ids()).toEqual(messages(2_001));
  });
  it('reads missed items from the service when the log is too short', async () => {
    await using harness = await createChatHarness({ maxRetainedItems: 5 });
    const constant = harness.follow(source);
    const leaving = harness.follow(source);
    await harness.clock.settle();
    await leaving.leave();
    for (let turn = 0; turn < 10; turn += 1) {
      harness.chat.post(2);
      await harness.clock.advance(5_000);
    }
    const after = lastCursor(leaving);
    const back = harness.follow(source, after);
    harness.chat.post(2);
    await harness.clock.advance(20_000);
    harness.chat.post(2);
    await harness.clock.advance(20_000);
    expect(back.ids()).toEqual(messages(24));
    expect(constant.ids()).toEqual(messages(24));
  });
});

describe('a cursor that the topic does not know', () => {
  it('starts a new topic at the cursor', async () => {
    await using harness = await createChatHarness();
    harness.chat.post(3);
    const after = await queryCursor(harness);
    harness.chat.post(2);
    const subscriber = harness.follow(source, after);
    await harness.clock.settle();
    expect(subscriber.ids()).toEqual(['m4', 'm5']);
  });
  it.each([1, 3, 10, 2_000])(
    'loses none of many missed messages if a page has at most %i',
    async (pageSize) => {
      await using harness = await createChatHarness();
      harness.chat.post(1);
      const after = await queryCursor(harness);
      harness.chat.post(29);
      const constant = harness.follow(source);
      await harness.clock.advance(5_000);
      harness.chat.pageSize = pageSize;
      const back = harness.follow(source, after);
      for (let turn = 0; turn < 20; turn += 1) {
        if (turn % 4 === 0) harness.chat.post(1);
        await harness.clock.advance(20_000);
      }
      expect(constant.ids()).toEqual(harness.chat.messages);
      expect(back.ids()).toEqual(harness.chat.messages.slice(1));
    },
  );
  it.each([1, 3, 10, 2_000])(
    'repeats nothing of a topic that is behind it if a page has at most %i',
    async (pageSize) => {
      await using harness = await createChatHarness();
      harness.chat.post(1);
      const older = await queryCursor(harness);
      harness.chat.post(29);
      const newer = await queryCursor(harness);
      harness.chat.pageSize = pageSize;
      const behind = harness.follow(source, older);
      const ahead = harness.follow(source, newer);
      for (let turn = 0; turn < 20; turn += 1) {
        if (turn % 4 === 0) harness.chat.post(2);
        await harness.clock.advance(20_000);
      }
      expect(behind.ids()).toEqual(harness.chat.messages.slice(1));
      expect(ahead.ids()).toEqual(harness.chat.messages.slice(30));
    },
  );
  it.each([
    ['the interval 0', true],
    ['no interval', false],
  ])('is read with pauses if the answer states %s', async (_, statesInterval) => {
    const chat = new Chat();
    Object.assign(chat, { statesInterval, intervalMs: 0 });
    await using harness = await createFeedHarness(chat.answer);
    chat.post(1);
    const after = await queryCursor(harness);
    chat.post(9);
    harness.follow(source);
    await harness.clock.advance(60_000);
    chat.pageSize = 1;
    const back = harness.follow(source, after);
    const before = harness.requests.length;
    await harness.clock.advance(3_600_000);
    expect(back.ids()).toEqual(chat.messages.slice(1));
    // The topic's page, which is empty, and the next one of the subscriber.
    const instants = harness.requests.slice(before).map(({ at }) => at);
    expect(instants.length).toBeGreaterThan(18);
    expect(instants.filter((at, index) => at === instants[index - 2])).toEqual([]);
  });
  it('ends with the feed, if the topic had no item of the last page', async () => {
    await using harness = await createChatHarness();
    harness.chat.post(1);
    const older = await queryCursor(harness);
    harness.chat.post(9);
    const newer = await queryCursor(harness);
    harness.chat.pageSize = 3;
    const ahead = harness.follow(source, newer);
    const behind = harness.follow(source, older);
    await harness.clock.advance(5_000);
    harness.chat.pageSize = 2_000;
    harness.chat.isEnded = true;
    await harness.clock.advance(120_000);
    expect(behind.ids()).toEqual(harness.chat.messages.slice(1));
    expect(await Promise.all([ahead.ended, behind.ended])).toEqual([undefined, undefined]);
    expect(harness.hub.pollerCount).toBe(0);
  });
  it('reads missed pages once for all subscribers with the same cursor', async () => {
    await using harness = await createChatHarness();
    harness.follow(source);
    harness.chat.post(3);
    await harness.clock.advance(5_000);
    const after = await queryCursor(harness);
    const before = harness.requests.length;
    const many = Array.from({ length: 100 }, () => harness.follow(source, after));
    harness.chat.post(2);
    await harness.clock.advance(20_000);
    for (const { ids } of many) expect(ids()).toEqual(['m4', 'm5']);
    expect(harness.requests.length - before).toBe(4);
  });
  it('closes only the subscriber whose cursor the service rejects', async () => {
    const chat = new Chat();
    await using harness = await createFeedHarness((request) =>
      request.query.get('pageToken')?.includes('answer 2')
        ? rejected(400, 'pageTokenInvalid')
        : chat.answer(request),
    );
    const constant = harness.follow(source);
    await harness.clock.settle();
    const after = await queryCursor(harness);
    const refused = harness.follow(source, after);
    chat.post(2);
    await harness.clock.advance(30_000);
    expect(await refused.ended).toMatchObject({
      failure: { code: 'INVALID_INPUT', argument: 'after' },
    });
    expect(constant.ids()).toEqual(['m1', 'm2']);
  });
  it('makes no extra call for the current position of the poller', async () => {
    await using harness = await createFeedHarness(({ at }) => ({
      body: { nextPageToken: `at ${at}`, pollingIntervalMillis: 5_000 },
    }));
    harness.follow(source);
    await harness.clock.advance(5_000);
    const after = await queryCursor(harness);
    harness.follow(source, after);
    await harness.clock.advance(10_000);
    const tokens = harness.requests.map(({ query }) => query.get('pageToken'));
    expect(new Set(tokens.slice(3)).size).toBe(2);
  });
  it('makes no call for a subscriber that left the queue', async () => {
    await using harness = await createChatHarness();
    harness.follow(source);
    await harness.clock.settle();
    const after = await queryCursor(harness);
    const leaving = harness.follow(source, after);
    await leaving.leave();
    await harness.clock.advance(5_000);
    expect(harness.requests.map(({ query }) => query.get('pageToken'))).toEqual([
      null,
      null,
      'at 0 answer 1',
    ]);
  });
});

describe('a sync token that the topic does not know', () => {
  it('reads all missed pages, then joins the topic', async () => {
    const calendar = new EventCalendar();
    await using harness = await createFeedHarness(calendar.answer);
    const events = calendarSource({ pageSize: 3 });
    const constant = harness.follow(events);
    await harness.clock.settle();
    const old = collect(newHub(harness).subscribe({ identity: owner, source: events }));
    await harness.clock.settle();
    await old.leave();
    calendar.put('a', 'b', 'c', 'd', 'e', 'f', 'g');
    await harness.clock.advance(60_000);
    const after = encodeCursor(events, { syncToken: 'sync 1' });
    const joined = harness.follow(events, after);
    await harness.clock.settle();
    calendar.put('h');
    await harness.clock.advance(120_000);
    expect(joined.ids()).toEqual(['b', 'c', 'd', 'e', 'f', 'g', 'h']);
    expect(constant.ids()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
  });
  it('delivers nothing twice if changes arrive during the missed pages', async () => {
    const calendar = new EventCalendar();
    await using harness = await createFeedHarness((request) => {
      const isCatchingUp = request.query.get('syncToken') === 'sync 1';
      if (isCatchingUp && calendar.truth.size < 9) calendar.put('d', 'e', 'f', 'g', 'h', 'i');
      return calendar.answer(request);
    });
    const events = calendarSource();
    const constant = harness.follow(events);
    await harness.clock.settle();
    calendar.put('a', 'b', 'c');
    await harness.clock.advance(60_000);
    const after = encodeCursor(events, { syncToken: 'sync 1' });
    const joined = harness.follow(events, after);
    await harness.clock.advance(120_000);
    expect(joined.ids()).toEqual(['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']);
    expect(constant.ids()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']);
  });
  it('delivers later changes with the same version', async () => {
    const calendar = new EventCalendar();
    await using harness = await createFeedHarness(calendar.answer);
    const versionOf = (item: object): string => (item as CalendarEvent).id;
    const events = calendarSource({ versionOf });
    harness.follow(events);
    await harness.clock.settle();
    calendar.put('a', 'b');
    await harness.clock.advance(60_000);
    const after = encodeCursor(events, { syncToken: 'sync 1' });
    const joined = harness.follow(events, after);
    await harness.clock.advance(60_000);
    calendar.put('b');
    await harness.clock.advance(60_000);
    expect(joined.ids()).toEqual(['b', 'b']);
  });
});

import { describe, expect, it } from 'vitest';
import type { FeedBatch } from '../../../src/engine/feed/batch.ts';
import {
  type CalendarEvent,
  calendarSource,
  EventCalendar,
} from '../../support/upstream/event-calendar.ts';
import {
  collect,
  createFeedHarness,
  type FeedHandler,
  newHub,
  owner,
  rejected,
} from '../../support/feed/feed-harness.ts';

const source = calendarSource();

/** The state of a client that applies every batch. */
function applied(batches: readonly FeedBatch[]): ReadonlyMap<string, number> {
  const events = new Map<string, number>();
  for (const { items, reset } of batches) {
    if (reset) events.clear();
    for (const { id, status, change } of items as CalendarEvent[])
      if (status === 'cancelled') events.delete(id);
      else events.set(id, change);
  }
  return events;
}

const ids = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, index) => `e${from + index}`);

describe('a sync token that is too old', () => {
  it('sends a reset and a full list that ends in the current state', {
    tags: ['R17'],
  }, async () => {
    const calendar = new EventCalendar();
    calendar.put(...ids(0, 20));
    await using harness = await createFeedHarness(calendar.answer);
    const subscriber = harness.follow(source);
    await harness.clock.settle();
    expect(applied(subscriber.batches)).toEqual(calendar.truth);
    calendar.delete(...ids(0, 5));
    calendar.put(...ids(15, 30));
    calendar.expireTokens();
    await harness.clock.advance(60_000);
    expect(applied(subscriber.batches)).toEqual(calendar.truth);
    expect(subscriber.batches.filter(({ reset }) => reset)).toHaveLength(1);
    calendar.put('e3');
    await harness.clock.advance(60_000);
    expect(applied(subscriber.batches)).toEqual(calendar.truth);
  });
  it('ends in the current state with expiry and changes at any moment', async () => {
    const calendar = new EventCalendar();
    await using harness = await createFeedHarness((request) => {
      const turn = harness.requests.length;
      calendar.put(`e${turn % 7}`, `n${turn}`);
      if (turn % 5 === 0) calendar.delete(`n${turn - 3}`);
      if (turn % 11 === 0 && turn < 100) calendar.expireTokens();
      return calendar.answer(request);
    });
    const subscriber = harness.follow(source);
    await harness.clock.advance(3_600_000);
    harness.answer(calendar.answer);
    await harness.clock.advance(120_000);
    expect(harness.requests.length).toBeGreaterThan(100);
    expect(subscriber.batches.filter(({ reset }) => reset).length).toBeGreaterThan(2);
    expect(applied(subscriber.batches)).toEqual(calendar.truth);
  });
  it('resets a subscriber that reconnects with an expired cursor', async () => {
    const calendar = new EventCalendar();
    calendar.put(...ids(0, 5));
    await using harness = await createFeedHarness(calendar.answer);
    const first = harness.follow(source);
    await harness.clock.settle();
    await first.leave();
    calendar.delete('e1');
    calendar.expireTokens();
    await harness.clock.advance(400_000);
    const after = first.batches.at(-1)!.cursor;
    const back = harness.follow(source, after);
    await harness.clock.settle();
    expect(back.batches[0]).toMatchObject({ items: [], reset: true });
    expect(applied([...first.batches, ...back.batches])).toEqual(calendar.truth);
  });
  it('resets only the subscriber with the expired cursor', async () => {
    const calendar = new EventCalendar();
    calendar.put(...ids(0, 5));
    await using harness = await createFeedHarness(calendar.answer);
    const first = harness.follow(source);
    await harness.clock.settle();
    await first.leave();
    calendar.delete('e1');
    calendar.expireTokens();
    await harness.clock.advance(400_000);
    const constant = harness.follow(source);
    await harness.clock.settle();
    const after = first.batches.at(-1)!.cursor;
    const back = harness.follow(source, after);
    calendar.put('e9');
    await harness.clock.advance(120_000);
    expect(back.batches.filter(({ reset }) => reset)).toHaveLength(1);
    expect(constant.batches.filter(({ reset }) => reset)).toHaveLength(0);
    for (const batches of [constant.batches, [...first.batches, ...back.batches]])
      expect(applied(batches)).toEqual(calendar.truth);
  });
  it('sends everything after the reset, also what a subscriber has just received', async () => {
    const calendar = new EventCalendar();
    calendar.put('e0', 'e1');
    await using harness = await createFeedHarness(calendar.answer);
    const elsewhere = collect(newHub(harness).subscribe({ identity: owner, source }));
    await harness.clock.settle();
    const after = elsewhere.batches.at(-1)!.cursor;
    await elsewhere.leave();
    calendar.put('e1');
    harness.follow(source);
    await harness.clock.settle();
    const back = harness.follow(source, after);
    await harness.clock.settle();
    expect(back.ids()).toEqual(['e1']);
    calendar.expireTokens();
    await harness.clock.advance(60_000);
    expect(back.batches.filter(({ reset }) => reset)).toHaveLength(1);
    expect(back.ids()).toEqual(['e1', 'e0', 'e1']);
  });
  it('pauses between full lists if every token expires at once', async () => {
    await using harness = await createFeedHarness(({ query }) =>
      query.has('syncToken') || query.has('pageToken')
        ? rejected(410, 'fullSyncRequired')
        : { body: { items: [], nextPageToken: 'next' } },
    );
    harness.follow(source);
    await harness.clock.advance(60_000);
    expect([harness.requests.length < 16, harness.hub.pollerCount]).toEqual([true, 1]);
  });
  it('fails if page tokens repeat', async () => {
    await using harness = await createFeedHarness(({ query }) => ({
      body: { items: [], nextPageToken: query.get('pageToken') === 'a' ? 'b' : 'a' },
    }));
    const subscriber = harness.follow(source);
    expect(await subscriber.ended).toMatchObject({ failure: { code: 'UPSTREAM_INVALID' } });
    expect(harness.requests).toHaveLength(3);
  });
});

/** The same pages, each last one followed by an empty one with the sync token. */
const withEmptyEnd =
  (handler: FeedHandler): FeedHandler =>
  (request) => {
    const end = /^end (.*)/.exec(request.query.get('pageToken') ?? '')?.[1];
    if (end !== undefined) return { body: { items: [], nextSyncToken: end } };
    const { body = {}, ...answer } = handler(request);
    const { nextSyncToken, ...page } = body as { readonly nextSyncToken?: string };
    if (nextSyncToken === undefined) return { ...answer, body };
    return { ...answer, body: { ...page, nextPageToken: `end ${nextSyncToken}` } };
  };

describe('a backlog of several pages', () => {
  it('ends with a page that says so, also if that page is empty', async () => {
    const calendar = new EventCalendar();
    calendar.put(...ids(0, 2));
    await using harness = await createFeedHarness(withEmptyEnd(calendar.answer));
    const subscriber = harness.follow(source);
    await harness.clock.settle();
    const pages = () => subscriber.batches.map(({ items, hasMore }) => [items.length, hasMore]);
    expect(pages()).toEqual([
      [2, true],
      [0, false],
    ]);
    calendar.put('e2');
    await harness.clock.advance(60_000);
    expect(pages().slice(2)).toEqual([
      [1, true],
      [0, false],
    ]);
    await harness.clock.advance(300_000);
    expect(pages()).toHaveLength(4);
  });
  it('waits for a subscriber that reads slowly', async () => {
    const calendar = new EventCalendar();
    calendar.pageSize = 800;
    calendar.put(...ids(0, 8_000));
    await using harness = await createFeedHarness(calendar.answer);
    const subscriber = harness.hub.subscribe({ identity: owner, source });
    const batches: FeedBatch[] = [];
    for (let turn = 0; turn < 10; turn += 1) {
      await harness.clock.advance(2_000);
      batches.push((await subscriber.next()).value!);
    }
    expect(applied(batches)).toEqual(calendar.truth);
  });
  it('closes a subscriber that reads nothing', async () => {
    const calendar = new EventCalendar();
    calendar.pageSize = 800;
    calendar.put(...ids(0, 8_000));
    await using harness = await createFeedHarness(calendar.answer);
    const blocked = harness.hub.subscribe({ identity: owner, source });
    const fast = harness.follow(source);
    await harness.clock.advance(15_000);
    expect(applied(fast.batches)).toEqual(calendar.truth);
    await expect(blocked.next()).rejects.toThrow('undelivered');
  });
});

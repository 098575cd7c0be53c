/**
 * Copies of a calendar that clients keep by its changes, with sync tokens that expire at any time.
 */
import { expect, it } from 'vitest';
import { type FeedBatch, readFeed } from '../../../../src/engine/feed/batch.ts';
import { Paths } from '../../../../src/engine/read/path.ts';
import {
  type CalendarEvent,
  calendarSource,
  EventCalendar,
} from '../../../support/event-calendar.ts';
import { collect, createFeedHarness, newHub, owner } from '../../../support/feed-harness.ts';
import { promised } from '../../../support/promised-size.ts';
import { randomNumbers } from '../../../support/random-number.ts';

const source = calendarSource();

/** A client that keeps its events during a reset, and then drops those that did not come again. */
class Replica {
  readonly events = new Map<string, number>();
  resets = 0;
  /** Events that have not come again since the reset. */
  readonly #unseen = new Set<string>();

  apply({ items, reset, hasMore }: FeedBatch): void {
    if (reset) {
      this.resets += 1;
      for (const id of this.events.keys()) this.#unseen.add(id);
    }
    for (const { id, status, change } of items as CalendarEvent[]) {
      this.#unseen.delete(id);
      if (status === 'cancelled') this.events.delete(id);
      else this.events.set(id, change);
    }
    if (hasMore) return;
    for (const id of this.#unseen) this.events.delete(id);
    this.#unseen.clear();
  }
}

it.each([1, 2, 3])(
  'equals the calendar after many changes, by subscription and by queries (seed %i)',
  { tags: ['fullSize'] },
  async (seed) => {
    const calendar = new EventCalendar();
    await using harness = await createFeedHarness(calendar.answer);
    const random = randomNumbers(seed);
    const pick = (count: number): number => Math.floor(random() * count);
    const subscriber = collect(newHub(harness).subscribe({ identity: owner, source }));
    const queried = new Replica();
    let cursor: string | null = null;
    const selection = { paths: Paths.of('items.status'), downstream: new Set<string>() };
    /** @returns whether the page has more than the end of the feed */
    const readPage = async (): Promise<boolean> => {
      const page = await readFeed(harness.execution(owner), source, cursor, selection);
      queried.apply(page);
      cursor = page.cursor;
      return page.hasMore === true || page.items.length > 0;
    };
    for (let count = 0; count < promised(1_000, 300); count += 1) {
      const id = `e${pick(60)}`;
      if (random() < 0.4) calendar.delete(id);
      else calendar.put(id);
      if (random() < 0.05) calendar.expireTokens();
      if (random() < 0.5) await readPage();
      if (random() < 0.5) await harness.clock.advance(pick(60_000));
    }
    while (await readPage());
    await harness.clock.advance(300_000);
    const subscribed = new Replica();
    for (const batch of subscriber.batches) subscribed.apply(batch);
    const leastResets = promised(10, 3);
    expect([subscribed.resets, queried.resets].every((each) => each > leastResets)).toBe(true);
    expect(calendar.truth.size).toBeGreaterThan(20);
    expect(subscribed.events).toEqual(calendar.truth);
    expect(queried.events).toEqual(calendar.truth);
  },
);

import { describe, expect, it } from 'vitest';
import type { FeedSource } from '../../../src/data/feed/source.ts';
import type { WatchChannel } from '../../../src/data/feed/watch-channel.ts';
import type { OpenedChannel, WatchCalls } from '../../../src/data/feed/watch-renewal.ts';
import type { DrivenClock } from '../../support/driven-clock.ts';
import { calendarSource, EventCalendar } from '../../support/event-calendar.ts';
import { collect, createFeedHarness, owner } from '../../support/feed-harness.ts';

const lifeMs = 1_000_000;

interface Line {
  readonly at: number;
  readonly what: 'open' | 'stop';
  readonly channel: number;
}

/** A service that opens watch channels and records its calls. */
class Watching implements WatchCalls {
  readonly intervalMs = 900_000;
  readonly opened: WatchChannel[] = [];
  readonly lines: Line[] = [];
  clock!: DrivenClock;
  isRefusing = false;
  #confirmed: Promise<void> = Promise.resolve();

  /**
   * Makes channels wait for their confirmation.
   * @returns a function that confirms them
   */
  delay(): () => void {
    let confirm = (): void => {};
    this.#confirmed = new Promise((resolve) => {
      confirm = resolve;
    });
    return () => confirm();
  }

  readonly open = async (_: unknown, channel: WatchChannel) => {
    if (this.isRefusing) throw new Error('refused');
    await this.#confirmed;
    const number = this.opened.push(channel);
    this.#note('open', number);
    return { expiresAt: this.clock.now() + lifeMs, resourceId: `resource of ${number}` };
  };

  readonly stop = async (_: unknown, { id, resourceId }: OpenedChannel) => {
    const number = 1 + this.opened.findIndex((channel) => channel.id === id);
    if (resourceId === `resource of ${number}`) this.#note('stop', number);
  };

  #note(what: Line['what'], channel: number): void {
    this.lines.push({ at: this.clock.now(), what, channel });
  }
}

async function createWatchHarness() {
  const calendar = new EventCalendar();
  const watch = new Watching();
  const harness = await createFeedHarness(calendar.answer);
  watch.clock = harness.clock;
  const source: FeedSource = calendarSource({ watch });
  const begin = harness.clock.now();
  return {
    ...harness,
    calendar,
    watch,
    begin,
    subscribe: () => collect(harness.hub.subscribe({ identity: owner, source })),
    ping: (channel = watch.opened.at(-1)!) => harness.hub.notify(channel),
    lines: () => watch.lines.map(({ at, what, channel }) => [at - begin, what, channel]),
  };
}

describe('watch channels', () => {
  it('reads once after a notification and does not poll in between', async () => {
    await using harness = await createWatchHarness();
    const subscriber = harness.subscribe();
    await harness.clock.advance(10_000);
    const before = harness.requests.length;
    await harness.clock.advance(600_000);
    expect(harness.requests).toHaveLength(before);
    harness.calendar.put('a');
    expect(harness.ping()).toBe(true);
    await harness.clock.advance(1_000);
    expect([subscriber.ids(), harness.requests.length]).toEqual([['a'], before + 1]);
  });
  it('delivers each change once if notifications are doubled or without a change', async () => {
    await using harness = await createWatchHarness();
    const subscriber = harness.subscribe();
    await harness.clock.advance(10_000);
    harness.calendar.put('a', 'b');
    const before = harness.requests.length;
    for (let count = 0; count < 50; count += 1) harness.ping();
    await harness.clock.advance(5_000);
    expect(harness.requests).toHaveLength(before + 1);
    harness.ping();
    await harness.clock.advance(5_000);
    expect(subscriber.ids()).toEqual(['a', 'b']);
  });
  it('delivers changes whose notification was lost', async () => {
    await using harness = await createWatchHarness();
    const subscriber = harness.subscribe();
    await harness.clock.advance(10_000);
    harness.calendar.put('a', 'b');
    await harness.clock.advance(900_000);
    expect(subscriber.ids()).toEqual(['a', 'b']);
  });
  it('delivers changes from before the channel was open', async () => {
    await using harness = await createWatchHarness();
    const confirm = harness.watch.delay();
    const subscriber = harness.subscribe();
    await harness.clock.advance(30_000);
    harness.calendar.put('a');
    confirm();
    await harness.clock.advance(5_000);
    expect(subscriber.ids()).toEqual(['a']);
  });
  it('opens a new channel for a subscriber that returns while the old one opens', async () => {
    await using harness = await createWatchHarness();
    const confirm = harness.watch.delay();
    const first = harness.subscribe();
    await harness.clock.advance(10_000);
    await first.leave();
    harness.subscribe();
    await harness.clock.settle();
    confirm();
    await harness.clock.advance(10_000);
    expect(harness.lines()).toEqual([
      [10_000, 'open', 1],
      [10_000, 'stop', 1],
      [10_000, 'open', 2],
    ]);
  });
  it('delivers a change announced during a read', async () => {
    await using harness = await createWatchHarness();
    const subscriber = harness.subscribe();
    await harness.clock.advance(10_000);
    harness.answer((request) => {
      const answer = harness.calendar.answer(request);
      harness.answer(harness.calendar.answer);
      harness.calendar.put('late');
      harness.ping();
      return answer;
    });
    harness.ping();
    await harness.clock.advance(10_000);
    expect(subscriber.ids()).toEqual(['late']);
  });
  it('rejects notifications of unknown channels and with wrong tokens', async () => {
    await using harness = await createWatchHarness();
    harness.subscribe();
    await harness.clock.advance(10_000);
    const [channel] = harness.watch.opened;
    const { id, token } = channel!;
    expect(id.length).toBeLessThanOrEqual(64);
    expect(token.length).toBeLessThanOrEqual(256);
    const before = harness.requests.length;
    expect(
      [
        { id, token: '' },
        { id, token: `${token.slice(1)}${token[0]}` },
        { id, token: `${token}x` },
        { id: 'unknown', token },
      ].map((each) => harness.hub.notify(each)),
    ).toEqual([false, false, false, false]);
    await harness.clock.advance(10_000);
    expect(harness.requests).toHaveLength(before);
  });
  it('opens a new channel at 80% of the lifetime and then stops the old one', async () => {
    await using harness = await createWatchHarness();
    harness.subscribe();
    await harness.clock.advance(2_500_000);
    expect(harness.lines()).toEqual([
      [0, 'open', 1],
      [800_000, 'open', 2],
      [800_000, 'stop', 1],
      [1_600_000, 'open', 3],
      [1_600_000, 'stop', 2],
      [2_400_000, 'open', 4],
      [2_400_000, 'stop', 3],
    ]);
  });
  it('accepts notifications of the old channel until the new one is confirmed', async () => {
    await using harness = await createWatchHarness();
    const subscriber = harness.subscribe();
    await harness.clock.advance(10_000);
    const confirm = harness.watch.delay();
    await harness.clock.advance(800_000);
    harness.calendar.put('a');
    expect(harness.ping(harness.watch.opened[0])).toBe(true);
    await harness.clock.advance(5_000);
    confirm();
    await harness.clock.settle();
    harness.calendar.put('b');
    expect([harness.ping(harness.watch.opened[0]), harness.ping(harness.watch.opened[1])]).toEqual([
      false,
      true,
    ]);
    await harness.clock.advance(5_000);
    expect(subscriber.ids()).toEqual(['a', 'b']);
  });
  it('polls while a renewal fails and retries it', async () => {
    await using harness = await createWatchHarness();
    const subscriber = harness.subscribe();
    await harness.clock.advance(10_000);
    harness.watch.isRefusing = true;
    await harness.clock.advance(1_190_000);
    harness.calendar.put('a');
    await harness.clock.advance(61_000);
    expect(subscriber.ids()).toEqual(['a']);
    harness.watch.isRefusing = false;
    await harness.clock.advance(100_000);
    expect(harness.watch.opened).toHaveLength(2);
    const before = harness.requests.length;
    await harness.clock.advance(600_000);
    expect(harness.requests).toHaveLength(before);
  });
  it('stops the channel when the last subscriber leaves', async () => {
    await using harness = await createWatchHarness();
    const subscriber = harness.subscribe();
    await harness.clock.advance(10_000);
    await subscriber.leave();
    await harness.clock.settle();
    expect(harness.lines().slice(1)).toEqual([[10_000, 'stop', 1]]);
    expect(harness.ping()).toBe(false);
    await harness.clock.advance(2_000_000);
    expect([harness.watch.opened.length, harness.clock.sleeperCount]).toEqual([1, 0]);
  });
});

import { describe, expect, it } from 'vitest';
import type { FeedSource } from '../../../src/data/feed/source.ts';
import type { WatchChannel } from '../../../src/data/feed/watch-channel.ts';
import type { OpenedChannel, WatchCalls } from '../../../src/data/feed/watch-renewal.ts';
import type { DrivenClock } from '../../support/driven-clock.ts';
import { calendarSource, EventCalendar } from '../../support/event-calendar.ts';
import { collect, feedStage, owner } from '../../support/feed-stage.ts';

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

async function watchedStage() {
  const calendar = new EventCalendar();
  const watch = new Watching();
  const stage = await feedStage(calendar.answer);
  watch.clock = stage.clock;
  const source: FeedSource = calendarSource({ watch });
  const begin = stage.clock.now();
  return {
    ...stage,
    calendar,
    watch,
    begin,
    subscribe: () => collect(stage.hub.subscribe({ identity: owner, source })),
    ping: (channel = watch.opened.at(-1)!) => stage.hub.notify(channel),
    lines: () => watch.lines.map(({ at, what, channel }) => [at - begin, what, channel]),
  };
}

describe('watch channels', () => {
  it('reads once after a notification and does not poll in between', async () => {
    await using stage = await watchedStage();
    const subscriber = stage.subscribe();
    await stage.clock.advance(10_000);
    const before = stage.requests.length;
    await stage.clock.advance(600_000);
    expect(stage.requests).toHaveLength(before);
    stage.calendar.put('a');
    expect(stage.ping()).toBe(true);
    await stage.clock.advance(1_000);
    expect([subscriber.ids(), stage.requests.length]).toEqual([['a'], before + 1]);
  });
  it('delivers each change once if notifications are doubled or without a change', async () => {
    await using stage = await watchedStage();
    const subscriber = stage.subscribe();
    await stage.clock.advance(10_000);
    stage.calendar.put('a', 'b');
    const before = stage.requests.length;
    for (let count = 0; count < 50; count += 1) stage.ping();
    await stage.clock.advance(5_000);
    expect(stage.requests).toHaveLength(before + 1);
    stage.ping();
    await stage.clock.advance(5_000);
    expect(subscriber.ids()).toEqual(['a', 'b']);
  });
  it('delivers changes whose notification was lost', async () => {
    await using stage = await watchedStage();
    const subscriber = stage.subscribe();
    await stage.clock.advance(10_000);
    stage.calendar.put('a', 'b');
    await stage.clock.advance(900_000);
    expect(subscriber.ids()).toEqual(['a', 'b']);
  });
  it('delivers changes from before the channel was open', async () => {
    await using stage = await watchedStage();
    const confirm = stage.watch.delay();
    const subscriber = stage.subscribe();
    await stage.clock.advance(30_000);
    stage.calendar.put('a');
    confirm();
    await stage.clock.advance(5_000);
    expect(subscriber.ids()).toEqual(['a']);
  });
  it('opens a new channel for a subscriber that returns while the old one opens', async () => {
    await using stage = await watchedStage();
    const confirm = stage.watch.delay();
    const first = stage.subscribe();
    await stage.clock.advance(10_000);
    await first.leave();
    stage.subscribe();
    await stage.clock.settle();
    confirm();
    await stage.clock.advance(10_000);
    expect(stage.lines()).toEqual([
      [10_000, 'open', 1],
      [10_000, 'stop', 1],
      [10_000, 'open', 2],
    ]);
  });
  it('delivers a change announced during a read', async () => {
    await using stage = await watchedStage();
    const subscriber = stage.subscribe();
    await stage.clock.advance(10_000);
    stage.answer((request) => {
      const answer = stage.calendar.answer(request);
      stage.answer(stage.calendar.answer);
      stage.calendar.put('late');
      stage.ping();
      return answer;
    });
    stage.ping();
    await stage.clock.advance(10_000);
    expect(subscriber.ids()).toEqual(['late']);
  });
  it('rejects notifications of unknown channels and with wrong tokens', async () => {
    await using stage = await watchedStage();
    stage.subscribe();
    await stage.clock.advance(10_000);
    const [channel] = stage.watch.opened;
    const { id, token } = channel!;
    expect(id.length).toBeLessThanOrEqual(64);
    expect(token.length).toBeLessThanOrEqual(256);
    const before = stage.requests.length;
    expect(
      [
        { id, token: '' },
        { id, token: `${token.slice(1)}${token[0]}` },
        { id, token: `${token}x` },
        { id: 'unknown', token },
      ].map((each) => stage.hub.notify(each)),
    ).toEqual([false, false, false, false]);
    await stage.clock.advance(10_000);
    expect(stage.requests).toHaveLength(before);
  });
  it('opens a new channel at 80% of the lifetime and then stops the old one', async () => {
    await using stage = await watchedStage();
    stage.subscribe();
    await stage.clock.advance(2_500_000);
    expect(stage.lines()).toEqual([
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
    await using stage = await watchedStage();
    const subscriber = stage.subscribe();
    await stage.clock.advance(10_000);
    const confirm = stage.watch.delay();
    await stage.clock.advance(800_000);
    stage.calendar.put('a');
    expect(stage.ping(stage.watch.opened[0])).toBe(true);
    await stage.clock.advance(5_000);
    confirm();
    await stage.clock.settle();
    stage.calendar.put('b');
    expect([stage.ping(stage.watch.opened[0]), stage.ping(stage.watch.opened[1])]).toEqual([
      false,
      true,
    ]);
    await stage.clock.advance(5_000);
    expect(subscriber.ids()).toEqual(['a', 'b']);
  });
  it('polls while a renewal fails and retries it', async () => {
    await using stage = await watchedStage();
    const subscriber = stage.subscribe();
    await stage.clock.advance(10_000);
    stage.watch.isRefusing = true;
    await stage.clock.advance(1_190_000);
    stage.calendar.put('a');
    await stage.clock.advance(61_000);
    expect(subscriber.ids()).toEqual(['a']);
    stage.watch.isRefusing = false;
    await stage.clock.advance(100_000);
    expect(stage.watch.opened).toHaveLength(2);
    const before = stage.requests.length;
    await stage.clock.advance(600_000);
    expect(stage.requests).toHaveLength(before);
  });
  it('stops the channel when the last subscriber leaves', async () => {
    await using stage = await watchedStage();
    const subscriber = stage.subscribe();
    await stage.clock.advance(10_000);
    await subscriber.leave();
    await stage.clock.settle();
    expect(stage.lines().slice(1)).toEqual([[10_000, 'stop', 1]]);
    expect(stage.ping()).toBe(false);
    await stage.clock.advance(2_000_000);
    expect([stage.watch.opened.length, stage.clock.sleeperCount]).toEqual([1, 0]);
  });
});

import { describe, expect, it } from 'vitest';
import type { FeedSource } from '../../../src/engine/feed/source/source.ts';
import type { RequestedChannel } from '../../../src/engine/feed/watch/watch-renewal.ts';
import { type UpstreamCode, UpstreamError } from '../../../src/engine/api/error.ts';
import { calendarSource, EventCalendar } from '../../support/upstream/event-calendar.ts';
import {
  collect,
  createFeedHarness,
  newHub,
  notificationUrl,
  owner,
} from '../../support/feed/feed-harness.ts';
import { lifeMs, Watching } from '../../support/feed/watching.ts';

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
    subscribe: (hub = harness.hub) => collect(hub.subscribe({ identity: owner, source })),
    ping: (channel = watch.opened.at(-1)!) => harness.hub.notify(watch.notification(channel)),
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
    expect(await harness.ping()).toBe(true);
    await harness.clock.advance(1_000);
    expect([subscriber.ids(), harness.requests.length]).toEqual([['a'], before + 1]);
  });
  it('delivers each change once if notifications are doubled or without a change', {
    tags: ['R19'],
  }, async () => {
    await using harness = await createWatchHarness();
    const subscriber = harness.subscribe();
    await harness.clock.advance(10_000);
    harness.calendar.put('a', 'b');
    const before = harness.requests.length;
    for (let count = 0; count < 50; count += 1) await harness.ping();
    await harness.clock.advance(5_000);
    expect(harness.requests).toHaveLength(before + 1);
    await harness.ping();
    await harness.clock.advance(5_000);
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
      void harness.ping();
      return answer;
    });
    await harness.ping();
    await harness.clock.advance(10_000);
    expect(subscriber.ids()).toEqual(['late']);
  });
  it('requests a channel with an address, names within the limits and a life of a day', async () => {
    await using harness = await createWatchHarness();
    harness.subscribe();
    await harness.clock.advance(10_000);
    const [{ id, token, ...requested }] = harness.watch.opened as [RequestedChannel];
    expect(id.length).toBeLessThanOrEqual(64);
    expect(token.length).toBeLessThanOrEqual(256);
    expect(requested).toEqual({ address: notificationUrl, expiresAt: harness.begin + 86_400_000 });
  });
  it('rejects notifications that are not of an open channel', { tags: ['S26'] }, async () => {
    await using harness = await createWatchHarness();
    harness.subscribe();
    await harness.clock.advance(10_000);
    const before = harness.requests.length;
    const forged = harness.watch.forgedNotifications(harness.watch.opened[0]!);
    const verdicts = forged.map((each) => harness.hub.notify(each));
    expect(await Promise.all(verdicts)).toEqual(forged.map(() => false));
    await harness.clock.advance(10_000);
    expect(harness.requests).toHaveLength(before);
  });
  it('does not believe a notification before the service has confirmed the channel', async () => {
    await using harness = await createWatchHarness();
    const confirm = harness.watch.delay();
    const { open } = harness.watch;
    let requested: RequestedChannel | undefined;
    Object.assign(harness.watch, {
      open: (execution: unknown, channel: RequestedChannel) => {
        requested = channel;
        return open(execution, channel);
      },
    });
    harness.subscribe();
    await harness.clock.advance(10_000);
    const before = harness.requests.length;
    const { id: channelId, token } = requested!;
    const unconfirmed = { channelId, token, resourceId: 'any', messageNumber: 7 };
    expect(await harness.hub.notify(unconfirmed)).toBe(true);
    await harness.clock.advance(10_000);
    expect(harness.requests).toHaveLength(before);
    confirm();
    await harness.clock.advance(5_000);
    const opened = harness.requests.length;
    expect(await harness.ping()).toBe(true);
    await harness.clock.advance(5_000);
    expect(harness.requests).toHaveLength(opened + 1);
  });
  it('rejects notifications of a channel that has expired', { tags: ['S26'] }, async () => {
    await using harness = await createWatchHarness();
    harness.subscribe();
    await harness.clock.advance(10_000);
    const [channel] = harness.watch.opened;
    harness.watch.isRefusing = true;
    await harness.clock.advance(lifeMs - 10_001);
    expect(await harness.ping(channel)).toBe(true);
    await harness.clock.advance(1);
    expect(await harness.ping(channel)).toBe(false);
  });
  it.each<UpstreamCode>(['INVALID_INPUT', 'FORBIDDEN', 'MISSING_SCOPE'])(
    'polls for an hour before it asks again for a channel that was refused for good: %s',
    async (code) => {
      await using harness = await createWatchHarness();
      const failure = { service: 'calendar', operation: 'calendar:events.watch' } as const;
      harness.watch.isRefusing = true;
      harness.watch.refusal = new UpstreamError({ ...failure, code });
      const subscriber = harness.subscribe();
      await harness.clock.advance(3_599_000);
      harness.calendar.put('a');
      await harness.clock.advance(61_000);
      expect(subscriber.ids()).toEqual(['a']);
      expect(harness.refusals.map(({ code }) => code)).toEqual([code, code]);
    },
  );
  it('waits longer and longer if channels have expired when they open', async () => {
    await using harness = await createWatchHarness();
    harness.watch.lifeMs = 0;
    const subscriber = harness.subscribe();
    await harness.clock.advance(600_000);
    expect(harness.watch.opened.length).toBeLessThan(16);
    harness.calendar.put('a');
    await harness.clock.advance(60_000);
    expect(subscriber.ids()).toEqual(['a']);
  });
  it('opens no channel without a public address', async () => {
    await using harness = await createWatchHarness();
    const subscriber = harness.subscribe(newHub(harness));
    await harness.clock.advance(10_000);
    harness.calendar.put('a');
    await harness.clock.advance(60_000);
    expect([subscriber.ids(), harness.watch.opened]).toEqual([['a'], []]);
  });
  it('opens a new channel at 80% of the lifetime and then stops the old one', {
    tags: ['R18'],
  }, async () => {
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
    expect(await harness.ping(harness.watch.opened[0])).toBe(true);
    await harness.clock.advance(5_000);
    confirm();
    await harness.clock.settle();
    harness.calendar.put('b');
    const verdicts = [0, 1].map((index) => harness.ping(harness.watch.opened[index]));
    expect(await Promise.all(verdicts)).toEqual([false, true]);
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
    expect(await harness.ping()).toBe(false);
    await harness.clock.advance(2_000_000);
    expect([harness.watch.opened.length, harness.clock.sleeperCount]).toEqual([1, 0]);
  });
});

import { liveChatMessages } from '../../../../src/services/live/operations.ts';
import { describe, expect, it } from 'vitest';
import { HubClosedError } from '../../../../src/engine/feed/hub.ts';
import type { FeedSource } from '../../../../src/engine/feed/source/source.ts';
import { SlowSubscriberError } from '../../../../src/engine/feed/topic/subscriber.ts';
import { Chat, chatSource, createChatHarness, messages } from '../../../support/upstream/chat.ts';
import {
  collect,
  type FeedAnswer,
  type FeedRequest,
  createFeedHarness,
  newHub,
  owner,
  rejected,
} from '../../../support/feed/feed-harness.ts';

const otherIdentity = { token: 'stranger-token' };
const source = chatSource();

/** Milliseconds between each request and the one before. */
const gaps = (requests: readonly FeedRequest[]): number[] =>
  requests.slice(1).map(({ at }, index) => at - requests[index]!.at);

describe('one poller for many subscribers', () => {
  it('never polls earlier than the last response allows', { tags: ['R20'] }, async () => {
    const chat = new Chat();
    const waits: { readonly at: number; readonly interval: number }[] = [];
    const intervals = [2_000, 9_000, 4_000, 30_000, 1_000];
    await using harness = await createFeedHarness((request) => {
      const turn = waits.length;
      const interval = intervals[turn % intervals.length]!;
      const failing = turn % 4 === 3;
      // An error response states no interval: that of the response before it applies.
      waits.push({ at: request.at, interval: failing ? waits.at(-1)!.interval : interval });
      chat.intervalMs = interval;
      return failing ? rejected(503, 'backendError') : chat.answer(request);
    });
    for (let turn = 0; turn < 100; turn += 1) {
      const { leave } = harness.follow(source);
      await harness.clock.advance(1_700);
      await leave();
      await harness.clock.advance(100);
    }
    expect(waits.length).toBeGreaterThan(15);
    waits.slice(1).forEach(({ at }, index) => {
      expect(at - waits[index]!.at).toBeGreaterThanOrEqual(waits[index]!.interval);
    });
  });
  it('polls every minute if the response states no interval', async () => {
    await using harness = await createFeedHarness(() => ({ body: { nextPageToken: 'x' } }));
    harness.follow(source);
    await harness.clock.advance(180_000);
    expect(gaps(harness.requests)).toEqual([60_000, 60_000, 60_000]);
  });
  it('waits one second if the response states an interval of 0', async () => {
    const chat = new Chat();
    chat.intervalMs = 0;
    await using harness = await createFeedHarness(chat.answer);
    harness.follow(source);
    await harness.clock.advance(3_500);
    expect(gaps(harness.requests)).toEqual([1_000, 1_000, 1_000]);
  });
  it('makes a new execution for every poll', async () => {
    await using harness = await createChatHarness();
    harness.follow(source);
    await harness.clock.advance(20_000);
    expect([harness.requests.length, new Set(harness.executions).size]).toEqual([5, 5]);
  });
  it('requests whole items for subscribers with different selections', async () => {
    await using harness = await createChatHarness();
    harness.follow(source);
    await harness.clock.settle();
    const { query } = harness.requests[0]!;
    expect([query.get('part'), query.get('fields')]).toEqual(['authorDetails,id,snippet', null]);
  });
});

describe('aborted polls', () => {
  it('keeps the interval after a poll that was aborted', async () => {
    const chat = new Chat();
    let leave: (() => unknown) | undefined;
    await using harness = await createFeedHarness((request) => {
      void leave?.();
      return chat.answer(request);
    });
    const subscribe = () => harness.follow(source);
    leave = subscribe().leave;
    await harness.clock.settle();
    ({ leave } = subscribe());
    await harness.clock.advance(2_000);
    leave = undefined;
    const last = subscribe();
    chat.post(2);
    await harness.clock.advance(20_000);
    leave = last.leave;
    await harness.clock.advance(5_000);
    leave = undefined;
    const back = subscribe();
    await harness.clock.advance(20_000);
    const [unknownInterval, ...known] = gaps(harness.requests);
    expect(unknownInterval).toBeGreaterThanOrEqual(1_000);
    expect(known.length).toBeGreaterThan(6);
    expect(Math.min(...known.slice(1))).toBe(5_000);
    expect([last.ids(), back.ids()]).toEqual([messages(2), messages(2)]);
  });
  it('ignores the response of an aborted poll', async () => {
    await using harness = await createChatHarness();
    const answers: (() => void)[] = [];
    const slowSource: FeedSource = {
      ...source,
      read: async (execution, position) => {
        const page = await source.read(execution, position);
        await new Promise<void>((resolve) => {
          answers.push(resolve);
        });
        return page;
      },
    };
    const subscribe = () => harness.follow(slowSource);
    harness.chat.post(2);
    const first = subscribe();
    await harness.clock.settle();
    await first.leave();
    const second = subscribe();
    await harness.clock.advance(1_000);
    for (const answer of answers) answer();
    await harness.clock.settle();
    expect([answers.length, first.ids(), second.ids()]).toEqual([2, [], messages(2)]);
  });
});

describe('topics', () => {
  it('limits topics per identity and drops one without subscribers first', async () => {
    await using harness = await createChatHarness({ maxTopicsPerIdentity: 2 });
    const subscribe = (id: string, identity = owner) =>
      collect(harness.hub.subscribe({ identity, source: chatSource(id) }));
    const first = subscribe('one');
    subscribe('two');
    expect(() => subscribe('three')).toThrow(
      expect.objectContaining({ failure: expect.objectContaining({ code: 'RATE_LIMITED' }) }),
    );
    subscribe('three', otherIdentity);
    await first.leave();
    subscribe('three');
    expect(() => subscribe('four')).toThrow('RATE_LIMITED');
    await harness.clock.settle();
    expect(harness.hub.pollerCount).toBe(3);
  });
  it('ends subscriptions with an error and rejects new ones when the hub is closed', async () => {
    await using harness = await createChatHarness();
    const subscriber = harness.follow(source);
    await harness.clock.settle();
    harness.hub.close();
    expect(await subscriber.ended).toBeInstanceOf(HubClosedError);
    expect(() => harness.hub.subscribe({ identity: owner, source })).toThrow(HubClosedError);
    expect([harness.hub.pollerCount, harness.clock.sleeperCount]).toEqual([0, 0]);
  });
});

describe('slow subscribers', () => {
  it('closes a subscriber with more than 1,000 undelivered items and no other', {
    tags: ['R23'],
  }, async () => {
    await using harness = await createChatHarness();
    const slow = harness.hub.subscribe({ identity: owner, source });
    const fast = harness.follow(source);
    await harness.clock.settle();
    const first = await slow.next();
    expect(first.value!.items).toEqual([]);
    for (let turn = 0; turn < 10; turn += 1) {
      harness.chat.post(100);
      await harness.clock.advance(5_000);
    }
    harness.chat.post(101);
    await harness.clock.advance(5_000);
    await expect(slow.next()).rejects.toThrow(SlowSubscriberError);
    expect(await slow.next()).toEqual({ done: true, value: undefined });
    expect(fast.ids()).toEqual(messages(1_101));
    expect(harness.hub.pollerCount).toBe(1);
    const resumed = harness.follow(source, first.value!.cursor);
    await harness.clock.settle();
    expect(resumed.ids()).toEqual(messages(1_101));
  });
  it('stops polling if the closed subscriber was the last one', async () => {
    await using harness = await createChatHarness({ maxBufferedItems: 10 });
    harness.hub.subscribe({ identity: owner, source });
    for (let turn = 0; turn < 3; turn += 1) {
      harness.chat.post(9);
      await harness.clock.advance(5_000);
    }
    expect(harness.hub.pollerCount).toBe(0);
  });
});

describe('failing polls', () => {
  it('closes the subscribers after 8 failures, with waits that grow', async () => {
    await using harness = await createFeedHarness(() => rejected(503, 'backendError'));
    const subscriber = harness.follow(source);
    await harness.clock.advance(600_000);
    expect(await subscriber.ended).toMatchObject({ failure: { code: 'UPSTREAM_UNAVAILABLE' } });
    expect(harness.requests).toHaveLength(8);
    gaps(harness.requests).forEach((gap, index) => {
      expect(gap).toBeGreaterThanOrEqual(1_000 * 2 ** index);
      expect(gap).toBeLessThanOrEqual(1_500 * 2 ** index);
    });
  });
  it('makes one call for subscribers that come back, and counts again after a success', async () => {
    const chat = new Chat();
    const failing = (): FeedAnswer => rejected(503, 'backendError');
    await using harness = await createFeedHarness(failing);
    const { hub, requests, clock } = harness;
    const subscribe = () => collect(hub.subscribe({ identity: owner, source }));
    const failure = { failure: { code: 'UPSTREAM_UNAVAILABLE' } };
    subscribe();
    await clock.advance(200_000);
    for (let calls = 9; calls < 12; calls += 1) {
      const { ended } = subscribe();
      await clock.advance(100_000);
      expect(requests).toHaveLength(calls);
      expect(await ended).toMatchObject(failure);
    }
    harness.answer(chat.answer);
    chat.post(1);
    const subscriber = subscribe();
    await clock.advance(100_000);
    expect(subscriber.ids()).toEqual(['m1']);
    const before = requests.length;
    harness.answer(failing);
    await clock.advance(200_000);
    expect(requests).toHaveLength(before + 8);
    expect(await subscriber.ended).toMatchObject(failure);
  });
  it('keeps the interval after a failure that closed the topic', async () => {
    const chat = new Chat();
    await using harness = await createFeedHarness((request) =>
      harness.requests.length % 2 === 0 ? rejected(404, 'liveChatNotFound') : chat.answer(request),
    );
    for (let turn = 0; turn < 40; turn += 1) {
      harness.follow(source);
      await harness.clock.advance(1_000);
    }
    expect(Math.min(...gaps(harness.requests))).toBe(5_000);
    expect(harness.requests.length).toBeGreaterThan(6);
    await harness.clock.advance(1_000_000);
    expect([harness.hub.pollerCount, harness.clock.sleeperCount]).toEqual([0, 0]);
  });
  it('closes the subscribers if Retry-After exceeds 5 minutes', async () => {
    await using harness = await createFeedHarness(() => ({
      ...rejected(503, 'backendError'),
      headers: { 'retry-after': '3600' },
    }));
    const subscriber = harness.follow(source);
    expect(await subscriber.ended).toMatchObject({ failure: { retryAfter: 3_600 } });
  });
  it('makes no call while the daily quota is known to be exhausted', async () => {
    await using harness = await createFeedHarness(() => rejected(403, 'quotaExceeded'));
    for (let turn = 0; turn < 3; turn += 1) {
      const { ended } = harness.follow(source);
      await harness.clock.advance(1_000);
      expect(await ended).toMatchObject({ failure: { code: 'QUOTA_EXCEEDED' } });
    }
    expect(harness.requests).toHaveLength(1);
  });
});

describe('quota budgets', () => {
  it('closes the subscribers when polls have used up the budget', async () => {
    await using harness = await createChatHarness(
      {},
      { budget: { VIDEO: 3 * liveChatMessages.list.units! } },
    );
    const subscriber = harness.follow(source);
    await harness.clock.advance(60_000);
    expect(await subscriber.ended).toMatchObject({
      failure: { code: 'QUOTA_EXCEEDED', bucket: 'VIDEO', remaining: 0 },
    });
    expect(harness.requests).toHaveLength(3);
  });
  it('gives back units of polls that were not sent', async () => {
    await using harness = await createChatHarness(
      {},
      { budget: { VIDEO: 3 * liveChatMessages.list.units! } },
    );
    for (let turn = 0; turn < 5; turn += 1) {
      const { ended } = collect(
        harness.hub.subscribe({ identity: { token: 'not a token' }, source }),
      );
      await harness.clock.advance(1_000);
      expect(await ended).toMatchObject({ failure: { code: 'UNAUTHENTICATED' } });
    }
    expect(harness.requests).toEqual([]);
  });
});

describe('the end of a feed', () => {
  it('ends subscriptions that still catch up', async () => {
    await using harness = await createChatHarness();
    const first = harness.follow(source);
    harness.chat.post(2);
    await harness.clock.advance(5_000);
    const other = collect(newHub(harness).subscribe({ identity: owner, source }));
    await harness.clock.settle();
    await other.leave();
    harness.chat.post(2);
    const { cursor: after } = other.batches[0]!;
    const joined = harness.follow(source, after);
    harness.chat.offlineAt = '2026-03-10T10:00:00Z';
    await harness.clock.advance(60_000);
    expect(await Promise.all([first.ended, joined.ended])).toEqual([undefined, undefined]);
    expect([first.ids(), joined.ids()]).toEqual([messages(4), ['m3', 'm4']]);
  });
  it('ends the subscriptions after the error liveChatEnded', async () => {
    await using harness = await createChatHarness();
    const subscriber = harness.follow(source);
    await harness.clock.settle();
    harness.answer(() => rejected(403, 'liveChatEnded'));
    await harness.clock.advance(5_000);
    expect(await subscriber.ended).toBeUndefined();
  });
});

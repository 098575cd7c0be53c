/** Polls that fail once, with each code: whether the subscriptions of the feed go on. */
import { describe, expect, it } from 'vitest';
import { googleApis } from '../../../../src/services/api.ts';
import { errorCodes, factsOf } from '../../../../src/engine/schema/error/error-code.ts';
import { Chat, chatSource } from '../../../support/upstream/chat.ts';
import {
  collect,
  createFeedHarness,
  type FeedAnswer,
  type FeedHarness,
  owner,
  rejected,
} from '../../../support/feed/feed-harness.ts';

const source = chatSource();

/** A poll that hangs ends after this time in ms. */
const callTimeoutMs = 200;

/** Longer than a wait after one failure, and than an interval. */
const laterMs = 20_000;

type Failures = readonly (readonly [code: string, title: string, answer: FeedAnswer])[];

/** The next poll can succeed. */
const temporary: Failures = [
  ['UPSTREAM_UNAVAILABLE', '503', rejected(503, 'backendError')],
  ['UPSTREAM_UNAVAILABLE', '500', rejected(500, 'internalError')],
  ['UPSTREAM_UNAVAILABLE', 'no answer', { cut: 'before' }],
  ['UPSTREAM_TIMEOUT', 'an answer that does not come', { hangs: true }],
  ['UPSTREAM_INVALID', 'half of an answer', { cut: 'middle' }],
  ['RATE_LIMITED', '403 rateLimitExceeded', rejected(403, 'rateLimitExceeded')],
  ['RATE_LIMITED', '403 userRateLimitExceeded', rejected(403, 'userRateLimitExceeded')],
  ['RATE_LIMITED', '429', rejected(429, 'tooManyRequests')],
];

/** The next poll would fail as well. */
const final: Failures = [
  ['UNAUTHENTICATED', '401', rejected(401, 'authError')],
  ['FORBIDDEN', '403', rejected(403, 'forbidden')],
  ['NOT_FOUND', '404', rejected(404, 'liveChatNotFound')],
  ['INVALID_INPUT', '400', rejected(400, 'invalidValue')],
  ['QUOTA_EXCEEDED', 'a spent quota', rejected(403, 'quotaExceeded')],
];

/** Codes that are temporary for clients, and that no poll has, or that last until the next day. */
const otherTemporaryCodes = ['QUOTA_EXCEEDED', 'OVERLOADED'];

/** A subscriber of a chat whose second poll gets the answer. */
async function pollWith(answer: FeedAnswer, use: (harness: FeedHarness, chat: Chat) => unknown) {
  const chat = new Chat();
  let polls = 0;
  await using harness = await createFeedHarness(
    // A connection that was used before, and is cut, would be no failure of the service.
    (request) =>
      (polls += 1) === 2 ? answer : { ...chat.answer(request), headers: { connection: 'close' } },
    {},
    { callTimeoutMs },
  );
  await use(harness, chat);
}

describe('a poll that fails once', () => {
  it.each(temporary)('is repeated after a wait: %s, %s', async (_, _title, answer) => {
    await pollWith(answer, async ({ clock, hub, requests }, chat) => {
      const subscriber = collect(hub.subscribe({ identity: owner, source }));
      chat.post(1);
      await clock.advance(chat.intervalMs);
      chat.post(1);
      await clock.advance(laterMs);
      expect(subscriber.ids()).toEqual(['m1', 'm2']);
      expect(hub.subscriberCount).toBe(1);
      const [, second, third] = requests;
      // At once would be no wait for a service that has just failed.
      expect(third!.at).toBeGreaterThan(second!.at);
      expect(third!.query.get('pageToken')).toBe(second!.query.get('pageToken'));
    });
  });
  it.each(final)('ends the subscriptions with its error: %s, %s', async (code, _, answer) => {
    await pollWith(answer, async ({ clock, hub, requests }, chat) => {
      const subscriber = collect(hub.subscribe({ identity: owner, source }));
      await clock.advance(chat.intervalMs);
      expect(await subscriber.ended).toMatchObject({ failure: { code } });
      await clock.advance(laterMs);
      expect([hub.subscriberCount, requests.length]).toEqual([0, 2]);
    });
  });
  it('was tried with each code of which clients are told that it is temporary', () => {
    const told = errorCodes(googleApis).filter((code) => factsOf(googleApis, code).isTemporary);
    const tried = new Set(temporary.map(([code]) => code));
    expect(told.filter((code) => !tried.has(code)).toSorted()).toEqual(
      otherTemporaryCodes.toSorted(),
    );
  });
});

/** Connections that are cut at random: those of the poller, and those of its subscribers. */
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../../src/sandbox/random.ts';
import { Chat, chatSource } from '../../support/chat.ts';
import {
  collect,
  createFeedHarness,
  type FeedAnswer,
  type FeedHarness,
  newHub,
  owner,
  rejected,
} from '../../support/feed-harness.ts';

const source = chatSource();
const messageCount = 10_000;
const cutCount = 50;
const intervalMs = 5_000;

/** A client that subscribes again with its last cursor whenever its subscription has ended. */
class Client {
  readonly received: string[] = [];
  #subscription: ReturnType<typeof collect> | undefined;
  #after: string | null | undefined;

  get isConnected(): boolean {
    return this.#subscription !== undefined;
  }

  connect(hub: FeedHarness['hub']): void {
    this.#subscription = collect(hub.subscribe({ identity: owner, source, after: this.#after }));
  }

  /** Leaves, or does nothing if the subscription has ended. */
  async leave(): Promise<void> {
    const subscription = this.#subscription!;
    this.#subscription = undefined;
    await subscription.leave();
    this.received.push(...subscription.ids());
    this.#after = subscription.batches.at(-1)?.cursor ?? this.#after;
  }
}

/** Answers of polls that are cut, or rejected before they have an effect. */
const failures: readonly ((answer: FeedAnswer) => FeedAnswer)[] = [
  (answer) => ({ ...answer, cut: 'before' }),
  (answer) => ({ ...answer, cut: 'middle' }),
  () => rejected(503, 'backendError'),
  () => rejected(403, 'rateLimitExceeded'),
];

describe('50 random cuts', () => {
  it.each([
    ['first', 2_000],
    ['second', 2_000],
    ['third', 180],
    ['fourth', 180],
  ] as const)(
    'lose or double none of 10,000 messages, and change no order: %s run, pages of at most %i',
    async (seed, pageSize) => {
      const random = randomFrom(seed);
      const chat = new Chat();
      chat.intervalMs = intervalMs;
      chat.pageSize = pageSize;
      let fail: (typeof failures)[number] | undefined;
      /** Instant from which the hub may poll again. */
      let notBefore = 0;
      const early: number[] = [];
      await using harness = await createFeedHarness((request) => {
        if (request.at < notBefore) early.push(notBefore - request.at);
        const answer = chat.answer(request);
        const failed = fail?.(answer);
        fail = undefined;
        if (!failed) notBefore = request.at + intervalMs;
        return failed ?? answer;
      });
      let { hub } = harness;
      const clients = Array.from({ length: 8 }, () => new Client());
      const cuts: Readonly<Record<string, () => Promise<void> | void>> = {
        upstream: () => {
          fail = random.pick(failures);
        },
        // The client is away for a part of an interval, or until the gateway forgets the feed.
        client: async () => {
          const connected = clients.filter(({ isConnected }) => isConnected);
          if (connected.length > 0) await random.pick(connected).leave();
        },
        everybody: async () => {
          for (const each of clients.filter(({ isConnected }) => isConnected)) await each.leave();
        },
        process: async () => {
          hub.close();
          for (const each of clients.filter(({ isConnected }) => isConnected)) await each.leave();
          hub = newHub(harness);
          notBefore = 0;
        },
      };
      const kinds = Object.keys(cuts);
      for (let cut = 0; cut <= cutCount; cut += 1) {
        const target = Math.floor((messageCount * cut) / cutCount);
        while (chat.messages.length < target) {
          chat.post(Math.min(random.int(1, 90), target - chat.messages.length));
          await harness.clock.advance(random.int(0, 2_000));
          for (const each of clients)
            if (!each.isConnected && random.int(0, 3) === 0) each.connect(hub);
        }
        await cuts[random.pick(kinds)]!();
        if (random.int(0, 9) === 0) await harness.clock.advance(random.int(0, 400_000));
      }
      for (const each of clients) if (!each.isConnected) each.connect(hub);
      // Time enough for every client to read all pages: one is read in an interval.
      const pages = clients.length * Math.ceil(messageCount / pageSize);
      await harness.clock.advance(pages * intervalMs + 120_000);
      for (const each of clients) await each.leave();
      hub.close();
      expect([chat.messages.length, early]).toEqual([messageCount, []]);
      for (const { received } of clients) expect(received).toEqual(chat.messages);
    },
  );
});

/** Replicas that share a topic, while connections, processes and the store fail at random. */
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../../../src/sandbox/random.ts';
import { Chat, chatSource } from '../../../support/upstream/chat.ts';
import { type collect, type FeedHandler, rejected } from '../../../support/feed/feed-harness.ts';
import { createReplicas, type Replica } from '../../../support/feed/replicas.ts';
import type { SharedMemoryStore } from '../../../support/gateway/shared-store.ts';
import { promised } from '../../../support/report/promised-size.ts';

const source = chatSource();
const messageCount = promised(10_000, 400);
const cutCount = promised(50, 5);
const intervalMs = 5_000;

type Replicas = Awaited<ReturnType<typeof createReplicas>>;

/** A client that subscribes again, at any replica, with its last cursor. */
class Client {
  readonly received: string[] = [];
  replica: Replica | undefined;
  #subscription: ReturnType<typeof collect> | undefined;
  #after: string | null | undefined;

  connect(replica: Replica, { subscribe }: Replicas): void {
    this.replica = replica;
    this.#subscription = subscribe(replica, source, this.#after);
  }

  async leave(): Promise<void> {
    const subscription = this.#subscription!;
    this.#subscription = undefined;
    this.replica = undefined;
    this.received.push(...subscription.ids());
    this.#after = subscription.batches.at(-1)?.cursor ?? this.#after;
    await subscription.leave();
  }
}

/** What happens to the replicas beside cuts of connections. */
type Cut =
  | 'upstream'
  | 'client'
  | 'everybody'
  | 'death'
  | 'stop'
  | 'break'
  | 'silence'
  | 'loss'
  | 'freeze';

const alone: readonly Cut[] = ['upstream', 'client', 'everybody', 'stop'];
const withoutStore: readonly Cut[] = [...alone, 'death'];
const withStore: readonly Cut[] = [...withoutStore, 'break', 'silence', 'loss'];

/** Of one process, which has no store. */
const ownRuns = [
  [1, 'first', 2_000, alone],
  [1, 'second', 180, alone],
] as const;

const sharedRuns = [2, 4].flatMap(
  (count) =>
    [
      [count, 'first', 2_000, withoutStore],
      [count, 'second', 180, withoutStore],
      [count, 'third', 2_000, withStore],
      [count, 'fourth', 180, withStore],
      [count, 'fifth', 2_000, ['client', 'freeze']],
      [count, 'sixth', 180, [...withoutStore, 'freeze']],
    ] as const,
);

describe('random cuts', () => {
  it.each<readonly [number, string, number, readonly Cut[]]>([...ownRuns, ...sharedRuns])(
    'of %i processes lose or double no message, and change no order: %s run, pages of at most %i',
    { tags: ['R20', 'R22', 'fullSize'], timeout: 300_000 },
    async (replicaCount, seed, pageSize, kinds) => {
      const isShared = replicaCount > 1;
      const random = randomFrom(`${seed} ${replicaCount}`);
      const chat = new Chat();
      Object.assign(chat, { intervalMs, pageSize });
      let fails = false;
      /** Instant from which a replica may poll again. */
      let notBefore = 0;
      const early: number[] = [];
      /** Connection of the process that is frozen before its next call. */
      let freezing: SharedMemoryStore | undefined;
      let thaw = (): void => {};
      const beforeCall = (store: SharedMemoryStore): void => {
        if (store !== freezing) return;
        freezing = undefined;
        thaw = store.freeze();
      };
      const answer: FeedHandler = (request) => {
        if (request.at < notBefore) early.push(notBefore - request.at);
        if (fails) {
          fails = false;
          return random.pick([
            { ...chat.answer(request), cut: random.pick(['before', 'middle'] as const) },
            rejected(503, 'backendError'),
            rejected(403, 'rateLimitExceeded'),
          ]);
        }
        notBefore = request.at + intervalMs;
        return chat.answer(request);
      };
      await using service = await createReplicas(answer, { isShared, beforeCall });
      const { clock, memory, requests } = service;
      const replicas = Array.from({ length: replicaCount }, () => service.start());
      const clients = Array.from({ length: 8 }, () => new Client());
      const leaveAll = async (isLeaving: (client: Client) => boolean): Promise<void> => {
        for (const each of clients) if (each.replica && isLeaving(each)) await each.leave();
      };
      const end = async (isDeath: boolean): Promise<void> => {
        const index = random.int(0, replicaCount - 1);
        const replica = replicas[index]!;
        if (isDeath) replica.store.failure = 'dead';
        else replica.hub.close();
        await leaveAll((client) => client.replica === replica);
        replicas[index] = service.start();
        // Nobody tells the next process of the wait.
        if (!isShared) notBefore = 0;
      };
      const cuts: Readonly<Record<Cut, () => Promise<void> | void>> = {
        upstream: () => {
          fails = true;
        },
        client: async () => {
          const leaving = random.pick(clients);
          await leaveAll((client) => client === leaving);
        },
        everybody: () => leaveAll(() => true),
        death: () => end(true),
        stop: () => end(false),
        break: () => {
          for (const { store } of replicas) if (random.int(0, 1) === 0) store.failure = 'broken';
        },
        silence: () => {
          random.pick(replicas).store.failure = 'silent';
        },
        loss: () => memory.clear(),
        freeze: () => {
          const { store } = random.pick(replicas);
          if (random.int(0, 1) === 0) freezing = store;
          else thaw = store.freeze();
        },
      };
      for (let cut = 0; cut <= cutCount; cut += 1) {
        const target = Math.floor((messageCount * cut) / cutCount);
        while (chat.messages.length < target) {
          chat.post(Math.min(random.int(1, 90), target - chat.messages.length));
          await clock.advance(random.int(0, 3_000));
          for (const each of clients)
            if (!each.replica && random.int(0, 3) === 0)
              each.connect(random.pick(replicas), service);
        }
        for (const { store } of replicas) store.failure = undefined;
        freezing = undefined;
        thaw();
        await cuts[random.pick(kinds)]();
        if (random.int(0, 9) === 0) await clock.advance(random.int(0, 400_000));
      }
      for (const { store } of replicas) store.failure = undefined;
      freezing = undefined;
      thaw();
      for (const each of clients) if (!each.replica) each.connect(random.pick(replicas), service);
      const pages = clients.length * Math.ceil(messageCount / pageSize);
      await clock.advance(pages * intervalMs * 2 + 240_000);
      const before = requests.length;
      await clock.advance(60_000);
      expect(requests.length - before).toBeLessThanOrEqual(60_000 / intervalMs);
      await leaveAll(() => true);
      expect(chat.messages).toHaveLength(messageCount);
      // Replicas without the store, and frozen ones, do not know of each other's reads.
      const knowReads = !kinds.some((kind) => kind === 'break' || kind === 'freeze');
      expect(knowReads ? early : []).toEqual([]);
      for (const { received } of clients) expect(received).toEqual(chat.messages);
    },
  );
});

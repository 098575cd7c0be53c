/**
 * The replica that polls the changes of files or of events is killed or frozen, while the changes
 * go on: two processes or three, whose subscribers connect again with their last cursors.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Random, randomFrom } from '../../../src/sandbox/random.ts';
import {
  type CallProxies,
  type ReplicaCall,
  startCallProxies,
} from '../../support/proxy/call-proxy.ts';
import {
  type ChangingFeed,
  changingEvents,
  changingFiles,
  keepChanging,
  type Version,
} from '../../support/feed/changing-feed.ts';
import { FeedClient } from '../../support/client/feed-client.ts';
import { promised, runsFull } from '../../support/report/promised-size.ts';
import { startRedis, type TestRedis } from '../../support/gateway/redis.ts';
import { type Replicas, startReplicas } from '../../support/gateway/replicas.ts';
import { transports } from '../../support/client/subscription-client.ts';

const count = promised(3, 2);

/** Changes of each feed. */
const changeCount = promised(5_000, 40);

/** How long a process is frozen in ms: longer than it can have the turn to poll, 3 s. */
const frozenMs = promised(20_000, 4_000);

/** Time in ms within which another process polls, and clients connect. */
const maxWaitMs = 30_000;

/** Time in ms between two changes of a feed. */
const paceMs = promised(60, 200);

/**
 * Resolves at once when the condition holds, to hit a process at that moment.
 * @param what says what did not happen
 */
async function until(isTrue: () => boolean, what: string): Promise<void> {
  const end = performance.now() + maxWaitMs;
  while (!isTrue()) {
    if (performance.now() > end) throw new Error(`${what} within ${maxWaitMs} ms`);
    await wait(1);
  }
}

/** What happens to the process that polls a feed. */
type Fault = (feed: ChangingFeed) => Promise<void>;

/** The processes, their feeds, and a client of each feed and transport at each process. */
class PollerTest {
  readonly feeds: readonly ChangingFeed[];
  readonly #redis: TestRedis;
  readonly #replicas: Replicas;
  readonly #proxies: CallProxies;
  readonly #random: Random;
  /** Where the clients of each process connect to. */
  readonly #urls: (() => string)[];
  readonly #clients: {
    readonly feed: ChangingFeed;
    readonly home: number;
    readonly client: FeedClient<Version>;
  }[];

  private constructor(
    random: Random,
    parts: {
      readonly redis: TestRedis;
      readonly replicas: Replicas;
      readonly proxies: CallProxies;
    },
  ) {
    const { redis, replicas, proxies } = parts;
    this.#random = random;
    this.#redis = redis;
    this.#replicas = replicas;
    this.#proxies = proxies;
    const { sandbox } = replicas;
    this.feeds = [changingFiles(sandbox, random), changingEvents(sandbox, random)];
    const homes = Array.from({ length: count }, (_, index) => index);
    this.#urls = homes.map((home) => () => replicas.urlOf(home));
    this.#clients = homes.flatMap((home) =>
      this.feeds.flatMap((feed) =>
        Object.keys(transports).map((transport) => {
          const url = (): string => this.#urls[home]!();
          return { feed, home, client: new FeedClient({ feed, transport, url }) };
        }),
      ),
    );
  }

  /** @param isWatched whether the services can send notifications */
  static async start(isWatched: boolean): Promise<PollerTest> {
    const redis = await startRedis();
    let replicas: Replicas | undefined;
    const proxies = await startCallProxies(count, () => replicas!.sandbox.url);
    replicas = await startReplicas({
      count,
      env: { REDIS_URL: redis.url, ...(!isWatched && { PUBLIC_URL: '' }) },
      envOf: (index) => ({
        STORAGE_BASE_URL: proxies.urlOf(index),
        CALENDAR_BASE_URL: `${proxies.urlOf(index)}/calendar/v3`,
      }),
    });
    replicas.sandbox.runClock(1);
    const test = new PollerTest(randomFrom('pollers'), { redis, replicas, proxies });
    await until(
      () => test.#clients.every(({ client }) => client.connections > 0),
      'a client has no page',
    );
    return test;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#clients.map(({ client }) => client.stop()));
    await this.#replicas[Symbol.asyncDispose]();
    await this.#proxies.close();
    await this.#redis.close();
  }

  /** The largest number of entities whose last version a client does not have. */
  get missing(): number {
    return Math.max(...this.#clients.map(({ feed, client }) => feed.missing(client.received)));
  }

  /** What is wrong with what the clients have received. */
  get mistakes(): readonly string[] {
    return this.#clients.flatMap(({ feed, client }) => feed.faultsIn(client.received));
  }

  readonly faults = {
    'killed during a poll': async (feed) => {
      const victim = await this.#duringPoll(feed, (index) => this.#kill(index));
      await this.#restart(feed, victim);
    },
    'frozen during a poll': async (feed) => {
      const victim = await this.#duringPoll(feed, async (index) => this.#freeze(index));
      await this.#thaw(feed, victim);
    },
    'killed when its subscribers have left': async (feed) => {
      const victim = await this.#afterPoll(feed);
      this.#urls[victim] = () => this.#replicas.urlOf((victim + 1) % count);
      this.#cutClientsOf(victim);
      await wait(this.#random.int(0, 50));
      await this.#kill(victim);
      await this.#restart(feed, victim);
    },
    'frozen between polls': async (feed) => {
      const victim = await this.#afterPoll(feed);
      this.#freeze(victim);
      await this.#thaw(feed, victim);
    },
    'killed between polls': async (feed) => {
      const victim = await this.#afterPoll(feed);
      await this.#kill(victim);
      await this.#restart(feed, victim);
    },
  } satisfies Readonly<Record<string, Fault>>;

  /** Runs `work` during the next poll of a feed, before its answer. @returns the process */
  #duringPoll(feed: ChangingFeed, work: (index: number) => Promise<void>): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#proxies.during(isPollOf(feed), async ({ replica }) => {
        await work(replica).then(() => resolve(replica), reject);
      });
    });
  }

  /** Resolves when a poll of a feed has been answered. @returns the process that has polled */
  async #afterPoll(feed: ChangingFeed): Promise<number> {
    const { length } = this.#proxies.calls;
    const isPoll = isPollOf(feed);
    await until(
      () => this.#proxies.calls.slice(length).some((call) => call.isAnswered && isPoll(call)),
      'no process polls',
    );
    return this.#proxies.calls.findLast(isPoll)!.replica;
  }

  /** Resolves when another process polls a feed, which the victim has polled. */
  async #untilOthersPoll(feed: ChangingFeed, victim: number): Promise<void> {
    const { length } = this.#proxies.calls;
    const isOther = (call: ReplicaCall): boolean => call.replica !== victim && isPollOf(feed)(call);
    await until(() => this.#proxies.calls.slice(length).some(isOther), 'no other process polls');
  }

  async #kill(index: number): Promise<void> {
    // The clients of the process find another one by the load balancer.
    this.#urls[index] = () => this.#replicas.url;
    await this.#replicas.kill(index);
  }

  async #restart(feed: ChangingFeed, index: number): Promise<void> {
    await this.#untilOthersPoll(feed, index);
    await this.#replicas.restart(index);
    this.#urls[index] = () => this.#replicas.urlOf(index);
    this.#cutClientsOf(index);
  }

  #freeze(index: number): void {
    this.#replicas.process(index).signal('SIGSTOP');
  }

  async #thaw(feed: ChangingFeed, index: number): Promise<void> {
    await Promise.all([this.#untilOthersPoll(feed, index), wait(frozenMs)]);
    this.#replicas.process(index).signal('SIGCONT');
  }

  /** The clients of a process connect again. */
  #cutClientsOf(index: number): void {
    for (const { home, client } of this.#clients) if (home === index) client.cut();
  }
}

const isPollOf =
  ({ pollPath }: ChangingFeed) =>
  ({ method, path }: ReplicaCall): boolean =>
    method === 'GET' && decodeURIComponent(path) === pollPath;

describe.each(
  runsFull
    ? [
        { way: 'with notifications', isWatched: true, rounds: 2 },
        { way: 'without notifications', isWatched: false, rounds: 1 },
      ]
    : [{ way: 'with notifications', isWatched: true, rounds: 1 }],
)('changes of files and events, $way', ({ isWatched, rounds }) => {
  it('are not lost or doubled when the process that polls is killed or frozen', {
    tags: ['R19', 'R22', 'fullSize'],
  }, async () => {
    await using test = await PollerTest.start(isWatched);
    const faults = Object.values(test.faults).slice(0, promised(5, 3));
    let isOver = false;
    const isEnough = (): boolean => test.feeds.every((feed) => feed.count >= changeCount);
    const made = keepChanging(test.feeds, paceMs, () => isOver && isEnough());
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, fault] of faults.entries()) {
        // In a small run, each fault happens to the poller of one feed.
        const feeds = runsFull ? test.feeds : [test.feeds[index % 2]!];
        for (const feed of feeds) await fault(feed);
      }
    }
    isOver = true;
    await made;
    const expectAll = async (): Promise<void> => {
      await expect.poll(() => test.missing, { interval: 100 }).toBe(0);
      expect(test.mistakes).toEqual([]);
    };
    await expectAll();
    // What comes twice could come with a later page.
    await Promise.all(test.feeds.map((feed) => feed.change()));
    await expectAll();
  });
});

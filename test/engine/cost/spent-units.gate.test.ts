import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { googleApis } from '../../../src/services/api.ts';
import { AcceptedCallers, Identities } from '../../../src/engine/caller/identities.ts';
import { type Quota, Quotas } from '../../../src/engine/cost/quota.ts';
import { ProjectUnits } from '../../../src/engine/cost/project-units.ts';
import { MemoryStore } from '../../../src/engine/store/memory-store.ts';
import { RedisStore } from '../../../src/engine/store/redis-store.ts';
import type { Store } from '../../../src/engine/store/store.ts';
import { calendars } from '../../../src/services/calendar/operations.ts';
import { channels, playlists, videos } from '../../../src/services/video/operations.ts';
import { upstreamError } from '../../../src/engine/api/error.ts';
import type { Identity } from '../../../src/engine/caller/identity.ts';
import { DrivenClock } from '../../support/clock/driven-clock.ts';
import { promised } from '../../support/report/promised-size.ts';
import { startRedis, type TestRedis } from '../../support/gateway/redis.ts';

const morning = Date.parse('2027-03-10T18:00:00Z');

/** A process of the gateway. */
class Replica {
  readonly acceptedCallers = new AcceptedCallers();
  readonly quotas: Quotas;

  constructor(store: Store, units = 100) {
    this.quotas = new Quotas({
      api: googleApis,
      store,
      acceptedCallers: this.acceptedCallers,
      budget: { VIDEO: units, SEARCH: units, CALENDAR: units },
      now: () => morning,
    });
  }

  /** Reserves units, and sends as many requests of one unit. @returns the execution, if admitted */
  async begin(identity: Identity, units: number): Promise<Quota | undefined> {
    const quota = this.quotas.of(new Identities(identity));
    if (await quota.reserve({ calls: units, units: { VIDEO: units } })) return undefined;
    return quota;
  }

  async spend(identity: Identity, units: number): Promise<boolean> {
    const quota = await this.begin(identity, units);
    if (!quota) return false;
    await finish(quota, units);
    return true;
  }

  async spent(identity: Identity, bucket = 'VIDEO'): Promise<number | undefined> {
    const balances = await this.quotas.of(new Identities(identity)).balances();
    return balances.find((each) => each.bucket === bucket)!.spent;
  }

  accept(identity: Identity): void {
    this.acceptedCallers.accept(identity);
  }

  /** The answer of a call names the channel of the caller. */
  learnChannel(identity: Identity, id = 'UCava'): void {
    this.accept(identity);
    this.quotas
      .of(new Identities(identity))
      .learnAccount(channels.list, { mine: true }, { items: [{ id }] });
  }
}

/** Ends an execution that has sent so many requests. */
async function finish(quota: Quota, units: number): Promise<void> {
  for (let sent = 0; sent < units; sent += 1) {
    await quota.takeCall(videos.list);
    quota.spend(videos.list);
  }
  quota.settle();
}

/** A store that knows when all that it was asked to do has been done. */
function watched(store: Store): { readonly store: Store; hasEnded(): Promise<void> } {
  const running = new Set<unknown>();
  const follow = (result: unknown): unknown => {
    const end = (): unknown => running.delete(result);
    running.add(result);
    void Promise.resolve(result).then(end, end);
    return result;
  };
  return {
    store: new Proxy(store, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        return (...parameters: unknown[]) => follow(Reflect.apply(member, target, parameters));
      },
    }),
    // Who waits for an answer asks the next question before the next turn of the event loop.
    hasEnded: async () => {
      do await settled();
      while (running.size > 0);
    },
  };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const ava = { token: 'ava' };
const later = { token: 'a later token of ava' };
const ben = { token: 'ben' };

describe('the units of a caller who is not accepted', () => {
  it('limit the caller, and are not in the store', async () => {
    const store = new MemoryStore();
    const replica = new Replica(store);
    const served = await Promise.all(Array.from({ length: 30 }, () => replica.spend(ava, 7)));
    expect(served.filter(Boolean)).toHaveLength(14);
    expect([await replica.spent(ava), await new Replica(store).spent(ava)]).toEqual([98, 0]);
  });
  it('move to the store when the caller is accepted, with those in flight', async () => {
    const store = new MemoryStore();
    const [replica, other] = [new Replica(store), new Replica(store)];
    await replica.spend(ava, 10);
    const running = await replica.begin(ava, 50);
    replica.accept(ava);
    await finish(running!, 3);
    await settled();
    expect([await replica.spent(ava), await other.spent(ava)]).toEqual([13, 13]);
    // The other replica has not accepted the caller, but knows that somebody has.
    const served = await Promise.all(
      Array.from({ length: 30 }, (_, index) => [replica, other][index % 2]!.spend(ava, 10)),
    );
    expect(served.filter(Boolean)).toHaveLength(8);
    expect([await replica.spent(ava), await other.spent(ava)]).toEqual([93, 93]);
  });
  it('stay counted after the token has been refused', async () => {
    const replica = new Replica(new MemoryStore());
    replica.accept(ava);
    await replica.spend(ava, 60);
    replica.acceptedCallers.forgetIfRejected(ava, upstreamError(videos.list, 'UNAUTHENTICATED'));
    expect(replica.acceptedCallers.isAccepted(ava)).toBe(false);
    expect([await replica.spend(ava, 60), await replica.spent(ava)]).toEqual([false, 60]);
  });
  it('are displaced by such callers only, and those in flight are not forgotten', async () => {
    const store = new MemoryStore();
    const replica = new Replica(store);
    replica.accept(ben);
    await replica.spend(ben, 90);
    const running = await replica.begin(ava, 40);
    for (let index = 0; index <= 10_000; index += 1) await replica.spend({ token: `t${index}` }, 1);
    expect(await replica.spent(ben)).toBe(90);
    replica.accept(ava);
    await finish(running!, 25);
    await settled();
    expect([await replica.spent(ava), await replica.spent({ token: 't0' })]).toEqual([25, 0]);
  });
});

describe('the account behind a token', () => {
  it('gets the units of the token, and later tokens continue with what is left', async () => {
    const replica = new Replica(new MemoryStore());
    await replica.spend(ava, 60);
    replica.learnChannel(ava);
    await settled();
    expect([await replica.spent(ava), await replica.spent(later)]).toEqual([60, 0]);
    await replica.spend(later, 10);
    replica.learnChannel(later);
    await settled();
    expect([await replica.spent(ava), await replica.spent(later)]).toEqual([70, 70]);
    expect([await replica.spend(later, 31), await replica.spend(later, 30)]).toEqual([false, true]);
    expect(await replica.spent(ava)).toBe(100);
  });
  it('gets units in flight where they are settled, and each of them once', async () => {
    const replica = new Replica(new MemoryStore());
    replica.accept(ava);
    const running = await replica.begin(ava, 50);
    replica.learnChannel(ava);
    await settled();
    replica.learnChannel(ava);
    await settled();
    expect(await replica.spent(ava)).toBe(50);
    await finish(running!, 7);
    await settled();
    expect(await replica.spent(ava)).toBe(7);
    replica.learnChannel(later);
    await settled();
    expect(await replica.spent(later)).toBe(7);
  });
  it('is that of one service: no answer proves that a channel has an address', async () => {
    const replica = new Replica(new MemoryStore());
    const units = { VIDEO: 10, CALENDAR: 10 };
    const first = replica.quotas.of(new Identities(ava));
    await first.reserve({ calls: 20, units });
    replica.learnChannel(ava);
    replica.learnChannel(later);
    await settled();
    expect([await replica.spent(later), await replica.spent(later, 'CALENDAR')]).toEqual([10, 0]);
    const answer = { id: 'ava@studio.example' };
    for (const identity of [ava, later])
      replica.quotas
        .of(new Identities(identity))
        .learnAccount(calendars.get, { calendarId: 'primary' }, answer);
    await settled();
    expect(await replica.spent(later, 'CALENDAR')).toBe(10);
  });
  it.each<[string, Identity, Parameters<Quota['learnAccount']>]>([
    [
      'is about another channel',
      ava,
      [channels.list, { id: ['UCben'] }, { items: [{ id: 'UCben' }] }],
    ],
    [
      'is for a content owner',
      { ...ava, onBehalfOf: 'studio' },
      [channels.list, { mine: true }, { items: [{ id: 'UCben' }] }],
    ],
    ['has no item', ava, [channels.list, { mine: true }, { items: [] }]],
    [
      'names several channels',
      ava,
      [
        playlists.list,
        { mine: true },
        { items: [{ snippet: { channelId: 'UCben' } }, { snippet: { channelId: 'UCcem' } }] },
      ],
    ],
    [
      'is about another calendar',
      ava,
      [calendars.get, { calendarId: 'ben@studio.example' }, { id: 'ben@studio.example' }],
    ],
    ['has no token', {}, [channels.list, { mine: true }, { items: [{ id: 'UCben' }] }]],
  ])('is not learnt from an answer that %s', async (_, identity, parameters) => {
    const replica = new Replica(new MemoryStore());
    replica.learnChannel(ben, 'UCben');
    replica.accept(ava);
    await replica.spend(ben, 60);
    replica.quotas.of(new Identities(identity)).learnAccount(...parameters);
    await settled();
    expect([await replica.spent(identity), await replica.spent(ben)]).toEqual([0, 60]);
  });
});

describe('several replicas with one Redis', () => {
  let redis: TestRedis;
  let stores: readonly RedisStore[];
  beforeAll(async () => {
    redis = await startRedis();
    stores = [1, 2, 3].map(() => new RedisStore({ url: redis.url }));
  });
  afterAll(async () => {
    await Promise.all(stores.map((store) => store.close()));
    await redis.close();
  });

  it('know what all of them have spent in a day, also after Redis was away', async () => {
    const clock = new DrivenClock();
    const options = { api: googleApis, clock, limits: { VIDEO: 100 } };
    const projects = stores.map((store) => new ProjectUnits({ ...options, store }));
    const spendAll = (): void => {
      for (const project of projects) project.spend(videos.list, undefined);
    };
    const spent = async () => {
      await Promise.all(projects.map((project) => project.flush()));
      await clock.advance(1_000);
      const balances = await Promise.all(projects.map((project) => project.balanceOf('VIDEO')));
      return balances.map((balance) => balance!.spent);
    };
    spendAll();
    expect(await spent()).toEqual([3, 3, 3]);
    await redis.stop();
    spendAll();
    expect(await spent()).toEqual([4, 4, 4]);
    // It has lost what was stored.
    await redis.start();
    await expect.poll(spent).toEqual([3, 3, 3]);
  });
  it('spend a budget exactly while they learn the account, in any order', {
    tags: ['fullSize'],
  }, async () => {
    // Each number of accounts that are known before, once.
    for (let round = 0; round < promised(20, 7); round += 1) {
      await redis.cli('FLUSHALL');
      const replicas = stores.map((store) => new Replica(store));
      for (const replica of replicas) for (const each of [ava, later]) replica.accept(each);
      const spend = Array.from(
        { length: 60 },
        (_, index) => () => replicas[index % 3]!.spend(index % 2 === 0 ? ava : later, 5),
      );
      const learn = replicas.flatMap((replica) =>
        [ava, later].map((each) => async () => replica.learnChannel(each)),
      );
      // Both tokens have an account of their own until their answers have named it.
      for (const each of learn.slice(0, round % 7)) await each();
      const work = [...spend, ...learn].toSorted(() => Math.random() - 0.5);
      const served = await Promise.all(work.map((each) => each()));
      await expect
        .poll(() => Promise.all(replicas.flatMap((each) => [each.spent(ava), each.spent(later)])))
        .toEqual(Array(6).fill(served.filter((each) => each === true).length * 5));
    }
  });
  it('never serve more than the budget of an account that is known', {
    tags: ['fullSize'],
  }, async () => {
    for (let round = 0; round < promised(10, 3); round += 1) {
      await redis.cli('FLUSHALL');
      const learning = watched(stores[0]!);
      const replicas = [learning.store, ...stores.slice(1)].map((store) => new Replica(store));
      for (const each of [ava, later]) replicas[0]!.learnChannel(each);
      await learning.hasEnded();
      const served = await Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          replicas[index % 3]!.spend(index % 2 === 0 ? ava : later, 5),
        ),
      );
      expect(served.filter(Boolean)).toHaveLength(20);
      expect(await replicas[1]!.spent(ava)).toBe(100);
    }
  });
});

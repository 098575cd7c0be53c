/** What all callers spend in a day, over replicas that share a store. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ProjectOptions, ProjectUnits } from '../../../src/engine/cost/project-units.ts';
import { googleApis } from '../../../src/services/api.ts';
import { playlists, search, videos } from '../../../src/services/video/operations.ts';
import { DrivenClock } from '../../support/clock/driven-clock.ts';
import { SharedMemory, SharedMemoryStore } from '../../support/gateway/shared-store.ts';

const minute = 60_000;
const hour = 60 * minute;

/** The clock begins at 02:00 in the day of Google, which ends 22 hours later. */
const open = (options: ProjectOptions = {}, count = 2) => {
  const clock = new DrivenClock();
  const memory = new SharedMemory(clock.wallTime);
  const stores = Array.from({ length: count }, () => new SharedMemoryStore(memory));
  const replicas = stores.map(
    (store) => new ProjectUnits({ ...options, api: googleApis, store, clock }),
  );
  return { clock, memory, stores, replicas };
};

/** Spends by searches: a bucket of 100 units, of which each call takes one. */
const spend = (project: ProjectUnits, count: number): void => {
  for (let sent = 0; sent < count; sent += 1) project.spend(search.list, undefined);
};

const balancesOf = (replicas: readonly ProjectUnits[]) =>
  Promise.all(replicas.map((each) => each.balanceOf('SEARCH')));

const limits = { SEARCH: 100 };

describe('the units of all replicas', () => {
  it('are known to each of them a second later', async () => {
    const { clock, replicas } = open({ limits });
    spend(replicas[0]!, 3);
    spend(replicas[1]!, 4);
    await clock.advance(1_000);
    await clock.advance(1_000);
    expect(await balancesOf(replicas)).toMatchObject([{ spent: 7 }, { spent: 7 }]);
  });

  it('are those that were spent, whatever comes at which moment', async () => {
    const step = fc.record({
      replica: fc.nat(2),
      count: fc.nat(5),
      waitMs: fc.constantFrom(0, 10, 999, 1_000, 30_000),
      isBroken: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const { clock, stores, replicas } = open({ limits }, 3);
        for (const { replica, count, waitMs, isBroken } of steps) {
          stores[replica]!.failure = isBroken ? 'broken' : undefined;
          spend(replicas[replica]!, count);
          await clock.advance(waitMs);
        }
        for (const store of stores) store.failure = undefined;
        await clock.advance(2_000);
        const spent = steps.reduce((sum, { count }) => sum + count, 0);
        for (const balance of await balancesOf(replicas)) expect(balance!.spent).toBe(spent);
      }),
    );
  });

  it('begin again at midnight, Pacific time', async () => {
    const { clock, replicas } = open({ limits });
    spend(replicas[0]!, 5);
    await clock.advance(22 * hour - 1);
    expect(await balancesOf(replicas)).toMatchObject([{ spent: 5 }, { spent: 5 }]);
    await clock.advance(1);
    expect(await balancesOf(replicas)).toMatchObject([{ spent: 0 }, { spent: 0 }]);
  });

  it('take a step of the store in a second, and none for a call', async () => {
    const { clock, memory, replicas } = open({ limits, reserve: { callers: 10 } }, 1);
    const [project] = replicas;
    for (let call = 0; call < 50; call += 1) {
      project!.refusalOf(search.list, 'anonymous', undefined);
      project!.spend(search.list, undefined);
    }
    await clock.advance(1_000);
    // The sum of the day, and that of the hour.
    expect(memory.written.filter((text) => text === '50')).toHaveLength(2);
    expect(memory.written.filter((text) => text === 'spent')).toHaveLength(2);
  });
});

describe('the forecast', () => {
  it.each([1, 3, 7])('of a steady rate is right: %s units in ten minutes', async (count) => {
    const { clock, replicas } = open({ limits });
    for (let step = 0; step < 10; step += 1) {
      spend(replicas[step % 2]!, count);
      await clock.advance(10 * minute);
    }
    // After 100 minutes.
    const lasts = ((100 - 10 * count) / count) * 10 * minute;
    for (const { runsOutIn } of (await balancesOf(replicas)) as { runsOutIn: number }[]) {
      expect(runsOutIn).toBeGreaterThan(0.9 * lasts);
      expect(runsOutIn).toBeLessThan(1.1 * lasts);
    }
  });

  it('is none if the units last until midnight, or none were spent', async () => {
    const { clock, replicas } = open({ limits });
    expect(await balancesOf(replicas)).toMatchObject([{ spent: 0 }, { spent: 0 }]);
    spend(replicas[0]!, 4);
    await clock.advance(2_000);
    // 96 at 4 in an hour are gone after 24 hours, 95 at 5 after 19.
    const [lasting] = await balancesOf(replicas);
    expect(lasting).toMatchObject({ runsOutIn: undefined, runsOutAt: undefined });
    spend(replicas[0]!, 1);
    await clock.advance(2_000);
    const ends = Date.parse('2026-03-10T09:00:04Z') + 19 * hour;
    expect((await balancesOf(replicas))[1]).toMatchObject({
      runsOutIn: 19 * hour,
      runsOutAt: new Date(ends).toISOString(),
    });
  });

  it('is none again when an hour has passed without a unit, and now when all are spent', async () => {
    const { clock, replicas } = open({ limits });
    spend(replicas[0]!, 50);
    await clock.advance(2 * hour);
    expect((await balancesOf(replicas))[0]!.runsOutIn).toBe(undefined);
    spend(replicas[0]!, 50);
    expect((await balancesOf(replicas))[0]!.runsOutIn).toBe(0);
  });
});

describe('a reserve', () => {
  const reserve = { writes: 10, callers: 20 };

  it('refuses first reads without a token, then all reads, and never a write', () => {
    const [project] = open({ limits, reserve }, 1).replicas;
    const refused = (rank: 'write' | 'caller' | 'anonymous') =>
      project!.refusalOf(search.list, rank, undefined);
    spend(project!, 69);
    expect(refused('anonymous')).toBe(undefined);
    spend(project!, 1);
    const facts = { bucket: 'SEARCH', limit: 100, resetAt: '2026-03-11T07:00:00.000Z' };
    expect(refused('anonymous')).toEqual({ ...facts, remaining: 0, reason: 'reservedForCallers' });
    expect(refused('caller')).toBe(undefined);
    spend(project!, 20);
    for (const rank of ['anonymous', 'caller'] as const)
      expect(refused(rank)).toEqual({ ...facts, remaining: 0, reason: 'reservedForWrites' });
    spend(project!, 50);
    expect(refused('write')).toBe(undefined);
  });

  it('counts what other replicas have spent', async () => {
    const { clock, replicas } = open({ limits, reserve });
    spend(replicas[0]!, 70);
    await clock.advance(1_000);
    const ask = () => replicas[1]!.refusalOf(search.list, 'anonymous', undefined);
    ask();
    await clock.settle();
    expect(ask()).toMatchObject({ reason: 'reservedForCallers' });
  });

  it('is none in a bucket whose limit is unknown', () => {
    const [project] = open({ limits, reserve: { writes: 100 } }, 1).replicas;
    expect(project!.refusalOf(videos.list, 'anonymous', undefined)).toBe(undefined);
  });
});

describe('the budget of a client', () => {
  const clients = { web: { VIDEO: 10 }, others: { VIDEO: 3 } };
  const fits = (project: ProjectUnits, client: string | undefined): boolean =>
    project.refusalOf(videos.list, 'caller', client) === undefined;

  it('is one for each listed name, and one for all others together', () => {
    const [project] = open({ clients }, 1).replicas;
    for (const client of ['tv', '', '__proto__']) project!.spend(videos.list, client);
    expect(['tv', 'toaster', '', 'others'].map((name) => fits(project!, name))).toEqual(
      Array.from({ length: 4 }, () => false),
    );
    // What is for no client, such as a poll of a feed, has no budget.
    expect([fits(project!, 'web'), fits(project!, undefined)]).toEqual([true, true]);
    for (let sent = 0; sent < 10; sent += 1) project!.spend(videos.list, 'web');
    expect(fits(project!, 'web')).toBe(false);
  });

  it('is checked for a whole operation that writes', () => {
    const [project] = open({ clients: { web: { VIDEO: 100 } } }, 1).replicas;
    const shortage = (units: number, client: string) =>
      project!.shortageOf({ calls: 1, units: { VIDEO: units } }, client);
    project!.spend(playlists.delete, 'web');
    expect([shortage(50, 'web'), shortage(51, 'ios')]).toEqual([undefined, undefined]);
    expect(shortage(51, 'web')).toMatchObject({ limit: 100, remaining: 50 });
  });
});

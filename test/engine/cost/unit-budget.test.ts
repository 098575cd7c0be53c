/** The budget of agents: what is reserved, spent and left, in the store of all replicas. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { grantedIdentity } from '../../../src/engine/caller/grant.ts';
import { AcceptedCallers, Identities } from '../../../src/engine/caller/identities.ts';
import { Quotas } from '../../../src/engine/cost/quota.ts';
import { type BudgetBalance, UnitBudget } from '../../../src/engine/cost/unit-budget.ts';
import { MemoryStore } from '../../../src/engine/store/memory-store.ts';
import { googleApis } from '../../../src/services/api.ts';
import { videos } from '../../../src/services/video/operations.ts';

const { list } = videos;

const read = { ...list, units: 1 };

const estimateOf = (units: number) => ({ calls: 1, units: { [list.bucket]: units } });

const noon = Date.parse('2027-03-14T20:00:00Z');

/** Replicas with one store, whose services have accepted the token of the caller. */
function replicas(limit: number) {
  const store = new MemoryStore();
  const time = { now: noon };
  const acceptedCallers = new AcceptedCallers();
  const identities = new Identities({ token: 'of the agent' });
  acceptedCallers.accept(identities.main);
  const settings = { api: googleApis, store, acceptedCallers, budget: {}, now: () => time.now };
  const all = [new Quotas(settings), new Quotas(settings)];
  let count = 0;
  /** A new execution, of the one and the other replica in turn. */
  const begin = (by = identities) => {
    count += 1;
    const budget = new UnitBudget(limit);
    return { quota: all[count % 2]!.of(by, { agents: budget }), budget };
  };
  const balance = (by = identities): Promise<BudgetBalance> =>
    all[0]!.of(by).balanceOfAgents(limit);
  return { begin, balance, time, acceptedCallers };
}

describe('the budget of agents', () => {
  it('is never exceeded by operations that spend at most what they have reserved', async () => {
    const operation = fc.record({ reserved: fc.nat(30), spent: fc.nat(30), end: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(operation), fc.nat(100), async (operations, limit) => {
        const { begin, balance } = replicas(limit);
        let spent = 0;
        const open: ReturnType<typeof begin>[] = [];
        const settle = ({ quota, budget }: ReturnType<typeof begin>): Promise<unknown> => {
          quota.settle();
          return budget.settled;
        };
        for (const each of operations) {
          const execution = begin();
          if (await execution.quota.reserve(estimateOf(each.reserved))) continue;
          const sent = Math.min(each.spent, each.reserved);
          for (let count = 0; count < sent; count += 1) {
            await execution.quota.takeCall(read);
            execution.quota.spend(read);
          }
          spent += sent;
          if (each.end) await settle(execution);
          else open.push(execution);
        }
        expect(spent).toBeLessThanOrEqual(limit);
        for (const execution of open) await settle(execution);
        expect(await balance()).toEqual({ limit, spent, remaining: limit - spent });
      }),
    );
  });
  it('lets exactly one of two operations run that both replicas begin at once', async () => {
    const { begin, balance } = replicas(14);
    const found = await Promise.all(
      [begin(), begin()].map(async ({ quota }) => quota.reserve(estimateOf(8))),
    );
    expect(found.filter((shortage) => shortage === undefined)).toHaveLength(1);
    expect(found.find((shortage) => shortage !== undefined)).toEqual({
      limit: 14,
      remaining: 6,
      resetAt: '2027-03-15T07:00:00.000Z',
    });
    expect(await balance()).toMatchObject({ spent: 8, remaining: 6 });
  });
  it('lets exactly one run of an account that no service has accepted in this hour', async () => {
    const { begin } = replicas(14);
    const grant = {
      caller: 'account',
      scopesKey: '',
      token: 'granted',
      ready: () => undefined,
      renew: () => Promise.resolve(false),
    };
    const account = new Identities(grantedIdentity(grant));
    const found = await Promise.all(
      [begin(account), begin(account)].map(async ({ quota }) => quota.reserve(estimateOf(8))),
    );
    expect(found.filter((shortage) => shortage === undefined)).toHaveLength(1);
  });
  it('counts what retries spend beyond the estimate', async () => {
    const { begin, balance } = replicas(10);
    const { quota, budget } = begin();
    expect(await quota.reserve(estimateOf(10))).toBeUndefined();
    await quota.takeCall(read);
    for (let count = 0; count < 12; count += 1) quota.spend(read);
    quota.settle();
    await budget.settled;
    expect(await balance()).toEqual({ limit: 10, spent: 12, remaining: 0 });
  });
  it('refuses a call beyond the estimate that does not fit', async () => {
    const { begin, balance } = replicas(2);
    const { quota } = begin();
    expect(await quota.reserve(estimateOf(1))).toBeUndefined();
    expect(quota.takeCall(read)).toBeUndefined();
    await quota.takeCall(read);
    await expect(quota.takeCall(read)).rejects.toMatchObject({
      failure: { code: 'QUOTA_EXCEEDED', limit: 2, remaining: 0 },
    });
    expect(await balance()).toMatchObject({ spent: 2 });
  });
  it.each([Number.NaN, Infinity, 11])('does not admit an estimate of %d units', async (units) => {
    const { begin, balance } = replicas(10);
    expect(await begin().quota.reserve(estimateOf(units))).toMatchObject({
      limit: 10,
      remaining: 10,
    });
    expect((await balance()).remaining).toBe(10);
  });
  it('admits operations without scarce units when it is spent', async () => {
    const { begin } = replicas(0);
    for (const units of [{}, { STORAGE: 3_100, CALENDAR: 20 }])
      expect(await begin().quota.reserve({ calls: 1, units })).toBeUndefined();
  });
  it('admits the rest of an operation when all of it fits', async () => {
    const { begin, balance } = replicas(10);
    const { quota } = begin();
    const shortage = await quota.reserve(estimateOf(12));
    quota.owe(estimateOf(12), shortage!);
    quota.avoid(read);
    expect(() => quota.takeCall(read)).toThrow('QUOTA_EXCEEDED');
    quota.avoid(read);
    await quota.takeCall(read);
    expect(await balance()).toMatchObject({ remaining: 0 });
  });
  it('is another one on the next day, and for another caller', async () => {
    const { begin, balance, time, acceptedCallers } = replicas(10);
    expect(await begin().quota.reserve(estimateOf(10))).toBeUndefined();
    const other = new Identities({ token: 'of another' });
    acceptedCallers.accept(other.main);
    expect(await begin(other).quota.reserve(estimateOf(10))).toBeUndefined();
    expect(await begin().quota.reserve(estimateOf(1))).toMatchObject({ remaining: 0 });
    time.now += 12 * 3_600_000;
    expect(await balance()).toMatchObject({ remaining: 10 });
    expect(await begin().quota.reserve(estimateOf(10))).toBeUndefined();
  });
  it('stays the same when another token of the caller is accepted', async () => {
    const { begin, acceptedCallers } = replicas(10);
    const video = { token: 'of videos' };
    const files = { token: 'of files' };
    const own = { video, live: video, storage: files, calendar: files };
    const identities = () =>
      Identities.from({ api: googleApis, own }, (caller) => acceptedCallers.hasAccepted(caller));
    acceptedCallers.accept(files);
    expect(await begin(identities()).quota.reserve(estimateOf(10))).toBeUndefined();
    acceptedCallers.accept(video);
    expect(await begin(identities()).quota.reserve(estimateOf(1))).toMatchObject({ remaining: 0 });
  });
});

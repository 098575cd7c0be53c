import { describe, expect, it } from 'vitest';
import { Usage } from '../../../src/data/cost/usage.ts';
import { type Budget, type Quota, Quotas } from '../../../src/data/cost/quota.ts';
import { MemoryStore } from '../../../src/data/store/store.ts';
import { UpstreamError } from '../../../src/upstream/error.ts';
import { events } from '../../../src/upstream/calendar/index.ts';
import { type AnyOperation, type Bucket, serviceOf } from '../../../src/upstream/operation.ts';
import { files } from '../../../src/upstream/storage/index.ts';
import { playlists, search, videos } from '../../../src/upstream/video/index.ts';

const ava = { token: 'ava' };
const ben = { token: 'ben' };
const morning = Date.parse('2027-03-10T18:00:00Z');
const midnight = '2027-03-11T08:00:00.000Z';

function bank(budget: Budget, clock = { now: morning }) {
  const store = new MemoryStore();
  const quotas = new Quotas({ store, budget, now: () => clock.now });
  const spent = async (
    bucket: Bucket,
    identity: { readonly token?: string } = ava,
  ): Promise<number | undefined> =>
    (await quotas.of(identity).balances()).find((each) => each.bucket === bucket)!.spent;
  return { quotas, spent, clock };
}

const price = (units: Partial<Record<Bucket, number>>) => ({ requests: 1, units });

const send = async (quota: Quota, operation: AnyOperation): Promise<void> => {
  await quota.admit(operation);
  quota.spend(operation);
};

const refusal = (operation: AnyOperation, reason: string): UpstreamError =>
  new UpstreamError({
    code: 'QUOTA_EXCEEDED',
    service: serviceOf(operation),
    operation: operation.key,
    reason,
    bucket: operation.bucket,
  });

describe('a budget', () => {
  it('gives what a price says, and takes back what was not spent of it', async () => {
    const { quotas, spent } = bank({ video: 100 });
    const quota = quotas.of(ava);
    expect(await quota.reserve(price({ video: 60 }))).toBeUndefined();
    expect(await spent('video')).toBe(60);
    for (let index = 0; index < 7; index += 1) await send(quota, videos.list);
    quota.settle();
    expect(await spent('video')).toBe(7);
  });
  it('refuses what it does not cover, says what is left, and takes nothing', async () => {
    const { quotas, spent } = bank({ video: 100, search: 5 });
    await quotas.of(ava).reserve(price({ video: 90 }));
    expect(await quotas.of(ava).reserve(price({ search: 1, video: 11 }))).toEqual({
      bucket: 'video',
      limit: 100,
      remaining: 10,
      resetAt: midnight,
    });
    expect([await spent('video'), await spent('search')]).toEqual([90, 0]);
    expect(await quotas.of(ava).reserve(price({ video: 10 }))).toBeUndefined();
  });
  it('is never overspent by many at once', async () => {
    const { quotas, spent } = bank({ video: 100 });
    const refusals = await Promise.all(
      Array.from({ length: 50 }, async () => quotas.of(ava).reserve(price({ video: 7 }))),
    );
    const served = refusals.filter((each) => each === undefined).length;
    expect([served, await spent('video')]).toEqual([14, 98]);
  });
  it('is one a caller, and one for all without a token', async () => {
    const { quotas } = bank({ video: 10 });
    const outcomes = [];
    for (const identity of [
      ava,
      ben,
      {},
      { contentOwner: 'x' },
      { token: 'ava', contentOwner: 'x' },
    ])
      outcomes.push((await quotas.of(identity).reserve(price({ video: 10 }))) === undefined);
    expect(outcomes).toEqual([true, true, true, false, false]);
  });
  it('is full again at midnight, and what is settled later counts where it was taken', async () => {
    const { quotas, spent, clock } = bank({ video: 10 });
    const late = quotas.of(ava);
    await late.reserve(price({ video: 10 }));
    clock.now = Date.parse(midnight);
    expect(await quotas.of(ava).reserve(price({ video: 10 }))).toBeUndefined();
    late.settle();
    expect(await spent('video')).toBe(10);
  });
  it('limits no bucket that it does not name', async () => {
    const { quotas, spent } = bank({ search: 1 });
    const quota = quotas.of(ava);
    expect(await quota.reserve(price({ video: 1e9, storage: 0 }))).toBeUndefined();
    await send(quota, videos.list);
    expect(await spent('video')).toBeUndefined();
  });
  it('is asked for calls that no price foresaw, one by one, and refuses them when it is spent', async () => {
    const { quotas, spent } = bank({ video: 4 });
    const quota = quotas.of(ava);
    await quota.reserve(price({ video: 2 }));
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, () => send(quota, videos.list)),
    );
    const codes = outcomes.map((each) =>
      each.status === 'fulfilled' ? 'sent' : (each.reason as UpstreamError).code,
    );
    expect(codes).toEqual(['sent', 'sent', 'sent', 'sent', 'QUOTA_EXCEEDED', 'QUOTA_EXCEEDED']);
    quota.settle();
    expect(await spent('video')).toBe(4);
  });
  it('counts repeats, and calls that go out after the end', async () => {
    const { quotas, spent } = bank({ video: 100 });
    const quota = quotas.of(ava);
    await quota.reserve(price({ video: 50 }));
    await quota.admit(playlists.delete);
    quota.spend(playlists.delete);
    quota.spend(playlists.delete);
    quota.settle();
    expect(await spent('video')).toBe(100);
    quota.spend(videos.list);
    expect(await spent('video')).toBe(101);
  });
  it('gives back what calls that never left had claimed', async () => {
    const { quotas, spent } = bank({ video: 5 });
    const quota = quotas.of(ava);
    await quota.reserve(price({ video: 5 }));
    await quota.admit(videos.list);
    quota.settle();
    expect(await spent('video')).toBe(0);
  });
});

describe('a store that fails', () => {
  it('keeps nothing of a budget that was not taken whole', async () => {
    class Failing extends MemoryStore {
      override add(key: string, amount: number, ttlMs: number): Promise<number> {
        return key.includes(' search ')
          ? Promise.reject(new Error('planted'))
          : super.add(key, amount, ttlMs);
      }
    }
    const quotas = new Quotas({
      store: new Failing(),
      budget: { video: 100, search: 5 },
      now: () => morning,
    });
    await expect(quotas.of(ava).reserve(price({ video: 60, search: 1 }))).rejects.toThrow(
      'planted',
    );
    expect(await quotas.of(ava).balances()).toMatchObject([
      { bucket: 'video', spent: 0 },
      {},
      {},
      {},
    ]);
  });
});

describe('a bucket that upstream calls spent', () => {
  async function exhausted(operation: AnyOperation, reason: string) {
    const { quotas, clock } = bank({});
    const first = quotas.of(ava);
    const error = (await first.markExhausted(
      operation,
      refusal(operation, reason),
    )) as UpstreamError;
    const next = quotas.of(ava);
    await next.reserve(price({ [operation.bucket]: 1 }));
    const refuses = async (quota: Quota, asked: AnyOperation): Promise<boolean> => {
      await quota.reserve(price({ [asked.bucket]: 1 }));
      try {
        await quota.admit(asked);
        return false;
      } catch {
        return true;
      }
    };
    return { first, next, quotas, clock, error, refuses };
  }
  it('is left alone from then on, by whoever has the same token, until midnight', async () => {
    const { first, next, quotas, clock, error, refuses } = await exhausted(
      videos.list,
      'quotaExceeded',
    );
    expect(error.failure).toMatchObject({
      code: 'QUOTA_EXCEEDED',
      bucket: 'video',
      remaining: 0,
      resetAt: midnight,
    });
    const thrown = (() => {
      try {
        return next.admit(playlists.list);
      } catch (reason) {
        return (reason as UpstreamError).failure;
      }
    })();
    expect(thrown).toMatchObject({
      code: 'QUOTA_EXCEEDED',
      bucket: 'video',
      remaining: 0,
      resetAt: midnight,
    });
    expect(await refuses(first, videos.list)).toBe(true);
    expect(await refuses(quotas.of(ben), videos.list)).toBe(false);
    expect(await refuses(quotas.of({}), videos.list)).toBe(false);
    expect(await refuses(quotas.of(ava), search.list)).toBe(false);
    expect(
      (await quotas.of(ava).balances())
        .filter((each) => each.exhausted)
        .map(({ bucket }) => bucket),
    ).toEqual(['video']);
    clock.now = Date.parse(midnight);
    expect(await refuses(quotas.of(ava), videos.list)).toBe(false);
  });
  it.each([
    ['dailyLimitExceeded', files.list, true],
    ['quotaExceeded', search.list, true],
    ['quotaExceeded', videos.insert, true],
    ['dailyLimitExceeded', events.list, true],
    ['quotaExceeded', events.list, false],
    ['rateLimitExceeded', videos.list, false],
  ] as const)(
    'is one whose service says %s of %o: not what passes, nor how a calendar is used',
    async (reason, operation, marked) => {
      const { quotas, refuses, error } = await exhausted(operation, reason);
      expect([
        await refuses(quotas.of(ava), operation),
        error.failure.resetAt !== undefined,
      ]).toEqual([marked, marked]);
    },
  );
  it('is told by no other error', async () => {
    const { quotas } = bank({});
    const other = new Error('x');
    expect(await quotas.of(ava).markExhausted(videos.list, other)).toBe(other);
  });
});

describe('what is counted', () => {
  it('is counted in the bucket of its operation: searches and uploads have their own', () => {
    const cost = new Usage();
    for (const operation of [
      videos.list,
      playlists.delete,
      search.list,
      videos.insert,
      events.list,
      files.list,
    ])
      cost.countRequest(operation);
    expect(cost.report().units).toEqual({ video: 51, search: 1, videoUpload: 1, calendar: 1 });
  });
});

import { describe, expect, it } from 'vitest';
import { googleApis } from '../../../src/services/api.ts';
import { AcceptedCallers, Identities } from '../../../src/engine/caller/identities.ts';
import type { Budget } from '../../../src/engine/cost/buckets.ts';
import { type Quota, Quotas } from '../../../src/engine/cost/quota.ts';
import { MemoryStore } from '../../../src/engine/store/memory-store.ts';
import { type UpstreamError, upstreamError } from '../../../src/engine/api/error.ts';
import { errorReasonOf } from '../../../src/engine/rest/operation/error-reason.ts';
import { events } from '../../../src/services/calendar/operations.ts';
import { files } from '../../../src/services/storage/operations.ts';
import { playlists, search, videos } from '../../../src/services/video/operations.ts';
import type { Bucket } from '../../../src/engine/api/register.ts';
import { type AnyOperation, serviceOf } from '../../../src/engine/api/operation.ts';
import type { Identity } from '../../../src/engine/caller/identity.ts';
import { SharedMemory, SharedMemoryStore } from '../../support/gateway/shared-store.ts';

const ava = { token: 'ava' };
const ben = { token: 'ben' };
const morning = Date.parse('2027-03-10T18:00:00Z');
const midnight = '2027-03-11T08:00:00.000Z';

/** Callers whose token a service has accepted. */
function accepting(...identities: readonly Identity[]): AcceptedCallers {
  const callers = new AcceptedCallers();
  for (const identity of identities) callers.accept(identity);
  return callers;
}

function createQuotas(budget: Budget, clock = { now: morning }) {
  const store = new MemoryStore();
  const acceptedCallers = accepting(ava, ben);
  const quotas = new Quotas({
    api: googleApis,
    store,
    acceptedCallers,
    budget,
    now: () => clock.now,
  });
  const spent = async (
    bucket: Bucket,
    identity: { readonly token?: string } = ava,
  ): Promise<number | undefined> =>
    (await quotas.of(new Identities(identity)).balances()).find((each) => each.bucket === bucket)!
      .spent;
  return { quotas, spent, clock };
}

const estimate = (units: Partial<Record<Bucket, number>>) => ({ calls: 1, units });

const send = async (quota: Quota, operation: AnyOperation): Promise<void> => {
  await quota.takeCall(operation);
  quota.spend(operation);
};

const quotaError = (operation: AnyOperation, reason: string): UpstreamError => {
  const meaning = errorReasonOf(googleApis, { service: serviceOf(operation), reason });
  const { bucket } = operation;
  return upstreamError(operation, 'QUOTA_EXCEEDED', { reason, meaning, bucket });
};

describe('a budget', () => {
  it('rejects an estimate that it does not cover, returns the remaining units and reserves nothing', async () => {
    const { quotas, spent } = createQuotas({ VIDEO: 100, SEARCH: 5 });
    await quotas.of(new Identities(ava)).reserve(estimate({ VIDEO: 90 }));
    expect(
      await quotas.of(new Identities(ava)).reserve(estimate({ SEARCH: 1, VIDEO: 11 })),
    ).toEqual({
      bucket: 'VIDEO',
      limit: 100,
      remaining: 10,
      resetAt: midnight,
    });
    expect([await spent('VIDEO'), await spent('SEARCH')]).toEqual([90, 0]);
    expect(await quotas.of(new Identities(ava)).reserve(estimate({ VIDEO: 10 }))).toBeUndefined();
  });
  it('is full again at midnight, and a later settlement counts for the day of its reservation', async () => {
    const { quotas, spent, clock } = createQuotas({ VIDEO: 10 });
    const late = quotas.of(new Identities(ava));
    await late.reserve(estimate({ VIDEO: 10 }));
    clock.now = Date.parse(midnight);
    expect(await quotas.of(new Identities(ava)).reserve(estimate({ VIDEO: 10 }))).toBeUndefined();
    late.settle();
    expect(await spent('VIDEO')).toBe(10);
  });
  it('of a bucket of a minute is full again when the minute ends', async () => {
    const { quotas, spent, clock } = createQuotas({ STORAGE: 300 });
    const reserve = (units: number) =>
      quotas.of(new Identities(ava)).reserve(estimate({ STORAGE: units }));
    clock.now += 59_999;
    const start = clock.now;
    expect(await reserve(300)).toBeUndefined();
    expect(await reserve(5)).toEqual({
      bucket: 'STORAGE',
      limit: 300,
      remaining: 0,
      resetAt: new Date(start + 1).toISOString(),
    });
    clock.now = start + 1;
    expect([await spent('STORAGE'), await reserve(300)]).toEqual([0, undefined]);
  });
  it('stays spent for an execution that began before midnight', async () => {
    const clock = { now: Date.parse(midnight) - 1 };
    const store = new MemoryStore(() => clock.now);
    const quota = new Quotas({
      api: googleApis,
      store,
      acceptedCallers: new AcceptedCallers(),
      budget: { VIDEO: 2 },
      now: () => clock.now,
    }).of(new Identities(ava));
    await quota.reserve(estimate({ VIDEO: 2 }));
    for (let index = 0; index < 2; index += 1) await send(quota, videos.list);
    clock.now += 59 * 60_000;
    await expect(quota.takeCall(videos.list)).rejects.toMatchObject({ code: 'QUOTA_EXCEEDED' });
  });
  it('does not limit buckets that it does not name', async () => {
    const { quotas, spent } = createQuotas({ SEARCH: 1 });
    const quota = quotas.of(new Identities(ava));
    expect(await quota.reserve(estimate({ VIDEO: 1e9, STORAGE: 0 }))).toBeUndefined();
    await send(quota, videos.list);
    expect(await spent('VIDEO')).toBeUndefined();
  });
  it('takes no promise for buckets that it does not name, if the store answers at once', () => {
    const { quotas } = createQuotas({ SEARCH: 1 });
    expect(quotas.of(new Identities(ava)).reserve(estimate({ VIDEO: 5_000 }))).toBeUndefined();
    expect(quotas.of(new Identities(ava)).reserve(estimate({ SEARCH: 1 }))).toBeInstanceOf(Promise);
  });
  it('is checked for each call beyond the estimate, and rejects the calls when it is used up', async () => {
    const { quotas, spent } = createQuotas({ VIDEO: 4 });
    const quota = quotas.of(new Identities(ava));
    await quota.reserve(estimate({ VIDEO: 2 }));
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, () => send(quota, videos.list)),
    );
    const codes = outcomes.map((each) =>
      each.status === 'fulfilled' ? 'sent' : (each.reason as UpstreamError).code,
    );
    expect(codes).toEqual(['sent', 'sent', 'sent', 'sent', 'QUOTA_EXCEEDED', 'QUOTA_EXCEEDED']);
    quota.settle();
    expect(await spent('VIDEO')).toBe(4);
  });
  it('counts retries, and calls that are sent after the settlement', async () => {
    const { quotas, spent } = createQuotas({ VIDEO: 100 });
    const quota = quotas.of(new Identities(ava));
    await quota.reserve(estimate({ VIDEO: 50 }));
    await quota.takeCall(playlists.delete);
    quota.spend(playlists.delete);
    quota.spend(playlists.delete);
    quota.settle();
    expect(await spent('VIDEO')).toBe(100);
    quota.spend(videos.list);
    expect(await spent('VIDEO')).toBe(101);
  });
});

describe('a failing store', () => {
  it('leaves no partial reservation', async () => {
    class Failing extends MemoryStore {
      override add(...parameters: Parameters<MemoryStore['add']>): Promise<number> {
        return parameters[1].includes(' SEARCH ')
          ? Promise.reject(new Error('planted'))
          : super.add(...parameters);
      }
    }
    const quotas = new Quotas({
      api: googleApis,
      store: new Failing(),
      acceptedCallers: accepting(ava),
      budget: { VIDEO: 100, SEARCH: 5 },
      now: () => morning,
    });
    await expect(
      quotas.of(new Identities(ava)).reserve(estimate({ VIDEO: 60, SEARCH: 1 })),
    ).rejects.toThrow('planted');
    expect(await quotas.of(new Identities(ava)).balances()).toMatchObject([
      { bucket: 'VIDEO', spent: 0 },
      {},
      {},
      {},
      {},
      {},
    ]);
  });
});

describe('a shared store', () => {
  it('is asked once in a while whether a bucket is exhausted', async () => {
    const lookups: string[] = [];
    class Counting extends SharedMemoryStore {
      override get(...parameters: Parameters<SharedMemoryStore['get']>) {
        if (parameters[0] === 'exhausted') lookups.push(parameters[1]);
        return super.get(...parameters);
      }
    }
    const store = new Counting(new SharedMemory());
    const quotas = new Quotas({
      api: googleApis,
      store,
      acceptedCallers: new AcceptedCallers(),
      budget: {},
      now: () => morning,
    });
    for (let request = 0; request < 3; request += 1)
      expect(await quotas.of(new Identities(ava)).reserve(estimate({ VIDEO: 1 }))).toBeUndefined();
    await quotas.of(new Identities(ben)).reserve(estimate({ VIDEO: 1 }));
    expect(lookups).toHaveLength(2);
    const error = quotaError(videos.list, 'quotaExceeded');
    await quotas.of(new Identities(ava)).markExhausted(videos.list, error);
    const next = quotas.of(new Identities(ava));
    await next.reserve(estimate({ VIDEO: 1 }));
    expect(() => next.takeCall(videos.list)).toThrow(
      expect.objectContaining({ code: 'QUOTA_EXCEEDED' }),
    );
  });
});

describe('a bucket that a service reports as exhausted', () => {
  async function exhausted(operation: AnyOperation, reason: string) {
    const { quotas, clock } = createQuotas({});
    const first = quotas.of(new Identities(ava));
    const error = (await first.markExhausted(
      operation,
      quotaError(operation, reason),
    )) as UpstreamError;
    const next = quotas.of(new Identities(ava));
    await next.reserve(estimate({ [operation.bucket]: 1 }));
    const rejects = async (quota: Quota, operationToSend: AnyOperation): Promise<boolean> => {
      await quota.reserve(estimate({ [operationToSend.bucket]: 1 }));
      try {
        await quota.takeCall(operationToSend);
        return false;
      } catch {
        return true;
      }
    };
    return { first, next, quotas, clock, error, rejects };
  }
  it('is not used again by callers with the same token until midnight', async () => {
    const { first, next, quotas, clock, error, rejects } = await exhausted(
      videos.list,
      'quotaExceeded',
    );
    expect(error.failure).toMatchObject({
      code: 'QUOTA_EXCEEDED',
      bucket: 'VIDEO',
      remaining: 0,
      resetAt: midnight,
    });
    const thrown = (() => {
      try {
        return next.takeCall(playlists.list);
      } catch (reason) {
        return (reason as UpstreamError).failure;
      }
    })();
    expect(thrown).toMatchObject({
      code: 'QUOTA_EXCEEDED',
      bucket: 'VIDEO',
      remaining: 0,
      resetAt: midnight,
    });
    expect(await rejects(first, videos.list)).toBe(true);
    expect(await rejects(quotas.of(new Identities(ben)), videos.list)).toBe(false);
    expect(await rejects(quotas.of(new Identities({})), videos.list)).toBe(false);
    expect(await rejects(quotas.of(new Identities(ava)), search.list)).toBe(false);
    expect(
      (await quotas.of(new Identities(ava)).balances())
        .filter((each) => each.exhausted)
        .map(({ bucket }) => bucket),
    ).toEqual(['VIDEO']);
    clock.now = Date.parse(midnight);
    expect(await rejects(quotas.of(new Identities(ava)), videos.list)).toBe(false);
  });
  it.each([
    ['dailyLimitExceeded', files.list, true],
    ['quotaExceeded', search.list, true],
    ['quotaExceeded', videos.insert, true],
    ['dailyLimitExceeded', events.list, true],
    ['quotaExceeded', events.list, false],
    ['rateLimitExceeded', videos.list, false],
  ] as const)(
    'is marked for the reason %s of %o according to the service: not for rate limits, nor for limits of Google Calendar',
    async (reason, operation, marked) => {
      const { quotas, rejects, error } = await exhausted(operation, reason);
      expect([
        await rejects(quotas.of(new Identities(ava)), operation),
        error.failure.resetAt !== undefined,
      ]).toEqual([marked, marked]);
    },
  );
  it('is not marked by any other error', async () => {
    const { quotas } = createQuotas({});
    const other = new Error('x');
    expect(await quotas.of(new Identities(ava)).markExhausted(videos.list, other)).toBe(other);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { isLeased, type Lease, takeLease } from '../../../src/engine/store/lease.ts';
import { MemoryStore } from '../../../src/engine/store/memory-store.ts';
import { StoreUnavailable } from '../../../src/engine/store/store-unavailable.ts';
import type { Replacement, Store } from '../../../src/engine/store/store.ts';
import { DrivenClock } from '../../support/clock/driven-clock.ts';

let clock: DrivenClock;

beforeEach(() => {
  clock = new DrivenClock();
});

const takeFor = (store: Store, ttlMs: number): Promise<Lease | undefined> =>
  takeLease(store, 'a', { ttlMs, clock });

/** Fails while a test says so, and then makes the change or does not. */
class FailingStore extends MemoryStore {
  /** What happens to a change; undefined: it succeeds. */
  failure: 'unsent' | 'answer lost' | undefined;
  /** Attempts to end a lease. */
  releases = 0;

  override async replace(...parameters: Parameters<Store['replace']>): Promise<boolean> {
    if (this.failure === 'unsent') throw new StoreUnavailable('planted', true);
    const isSet = await super.replace(...parameters);
    if (this.failure !== undefined) throw new StoreUnavailable('planted');
    return isSet;
  }

  override deleteIf(...parameters: Parameters<Store['deleteIf']>): Promise<boolean> {
    this.releases += 1;
    return this.failure === undefined
      ? super.deleteIf(...parameters)
      : Promise.reject(new StoreUnavailable('planted'));
  }
}

describe('a lease', () => {
  it('has one holder, until it is released', async () => {
    const store = new MemoryStore(clock.now);
    const lease = await takeLease(store, 'a', { clock });
    expect(lease?.isHeld()).toBe(true);
    expect(await takeLease(store, 'a', { clock })).toBeUndefined();
    expect([await isLeased(store, 'a'), await isLeased(store, 'b')]).toEqual([true, false]);
    await lease!.release();
    expect([lease!.isHeld(), await isLeased(store, 'a')]).toEqual([false, false]);
    const next = await takeLease(store, 'a', { clock });
    await lease!.release();
    expect(await isLeased(store, 'a')).toBe(true);
    await next!.release();
  });
  it('is renewed for longer than it lasts without a renewal', async () => {
    const store = new MemoryStore(clock.now);
    const lease = (await takeFor(store, 600))!;
    await clock.advance(1_000);
    expect([lease.isHeld(), await isLeased(store, 'a')]).toEqual([true, true]);
    await lease.release();
  });
  it('is lost if another holder has it', async () => {
    const store = new MemoryStore(clock.now);
    const lease = (await takeFor(store, 6_000))!;
    await store.set('lease', 'a', 'other', 60_000);
    // Before it would end by the clock.
    await clock.advance(2_000);
    expect(lease.isHeld()).toBe(false);
    await lease.release();
    expect(store.get('lease', 'a')).toBe('other');
  });
  it('ends by the clock, also while no timer of its process runs', { tags: ['R39'] }, async () => {
    const lease = (await takeFor(new MemoryStore(clock.now), 60))!;
    clock.skip(60);
    expect(lease.isHeld()).toBe(false);
  });
  it('ends no later than the store says, however long the command took', async () => {
    class SlowStore extends MemoryStore {
      override async replace(kind: 'lease', key: string, change: Replacement): Promise<boolean> {
        const isSet = await super.replace(kind, key, change);
        await clock.sleep(change.ttlMs);
        return isSet;
      }
    }
    const lease = (await clock.until(takeFor(new SlowStore(clock.now), 100)))!;
    expect(lease.isHeld()).toBe(false);
    await lease.release();
  });
  it('is lost if the store cannot be reached until it has expired', async () => {
    const store = new FailingStore(clock.now);
    const lease = (await takeFor(store, 60))!;
    store.failure = 'unsent';
    await clock.advance(59);
    expect(lease.isHeld()).toBe(true);
    await clock.advance(1);
    expect(lease.isHeld()).toBe(false);
  });
  it('is held again if a late renewal finds that nobody else has had it', async () => {
    const store = new FailingStore(() => 1);
    const lease = (await takeFor(store, 60))!;
    store.failure = 'unsent';
    await clock.advance(60);
    expect(lease.isHeld()).toBe(false);
    store.failure = undefined;
    await clock.advance(5);
    expect(lease.isHeld()).toBe(true);
    await lease.release();
  });
});

describe('a release', { tags: ['R39'] }, () => {
  it('is repeated until the store has it', async () => {
    const store = new FailingStore(() => 1);
    const lease = (await takeFor(store, 1_200))!;
    store.failure = 'answer lost';
    await lease.release();
    expect(await isLeased(store, 'a')).toBe(true);
    store.failure = undefined;
    await clock.advance(100);
    expect(await isLeased(store, 'a')).toBe(false);
  });
  it('follows a lease of which only the answer was lost', async () => {
    const store = new FailingStore(() => 1);
    store.failure = 'answer lost';
    await expect(takeFor(store, 1_200)).rejects.toThrow(StoreUnavailable);
    store.failure = undefined;
    await clock.advance(100);
    expect(await isLeased(store, 'a')).toBe(false);
  });
  it('is not needed if the command was not sent', async () => {
    const store = new FailingStore(clock.now);
    store.failure = 'unsent';
    await expect(takeFor(store, 60)).rejects.toThrow(StoreUnavailable);
    await clock.advance(60);
    expect(store.releases).toBe(0);
  });
  it('is given up when the lease has ended', async () => {
    const store = new FailingStore(clock.now);
    const lease = (await takeFor(store, 120))!;
    store.failure = 'unsent';
    await lease.release();
    await clock.advance(500);
    const { releases } = store;
    expect(releases).toBeGreaterThan(1);
    await clock.advance(300);
    expect(store.releases).toBe(releases);
  });
});

import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { isLeased, takeLease } from '../../../src/data/store/lease.ts';
import { MemoryStore } from '../../../src/data/store/memory-store.ts';

describe('a lease', () => {
  it('has one holder, until it is released', async () => {
    const store = new MemoryStore();
    const lease = await takeLease(store, 'a');
    expect(lease?.lost.aborted).toBe(false);
    expect(await takeLease(store, 'a')).toBeUndefined();
    expect([await isLeased(store, 'a'), await isLeased(store, 'b')]).toEqual([true, false]);
    await lease!.release();
    expect(await isLeased(store, 'a')).toBe(false);
    const next = await takeLease(store, 'a');
    await lease!.release();
    expect(await isLeased(store, 'a')).toBe(true);
    await next!.release();
  });
  it('is renewed for longer than it lasts without a renewal', async () => {
    const store = new MemoryStore();
    const lease = (await takeLease(store, 'a', 600))!;
    await wait(1_000);
    expect([lease.lost.aborted, await isLeased(store, 'a')]).toEqual([false, true]);
    await lease.release();
  });
  it('is lost if another holder has it', async () => {
    const store = new MemoryStore();
    const lease = (await takeLease(store, 'a', 60))!;
    await store.set('lease', 'a', 'other', 60_000);
    await expect.poll(() => lease.lost.aborted).toBe(true);
    await lease.release();
    expect(store.get('lease', 'a')).toBe('other');
  });
  it('is lost if the store cannot be reached until it has expired', async () => {
    class Unreachable extends MemoryStore {
      override isReachable = true;

      override replace(...parameters: Parameters<MemoryStore['replace']>): Promise<boolean> {
        return this.isReachable
          ? super.replace(...parameters)
          : Promise.reject(new Error('planted'));
      }
    }
    const store = new Unreachable();
    const lease = (await takeLease(store, 'a', 60))!;
    store.isReachable = false;
    await expect.poll(() => lease.lost.aborted).toBe(true);
  });
});

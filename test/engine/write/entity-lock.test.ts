/** Several replicas, each with its own mutex and all with one store, write one entity. */
import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryStore } from '../../../src/engine/store/memory-store.ts';
import { StoreUnavailable } from '../../../src/engine/store/store-unavailable.ts';
import type { Store } from '../../../src/engine/store/store.ts';
import { timeLimit } from '../../../src/engine/caller/clock.ts';
import { Encryption } from '../../../src/engine/caller/encryption.ts';
import { EntityLocks } from '../../../src/engine/lock/entity-lock.ts';
import { KeyedMutex } from '../../../src/engine/lock/keyed-mutex.ts';
import type { TurnRequest } from '../../../src/engine/lock/turn-request.ts';
import { playlists } from '../../../src/services/video/operations.ts';
import { DrivenClock } from '../../support/clock/driven-clock.ts';

const operation = playlists.update;

/** The clock of all replicas. */
let clock: DrivenClock;

beforeEach(() => {
  clock = new DrivenClock();
});

const turnRequest = (more: Partial<TurnRequest> = {}): TurnRequest => ({
  callerKey: 'caller',
  operation,
  deadline: clock.now() + 60_000,
  ...more,
});

const encryption = new Encryption(['a secret that all replicas have in common']);

/** The key of the lease of the lock of `a`. */
const lockOfA = `write ${encryption.digests('lock', 'a')[0]}`;

interface ReplicaOptions {
  readonly allowsFailure?: boolean;
  readonly lockMs?: number;
}

const replica = (store: Store, { allowsFailure = false, lockMs }: ReplicaOptions = {}) =>
  new KeyedMutex({
    clock,
    locks: new EntityLocks({ store, encryption, allowsFailure, lockMs, clock }),
  });

/** Can be reached unless a test says otherwise, and counts how often a lease was requested. */
class BreakableStore extends MemoryStore {
  override isReachable = true;
  requested = 0;

  override replace(...parameters: Parameters<Store['replace']>): Promise<boolean> {
    this.requested += 1;
    return this.isReachable
      ? super.replace(...parameters)
      : Promise.reject(new StoreUnavailable('planted'));
  }
}

const timedOut = { failure: { code: 'UPSTREAM_TIMEOUT' } };

const unavailable = { failure: { code: 'UPSTREAM_UNAVAILABLE', reason: 'storeUnavailable' } };

describe('writers of one entity in several replicas', () => {
  it('run one after the other, and all of them run', async () => {
    const store = new MemoryStore(clock.now);
    const replicas = [replica(store), replica(store), replica(store)];
    let running = 0;
    let max = 0;
    let total = 0;
    const task = async (): Promise<void> => {
      running += 1;
      max = Math.max(max, running);
      await clock.sleep(1);
      total += 1;
      running -= 1;
    };
    const runs = Array.from({ length: 30 }, (_, index) =>
      replicas[index % 3]!.runExclusive('a', turnRequest(), task),
    );
    await clock.until(Promise.all(runs));
    expect([max, total]).toEqual([1, 30]);
    expect(replicas.map(({ size }) => size)).toEqual([0, 0, 0]);
  });
  it('of other entities do not wait', async () => {
    const store = new MemoryStore(clock.now);
    const end = Promise.withResolvers<void>();
    const first = replica(store).runExclusive('a', turnRequest(), () => end.promise);
    expect(await replica(store).runExclusive('b', turnRequest(), () => Promise.resolve(1))).toBe(1);
    end.resolve();
    await first;
  });
  it('pass the lock on within a replica', async () => {
    const store = new BreakableStore(clock.now);
    const mutex = replica(store);
    await Promise.all(
      Array.from({ length: 10 }, () =>
        mutex.runExclusive('a', turnRequest(), () => Promise.resolve()),
      ),
    );
    expect(store.requested).toBe(1);
  });
  it('let those of another replica in before all of their own have run', async () => {
    const store = new MemoryStore(clock.now);
    const [one, other] = [replica(store), replica(store)];
    let ended = 0;
    const many = Array.from({ length: 30 }, () =>
      one.runExclusive('a', turnRequest(), () => clock.sleep(100).then(() => (ended += 1))),
    );
    await clock.advance(20);
    const between = other.runExclusive('a', turnRequest(), () => Promise.resolve(ended));
    // The lock is released after a second.
    expect(await clock.until(between)).toBe(10);
    await clock.until(Promise.all(many));
    expect(ended).toBe(30);
  });
  it('keep the lock until a request that the deadline has cut off has ended', async () => {
    const store = new MemoryStore(clock.now);
    const rest = Promise.withResolvers<void>();
    await replica(store).runExclusive(
      'a',
      turnRequest(),
      () => Promise.resolve(),
      () => rest.promise,
    );
    let hasRun = false;
    const second = replica(store).runExclusive('a', turnRequest(), () => {
      hasRun = true;
      return Promise.resolve();
    });
    await clock.advance(100);
    expect(hasRun).toBe(false);
    rest.resolve();
    await clock.until(second);
  });
  it.each([
    ['its deadline passes', () => turnRequest({ deadline: clock.now() + 100 })],
    ['its caller leaves', () => turnRequest({ signal: timeLimit(clock, 100).signal })],
  ])('do not start when %s, and delay no later one', async (_, limitOf) => {
    const store = new MemoryStore(clock.now);
    const [one, other] = [replica(store), replica(store)];
    const end = Promise.withResolvers<void>();
    const first = one.runExclusive('a', turnRequest(), () => end.promise);
    let hasRun = false;
    const second = other.runExclusive('a', limitOf(), () => {
      hasRun = true;
      return Promise.resolve();
    });
    const third = other.runExclusive('a', turnRequest(), () => Promise.resolve('third'));
    const outcome = second.catch((error: unknown) => error);
    await clock.advance(200);
    expect(await outcome).toMatchObject(timedOut);
    end.resolve();
    await first;
    expect(await clock.until(third)).toBe('third');
    expect(hasRun).toBe(false);
  });
});

describe('replicas whose secrets are being replaced', () => {
  const withSecrets = (store: Store, secrets: string): KeyedMutex =>
    new KeyedMutex({
      clock,
      locks: new EntityLocks({
        clock,
        store,
        encryption: new Encryption(secrets.split(',')),
        allowsFailure: false,
      }),
    });

  it.each([
    ['old', 'old,new'],
    ['old,new', 'new,old'],
    ['new,old', 'new'],
  ])('write one after the other (%s and %s)', async (before, after) => {
    const store = new MemoryStore(clock.now);
    for (const secrets of [
      [before, after],
      [after, before],
    ]) {
      const [first, second] = secrets.map((each) => withSecrets(store, each));
      const end = Promise.withResolvers<void>();
      const begun = Promise.withResolvers<void>();
      const running = first!.runExclusive('a', turnRequest(), () => {
        begun.resolve();
        return end.promise;
      });
      await begun.promise;
      let hasRun = false;
      const waiting = second!.runExclusive('a', turnRequest(), () => {
        hasRun = true;
        return Promise.resolve();
      });
      await clock.advance(100);
      expect(hasRun).toBe(false);
      end.resolve();
      await clock.until(Promise.all([running, waiting]));
    }
  });
});

it('takes every key as used, since writers of other replicas cannot be watched', () => {
  expect(new KeyedMutex().watch('a').isUnused()).toBe(true);
  expect(replica(new MemoryStore(clock.now)).watch('a').isUnused()).toBe(false);
});

describe('a store that fails', () => {
  it('rejects writers before they start, and later ones run', async () => {
    const store = new BreakableStore(clock.now);
    const mutex = replica(store);
    store.isReachable = false;
    let hasRun = false;
    const rejected = mutex.runExclusive('a', turnRequest(), () => {
      hasRun = true;
      return Promise.resolve();
    });
    await expect(rejected).rejects.toMatchObject(unavailable);
    expect([hasRun, mutex.size]).toEqual([false, 0]);
    store.isReachable = true;
    expect(await mutex.runExclusive('a', turnRequest(), () => Promise.resolve(1))).toBe(1);
  });
  it('lets writers run one after the other in each process, if that is allowed', async () => {
    const store = new BreakableStore(clock.now);
    store.isReachable = false;
    const mutex = replica(store, { allowsFailure: true });
    const log: string[] = [];
    const task = (name: string) => async () => {
      log.push(`begin ${name}`);
      await clock.sleep(5);
      log.push(`end ${name}`);
    };
    const runs = ['1', '2'].map((name) => mutex.runExclusive('a', turnRequest(), task(name)));
    await clock.until(Promise.all(runs));
    expect(log).toEqual(['begin 1', 'end 1', 'begin 2', 'end 2']);
  });
});

describe('a lock that is lost while a writer has it', { tags: ['R39'] }, () => {
  /** Another replica has the lock, as after a loss of the store's data. */
  const lose = (store: Store): Promise<void> => store.set('lease', lockOfA, 'other', 60_000);
  const free = (store: Store): Promise<void> => store.delete('lease', lockOfA);

  it('is not passed on', async () => {
    const store = new MemoryStore(clock.now);
    const mutex = replica(store, { lockMs: 60 });
    const first = mutex.runExclusive('a', turnRequest(), async () => {
      expect(mutex.isHeld('a')).toBe(true);
      await lose(store);
      await clock.advance(20);
      expect(mutex.isHeld('a')).toBe(false);
    });
    let hasRun = false;
    const second = mutex.runExclusive('a', turnRequest(), () => {
      hasRun = true;
      return Promise.resolve();
    });
    await first;
    await clock.advance(100);
    expect(hasRun).toBe(false);
    await free(store);
    await clock.until(second);
  });
  it('ends by the clock, before any timer runs', async () => {
    const mutex = replica(new MemoryStore(clock.now), { lockMs: 60 });
    await mutex.runExclusive('a', turnRequest(), () => {
      clock.skip(60);
      expect(mutex.isHeld('a')).toBe(false);
      return Promise.resolve();
    });
  });
  it.each([false, true])(
    'is taken again when the other replica ends its turn (%s)',
    async (allows) => {
      const store = new MemoryStore(clock.now);
      const mutex = replica(store, { lockMs: 60, allowsFailure: allows });
      await mutex.runExclusive('a', turnRequest(), async () => {
        await lose(store);
        await clock.advance(20);
        expect(mutex.isHeld('a')).toBe(false);
        let isTaken = false;
        const taken = mutex.retake('a', turnRequest()).then(() => (isTaken = true));
        await clock.advance(100);
        expect(isTaken).toBe(false);
        await free(store);
        await clock.until(taken);
        expect(mutex.isHeld('a')).toBe(true);
      });
    },
  );
  it('is not taken again after the deadline, and the next writer runs', async () => {
    const store = new MemoryStore(clock.now);
    const mutex = replica(store, { lockMs: 60 });
    const deadline = clock.now() + 300;
    const first = mutex.runExclusive('a', turnRequest(), async () => {
      await lose(store);
      await mutex.retake('a', turnRequest({ deadline }));
    });
    await expect(clock.until(first)).rejects.toMatchObject(timedOut);
    await free(store);
    expect(await mutex.runExclusive('a', turnRequest(), () => Promise.resolve(1))).toBe(1);
  });
  it('does not stop the writer if the store fails and writes go on without locks', async () => {
    const store = new BreakableStore(clock.now);
    const mutex = replica(store, { lockMs: 60, allowsFailure: true });
    await mutex.runExclusive('a', turnRequest(), async () => {
      store.isReachable = false;
      await clock.advance(60);
      expect(mutex.isHeld('a')).toBe(false);
      await mutex.retake('a', turnRequest());
      expect(mutex.isHeld('a')).toBe(true);
    });
  });
});

/**
 * What the store does with each kind of entry while it cannot be reached, with both values of
 * `STORE_FAILURE`.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FallbackStore } from '../../../src/engine/store/fallback-store.ts';
import { MemoryStore } from '../../../src/engine/store/memory-store.ts';
import { StoreUnavailable } from '../../../src/engine/store/store-unavailable.ts';
import type { Store, StoreKind } from '../../../src/engine/store/store.ts';
import { openStore } from '../../../src/open-store.ts';
import { closedPort } from '../../support/proxy/closed-port.ts';
import { configOf, recordedLog } from '../../support/gateway/server.ts';

/**
 * Whether a process goes on with entries of its own, and why. Whatever coordinates replicas fails:
 * a lock of one process alone would be no lock.
 */
const kinds: Readonly<Record<StoreKind, readonly [goesOn: boolean, why: string]>> = {
  spent: [true, 'a process keeps to the budget by itself'],
  account: [true, 'units of a token are counted by token until the account is named again'],
  exhausted: [true, 'the next call learns it from the service'],
  wellKnownId: [true, 'the id is requested again'],
  document: [true, 'the client sends the document again'],
  written: [false, 'a write through another replica would not be seen'],
  relay: [false, 'two replicas would upload one file'],
  insert: [false, 'the insert goes on, and no other replica would see the entry'],
  upload: [false, 'the service has the state, and an old one of this process would be wrong'],
  lease: [false, 'two replicas would hold the same lock'],
  feedPage: [false, 'two replicas would have different pages under one name'],
  feedPace: [false, 'each replica would have the turn'],
  channel: [false, 'no other replica would know the channel'],
  signedIn: [false, 'a sign-out would be undone when the store is back'],
  session: [false, 'a sign-out would be undone when the store is back'],
  agent: [false, 'a token that was used or ended would be valid again'],
  confirmation: [false, 'an agreement would count for nobody'],
  timeZone: [false, 'it is asked for again'],
  agentRequest: [false, 'no other replica would know the client'],
};

const ttlMs = 60_000;

/** Each method with a key of its own, and its result on a store without the entry. */
const methods = {
  get: [(store: Store, kind: StoreKind) => store.get(kind, 'get'), undefined],
  set: [(store: Store, kind: StoreKind) => store.set(kind, 'set', '1', ttlMs), undefined],
  replace: [
    (store: Store, kind: StoreKind) =>
      store.replace(kind, 'replace', { expected: undefined, value: '1', ttlMs }),
    true,
  ],
  deleteIf: [(store: Store, kind: StoreKind) => store.deleteIf(kind, 'deleteIf', '1'), false],
  add: [(store: Store, kind: StoreKind) => store.add(kind, 'add', 3, ttlMs), 3],
  delete: [(store: Store, kind: StoreKind) => store.delete(kind, 'delete'), undefined],
} as const;

/** A result, or the name of the error that was thrown instead. */
async function resultOf(work: () => unknown): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    return error instanceof StoreUnavailable ? 'StoreUnavailable' : error;
  }
}

const rows = (Object.keys(kinds) as StoreKind[]).flatMap((kind) =>
  (Object.keys(methods) as (keyof typeof methods)[]).map((method) => ({ kind, method })),
);

describe.each(['reject', 'allow'])('without Redis and with STORE_FAILURE=%s', (setting) => {
  let store: Store;
  beforeAll(async () => {
    const config = configOf({
      SANDBOX: '1',
      REDIS_URL: `redis://127.0.0.1:${await closedPort()}`,
      LINK_SECRET: 'x'.repeat(32),
      STORE_FAILURE: setting,
    });
    store = await openStore(config, recordedLog(config).log);
  });
  afterAll(() => store.close());

  it.each(rows)('$method of $kind', async ({ kind, method }) => {
    const [work, result] = methods[method];
    const expected = setting === 'allow' && kinds[kind][0] ? result : 'StoreUnavailable';
    expect(await resultOf(() => work(store, kind))).toEqual(expected);
  });
  it('messages to other replicas fail', async () => {
    expect(await resultOf(() => store.publish('channel', 'text'))).toBe('StoreUnavailable');
    expect(store.isReachable).toBe(false);
  });
});

/** A store that fails when a test says so. */
class BreakableStore extends MemoryStore {
  override isReachable = true;

  override get(...parameters: Parameters<MemoryStore['get']>): string | undefined {
    this.#check();
    return super.get(...parameters);
  }

  override add(...parameters: Parameters<Store['add']>): Promise<number> {
    this.#check();
    return super.add(...parameters);
  }

  #check(): void {
    if (!this.isReachable) throw new StoreUnavailable('planted');
  }
}

describe('a store that is back', () => {
  it('gets the sums of the time without it, once', async () => {
    const shared = new BreakableStore();
    const store = new FallbackStore(shared);
    const add = (amount: number): Promise<number> => store.add('spent', 'a', amount, ttlMs);
    expect(await add(10)).toBe(10);
    shared.isReachable = false;
    expect([await add(3), await add(4)]).toEqual([3, 7]);
    shared.isReachable = true;
    expect(await Promise.all([add(1), add(1)])).toEqual([18, 19]);
    expect([await add(0), await store.get('spent', 'a')]).toEqual([19, '19']);
  });
  it('keeps the sums for itself while they cannot be added', async () => {
    const shared = new BreakableStore();
    const store = new FallbackStore(shared);
    shared.isReachable = false;
    await store.add('spent', 'a', 3, ttlMs);
    // Each attempt takes the sum and has to put it back.
    for (const sum of [5, 7]) expect(await store.add('spent', 'a', 2, ttlMs)).toBe(sum);
    shared.isReachable = true;
    expect(await store.add('spent', 'a', 0, ttlMs)).toBe(7);
  });
  it('answers again itself', async () => {
    const shared = new BreakableStore();
    const store = new FallbackStore(shared);
    await store.set('account', 'a', 'shared', ttlMs);
    shared.isReachable = false;
    expect(await store.get('account', 'a')).toBeUndefined();
    shared.isReachable = true;
    expect(await store.get('account', 'a')).toBe('shared');
  });
  it('hides no other error', async () => {
    const shared = new BreakableStore();
    shared.get = () => {
      throw new TypeError('planted');
    };
    await expect(new FallbackStore(shared).get('spent', 'a')).rejects.toThrow('planted');
  });
});

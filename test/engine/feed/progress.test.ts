import { afterEach, describe, expect, it } from 'vitest';
import { defaultLimits } from '../../../src/engine/feed/limits.ts';
import { systemClock } from '../../../src/engine/caller/clock.ts';
import { ProgressHub } from '../../../src/engine/feed/progress.ts';
import { SharedStore } from '../../../src/engine/feed/shared/shared-store.ts';
import { SlowSubscriberError } from '../../../src/engine/feed/topic/subscriber.ts';
import type { Ref } from '../../../src/engine/read/resource.ts';
import { Broadcast } from '../../../src/services/live/resources.ts';
import { Encryption } from '../../../src/engine/caller/encryption.ts';
import { liveBroadcasts } from '../../../src/services/live/operations.ts';
import { UpstreamError } from '../../../src/engine/api/error.ts';
import type { Identity } from '../../../src/engine/caller/identity.ts';
import { SharedMemory, SharedMemoryStore } from '../../support/gateway/shared-store.ts';

const refOf = (id: string): Ref => ({ resource: Broadcast.resource, key: [id] });
const owner: Identity = { token: 'owner' };
const { list } = liveBroadcasts;

describe('progress', () => {
  let hub = new ProgressHub();
  afterEach(() => {
    hub = new ProgressHub();
  });
  const subscribe = (identity = owner, id = 'b') => hub.subscribe(identity, refOf(id), list);
  const report = (step: string, identity = owner, id = 'b') =>
    hub.report(identity, refOf(id), { step } as object);
  const next = async (reports: ReturnType<typeof subscribe>) =>
    (await reports.next()).value?.items[0];

  it('reaches every subscriber of the same identity and entity, and no other', async () => {
    const same = [subscribe(), subscribe({ ...owner })];
    const others = [
      subscribe(owner, 'another'),
      subscribe({ token: 'other' }),
      subscribe({ ...owner, onBehalfOf: 'cms' }),
      subscribe({ ...owner, onBehalfOf: 'cms', subaccount: 'UC' }),
    ];
    report('one');
    report('two');
    for (const each of same)
      expect([await next(each), await next(each)]).toEqual([{ step: 'one' }, { step: 'two' }]);
    hub.close({ error: new Error('closed') });
    for (const each of others) await expect(each.next()).rejects.toThrow('closed');
  });
  it('is not kept: a subscriber receives what follows', async () => {
    report('before');
    const reports = subscribe();
    report('after');
    expect(await next(reports)).toEqual({ step: 'after' });
  });
  it('ends with the last report', async () => {
    const reports = subscribe();
    hub.report(owner, refOf('b'), { isLast: true });
    expect(await next(reports)).toEqual({ isLast: true });
    expect(await reports.next()).toEqual({ value: undefined, done: true });
    expect(hub.topicCount).toBe(0);
  });
  it('has nothing left when the last subscriber leaves, also one that waits', async () => {
    const [one, two] = [subscribe(), subscribe()];
    const waiting = one.next();
    await one.return!();
    expect([await waiting, hub.topicCount]).toEqual([{ value: undefined, done: true }, 1]);
    await two.return!();
    expect(hub.topicCount).toBe(0);
  });
  it('closes a subscriber that does not read', async () => {
    const reports = subscribe();
    for (let count = 0; count <= defaultLimits.maxBufferedItems; count += 1) report(`${count}`);
    await expect(reports.next()).rejects.toThrow(SlowSubscriberError);
    expect(hub.topicCount).toBe(0);
  });
  it('limits the entities that one identity subscribes to', () => {
    for (let count = 0; count < defaultLimits.maxTopicsPerIdentity; count += 1)
      subscribe(owner, `b${count}`);
    expect(() => subscribe(owner, 'one more')).toThrow(UpstreamError);
    expect(() => subscribe(owner, 'b1')).not.toThrow();
    expect(() => subscribe({ token: 'other' }, 'b1')).not.toThrow();
  });
  it('takes no subscribers after it was closed, and tells workflows to stop', () => {
    expect(hub.stopping.aborted).toBe(false);
    hub.close({ error: new Error('closed') });
    expect(() => subscribe()).toThrow('closed');
    expect(hub.stopping.aborted).toBe(true);
  });
});

describe('progress in several replicas', () => {
  const memory = new SharedMemory();
  const encryption = new Encryption(['a secret that all replicas have in common']);
  const start = () => {
    const store = new SharedMemoryStore(memory);
    return { store, hub: new ProgressHub(new SharedStore({ store, encryption }, systemClock)) };
  };
  const steps = async (reports: ReturnType<ProgressHub['subscribe']>) => {
    const found: object[] = [];
    for await (const { items } of reports) found.push(...items);
    return found;
  };

  it('reaches the subscribers of the same identity and entity once, in order', async () => {
    const [first, second] = [start(), start()];
    const same = [first, second].map(({ hub }) => hub.subscribe(owner, refOf('b'), list));
    const others = [
      second.hub.subscribe(owner, refOf('another'), list),
      second.hub.subscribe({ token: 'other' }, refOf('b'), list),
    ];
    const reports = [{ step: 'one' }, { step: 'two' }, { step: 'three', isLast: true }];
    for (const each of reports) first.hub.report(owner, refOf('b'), each);
    for (const each of same) expect(await steps(each)).toEqual(reports);
    expect([first.hub.topicCount, second.hub.topicCount]).toEqual([0, 2]);
    second.hub.close({ error: new Error('closed') });
    for (const each of others) await expect(each.next()).rejects.toThrow('closed');
    expect(memory.written.join(' ')).not.toMatch(/owner|three/);
    expect(memory.listenerCount).toBe(0);
  });
  it('reaches its own replica while the store fails', async () => {
    const { hub, store } = start();
    store.failure = 'broken';
    const reports = hub.subscribe(owner, refOf('b'), list);
    hub.report(owner, refOf('b'), { isLast: true });
    expect(await steps(reports)).toEqual([{ isLast: true }]);
  });
});

/** Deliveries to more subscribers than one slice has. */
import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { Audience } from '../../../src/engine/feed/topic/audience.ts';
import type { FeedBatch } from '../../../src/engine/feed/batch.ts';
import { Subscriber } from '../../../src/engine/feed/topic/subscriber.ts';
import { collect } from '../../support/feed/feed-harness.ts';

const batch = (cursor: string, ...ids: string[]): FeedBatch => ({
  items: ids.map((id) => ({ id })),
  cursor,
  hasMore: false,
});

/** Subscribers that wait for a batch. */
function start(count: number) {
  const audience = new Audience();
  const clients = Array.from({ length: count }, () => {
    const subscriber = new Subscriber({
      maxBufferedItems: 100,
      versionOf: (item) => (item as { readonly id: string }).id,
      onDrain: () => {},
      onLeave: (leaving) => audience.remove(leaving),
    });
    audience.add(subscriber);
    return collect(subscriber);
  });
  return { audience, clients };
}

const idsOf = (clients: ReturnType<typeof start>['clients']): string[] =>
  clients.map(({ ids }) => ids().join());

describe('an audience of 500 subscribers', () => {
  // The slice of the test before is over then.
  beforeEach(() => turn());
  it('gets a batch over several turns, and the next one after it', async () => {
    const { audience, clients } = start(500);
    audience.push(batch('1', 'a'));
    await turn();
    const first = idsOf(clients);
    expect([first.at(0), first.at(-1)]).toEqual(['a', '']);
    audience.push(batch('2', 'b'));
    await expect.poll(() => new Set(idsOf(clients))).toEqual(new Set(['a,b']));
  });
  it('gets the batches that came before its end, and before its failure', async () => {
    const { audience, clients } = start(500);
    audience.push(batch('1', 'a'));
    await turn();
    const error = new Error('over');
    audience.end({ error });
    expect(new Set(await Promise.all(clients.map(({ ended }) => ended)))).toEqual(new Set([error]));
    expect(new Set(idsOf(clients))).toEqual(new Set(['a']));
  });
  it('loses nothing when some leave in the middle', async () => {
    const { audience, clients } = start(500);
    audience.push(batch('1', 'a'));
    const isLeaving = (index: number): boolean => index >= 100 && index % 2 === 0;
    for (const [index, { leave }] of clients.entries()) if (isLeaving(index)) await leave();
    audience.push(batch('2', 'b'));
    const expected = clients.map((_, index) => (isLeaving(index) ? '' : 'a,b'));
    await expect.poll(() => idsOf(clients).slice(100)).toEqual(expected.slice(100));
    expect(audience.size).toBe(300);
  });
  it('gets one object without the items that all have already', async () => {
    const { audience, clients } = start(500);
    audience.skip(new Set(['a']));
    audience.push(batch('1', 'a', 'b'));
    await expect.poll(() => new Set(idsOf(clients))).toEqual(new Set(['b']));
    expect(new Set(clients.map(({ batches }) => batches[0])).size).toBe(1);
  });
});

/** What a read tells of the parts of its answer. */
import { expect, it } from 'vitest';
import { MemoryTier } from '../../../src/engine/cache/memory-tier.ts';
import { type ReadAge, ReadCache } from '../../../src/engine/cache/read-cache.ts';
import { systemClock } from '../../../src/engine/caller/clock.ts';
import { MemoryStore } from '../../../src/engine/store/memory-store.ts';
import { videos } from '../../../src/services/video/operations.ts';

const ttlMs = 60_000;

const cache = new ReadCache({
  ttls: new Map([[videos.list.key, ttlMs]]),
  keepMs: ttlMs,
  ofCallers: false,
  memory: new MemoryTier(1_000_000),
  hasEtag: () => false,
  store: new MemoryStore(systemClock.now),
  clock: { ...systemClock, wallTime: () => 1_000_000 },
});

/** @returns what was told, of an answer with these items */
async function toldOf(ids: readonly string[], items: readonly object[]): Promise<ReadAge[]> {
  const told: ReadAge[] = [];
  await answerOf(ids, items, told);
  return told;
}

/** Reads entities. @param told receives what is told */
async function answerOf(
  ids: readonly string[],
  items: readonly object[],
  told: ReadAge[] = [],
): Promise<object> {
  const send = (): Promise<unknown> => Promise.resolve({ items });
  return cache.read({
    operation: videos.list,
    args: { part: ['id'], id: ids },
    byIds: { param: 'id', idOf: (item) => (item as { readonly id?: string }).id },
    caller: undefined,
    by: {},
    isFresh: false,
    send,
    refresh: send,
    onParts: (age) => void told.push(age),
  });
}

const made: ReadAge = { stored: 0, ageMs: 0, ttlMs };

it('its own call once, and all stored parts together', async () => {
  expect(await toldOf(['a', 'b'], [{ id: 'a' }, { id: 'b' }])).toEqual([made]);
  expect(await toldOf(['a', 'b'], [])).toEqual([{ stored: 2, ageMs: 0, ttlMs }]);
  expect(await toldOf(['a', 'c'], [{ id: 'c' }])).toEqual([made, { stored: 1, ageMs: 0, ttlMs }]);
});

it('its own call also if nothing of the answer can be stored', async () => {
  expect(await toldOf(['d'], [{}])).toEqual([made]);
});

it('answers with values that are of the reader alone', async () => {
  const item = { id: 'e', list: [{ x: 1 }] };
  const read = async (): Promise<typeof item> => {
    const { items } = (await answerOf(['e'], [structuredClone(item)])) as { items: [typeof item] };
    return items[0];
  };
  for (const _ of [1, 2, 3]) {
    const seen = await read();
    expect(seen).toEqual(item);
    seen.list[0]!.x = 2;
    seen.list.pop();
  }
});

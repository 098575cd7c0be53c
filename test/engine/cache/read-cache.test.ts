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
  const send = (): Promise<unknown> => Promise.resolve({ items });
  await cache.read({
    operation: videos.list,
    args: { part: ['id'], id: ids },
    byIds: { param: 'id', idOf: (item) => (item as { readonly id?: string }).id },
    caller: undefined,
    isFresh: false,
    send,
    refresh: send,
    onParts: (age) => void told.push(age),
  });
  return told;
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

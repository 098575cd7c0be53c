/** Stored reads in memory: what they answer, and how much of it stays decoded. */
import { describe, expect, it } from 'vitest';
import { MemoryTier } from '../../../src/engine/cache/memory-tier.ts';
import { copyOf, encodeRead, type StoredRead } from '../../../src/engine/cache/stored-read.ts';

const day = 86_400_000;

/** One group of a memory. */
interface OneGroup {
  get(id: string, now: number): StoredRead | undefined;
  set(id: string, bytes: Buffer, endsAt: number): void;
}

function memory(maxBytes: number, tier = new MemoryTier(maxBytes), group = 'group'): OneGroup {
  return {
    get: (id, now) => tier.find(group, [id], now)[0],
    set: (id, bytes, endsAt) => tier.set(group, id, bytes, endsAt),
  };
}

describe('the memory', () => {
  const value = JSON.parse(
    '{"id":"a","none":null,"list":[{"x":1},[2]],"__proto__":{"own":true}}',
  ) as object;

  it('answers with a value of which each reader makes a copy of its own', () => {
    const tier = memory(1_000_000);
    tier.set('key', encodeRead(value, 5), day);
    for (const _ of [1, 2, 3]) {
      const read = copyOf(tier.get('key', 1)!);
      expect(read).toMatchObject({ readAt: 5, value });
      expect(JSON.stringify(read.value)).toBe(JSON.stringify(value));
      const { list } = read.value as { list: { x: number }[] };
      list[0]!.x = 2;
      list.pop();
    }
    expect(Object.getPrototypeOf(copyOf(tier.get('key', 1)!).value)).toBe(Object.prototype);
  });

  it('knows an entity that does not exist', () => {
    const tier = memory(1_000_000);
    tier.set('key', encodeRead(undefined, 5), day);
    expect(tier.get('key', 1)).toMatchObject({ readAt: 5, value: undefined });
    expect(tier.get('other', 1)).toBe(undefined);
  });

  it('answers the same when more is read than stays decoded', () => {
    const tier = memory(100_000);
    const keys = Array.from({ length: 200 }, (_, index) => `key${index}`);
    for (const id of keys) tier.set(id, encodeRead({ id, text: 'x'.repeat(100) }, 5), day);
    for (const id of [...keys, ...keys]) expect(tier.get(id, 1)?.value).toMatchObject({ id });
  });

  it('forgets a value when its time is over', () => {
    const tier = memory(1_000_000);
    tier.set('key', encodeRead({ title: 'x' }, 5), 10);
    expect(tier.get('key', 9)?.value).toEqual({ title: 'x' });
    expect(tier.get('key', 10)).toBe(undefined);
    expect(tier.get('key', 9)).toBe(undefined);
  });

  it.each([
    ['keeps a value decoded', 100, 'a'],
    ['does not if it is longer than all that may be', 640, 'b'],
  ])('%s', (_, length, seen) => {
    const tier = memory(10_000);
    const textOf = (letter: string): object => ({ text: letter.repeat(length) });
    const bytes = encodeRead(textOf('a'), 5);
    tier.set('key', bytes, day);
    expect(tier.get('key', 1)!.value).toEqual(textOf('a'));
    // Only who decodes it again sees this.
    bytes.set(encodeRead(textOf('b'), 5));
    expect(tier.get('key', 1)!.value).toEqual(textOf(seen));
  });

  it('has the newest value', () => {
    const tier = memory(1_000_000);
    for (const title of ['old', 'new']) {
      tier.set('key', encodeRead({ title }, 5), day);
      expect(tier.get('key', 1)?.value).toEqual({ title });
    }
  });

  it('has what is stored by an id in each group', () => {
    const tier = new MemoryTier(1_000_000);
    const [one, other] = ['one', 'other'].map((group) => memory(0, tier, group));
    one!.set('key', encodeRead({ title: 'one' }, 5), day);
    expect(other!.get('key', 1)).toBe(undefined);
    other!.set('key', encodeRead({ title: 'other' }, 5), day);
    expect(one!.get('key', 1)?.value).toEqual({ title: 'one' });
    expect(other!.get('key', 1)?.value).toEqual({ title: 'other' });
  });

  it.each([
    ['entries', 'id', 'group'],
    ['groups', 'name', 'x'.repeat(500)],
  ])('counts the bytes of %s, of which those used last stay', (_, kind, prefix) => {
    const tier = new MemoryTier(100_000);
    const of = (index: number): OneGroup =>
      memory(0, tier, kind === 'id' ? prefix : prefix + index);
    const used = (index: number): StoredRead | undefined => of(index).get(`id${index}`, 1);
    const bytes = encodeRead({ text: 'x'.repeat(100) }, 5);
    const count = 1_000;
    for (let index = 0; index < count; index += 1) {
      of(index).set(`id${index}`, bytes, day);
      expect(used(0)).toBeDefined();
    }
    const stored = Array.from({ length: count }, (_each, index) => index).filter(used);
    // Three quarters of the memory are for entries.
    const each = bytes.length + 5 + 200 + (kind === 'id' ? 0 : 500 + 200);
    expect(stored.length).toBeGreaterThan((0.95 * 75_000) / each);
    expect(stored.length).toBeLessThanOrEqual(75_000 / (each - 5));
    expect(stored.slice(1)).toEqual(
      stored.slice(1).map((_each, index) => count - stored.length + 1 + index),
    );
  });
});

/** Stored reads in memory: what they answer, and how much of it stays decoded. */
import { describe, expect, it } from 'vitest';
import { MemoryTier } from '../../../src/engine/cache/memory-tier.ts';
import { encodeRead } from '../../../src/engine/cache/stored-read.ts';

const day = 86_400_000;

describe('the memory', () => {
  const value = JSON.parse(
    '{"id":"a","none":null,"list":[{"x":1},[2]],"__proto__":{"own":true}}',
  ) as object;

  it('answers with an equal value, which is of the reader alone', () => {
    const tier = new MemoryTier(1_000_000);
    tier.set('key', encodeRead(value, 5), day);
    for (const _ of [1, 2, 3]) {
      const read = tier.get('key', 1)!;
      expect(read).toEqual({ readAt: 5, value });
      expect(JSON.stringify(read.value)).toBe(JSON.stringify(value));
      const { list } = read.value as { list: { x: number }[] };
      list[0]!.x = 2;
      list.pop();
    }
    expect(Object.getPrototypeOf(tier.get('key', 1)!.value)).toBe(Object.prototype);
  });

  it('knows an entity that does not exist', () => {
    const tier = new MemoryTier(1_000_000);
    tier.set('key', encodeRead(undefined, 5), day);
    expect(tier.get('key', 1)).toEqual({ readAt: 5, value: undefined });
    expect(tier.get('other', 1)).toBe(undefined);
  });

  it('answers the same when more is read than stays decoded', () => {
    const tier = new MemoryTier(100_000);
    const keys = Array.from({ length: 200 }, (_, index) => `key${index}`);
    for (const id of keys) tier.set(id, encodeRead({ id, text: 'x'.repeat(100) }, 5), day);
    for (const id of [...keys, ...keys]) expect(tier.get(id, 1)?.value).toMatchObject({ id });
  });

  it('forgets a value when its time is over', () => {
    const tier = new MemoryTier(1_000_000);
    tier.set('key', encodeRead({ title: 'x' }, 5), 10);
    expect(tier.get('key', 9)?.value).toEqual({ title: 'x' });
    expect(tier.get('key', 10)).toBe(undefined);
    expect(tier.get('key', 9)).toBe(undefined);
  });

  it.each([
    ['keeps a value decoded', 100, 'a'],
    ['does not if it is longer than all that may be', 640, 'b'],
  ])('%s', (_, length, seen) => {
    const tier = new MemoryTier(10_000);
    const textOf = (letter: string): object => ({ text: letter.repeat(length) });
    const bytes = encodeRead(textOf('a'), 5);
    tier.set('key', bytes, day);
    expect(tier.get('key', 1)!.value).toEqual(textOf('a'));
    // Only who decodes it again sees this.
    bytes.set(encodeRead(textOf('b'), 5));
    expect(tier.get('key', 1)!.value).toEqual(textOf(seen));
  });

  it('has the newest value', () => {
    const tier = new MemoryTier(1_000_000);
    for (const title of ['old', 'new']) {
      tier.set('key', encodeRead({ title }, 5), day);
      expect(tier.get('key', 1)?.value).toEqual({ title });
    }
  });
});

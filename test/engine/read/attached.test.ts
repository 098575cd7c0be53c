/** What is kept with an object, as long as it lives. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { Attached } from '../../../src/engine/read/attached.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as (options: { type: 'minor' | 'major' }) => void;

interface Key {
  readonly size: number[];
}

describe('an attached value', () => {
  it('belongs to one object, and to one kind of values', () => {
    const one = new Attached<Key, string>();
    const other = new Attached<Key, string>();
    const key = { size: [] };
    expect(one.get(key)).toBeUndefined();
    one.set(key, 'one');
    other.set(key, 'other');
    expect([one.get(key), other.get(key), one.get({ size: [] })]).toEqual([
      'one',
      'other',
      undefined,
    ]);
  });

  it('is not copied, and not shown', () => {
    const values = new Attached<Key, string>();
    const key = { size: [1] };
    values.set(key, 'value');
    expect(values.get({ ...key })).toBeUndefined();
    expect(JSON.stringify(key)).toBe('{"size":[1]}');
    expect(Reflect.ownKeys({ ...key })).toEqual(['size']);
  });

  it('goes with its object at the next minor collection, also if it refers to the object', () => {
    const values = new Attached<Key, { readonly key: Key }>();
    collectGarbage({ type: 'major' });
    const before = process.memoryUsage().heapUsed;
    for (let index = 0; index < 1_000; index += 1) {
      const key = { size: Array.from({ length: 2_000 }, () => Math.random()) };
      values.set(key, { key });
    }
    collectGarbage({ type: 'minor' });
    collectGarbage({ type: 'minor' });
    // All of them take 16 MB at least.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(4_000_000);
  });
});

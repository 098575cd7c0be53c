import { describe, expect, it } from 'vitest';
import { keyedMap } from '../../../../src/engine/schema/write/map-change.ts';

const rules = { one: 'property', many: 'properties', reserved: new Set(['own']) };

const { ofNew, ofChanged } = keyedMap(rules);

const changed = (value: Parameters<typeof ofChanged.change>[0]) =>
  ofChanged.change(value, 'properties');

const current = { a: '1', b: '2', own: 'x' };

describe('a map', () => {
  it('changes single keys, and stores __proto__ as plain data', { tags: ['S30'] }, () => {
    const { apply, patch } = changed({ set: [{ key: 'b', value: '3' }], remove: ['a'] });
    expect(apply!(current)).toEqual({ b: '3', own: 'x' });
    expect(patch!({})).toEqual({ a: null, b: '3' });
    const set = [{ key: '__proto__', value: 'x' }];
    const created = ofNew.convert(set, 'properties');
    for (const map of [created, changed({ set }).apply!({})])
      expect(Object.entries(map as object)).toEqual([['__proto__', 'x']]);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });
  it('has the keys of replaceAll, and the reserved ones', () => {
    const { apply, patch, patchNeedsCurrent } = changed({
      replaceAll: [{ key: 'c', value: '3' }],
    });
    expect(apply!(current)).toEqual({ c: '3', own: 'x' });
    expect(patch!(current)).toEqual({ a: null, b: null, c: '3' });
    expect(patchNeedsCurrent).toBe(true);
  });
  it('has only the reserved keys after null', () => {
    const { apply, patch } = changed(null);
    expect(apply!(current)).toEqual({ own: 'x' });
    expect(patch!(current)).toEqual({ a: null, b: null });
  });
  it.each([
    ['set.0.key', { set: [{ key: 'own', value: 'y' }] }],
    ['replaceAll.0.key', { replaceAll: [{ key: 'own', value: 'y' }] }],
    ['remove.0', { remove: ['own'] }],
  ])('rejects a reserved key at %s', (place, value) => {
    expect(() => changed(value)).toThrow(
      expect.objectContaining({ argument: `properties.${place}` }),
    );
  });
});

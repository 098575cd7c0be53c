import { describe, expect, it } from 'vitest';
import { changeEntries, changeMap } from '../../../src/data/write/keyed-list.ts';

interface Guest {
  readonly email: string;
  readonly reply?: string;
  readonly optional?: boolean;
}

const guests: readonly Guest[] = [
  { email: 'a', reply: 'accepted' },
  { email: 'b', reply: 'declined', optional: true },
];

const change = (asked: Parameters<typeof changeEntries<Guest>>[1]) =>
  changeEntries(guests, asked, { keyOf: ({ email }) => email, argument: 'attendees' });

describe('a keyed list', () => {
  it('keeps entries, and fields of entries, that the change omits', () => {
    expect(change({ set: [{ email: 'b', optional: false }, { email: 'c' }] })).toEqual([
      guests[0],
      { email: 'b', reply: 'declined', optional: false },
      { email: 'c' },
    ]);
    expect(change({})).toEqual(guests);
    expect(change({ set: [], remove: [] })).toEqual(guests);
  });
  it('omits removed entries, and ignores the removal of unknown keys', () => {
    expect(change({ remove: ['a', 'zzz'] })).toEqual([guests[1]]);
  });
  it('has only the set entries with replaceAll, with their other fields', () => {
    expect(change({ set: [{ email: 'b' }], replaceAll: true })).toEqual([guests[1]]);
    expect(change({ replaceAll: true })).toEqual([]);
  });
  it('rejects a repeated key and names the argument', () => {
    expect(() => change({ set: [{ email: 'c' }, { email: 'c' }] })).toThrow(
      expect.objectContaining({ argument: 'attendees.set' }),
    );
    expect(() => change({ set: [{ email: 'a' }], remove: ['a'] })).toThrow(
      expect.objectContaining({ argument: 'attendees.remove' }),
    );
  });
});

describe('a map', () => {
  it('changes single keys, and stores __proto__ as plain data', { tags: ['S30'] }, () => {
    expect(
      changeMap(
        { a: '1', b: '2' },
        { set: [{ key: 'b', value: '3' }], remove: ['a'] },
        'properties',
      ),
    ).toEqual({ b: '3' });
    const changed = changeMap<string>(
      {},
      { set: [{ key: '__proto__', value: 'x' }] },
      'properties',
    );
    expect(Object.entries(changed)).toEqual([['__proto__', 'x']]);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });
});

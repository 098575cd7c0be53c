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

describe('a list with keys', () => {
  it('keeps what is not named, entries and fields of an entry alike', () => {
    expect(change({ set: [{ email: 'b', optional: false }, { email: 'c' }] })).toEqual([
      guests[0],
      { email: 'b', reply: 'declined', optional: false },
      { email: 'c' },
    ]);
    expect(change({})).toEqual(guests);
    expect(change({ set: [], remove: [] })).toEqual(guests);
  });
  it('drops what is removed, and ignores the removal of what is not there', () => {
    expect(change({ remove: ['a', 'zzz'] })).toEqual([guests[1]]);
  });
  it('drops all that is not set when everything is replaced, and still keeps fields of those that stay', () => {
    expect(change({ set: [{ email: 'b' }], replaceAll: true })).toEqual([guests[1]]);
    expect(change({ replaceAll: true })).toEqual([]);
  });
  it('refuses one key twice, naming the argument', () => {
    expect(() => change({ set: [{ email: 'c' }, { email: 'c' }] })).toThrow(
      expect.objectContaining({ argument: 'attendees.set' }),
    );
    expect(() => change({ set: [{ email: 'a' }], remove: ['a'] })).toThrow(
      expect.objectContaining({ argument: 'attendees.remove' }),
    );
  });
});

describe('a map', () => {
  it('changes key by key, and holds __proto__ as plain data', () => {
    expect(
      changeMap(
        { a: '1', b: '2' },
        { set: [{ key: 'b', value: '3' }], remove: ['a'] },
        'properties',
      ),
    ).toEqual({ b: '3' });
    const odd = changeMap<string>({}, { set: [{ key: '__proto__', value: 'x' }] }, 'properties');
    expect(Object.entries(odd)).toEqual([['__proto__', 'x']]);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });
});

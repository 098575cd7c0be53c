import { describe, expect, it } from 'vitest';
import {
  changeEntries,
  type KeyedChange,
  type KeyedList,
  mergeFields,
} from '../../../src/engine/write/update/keyed-list.ts';

interface Guest {
  readonly email: string;
  readonly reply?: string;
  readonly optional?: boolean;
}

type GuestInput = Pick<Guest, 'email'> & {
  readonly reply?: string | null;
  readonly optional?: boolean | null;
};

const guests: readonly Guest[] = [
  { email: 'a', reply: 'accepted' },
  { email: 'b', reply: 'declined', optional: true },
];

const list: KeyedList<Guest, GuestInput> = {
  keyOf: ({ email }) => email,
  inputKeyOf: ({ email }) => email,
  removedKeyOf: (email) => email,
  merge: (input, current) => mergeFields<Guest>(current, input),
};

const change = (asked: KeyedChange<GuestInput>): Guest[] => changeEntries(guests, asked, list);

describe('a keyed list', () => {
  it('keeps entries, and fields of entries, that the change omits', () => {
    expect(change({ set: [{ email: 'b', optional: false }, { email: 'c' }] })).toEqual([
      guests[0],
      { email: 'b', reply: 'declined', optional: false },
      { email: 'c' },
    ]);
    expect(change({})).toEqual(guests);
    expect(change({ set: null, remove: null, replaceAll: null })).toEqual(guests);
    expect(change({ set: [], remove: [] })).toEqual(guests);
  });
  it('clears a field of an entry by null', () => {
    expect(change({ set: [{ email: 'b', reply: null }] })).toEqual([
      guests[0],
      { email: 'b', optional: true },
    ]);
  });
  it('omits removed entries, and ignores the removal of unknown keys', () => {
    expect(change({ remove: ['a', 'zzz'] })).toEqual([guests[1]]);
  });
  it('has the entries of replaceAll alone, in their order, with their other fields', () => {
    expect(change({ replaceAll: [{ email: 'c' }, { email: 'b', optional: false }] })).toEqual([
      { email: 'c' },
      { email: 'b', reply: 'declined', optional: false },
    ]);
    expect(change({ replaceAll: [] })).toEqual([]);
  });
  it('adds every entry without a key, and keeps current entries without one', () => {
    const unnamed: KeyedList<Guest, GuestInput> = {
      ...list,
      keyOf: ({ email }) => email || undefined,
      inputKeyOf: ({ email }) => email || undefined,
    };
    const current: Guest[] = [{ email: '', reply: 'accepted' }];
    const set: GuestInput[] = [{ email: '' }, { email: '', optional: true }];
    expect(changeEntries(current, { set, remove: ['a'] }, unnamed)).toEqual([...current, ...set]);
  });
});

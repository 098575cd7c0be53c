/**
 * Changes of lists whose entries have a key (attendees by email address, localizations by
 * language). They change single entries and keep those that the client does not name, so that two
 * clients can change one list.
 */

/** A change of such a list, as the input states it: either `replaceAll`, or the other two. */
export interface KeyedChange<Input, Key = string> {
  /** Entries to add, or to merge into the entry with the same key. */
  readonly set?: readonly Input[] | null | undefined;
  readonly remove?: readonly Key[] | null | undefined;
  /** The whole list. */
  readonly replaceAll?: readonly Input[] | null | undefined;
}

/** The rules by which the entries of a list are distinguished and merged. */
export interface KeyedList<Entry, Input, Key = string> {
  /** The key of a current entry; undefined: no input can name the entry. */
  readonly keyOf: (entry: Entry) => string | undefined;
  /** The key of an entry of the input; undefined: the entry is new. */
  readonly inputKeyOf: (input: Input) => string | undefined;
  readonly removedKeyOf: (key: Key) => string;
  /** The entry after the change; `current` is undefined for a new one. */
  readonly merge: (input: Input, current: Entry | undefined) => Entry;
}

/** The list after a change: kept entries, then new ones, or the entries of `replaceAll`. */
export function changeEntries<Entry, Input, Key>(
  current: readonly Entry[],
  { set, remove, replaceAll }: KeyedChange<Input, Key>,
  list: KeyedList<Entry, Input, Key>,
): Entry[] {
  const currentOf = currentEntries(current, list);
  if (replaceAll) return replaceAll.map((input) => list.merge(input, currentOf(input)));
  const inputs = set ?? [];
  const changed = new Map(inputs.map((input) => [list.inputKeyOf(input), input]));
  const removed = new Set(remove?.map(list.removedKeyOf));
  const kept = current.flatMap((entry) => {
    const key = list.keyOf(entry);
    if (key === undefined) return [entry];
    if (removed.has(key)) return [];
    const input = changed.get(key);
    return [input === undefined ? entry : list.merge(input, entry)];
  });
  const added = inputs.filter((input) => currentOf(input) === undefined);
  return [...kept, ...added.map((input) => list.merge(input, undefined))];
}

/** Returns a lookup of the current entry that an input names. */
export function currentEntries<Entry, Input, Key>(
  current: readonly Entry[],
  { keyOf, inputKeyOf }: KeyedList<Entry, Input, Key>,
): (input: Input) => Entry | undefined {
  const byKey = new Map(current.map((entry) => [keyOf(entry), entry]));
  return (input) => {
    const key = inputKeyOf(input);
    return key === undefined ? undefined : byKey.get(key);
  };
}

/**
 * Merges the fields of an entry: undefined keeps a field, null clears it. Fields that no input has
 * stay.
 */
export function mergeFields<Entry extends object>(
  current: Entry | undefined,
  given: { readonly [K in keyof Entry]?: Entry[K] | null | undefined },
): Entry {
  const changed = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    Object.entries({ ...current, ...Object.fromEntries(changed) }).filter(
      ([, value]) => value != null,
    ),
  ) as Entry;
}

/** Lists whose entries have a key (attendees by e-mail, localizations by language): changed entry by entry. */
import { InvalidInput } from '../../upstream/error.ts';

export interface KeyedChange<Entry> {
  readonly set?: readonly Entry[] | null | undefined;
  readonly remove?: readonly string[] | null | undefined;
  /** Entries that were there and are not set go, too. */
  readonly replaceAll?: boolean | null | undefined;
}

/**
 * What `set` leaves unnamed on an entry that is there already is kept.
 * @throws InvalidArgument for a key that is set and removed, or set twice
 */
export function changeEntries<Entry extends object>(
  current: readonly Entry[],
  change: KeyedChange<Entry>,
  keyOf: (entry: Entry) => string,
  argument: string,
): Entry[] {
  const set = new Map<string, Entry>();
  for (const entry of change.set ?? []) {
    const key = keyOf(entry);
    if (set.has(key)) throw new InvalidInput(`${argument}.set`, 'the same key stands twice');
    set.set(key, entry);
  }
  const removed = new Set(change.remove ?? []);
  for (const key of removed)
    if (set.has(key))
      throw new InvalidInput(`${argument}.remove`, 'the same key is set and removed');
  const kept = current.filter((entry) =>
    change.replaceAll ? set.has(keyOf(entry)) : !removed.has(keyOf(entry)),
  );
  const known = new Set(kept.map(keyOf));
  return [
    ...kept.map((entry) => overlaid(entry, set.get(keyOf(entry)))),
    ...[...set].filter(([key]) => !known.has(key)).map(([, entry]) => entry),
  ];
}

const overlaid = <Entry extends object>(entry: Entry, change: Entry | undefined): Entry =>
  change === undefined
    ? entry
    : {
        ...entry,
        ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
      };

/** The same for a map: `null` removes nothing here, `remove` does. */
export function changeMap<Value>(
  current: Readonly<Record<string, Value>>,
  change: KeyedChange<{ readonly key: string; readonly value: Value }>,
  argument: string,
): Record<string, Value> {
  const entries = Object.entries(current).map(([key, value]) => ({ key, value }));
  return Object.fromEntries(
    changeEntries(entries, change, ({ key }) => key, argument).map(({ key, value }) => [
      key,
      value,
    ]),
  );
}

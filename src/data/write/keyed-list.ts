/**
 * Changes of lists whose entries have a key (attendees by e-mail address, localizations by
 * language). They change single entries and keep those that the client does not name.
 */
import { InvalidInput, showValue } from '../../upstream/error.ts';

/** A change of such a list, as the input states it. */
export interface KeyedChange<Entry> {
  /** Entries to add or change. */
  readonly set?: readonly Entry[] | null | undefined;
  /** Keys of entries to remove. */
  readonly remove?: readonly string[] | null | undefined;
  /** Remove every entry that `set` does not name. */
  readonly replaceAll?: boolean | null | undefined;
}

/** How the entries of a list are distinguished. */
interface KeyedList<Entry> {
  readonly keyOf: (entry: Entry) => string;
  /** The argument that errors name. */
  readonly argument: string;
}

/**
 * The list with the change: kept entries in their order, then new ones. Fields that an entry of
 * `set` lacks keep the value of the current entry.
 * @throws InvalidInput for a key that is set twice, or set and removed
 */
export function changeEntries<Entry extends object>(
  current: readonly Entry[],
  { set, remove, replaceAll }: KeyedChange<Entry>,
  { keyOf, argument }: KeyedList<Entry>,
): Entry[] {
  const changed = new Map<string, Entry>();
  for (const entry of set ?? []) {
    const key = keyOf(entry);
    if (changed.has(key))
      throw new InvalidInput(
        `${argument}.set`,
        `has the key ${showValue(key)} twice; expected each key once`,
      );
    changed.set(key, entry);
  }
  const removed = new Set(remove ?? []);
  for (const key of removed)
    if (changed.has(key))
      throw new InvalidInput(
        `${argument}.remove`,
        `has the key ${showValue(key)}, which \`set\` has too; expected it in one of them`,
      );
  const kept = current.filter((entry) =>
    replaceAll ? changed.has(keyOf(entry)) : !removed.has(keyOf(entry)),
  );
  const keptKeys = new Set(kept.map(keyOf));
  const added = [...changed].filter(([key]) => !keptKeys.has(key)).map(([, entry]) => entry);
  return [...kept.map((entry) => mergeEntry(entry, changed.get(keyOf(entry)))), ...added];
}

function mergeEntry<Entry extends object>(entry: Entry, change: Entry | undefined): Entry {
  if (change === undefined) return entry;
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  return { ...entry, ...Object.fromEntries(given) };
}

/**
 * Changes a map like a list of its entries.
 * @throws InvalidInput for a key that is set twice, or set and removed
 */
export function changeMap<Value>(
  current: Readonly<Record<string, Value>>,
  change: KeyedChange<{ readonly key: string; readonly value: Value }>,
  argument: string,
): Record<string, Value> {
  const entries = Object.entries(current).map(([key, value]) => ({ key, value }));
  const next = changeEntries(entries, change, { keyOf: ({ key }) => key, argument });
  return Object.fromEntries(next.map(({ key, value }) => [key, value]));
}

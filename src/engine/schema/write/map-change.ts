/**
 * Changes of maps of the REST API (custom properties) by key. Keys of the gateway's own links to
 * other services are reserved: an input field of the same name writes each of them.
 */
import type { Change } from '../../write/change.ts';
import type { KeyedChange } from '../../write/update/keyed-list.ts';
import { InvalidInput, showValue } from '../../api/error.ts';
import { checkListChange, type ListRules, newEntries, nextEntries } from './list-change.ts';

type StringMap = Readonly<Record<string, string>>;

export interface MapEntry {
  readonly key: string;
  readonly value: string;
}

type MapChange = KeyedChange<MapEntry>;

interface MapRules {
  /** One entry and several, in messages. */
  readonly one: string;
  readonly many: string;
  /** Keys that the map does not show: input fields of the same names write them. */
  readonly reserved?: ReadonlySet<string>;
  /** @throws InvalidInput for a key or a value that the API would not keep */
  readonly check?: (entry: MapEntry, argument: string) => void;
}

const noKeys: ReadonlySet<string> = new Set();

/** The rules of the map as a list of its entries. */
function listRules({
  one,
  many,
  reserved = noKeys,
  check,
}: MapRules): ListRules<MapEntry, MapEntry> {
  const checkKey = (key: string, argument: string): void => {
    if (reserved.has(key))
      throw new InvalidInput(
        argument,
        `the key ${showValue(key)} is reserved for the input field ${key}; expected another key`,
      );
  };
  return {
    one,
    many,
    keyField: 'key',
    keyOf: ({ key }) => key,
    inputKeyOf: ({ key }) => key,
    removedKeyOf: (key) => key,
    check: (entry, argument) => {
      checkKey(entry.key, `${argument}.key`);
      check?.(entry, argument);
    },
    checkKey,
    merge: ({ key, value }) => ({ key, value }),
  };
}

/**
 * Row options for a map: a list in a new entity, changes by key in one that exists. Null removes
 * the entries of clients.
 */
export function keyedMap(rules: MapRules) {
  const list = listRules(rules);
  const isReserved = (key: string): boolean => (rules.reserved ?? noKeys).has(key);
  const changed = (value: MapChange | null, argument: string): Partial<Change> => {
    if (value) checkListChange(list, value, argument);
    const change = value ?? { replaceAll: [] };
    const nextMap = (current: StringMap): StringMap => {
      const entries = Object.entries(current).map(([key, each]) => ({ key, value: each }));
      const others = entries.filter(({ key }) => !isReserved(key));
      const next = nextEntries(list, { change, argument }, others);
      return mapOf([...next, ...entries.filter(({ key }) => isReserved(key))]);
    };
    return {
      apply: (current) => nextMap((current ?? {}) as StringMap),
      patch: (current) => patchOf(change, (current ?? {}) as StringMap, nextMap),
      ...(change.replaceAll && { patchNeedsCurrent: true as const }),
    };
  };
  return {
    ofNew: {
      convert: (entries: readonly MapEntry[], argument: string): StringMap =>
        mapOf(newEntries(list, entries, argument)),
    },
    ofChanged: { change: changed },
  };
}

const mapOf = (entries: readonly MapEntry[]): StringMap =>
  Object.fromEntries(entries.map(({ key, value }) => [key, value]));

/** A PATCH keeps the keys that it omits, and removes those that are null. */
function patchOf(
  { set, remove, replaceAll }: MapChange,
  current: StringMap,
  nextMap: (current: StringMap) => StringMap,
): Readonly<Record<string, string | null>> {
  const next = nextMap(current);
  const removed = Object.keys(current).filter((key) => !Object.hasOwn(next, key));
  return Object.fromEntries([
    ...[...removed, ...(remove ?? [])].map((key) => [key, null] as const),
    ...(replaceAll ?? set ?? []).map(({ key, value }) => [key, value] as const),
  ]);
}

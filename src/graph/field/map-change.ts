/**
 * Changes of maps of the REST API (custom properties) by key. Keys of the gateway's own links to
 * other services are reserved: clients can neither set nor remove them.
 */
import type { Change } from '../../data/write/change.ts';
import { changeMap, type KeyedChange } from '../../data/write/keyed-list.ts';
import { InvalidInput, showValue } from '../../upstream/error.ts';

type StringMap = Readonly<Record<string, string>>;

interface Entry {
  readonly key: string;
  readonly value: string;
}

type MapChange = KeyedChange<Entry>;

/** The change for null: removes the entries of clients, not those of the gateway. */
const clearAll: MapChange = { replaceAll: true };

/**
 * Returns the row option `change` for a map.
 * @throws InvalidInput for a reserved key, and for a repeated key
 */
export const mapChange =
  (reserved: ReadonlySet<string>) =>
  (value: MapChange | null, argument: string): Partial<Change> => {
    const write = { reserved, change: value ?? clearAll, argument };
    checkKeys(write);
    // Rejects repeated keys before any call.
    nextMap(write, {});
    return {
      apply: (current) => nextMap(write, (current ?? {}) as StringMap),
      patch: (current) => patchMap(write, (current ?? {}) as StringMap),
      ...(write.change.replaceAll && { patchNeedsCurrent: true as const }),
    };
  };

/**
 * Returns the row option `convert` for a list of entries that makes a new map.
 * @throws InvalidInput for a reserved key, and for a repeated key
 */
export const newMap =
  (reserved: ReadonlySet<string>) =>
  (entries: readonly Entry[], argument: string): StringMap => {
    const seen = new Set<string>();
    for (const [index, { key }] of entries.entries()) {
      if (reserved.has(key)) throw new InvalidInput(`${argument}.${index}.key`, reservedText(key));
      if (seen.has(key))
        throw new InvalidInput(
          `${argument}.${index}.key`,
          `the key ${showValue(key)} is in the list already; expected each key once`,
        );
      seen.add(key);
    }
    return Object.fromEntries(entries.map(({ key, value }) => [key, value]));
  };

interface MapWrite {
  readonly reserved: ReadonlySet<string>;
  readonly change: MapChange;
  readonly argument: string;
}

/** The message for a reserved key. */
const reservedText = (key: string): string =>
  `the key ${showValue(key)} is reserved for the gateway; expected another key`;

function checkKeys({ reserved, change: { set, remove }, argument }: MapWrite): void {
  const wrongSet = set?.find(({ key }) => reserved.has(key));
  if (wrongSet) throw new InvalidInput(`${argument}.set`, reservedText(wrongSet.key));
  const wrongRemove = remove?.find((key) => reserved.has(key));
  if (wrongRemove !== undefined)
    throw new InvalidInput(`${argument}.remove`, reservedText(wrongRemove));
}

function nextMap(
  { reserved, change: { set, remove, replaceAll }, argument }: MapWrite,
  current: StringMap,
): StringMap {
  const entries = Object.entries(current);
  const own = entries.filter(([key]) => reserved.has(key));
  const others = entries.filter(([key]) => !reserved.has(key));
  const change = { set: set?.map(({ key, value }) => ({ key, value })), remove, replaceAll };
  const next = changeMap(Object.fromEntries(others), change, argument);
  return { ...next, ...Object.fromEntries(own) };
}

/** A PATCH keeps the keys that it omits, and removes those that are null. */
function patchMap(write: MapWrite, current: StringMap): Readonly<Record<string, string | null>> {
  const { set, remove } = write.change;
  const next = nextMap(write, current);
  const removed = Object.keys(current).filter((key) => !Object.hasOwn(next, key));
  return Object.fromEntries([
    ...[...removed, ...(remove ?? [])].map((key) => [key, null] as const),
    ...(set ?? []).map(({ key, value }) => [key, value] as const),
  ]);
}

/** Saved operations, in collections. Both have names, each of which is there once. */
import type { TabTexts } from '../share/share-link.ts';

/** An operation under a name. It has no headers, and no token. */
export interface SavedOperation extends TabTexts {
  readonly name: string;
}

export interface SavedCollection {
  readonly name: string;
  readonly operations: readonly SavedOperation[];
}

/** Which operation of which collection. */
export interface Place {
  readonly collection: string;
  readonly name: string;
}

/** One collection of each name. */
export type Collections = readonly SavedCollection[];

/** @returns a name without white space around it, and without more than one space in it */
export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** @returns the operation at a place; undefined if there is none */
export const operationAt = (
  collections: Collections,
  { collection, name }: Place,
): SavedOperation | undefined =>
  collections
    .find((each) => each.name === collection)
    ?.operations.find((each) => each.name === name);

/** @returns collections with the operation, in place of the one of its name if there is one */
export function withOperation(
  collections: Collections,
  collection: string,
  operation: SavedOperation,
): Collections {
  if (!collections.some(({ name }) => name === collection))
    return [...collections, { name: collection, operations: [operation] }];
  return collections.map((each) => {
    if (each.name !== collection) return each;
    const isReplaced = each.operations.some(({ name }) => name === operation.name);
    const operations = isReplaced
      ? each.operations.map((other) => (other.name === operation.name ? operation : other))
      : [...each.operations, operation];
    return { ...each, operations };
  });
}

/** @returns collections with the operation beside what they have: under another name if needed */
export function withAnother(
  collections: Collections,
  collection: string,
  operation: SavedOperation,
): Collections {
  const others = collections.find(({ name }) => name === collection)?.operations ?? [];
  const name = freeName(operation.name, others);
  return withOperation(collections, collection, { ...operation, name });
}

/** @returns collections without the operation; its collection stays */
export const withoutOperation = (
  collections: Collections,
  { collection, name }: Place,
): Collections =>
  collections.map((each) =>
    each.name === collection
      ? { ...each, operations: each.operations.filter((other) => other.name !== name) }
      : each,
  );

/** Renames an operation, or moves it to a collection that may be new. */
export function withMoved(collections: Collections, from: Place, to: Place): Collections {
  const operation = operationAt(collections, from);
  if (operation === undefined) return collections;
  const renamed = { ...operation, name: to.name };
  if (from.collection !== to.collection)
    return withOperation(withoutOperation(collections, from), to.collection, renamed);
  return collections.map((each) =>
    each.name === from.collection
      ? { ...each, operations: each.operations.map((old) => (old === operation ? renamed : old)) }
      : each,
  );
}

export const withRenamed = (collections: Collections, from: string, to: string): Collections =>
  collections.map((each) => (each.name === from ? { ...each, name: to } : each));

export const withoutCollection = (collections: Collections, name: string): Collections =>
  collections.filter((each) => each.name !== name);

/** @returns collections with another one, under another name if there is one of its name */
export const withCollection = (collections: Collections, added: SavedCollection): Collections => [
  ...collections,
  { ...added, name: freeName(added.name, collections) },
];

/** What to do with collections whose names are there: add to them, or keep both. */
export type Merge = 'add' | 'keepBoth';

/**
 * No operation is replaced: one that is there already, with the same texts, is not added again, and
 * another one of the same name is added under a new name.
 */
export const withImported = (
  collections: Collections,
  imported: Collections,
  merge: Merge,
): Collections =>
  imported.reduce(
    (all, each) =>
      merge === 'add' && all.some(({ name }) => name === each.name)
        ? each.operations.reduce((found, operation) => withNew(found, each.name, operation), all)
        : withCollection(all, each),
    collections,
  );

function withNew(
  collections: Collections,
  collection: string,
  operation: SavedOperation,
): Collections {
  const own = operationAt(collections, { collection, name: operation.name });
  const isThere = own?.query === operation.query && own.variables === operation.variables;
  return isThere ? collections : withAnother(collections, collection, operation);
}

export const countOf = (collections: Collections): number =>
  collections.reduce((sum, { operations }) => sum + operations.length, 0);

/** @returns the name, with a number if it is taken */
export function freeName(name: string, taken: readonly { readonly name: string }[]): string {
  const names = new Set(taken.map((each) => each.name));
  if (!names.has(name)) return name;
  for (let number = 2; ; number += 1)
    if (!names.has(`${name} (${number})`)) return `${name} (${number})`;
}

/**
 * Collections as JSON: in the storage of the browser, and in the files of export and import. Only
 * what this module names is read, so no header and no token of a file gets anywhere.
 */
import {
  type SavedCollection,
  type Collections,
  countOf,
  freeName,
  oneLine,
  type SavedOperation,
} from './collection.ts';
import { isPostman, postmanCollection } from './postman.ts';

const format = 'studiograph-collections';

const version = 1;

/** About what browsers store for one page. */
const maxFileLength = 5_000_000;

/** More would be slow to show. */
const maxEntries = 1_000;

export const maxNameLength = 200;

/** What was read of a file. */
export interface Imported {
  readonly collections: Collections;
  /** Requests of a Postman collection that are not GraphQL. */
  readonly leftOut: number;
}

export const toText = (collections: Collections): string =>
  `${JSON.stringify({ format, version, collections: collections.map(onlyKnown) }, undefined, 2)}\n`;

const onlyKnown = ({ name, operations }: SavedCollection): SavedCollection => ({
  name,
  operations: operations.map((each) => ({
    name: each.name,
    query: each.query,
    variables: each.variables,
  })),
});

/**
 * @param text of a file of this page, or of a Postman collection
 * @throws Error for users, which names what is wrong
 */
export function readFileText(text: string): Imported {
  if (text.length > maxFileLength)
    throw new Error(`It has ${Math.ceil(text.length / 1e6)} MB; at most ${maxFileLength / 1e6}.`);
  const value = jsonOf(text);
  const imported = isPostman(value)
    ? postmanImport(value)
    : { collections: collectionsOf(value), leftOut: 0 };
  const entries = countOf(imported.collections) + imported.collections.length;
  if (entries > maxEntries)
    throw new Error(`It has ${entries} operations and collections; at most ${maxEntries}.`);
  return imported;
}

function postmanImport(value: Readonly<Record<string, unknown>>): Imported {
  const { operations, leftOut, name } = postmanCollection(value);
  const own = operations.map((each, index) => operationOf(each, `GraphQL request ${index + 1}`));
  return { collections: [{ name: nameOf(name, 'info.name'), operations: distinct(own) }], leftOut };
}

/** @throws Error for users, which names what is wrong */
export const readStored = (text: string): Collections => collectionsOf(jsonOf(text));

function jsonOf(text: string): unknown {
  try {
    // Editors on Windows can write a byte order mark.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new Error(`It is not JSON: ${(error as Error).message}`, { cause: error });
  }
}

function collectionsOf(value: unknown): Collections {
  if (!isObject(value) || value['format'] !== format)
    throw new Error(
      'It is neither a file of this page’s “Export” nor a Postman collection (version 2).',
    );
  if (value['version'] !== version)
    throw new Error(`Its version is ${shown(value['version'])}; this page reads ${version}.`);
  const all = listOf(value['collections'], 'collections');
  return distinct(all.map((each, index) => collectionOf(each, `collections[${index}]`)));
}

function collectionOf(value: unknown, place: string): SavedCollection {
  if (!isObject(value)) throw wrong(place, 'an object', value);
  const operations = listOf(value['operations'], `${place}.operations`);
  return {
    name: nameOf(value['name'], `${place}.name`),
    operations: distinct(
      operations.map((each, index) => operationOf(each, `${place}.operations[${index}]`)),
    ),
  };
}

function operationOf(value: unknown, place: string): SavedOperation {
  if (!isObject(value)) throw wrong(place, 'an object', value);
  return {
    name: nameOf(value['name'], `${place}.name`),
    query: textOf(value['query'], `${place}.query`),
    variables: textOf(value['variables'] ?? '', `${place}.variables`),
  };
}

/** Names are in one line, and no longer than a panel can show. */
function nameOf(value: unknown, place: string): string {
  const name = oneLine(textOf(value, place));
  if (name === '') throw new Error(`${place} is empty.`);
  return name.length > maxNameLength ? `${name.slice(0, maxNameLength - 1)}…` : name;
}

function textOf(value: unknown, place: string): string {
  if (typeof value !== 'string') throw wrong(place, 'a text', value);
  return value;
}

function listOf(value: unknown, place: string): readonly unknown[] {
  if (!Array.isArray(value)) throw wrong(place, 'a list', value);
  return value;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const wrong = (place: string, expected: string, value: unknown): Error =>
  new Error(`${place} has to be ${expected}, and is ${shown(value)}.`);

const shown = (value: unknown): string =>
  value === undefined ? 'missing' : JSON.stringify(value).slice(0, 40);

/** @returns them with numbers at names that are there twice */
function distinct<T extends { readonly name: string }>(all: readonly T[]): readonly T[] {
  const found: T[] = [];
  for (const each of all) found.push({ ...each, name: freeName(each.name, found) });
  return found;
}

/** Answers of the gateway and of the oracle in a form in which equal answers are equal values. */
import { isListType, isObjectType } from 'graphql';
import { fieldNeed } from './field-need.ts';
import { positionOf } from './list.ts';
import { fieldNamed } from './response-key.ts';
import { schema } from './schema.ts';

const allFields = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .flatMap((type) => Object.values(type.getFields()));

/**
 * Fields that show an object inside an answer. With a mask the API omits an object that has none
 * of the requested fields: null and an object of nulls mean the same.
 */
const nestedObjects: ReadonlySet<string> = new Set(
  allFields
    .filter((field) => {
      const { nested, separateFetch } = fieldNeed(field) ?? {};
      return (nested || separateFetch) && !isListType(field.type);
    })
    .map(({ name }) => name),
);

/** Lists of links. They are empty if the answer has no ids: `[]` does not prove that it has any. */
const linkLists: ReadonlySet<string> = new Set(
  allFields
    .filter((field) => isListType(field.type) && fieldNeed(field)?.link !== undefined)
    .map(({ name }) => name),
);

/** Data with cursors as positions in their lists, and empty nested objects as null. */
export function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, comparableField(fieldNamed(key), each)]),
  );
}

/** Fields whose values are cursors. */
const cursorNames: ReadonlySet<string> = new Set(['cursor', 'startCursor', 'endCursor']);

function comparableField(name: string, value: unknown): unknown {
  if (cursorNames.has(name) && typeof value === 'string') return positionOf(value);
  const same = comparable(value);
  return nestedObjects.has(name) && isEmpty(same) ? null : same;
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.entries(value).every(
    ([key, each]) =>
      each === null ||
      key === '__typename' ||
      (linkLists.has(fieldNamed(key)) && Array.isArray(each) && each.length === 0),
  );

const codes: Readonly<Record<string, string>> = {
  400: 'INVALID_INPUT',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  503: 'UPSTREAM_UNAVAILABLE',
};

/** The GraphQL error code for the REST status of a direct call, or the oracle's own message. */
export const codeOf = (cause: number | string): string => codes[cause] ?? String(cause);

/** An error of a response: its path, and its code. */
export interface ListedError {
  readonly path?: readonly unknown[];
  readonly extensions: { readonly code: string; readonly codes?: Readonly<Record<string, number>> };
}

const maxListed = 100;

const more = (codes: Readonly<Record<string, number>>): string =>
  `more: ${JSON.stringify(Object.entries(codes).toSorted(([one], [other]) => one.localeCompare(other)))}`;

/** The errors of a response as texts; the last one of many as the numbers of the others. */
export const listedErrors = (errors: readonly ListedError[]): string[] =>
  errors
    .map(({ path, extensions: { code, codes: others } }) =>
      others ? more(others) : `${path?.join('.')}: ${code}`,
    )
    .toSorted();

/** All expected errors, as a response lists them: which of many, is its choice. */
export function expectedErrors(all: readonly string[], listed: readonly string[]): string[] {
  if (all.length <= maxListed) return all.toSorted();
  const left = new Set(all);
  const shown = listed.filter((error) => left.delete(error)).slice(0, maxListed);
  const counts: Record<string, number> = {};
  for (const error of left) {
    const code = error.slice(error.lastIndexOf(' ') + 1);
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return [...shown, more(counts)].toSorted();
}

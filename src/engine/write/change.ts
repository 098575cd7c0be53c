/** Changes of writable paths, and the request bodies that are made of them. */
import type { AnyOperation } from '../api/operation.ts';
import { covers, getter, Paths, setAt } from '../read/path.ts';

export type JsonRecord = Record<string, unknown>;

/** Whether a value is a JSON object, and no list. */
export const isRecord = (value: unknown): value is Readonly<JsonRecord> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** One change that a client requests. */
export interface Change {
  /** Path of the argument in the input, with dots: `on.videoId`. */
  readonly argument: string;
  /** Path in the request body. */
  readonly path: string;
  /** The value in error messages, if clients know it by another name than the REST API. */
  readonly shown?: unknown;
  /** The GraphQL type of the entity that the value is the id of. */
  readonly type?: string;
  /** Makes the new value of the current one; `undefined` clears the path. */
  readonly apply: (current: unknown) => unknown;
  /** The value at the path in a PATCH body, where it differs from the new value. */
  readonly patch?: (current: unknown) => unknown;
  /** Whether `patch` needs the current value. */
  readonly patchNeedsCurrent?: true;
  /** Parts of the value that an error of the REST API can be about, by their paths there. */
  readonly parts?: readonly Pick<Change, 'argument' | 'path' | 'apply'>[];
}

/** A documented writable path up to its first list or map: those are replaced as a whole. */
const wholeValuePath = (path: string): string => path.replace(/(\[\]|\.\(key\)|\.\*).*$/, '');

/** The paths that a write operation may write, each as far as it is one value. */
export const writablePaths = ({ writable = [] }: AnyOperation): string[] => [
  ...new Set(writable.map(wholeValuePath)),
];

/**
 * The paths with which a read shows the values of changes: of an entry of a map, the whole map,
 * since keys of maps are no fields that a mask names.
 */
export function readPathsOf(operation: AnyOperation, changes: readonly Change[]): string[] {
  const writable = writablePaths(operation);
  return shownChanges(operation, changes).map(
    ({ path }) => writable.find((whole) => path.startsWith(`${whole}.`)) ?? path,
  );
}

/** The changes that an answer can show. */
export function shownChanges(
  { neverShown }: AnyOperation,
  changes: readonly Change[],
): readonly Change[] {
  if (neverShown === undefined) return changes;
  const hidden = new Set(neverShown);
  return changes.filter(({ path }) => !covers(hidden, path));
}

/** Changes of maps before those of single entries: a map is replaced with all of its entries. */
const mapsFirst = (changes: readonly Change[]): readonly Change[] =>
  changes.some(({ path }) => changes.some((other) => other.path.startsWith(`${path}.`)))
    ? changes.toSorted((a, b) => stepCount(a) - stepCount(b))
    : changes;

const stepCount = ({ path }: Change): number => path.split('.').length;

/** The writable values of `current` with the changes applied; never a clone of what was read. */
export function mergeChanges(
  current: JsonRecord,
  writable: readonly string[],
  changes: readonly Change[],
): JsonRecord {
  const next: JsonRecord = {};
  for (const path of writable) {
    const value: unknown = getter(path)(current);
    // A change of an entry of a map must not change what was read.
    if (value !== undefined) setAt(next, path, isRecord(value) ? { ...value } : value);
  }
  for (const { path, apply } of mapsFirst(changes))
    setAt(next, path, apply(getter(path)(current)) ?? undefined);
  return next;
}

/** The body of a new entity, and the parts in which it has values. */
export function newBody(changes: readonly Change[]): {
  readonly body: JsonRecord;
  readonly parts: readonly string[];
} {
  const set = changes.filter(({ apply }) => apply(undefined) !== undefined);
  return { body: mergeChanges({}, [], set), parts: Paths.of(...set.map(({ path }) => path)).parts };
}

/** A PATCH body: only the changed paths, null where a path is cleared. */
export function patchBody(current: JsonRecord, changes: readonly Change[]): JsonRecord {
  const body: JsonRecord = {};
  for (const { path, apply, patch = apply } of mapsFirst(changes))
    setAt(body, path, patch(getter(path)(current)) ?? null);
  return body;
}

/** Sets body values that no input names. */
export function setConstants(
  body: JsonRecord,
  constants: Readonly<Record<string, unknown>> = {},
): void {
  for (const [path, value] of Object.entries(constants)) setAt(body, path, value);
}

/**
 * Recognizes changes that an entity has already: of a write that was applied although its answer
 * was lost, or of one that changes nothing.
 */
import { isDeepStrictEqual } from 'node:util';
import { getter } from '../../read/path.ts';
import { type Change, isRecord, type JsonRecord } from '../change.ts';

/** An entity before and after a write that may have been applied. */
interface Versions {
  /** As it was read for the write; empty if it was not. */
  readonly previous: JsonRecord;
  readonly fresh: JsonRecord;
  /** Values that the service shows as absent, by path. */
  readonly defaults?: Readonly<JsonRecord> | undefined;
}

/** Whether the fresh version has every change. */
export const showsAllChanges = (
  changes: readonly Change[],
  { previous, fresh, defaults = {} }: Versions,
): boolean =>
  changes.every(({ path, apply, patch }) => {
    const read = getter(path);
    const before: unknown = read(previous);
    const actual: unknown = read(fresh) ?? defaults[path];
    // A PATCH body names what it removes, with null, and not what it keeps.
    return patch
      ? contains(actual, patch(before) ?? defaults[path], undefined)
      : contains(actual, apply(before) ?? defaults[path], before);
  });

interface ReadVersion {
  readonly current: JsonRecord;
  readonly defaults?: Readonly<JsonRecord> | undefined;
  /** Whether a value that is absent from the read is absent from the entity. */
  readonly showsAll: boolean;
}

/** Whether an entity has exactly the values of the changes already, so that no write is needed. */
export const changesNothing = (
  changes: readonly Change[],
  { current, defaults = {}, showsAll }: ReadVersion,
): boolean =>
  changes.every(({ path, apply }) => {
    const before: unknown = getter(path)(current);
    if (before == null && !showsAll) return false;
    const [old, next] = [before, apply(before)].map((value) => asJson(value ?? defaults[path]));
    return isDeepStrictEqual(old, next) || (isBlank(old) && isBlank(next));
  });

/** An empty object is a value: the properties of an event type, for example. */
const isBlank = (value: unknown): boolean =>
  value == null || value === '' || (Array.isArray(value) && value.length === 0);

/** A value as a body has it: without undefined properties. */
const asJson = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));

/**
 * Whether a value has everything of an expected one, and no name that the expected one has lost.
 * Other names are values that the service adds.
 * @param before the value that the expected one was made of
 */
function contains(actual: unknown, expected: unknown, before: unknown): boolean {
  if (expected == null) return isEmpty(actual);
  if (typeof expected !== 'object') return actual === expected || isSameInstant(actual, expected);
  if (typeof actual !== 'object' || actual === null) return isEmpty(expected);
  if (Array.isArray(expected)) return isSameList(actual, expected);
  const removed = isRecord(before) ? Object.keys(before).filter((name) => !(name in expected)) : [];
  return (
    removed.every((name) => isEmpty((actual as JsonRecord)[name])) &&
    Object.entries(expected).every(([name, value]) =>
      contains((actual as JsonRecord)[name], value, isRecord(before) ? before[name] : undefined),
    )
  );
}

const isSameList = (actual: object, expected: readonly unknown[]): boolean =>
  Array.isArray(actual) &&
  actual.length === expected.length &&
  expected.every((value, index) => contains(actual[index], value, undefined));

/** The service may drop a cleared value, or leave an empty one. */
const isEmpty = (value: unknown): boolean =>
  value == null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

const dateTime = /^\d{4}-\d\d-\d\dT/;

/** The service may write an instant with another offset. */
const isSameInstant = (actual: unknown, expected: unknown): boolean =>
  typeof actual === 'string' &&
  typeof expected === 'string' &&
  dateTime.test(actual) &&
  dateTime.test(expected) &&
  Date.parse(actual) === Date.parse(expected);

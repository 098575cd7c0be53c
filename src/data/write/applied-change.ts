/**
 * Recognizes a write whose answer was lost: repeated under `If-Match`, it meets its own new etag
 * and is rejected, although the first attempt was applied.
 */
import { UpstreamError } from '../../upstream/error.ts';
import { getter } from '../read/path.ts';
import type { Change, JsonRecord } from './change.ts';

/** Whether an earlier attempt of the rejected write may have been applied. */
export const mayBeApplied = (error: unknown): boolean =>
  error instanceof UpstreamError && error.failure.outcome === 'UNKNOWN';

/** An entity before and after a write that may have been applied. */
interface Versions {
  /** The entity as it was read before the first attempt. */
  readonly previous: JsonRecord;
  readonly fresh: JsonRecord;
  /** Values that the service shows as absent, by path. */
  readonly defaults?: Readonly<JsonRecord> | undefined;
}

/** Whether the entity has every change. */
export const hasChanges = (
  changes: readonly Change[],
  { previous, fresh, defaults = {} }: Versions,
): boolean =>
  changes.every(({ path, apply }) => {
    const read = getter(path);
    return contains(read(fresh) ?? defaults[path], apply(read(previous)) ?? defaults[path]);
  });

/** Whether a value has everything of an expected one. The service adds values of its own. */
function contains(actual: unknown, expected: unknown): boolean {
  if (expected == null) return isEmpty(actual);
  if (typeof expected !== 'object') return actual === expected || isSameInstant(actual, expected);
  if (typeof actual !== 'object' || actual === null) return isEmpty(expected);
  const isList = Array.isArray(expected);
  if (isList && (!Array.isArray(actual) || actual.length !== expected.length)) return false;
  return Object.entries(expected).every(([name, value]) =>
    contains((actual as JsonRecord)[name], value),
  );
}

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

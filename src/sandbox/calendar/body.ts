/**
 * Applies a request body to a stored resource: an update replaces the fields, a patch merges them.
 */
import type { ApiCall } from '../call/handler.ts';
import { isObject } from '../json.ts';
import { writableNamesOf } from '../call/writable-path.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The fields of the body that the operation writes; it ignores the others. */
function writtenFields({ operation, body }: ApiCall): Fields {
  const writable = writableNamesOf(operation.key);
  return Object.fromEntries(Object.entries(body).filter(([name]) => writable.has(name)));
}

/** The resource without the fields that the operation writes. */
function unwrittenFields({ operation }: ApiCall, stored: object): Fields {
  const writable = writableNamesOf(operation.key);
  return Object.fromEntries(Object.entries(stored).filter(([name]) => !writable.has(name)));
}

/** The resource after `insert` or `update`: writable fields that the body omits are removed. */
export const replaced = <T extends object>(call: ApiCall, stored: T): T =>
  ({ ...unwrittenFields(call, stored), ...withoutNulls(writtenFields(call)) }) as T;

/** The resource after `patch`: fields that the body omits stay. */
export const merged = <T extends object>(call: ApiCall, stored: T): T =>
  merge(stored as Fields, writtenFields(call)) as T;

/** Objects are merged, lists are replaced, null removes a field. */
export function merge(fields: Fields, written: Fields): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...fields };
  for (const [name, value] of Object.entries(written)) {
    const previous = merged[name];
    if (value === null) delete merged[name];
    else if (isObject(value)) merged[name] = merge(isObject(previous) ? previous : {}, value);
    else merged[name] = withoutNullsIn(value);
  }
  return merged;
}

/** The fields that are not null, at any depth. */
export const withoutNulls = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, withoutNullsIn(value)]),
  );

function withoutNullsIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNullsIn);
  return isObject(value) ? withoutNulls(value) : value;
}

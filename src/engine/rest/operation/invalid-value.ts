/**
 * The errors in the places of invalid values of an answer, and the marks of the objects around
 * them.
 */
import { type AnyOperation, serviceOf } from '../../api/operation.ts';
import { UpstreamError } from '../../api/error.ts';

/** The error of a value that does not have its documented type. */
export class InvalidValue extends UpstreamError {
  constructor(operation: AnyOperation) {
    const { key } = operation;
    super({ code: 'UPSTREAM_INVALID', service: serviceOf(operation), operation: key });
  }

  /**
   * A value that no type of the services has: a stored answer is checked when it is read, which
   * finds the invalid values again.
   */
  toJSON(): unknown {
    return [[]];
  }
}

const MARK = Symbol('invalid');

/**
 * The invalid values below an object: their errors by paths from the object, without the indexes
 * of lists. The path `''` stands for all values.
 */
type Mark = ReadonlyMap<string, InvalidValue>;

const markOf = (value: unknown): Mark | undefined =>
  (value as { readonly [MARK]?: Mark } | null | undefined)?.[MARK];

/** Marks an object whose values at the paths are invalid. */
export function markInvalid(value: object, paths: readonly string[], error: InvalidValue): void {
  Object.assign(value, { [MARK]: new Map(paths.map((path) => [path, error])) });
}

/** Marks the union of two objects: an older error may have made place for a value. */
export function markUnion(older: object, newer: object, union: Record<string, unknown>): void {
  if (markOf(older) === undefined && markOf(newer) === undefined) return;
  Object.assign(union, { [MARK]: new Map(errorsIn(union)) });
}

/** The errors in the places of values, by paths. */
function errorsIn(value: unknown): [path: string, error: InvalidValue][] {
  if (value instanceof InvalidValue) return [['', value]];
  if (Array.isArray(value)) return value.flatMap(errorsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    errorsIn(inner).map(([path, error]): [string, InvalidValue] => [joined(name, path), error]),
  );
}

/** A path that begins with the name. */
export const joined = (name: string, path: string): string =>
  path === '' ? name : `${name}.${path}`;

/** @returns the error of an invalid value in the object, if there is one */
export const errorIn = (value: unknown): InvalidValue | undefined =>
  markOf(value)?.values().next().value;

/** @returns the error if a value at, above or below one of the paths is invalid */
export function errorAlong(value: unknown, paths: readonly string[]): InvalidValue | undefined {
  const mark = markOf(value);
  return mark && [...mark].find(([at]) => paths.some((path) => meet(at, path)))?.[1];
}

/** @returns the error if the value at the path, or one above it, is invalid */
export function errorAbove(value: unknown, path: string): InvalidValue | undefined {
  const mark = markOf(value);
  return mark && [...mark].find(([invalid]) => leadsTo(invalid, path))?.[1];
}

/** Whether the inner path begins with the outer one. */
const leadsTo = (outer: string, inner: string): boolean =>
  outer === '' || inner === outer || inner.startsWith(`${outer}.`);

/** Whether one of the paths begins with the other one. */
export const meet = (a: string, b: string): boolean => leadsTo(a, b) || leadsTo(b, a);

/** @returns the item @throws the error of an invalid value at one of the paths */
export function validAt(item: object, paths: readonly string[]): object {
  const error = item instanceof Error ? item : errorAlong(item, paths);
  if (error) throw error;
  return item;
}

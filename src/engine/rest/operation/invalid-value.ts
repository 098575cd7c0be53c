/**
 * Invalid values of an answer. The error of an invalid value takes its place, so that a field which
 * shows the value fails, and no other one. Code that computes with values asks first whether one of
 * them is invalid: the objects around it have a mark.
 */
import { UpstreamError } from '../call/error.ts';
import { type AnyOperation, serviceOf } from './operation.ts';

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
 * Which values below an object are invalid: their errors by paths from the object, without the
 * indexes of lists. The path `''` stands for all values.
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
  for (const [invalid, error] of markOf(value) ?? [])
    if (paths.some((path) => leadsTo(invalid, path) || leadsTo(path, invalid))) return error;
  return undefined;
}

/** @returns the error if the value at the path, or one above it, is invalid */
export function errorAbove(value: unknown, path: string): InvalidValue | undefined {
  for (const [invalid, error] of markOf(value) ?? []) if (leadsTo(invalid, path)) return error;
  return undefined;
}

/** Whether the inner path begins with the outer one. */
const leadsTo = (outer: string, inner: string): boolean =>
  outer === '' || inner === outer || inner.startsWith(`${outer}.`);

/**
 * Invalid values of an answer. The error of an invalid value takes its place, so that a field which
 * shows the value fails, and no other one. Code that computes with values asks first whether one of
 * them is invalid: the objects around it have a mark.
 */
import { UpstreamError } from './error.ts';
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

/** Which values below an object are invalid. */
interface Mark {
  /** Paths from the object, without the indexes of lists. */
  readonly paths: readonly string[];
  readonly error: InvalidValue;
}

const MARK = Symbol('invalid');

type Marked = { [MARK]?: Mark };

/** Marks an object. @param paths of its invalid values; `''`: all of its values are */
export function markInvalid(value: object, paths: readonly string[], error: InvalidValue): void {
  (value as Marked)[MARK] = { paths, error };
}

/** Gives a copy or union of two objects the marks of both. */
export function copyMarks(older: object, newer: object, into: object): void {
  const marks = [(older as Marked)[MARK], (newer as Marked)[MARK]].filter((mark) => mark);
  if (marks.length === 0) return;
  markInvalid(
    into,
    marks.flatMap((mark) => mark!.paths),
    marks.at(-1)!.error,
  );
}

/** @returns the error if one of the values at the paths, around them or below them is invalid */
export function errorAt(value: unknown, paths: readonly string[]): InvalidValue | undefined {
  const mark = (value as Marked | null | undefined)?.[MARK];
  if (mark === undefined) return undefined;
  const isHit = (path: string): boolean =>
    mark.paths.some((other) => contains(other, path) || contains(path, other));
  return paths.some(isHit) ? mark.error : undefined;
}

/** @returns the error if any value below the object is invalid */
export const errorBelow = (value: unknown): InvalidValue | undefined =>
  (value as Marked | null | undefined)?.[MARK]?.error;

/** @returns the error if the value at the path, or one around it, is invalid */
export function errorAround(value: unknown, path: string): InvalidValue | undefined {
  const mark = (value as Marked | null | undefined)?.[MARK];
  return mark?.paths.some((other) => contains(other, path)) === true ? mark.error : undefined;
}

/** Whether the path leads through the value at the outer path, or to it. */
const contains = (outer: string, path: string): boolean =>
  outer === '' || path === outer || path.startsWith(`${outer}.`);

/**
 * Parts of entities that only their owner may read. They share a call. The service refuses the
 * whole call for one of them, so after a refusal each is requested apart.
 */
import { UpstreamError } from '../../rest/call/error.ts';
import { errorReasonOf } from '../../rest/operation/error-reason.ts';
import type { AnyOperation } from '../../rest/operation/operation.ts';
import { Paths } from '../path.ts';

const NO_PARTS: readonly string[] = [];

/** The parts of the paths that only the owner may read. */
export const ownerOnlyPartsOf = (
  { ownerOnlyParts }: AnyOperation,
  paths: Paths,
): readonly string[] =>
  ownerOnlyParts ? paths.parts.filter((part) => ownerOnlyParts.includes(part)) : NO_PARTS;

/** Whether some of the paths are in parts that only the owner may read. */
export function hasOwnerOnlyParts({ ownerOnlyParts }: AnyOperation, paths: Paths): boolean {
  if (ownerOnlyParts)
    for (const part of ownerOnlyParts) if (paths.parts.includes(part)) return true;
  return false;
}

/** The paths in parts that others than the owner may read, too. */
export const withoutOwnerOnly = (
  { ownerOnlyParts = NO_PARTS }: AnyOperation,
  paths: Paths,
): readonly string[] =>
  [...paths.set].filter((path) => !ownerOnlyParts.includes(path.split('.', 1)[0]!));

/** Whether one of several parts can be the cause, so that a call without it succeeds. */
export const isCausedByAPart = (error: unknown): boolean =>
  error instanceof UpstreamError &&
  (error.code === 'FORBIDDEN' || error.code === 'MISSING_SCOPE') &&
  !errorReasonOf(error.failure)?.accountWide;

/** The paths that have the part as their first step. */
export const pathsOfPart = ({ set }: Paths, part: string): Paths =>
  new Paths(new Set([...set].filter((path) => path === part || path.startsWith(`${part}.`))));

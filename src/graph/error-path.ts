/**
 * Maps failures of REST calls to places in a mutation's input: the REST API names a refused value by
 * a path of its own, or names none; a client knows the input alone.
 */
import type { Change } from '../data/write/change.ts';
import { PartlyDone } from '../data/write/partly-done.ts';
import { type Failure, UpstreamError } from '../upstream/error.ts';
import { messageOf } from './error.ts';
import { MutationError } from './mutation-error.ts';

export interface ErrorPlaces {
  /** Where in the input each path of the body comes from. */
  readonly changes: readonly Change[];
  /** Paths of the body by the API's reason, or by a location that is no path of the body. */
  readonly reasons?: Readonly<Record<string, string>> | undefined;
  /** The id of the written entity, and the argument that names it. */
  readonly id?: string | undefined;
  readonly idArgument?: string | undefined;
}

/** Codes of failures that one value of the input can cause. */
const valueCodes: ReadonlySet<string> = new Set(['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN']);

/** The failure with its place in the input, as far as that is known; anything else as it is. */
export function withErrorPath(error: unknown, places: ErrorPlaces): unknown {
  if (error instanceof PartlyDone) return new PartlyDone(error, withErrorPath(error.cause, places));
  if (!(error instanceof UpstreamError)) return error;
  const change = refusedChange(error.failure, places);
  if (change) return atArgument(error, change.argument, referencedId(change));
  const isTarget = error.code === 'NOT_FOUND' || error.code === 'GONE';
  if (!isTarget) return error;
  if (places.idArgument !== undefined) return atArgument(error, places.idArgument, places.id);
  if (places.id === undefined) return error;
  return new UpstreamError({ ...error.failure, id: places.id }, error);
}

function refusedChange(
  { code, location = '', reason = '' }: Failure,
  { changes, reasons = {} }: ErrorPlaces,
): Change | undefined {
  if (!valueCodes.has(code)) return undefined;
  const path = reasons[location] ?? (location.replace(/^body\./, '') || reasons[reason]);
  if (path === undefined) return undefined;
  return changes.find((change) => isWithin(path, change.path));
}

/** The id that a change writes, where it writes one: the entity that was not found. */
function referencedId({ apply }: Change): string | undefined {
  const value = apply(undefined);
  return typeof value === 'string' ? value : undefined;
}

const isWithin = (path: string, outer: string): boolean =>
  path === outer || path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`);

function atArgument({ failure }: UpstreamError, argument: string, target?: string): MutationError {
  const {
    code,
    reason,
    id = code === 'NOT_FOUND' || code === 'GONE' ? target : undefined,
  } = failure;
  return new MutationError(code, messageOf({ ...failure, location: argument }), {
    path: argument.split('.'),
    reason,
    id,
  });
}

/** What Google Calendar refuses or ignores for ever: a write of a series is undone then. */
import { isDeepStrictEqual } from 'node:util';
import { MutationError } from '../../../engine/schema/error/mutation-error.ts';
import { UpstreamError } from '../../../engine/rest/call/error.ts';
import { hasUnknownOutcome } from '../../../engine/rest/call/unknown-outcome.ts';
import type { ErrorCode } from '../../../engine/schema/error/error-code.ts';
import type { EventJson } from '../event/write/body.ts';
import { clockOf } from './occurrence.ts';
import type { Repair } from './plan.ts';

/** Codes of a 400 or a 403 after which the same call can succeed. */
const temporary: ReadonlySet<ErrorCode> = new Set(['QUOTA_EXCEEDED', 'RATE_LIMITED']);

/** The error of a write that the same call would have again. */
class LastingError extends MutationError {}

/** Whether the same call would fail again. */
export function isLasting(error: unknown): error is UpstreamError | LastingError {
  if (error instanceof LastingError) return true;
  if (!(error instanceof UpstreamError) || hasUnknownOutcome(error)) return false;
  const { status } = error.failure;
  return (status === 400 || status === 403) && !temporary.has(error.code);
}

const lasting = (code: ErrorCode, message: string, reason?: string): LastingError =>
  new LastingError(code, message, { path: ['scope'], reason });

/** The occurrence of a write, and its fields. */
function subjectOf(series: EventJson, repair: Repair): string {
  const at = clockOf(series).startText(repair.place);
  const fields = repair.kind === 'delete' ? '' : ` (${Object.keys(repair.body).join(', ')})`;
  return `the single ${repair.kind === 'delete' ? 'deletion' : 'change'} of the occurrence of ${at}${fields}`;
}

/** The error of a refused write of an occurrence. */
export function refused(
  series: EventJson,
  repair: Repair,
  error: UpstreamError | LastingError,
): LastingError {
  const message = `scope: the service refuses ${subjectOf(series, repair)}.`;
  const reason = error instanceof UpstreamError ? error.failure.reason : undefined;
  return lasting(error.code, message, reason);
}

/**
 * The error of a write that the service has answered with success, and that is still to do.
 * @param answered the writes of the last round
 * @param left what has to be written now
 */
export function ignored(
  series: EventJson,
  answered: readonly Repair[],
  left: readonly Repair[],
): LastingError | undefined {
  const same = left.find((repair) =>
    answered.some(
      ({ place, ...other }) =>
        place === repair.place &&
        isDeepStrictEqual('body' in other && other.body, 'body' in repair && repair.body),
    ),
  );
  return same && notApplied(`${subjectOf(series, same)} is not there`);
}

/** @param what the end of a sentence */
export const notApplied = (what: string): LastingError =>
  lasting('NOT_APPLIED', `scope: the service answered success, and ${what}.`);

/** The error of a write that was undone. */
export const undone = (error: unknown): unknown =>
  error instanceof LastingError
    ? new LastingError(
        error.code,
        `${error.message} The series is as it was before the mutation.`,
        error.extra,
      )
    : error;

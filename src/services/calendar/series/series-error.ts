/**
 * Failures of a write of a part of a series: others have written to the series, or Google Calendar
 * refuses or ignores a call for ever, so that the write is undone.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Ref } from '../../../engine/read/resource.ts';
import { Conflict } from '../../../engine/write/update/conditional-write.ts';
import type { Strategy, WriteOutcome, WriteRequest } from '../../../engine/write/strategy.ts';
import { MutationError } from '../../../engine/schema/error/mutation-error.ts';
import { UpstreamError } from '../../../engine/api/error.ts';
import { hasUnknownOutcome } from '../../../engine/rest/call/unknown-outcome.ts';
import type { ErrorCode } from '../../../engine/schema/error/error-code.ts';
import type { EventJson } from '../event-body.ts';
import { clockOf } from './occurrence.ts';
import type { Repair } from './plan.ts';

/** Whether the write has `undone` what it had written, so that it leaves nothing behind. */
type Kind = 'changed' | 'undone';

/**
 * Another one has written to the series, or to its new one: the write can be repeated after a fresh
 * read. A conflict with the version that the client requires of its event is no such conflict.
 */
export class SeriesConflict extends Conflict {
  readonly kind: Kind;

  constructor(ref: Ref, kind: Kind) {
    super(ref);
    this.kind = kind;
  }
}

/**
 * Runs a strategy on a series instead of the event that the client names.
 * @param write of the series, with a version of it as its condition, if it has one
 * @throws SeriesConflict if the series does not have that version, or if other writes come first
 */
export async function runOnSeries(strategy: Strategy, write: WriteRequest): Promise<WriteOutcome> {
  try {
    return await strategy.run(write);
  } catch (error) {
    throw error instanceof Conflict ? new SeriesConflict(error.ref, 'changed') : error;
  }
}

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

const lasting = (
  { settings }: Pick<WriteRequest, 'settings'>,
  code: ErrorCode,
  message: string,
  reason?: string,
): LastingError => {
  const argument = settings['scope'] === undefined ? 'by' : 'scope';
  return new LastingError(code, `${argument}: ${message}`, { path: [argument], reason });
};

/** The occurrence of a write, and its fields. */
function subjectOf(series: EventJson, repair: Repair): string {
  const at = clockOf(series).startText(repair.place);
  const fields = repair.kind === 'delete' ? '' : ` (${Object.keys(repair.body).join(', ')})`;
  return `the single ${repair.kind === 'delete' ? 'deletion' : 'change'} of the occurrence of ${at}${fields}`;
}

/** The error of a refused write of an occurrence. */
export function refused(
  write: Pick<WriteRequest, 'settings'>,
  series: EventJson,
  repair: Repair,
  error: UpstreamError | LastingError,
): LastingError {
  const message = `the service refuses ${subjectOf(series, repair)}.`;
  const reason = error instanceof UpstreamError ? error.failure.reason : undefined;
  return lasting(write, error.code, message, reason);
}

/** Whether two writes give one occurrence the same values. */
export const isSameWrite = (one: Repair, other: Repair): boolean =>
  one.place === other.place &&
  isDeepStrictEqual('body' in one && one.body, 'body' in other && other.body);

/**
 * The error of a write that the service has answered with success, and that is still to do.
 * @param answered the writes of the last round
 * @param left what has to be written now
 */
export function ignored(
  write: Pick<WriteRequest, 'settings'>,
  series: EventJson,
  answered: readonly Repair[],
  left: readonly Repair[],
): LastingError | undefined {
  const same = left.find((repair) => answered.some((other) => isSameWrite(repair, other)));
  return same && notApplied(write, `${subjectOf(series, same)} is not there`);
}

/** @param what the end of a sentence */
export const notApplied = (write: Pick<WriteRequest, 'settings'>, what: string): LastingError =>
  lasting(write, 'NOT_APPLIED', `the service answered success, and ${what}.`);

/** The error of a write that was undone. */
export const undone = (error: unknown): unknown =>
  error instanceof LastingError
    ? new LastingError(
        error.code,
        `${error.message} The series is as it was before the mutation.`,
        error.extra,
      )
    : error;

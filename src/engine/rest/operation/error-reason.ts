/** The meaning of an error reason, from the tables of the described API. */
import type { Api } from '../../api/api.ts';
import type { ErrorReason, Failure, ReasonTable } from '../../api/error.ts';

/** The facts of a failure that decide its meaning. */
type ReasonFacts = Pick<Failure, 'service' | 'reason' | 'isDaily' | 'limitOf'>;

/**
 * The meaning of the reason of a failure; undefined for a reason that is not listed. Services use
 * one reason for the limits of a minute and of a day: what they say of the limit decides.
 */
export function errorReasonOf({ services }: Api, failure: ReasonFacts): ErrorReason | undefined {
  const { service, reason, isDaily, limitOf } = failure;
  if (isDaily) return limitOf === 'user' ? dayOfUser : dayOfProject;
  if (reason === undefined) return undefined;
  return entry(services[service].reasons, reason);
}

const dayOfUser: ErrorReason = { code: 'QUOTA_EXCEEDED', limit: 'long', limitsUser: true };
const dayOfProject: ErrorReason = { code: 'QUOTA_EXCEEDED', limit: 'long', exhaustsBucket: true };

/** A reason comes from a response: names of object methods must not match. */
const entry = (table: ReasonTable, reason: string): ErrorReason | undefined =>
  Object.hasOwn(table, reason) ? table[reason] : undefined;

/** Reasons that add nothing to the error code. */
const plainReasons: Readonly<Record<string, true>> = {
  badRequest: true,
  forbidden: true,
  invalid: true,
  invalidArgument: true,
  invalidParameter: true,
  INVALID_ARGUMENT: true,
  PERMISSION_DENIED: true,
};

/** Whether there is no reason, or one that says no more than the status. */
export const isPlainReason = (reason: string | undefined): boolean =>
  reason === undefined || Object.hasOwn(plainReasons, reason);

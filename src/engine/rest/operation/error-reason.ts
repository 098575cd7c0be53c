/** The meaning of an error reason, from the tables of the described API. */
import { api } from '../../api/api.ts';
import type { ErrorReason, ReasonTable } from '../../api/error-reason.ts';
import type { Service } from '../../api/register.ts';

/** The meaning of the reason of a failure; undefined for a reason that is not listed. */
export function errorReasonOf(failure: {
  readonly service: Service;
  readonly reason?: string | undefined;
}): ErrorReason | undefined {
  const { service, reason } = failure;
  if (reason === undefined) return undefined;
  return entry(api().services[service].reasons, reason);
}

/** A reason comes from a response: names of object methods must not match. */
const entry = (table: ReasonTable, reason: string): ErrorReason | undefined =>
  Object.hasOwn(table, reason) ? table[reason] : undefined;

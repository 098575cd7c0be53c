/** How metrics and traces name the end of an HTTP request to a service. */
import { STATUS_CODES } from 'node:http';
import type { AttemptEnd } from '../engine/rest/call/attempt-observer.ts';
import type { CallOutcome } from '../engine/rest/call/call-outcome.ts';

/** Ends without a status. */
const words: Readonly<Partial<Record<CallOutcome, string>>> = {
  timeout: 'timeout',
  deadlineExceeded: 'timeout',
  cancelled: 'cancelled',
};

/**
 * @returns the HTTP status if the response has come, else `timeout`, `cancelled` or `connection`;
 * unknown statuses are one
 */
export function attemptStatus({ outcome, status }: AttemptEnd): number | string {
  const word = outcome && words[outcome];
  if (word !== undefined) return word;
  if (outcome === 'connectionLost' || outcome === 'responseTruncated' || status === 0)
    return 'connection';
  return status in STATUS_CODES ? status : 'other';
}

/** The id of what a write has made, as its answer names it. */
import { upstreamError } from '../api/error.ts';
import type { AnyOperation } from '../api/operation.ts';

/**
 * @param value an id or another name in the answer of a write; all four services answer text
 * @throws UpstreamError `UPSTREAM_INVALID` for anything else, with the outcome `UNKNOWN`: the
 * service has accepted the write, and the client cannot be told what it has made
 */
export function answeredId(operation: AnyOperation, value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  throw upstreamError(operation, 'UPSTREAM_INVALID', { outcome: 'UNKNOWN' });
}

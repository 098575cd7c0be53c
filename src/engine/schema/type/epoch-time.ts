/** Times that REST APIs send as numbers since 1970. */
import { upstreamError } from '../../api/error.ts';
import type { AnyOperation } from '../../api/operation.ts';

/** A number of a response. */
interface EpochTime {
  readonly value: string | null | undefined;
  /** The unit of the number, in ms. */
  readonly unitMs: number;
  /** The operation whose response has the number. */
  readonly operation: AnyOperation;
}

/** The time in RFC 3339. @throws UpstreamError UPSTREAM_INVALID for a value that is no time */
export function timeOf({ value, unitMs, operation }: EpochTime): string | null {
  if (!value) return null;
  const time = new Date(Number(value) * unitMs);
  if (Number.isNaN(time.getTime())) throw upstreamError(operation, 'UPSTREAM_INVALID');
  return time.toISOString();
}

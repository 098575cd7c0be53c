/** The header by which upstream says when to come back. */
import type { IncomingHttpHeaders } from 'node:http';

/**
 * Seconds to wait: from a number of seconds, or from a date, which is read against the answer's own clock so that ours may be wrong.
 * Anything else is as if it were absent.
 */
export function retryAfter(headers: IncomingHttpHeaders): number | undefined {
  const value = headers['retry-after'];
  if (typeof value !== 'string' || value.length > 64) return undefined;
  if (/^\d+$/.test(value)) return Math.min(Number(value), 1e9);
  const at = Date.parse(value);
  if (Number.isNaN(at) || !/^[A-Z][a-z]{2}/.test(value)) return undefined;
  const sent = Date.parse(headers.date ?? '');
  return Math.max(0, Math.ceil((at - (Number.isNaN(sent) ? Date.now() : sent)) / 1000));
}

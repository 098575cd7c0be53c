/** The header `Retry-After`. */
import type { IncomingHttpHeaders } from 'node:http';

/**
 * Seconds to wait, or `undefined` for an absent or unreadable header. A date is compared with the
 * `Date` header of the same response, so that a wrong clock of the gateway does no harm.
 */
export function parseRetryAfter(headers: IncomingHttpHeaders): number | undefined {
  const value = headers['retry-after'];
  if (typeof value !== 'string' || value.length > maxLength) return undefined;
  if (/^\d+$/.test(value)) return Math.min(Number(value), maxSeconds);
  const at = Date.parse(value);
  if (Number.isNaN(at) || !/^[A-Z][a-z]{2}/.test(value)) return undefined;
  const sentAt = Date.parse(headers.date ?? '');
  return Math.max(0, Math.ceil((at - (Number.isNaN(sentAt) ? Date.now() : sentAt)) / 1000));
}

const maxLength = 64;
const maxSeconds = 1e9;

/** The parameters `publishedAfter` and `publishedBefore`. */
import type { ApiCall } from '../../call/handler.ts';
import { ApiError } from '../../http/api-error.ts';

/**
 * Returns a test whether an RFC 3339 date lies within the requested period: the start is included,
 * the end is not.
 * @throws ApiError 400 for a parameter that is not a date-time
 */
export function parsePublicationFilter(call: ApiCall): (publishedAt: string) => boolean {
  const start = parseDate(call, 'publishedAfter') ?? -Infinity;
  const end = parseDate(call, 'publishedBefore') ?? Infinity;
  return (publishedAt) => {
    const time = Date.parse(publishedAt);
    return time >= start && time < end;
  };
}

/** Milliseconds since 1970; undefined: not in the query. */
function parseDate({ query }: ApiCall, name: string): number | undefined {
  const text = query.text(name);
  if (text === undefined) return undefined;
  const value = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(value))
    throw new ApiError(400, 'invalidParameter', {
      message: `Invalid value '${text}'`,
      location: name,
    });
  return value;
}

/** The lines of `recurrence` as text. Pure: no calls. */
import { isDeepStrictEqual } from 'node:util';

type Lines = readonly string[] | null | undefined;

/**
 * Whether two rules have the same lines. A service may write the parts of a rule, and the lines, in
 * another order: RFC 5545 gives the order no meaning.
 */
export const isSameRule = (one: Lines, other: Lines): boolean =>
  isDeepStrictEqual(sorted(one), sorted(other));

const sorted = (lines: Lines): string[] => (lines ?? []).map(sortedLine).toSorted();

function sortedLine(line: string): string {
  const [name = '', value = ''] = line.split(/:(.*)/s);
  const parts = /^RRULE\b/i.test(name) ? value.split(';').filter((part) => part !== '') : [value];
  return `${name}:${parts.toSorted().join(';')}`.toUpperCase();
}

/** Recurrence rules in the input of writes of events. */
import { InvalidInput, showValue } from '../../../../engine/api/error.ts';
import { SeriesClock } from '../../series/clock.ts';
import { isTimeZone } from '../../time-zone.ts';

/**
 * Row option `check`.
 * @throws InvalidInput for a line that is no recurrence rule, and for lines that only exclude dates
 */
export function checkRecurrence(lines: readonly string[], argument: string): void {
  for (const [index, line] of lines.entries()) {
    const problem = recurrenceProblem(line);
    if (problem !== undefined)
      throw new InvalidInput(
        `${argument}.${index}`,
        `${showValue(line)} ${problem}, for example RRULE:FREQ=WEEKLY;COUNT=10`,
      );
  }
  if (lines.length > 0 && !lines.some((line) => /^R(?:RULE|DATE)/.test(line)))
    throw new InvalidInput(
      argument,
      `${showValue(lines.join(' '))} only excludes dates; expected a rule as well, for example RRULE:FREQ=WEEKLY;COUNT=10`,
    );
}

/** A start with lines of recurrence. */
interface Series {
  readonly start: Partial<Record<'date' | 'dateTime' | 'timeZone', string | null | undefined>>;
  readonly recurrence: readonly string[];
}

/**
 * Checks that the end of each rule fits the start.
 * @throws InvalidInput for an `UNTIL` before the start, and for one with a time in an all-day
 * series
 */
export function checkRecurrenceOf({ start, recurrence }: Series): void {
  for (const [index, line] of recurrence.entries()) {
    const until = /^RRULE:(?:.*;)?UNTIL=([^;]*)/i.exec(line)?.[1];
    const problem = until === undefined ? undefined : untilProblem(until, start);
    if (problem !== undefined)
      throw new InvalidInput(`recurrence.${index}`, `${showValue(line)} ${problem}`);
  }
}

/** Text that is no date is left to Google Calendar. A date allows the whole day. */
function untilProblem(
  until: string,
  { date, dateTime, timeZone }: Series['start'],
): string | undefined {
  const hasTime = until.includes('T');
  if (hasTime && date != null)
    return `has an UNTIL with a time, and the start is a date; expected a date, for example UNTIL=${until.slice(0, 8)}`;
  const zone = timeZone ?? 'UTC';
  if (!isTimeZone(zone) || !/^\d{8}(?:T\d{6}Z?)?$/.test(until)) return undefined;
  const start = date == null ? { dateTime: dateTime! } : { date };
  const clock = new SeriesClock(start, zone);
  return clock.untilOf(until) < clock.instantOf(start)
    ? `ends before the start ${showValue(date ?? dateTime)}, so that the series has no occurrence; expected a later UNTIL`
    : undefined;
}

const frequency = /^(SECONDLY|MINUTELY|HOURLY|DAILY|WEEKLY|MONTHLY|YEARLY)$/i;

/** Checks the parts that every rule needs; Google Calendar checks the others. */
function recurrenceProblem(line: string): string | undefined {
  const [, name, value = ''] = /^(RRULE|EXRULE|RDATE|EXDATE)[;:](.*)$/.exec(line) ?? [];
  if (name === undefined)
    return 'is no recurrence rule; expected a line that begins with RRULE, EXRULE, RDATE or EXDATE';
  if (!name.endsWith('RULE')) return undefined;
  const parts = new Map(
    value.split(';').map((part) => {
      const [key = '', ...rest] = part.split('=');
      return [key.toUpperCase(), rest.join('=')] as const;
    }),
  );
  if (!frequency.test(parts.get('FREQ') ?? ''))
    return 'has no known frequency; expected FREQ=DAILY, WEEKLY, MONTHLY or YEARLY';
  if (parts.has('COUNT') && parts.has('UNTIL'))
    return 'has both COUNT and UNTIL; expected one of them';
  const number = ['COUNT', 'INTERVAL'].find((key) => !/^0*[1-9]\d*$/.test(parts.get(key) ?? '1'));
  return number && `has a wrong ${number}; expected a whole number from 1`;
}

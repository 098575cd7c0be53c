/** Recurrence rules in the input of writes of events. */
import { InvalidInput, showValue } from '../../upstream/error.ts';

/** Row option `check`. @throws InvalidInput for a line that is no recurrence rule */
export function checkRecurrence(lines: readonly string[], argument: string): void {
  for (const [index, line] of lines.entries()) {
    const problem = recurrenceProblem(line);
    if (problem !== undefined)
      throw new InvalidInput(
        `${argument}.${index}`,
        `${showValue(line)} ${problem}, for example RRULE:FREQ=WEEKLY;COUNT=10`,
      );
  }
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

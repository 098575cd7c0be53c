/** When an event begins or ends: a day, or an instant. */
import type { calendar_v3 } from '@googleapis/calendar';
import { InvalidInput } from '../../upstream/error.ts';
import { builder } from '../builder.ts';
import { fields } from '../field/table.ts';
import type { EventChange } from './event-write.ts';

export const EventTime = builder
  .objectRef<calendar_v3.Schema$EventDateTime>('EventTime')
  .implement({
    description:
      'A point of an event: `date` for all-day events, `dateTime` for any other, never both.',
    fields: (t) =>
      fields(t, {
        date: ['Date', 'The day; the end of an all-day event is the day after its last.'],
        dateTime: ['DateTime', 'The moment, with the offset it has there.'],
        timeZone: [
          'String',
          'The zone it was entered in, `Europe/Lisbon`; a series repeats by its clock.',
        ],
      }),
  });

export const EventTimeInput = builder.inputType('EventTimeInput', {
  description:
    'A point of an event: exactly one of `date` and `dateTime`. Giving one clears the other.',
  fields: (t) => ({
    date: t.field({ type: 'Date', description: 'The day, for an all-day event.' }),
    dateTime: t.field({
      type: 'DateTime',
      description: 'The instant, for an event with a time of day.',
    }),
    timeZone: t.string({ description: 'The zone of `dateTime`; left out, the one it has stays.' }),
  }),
});

export interface EventTimeValue {
  readonly date?: string | null;
  readonly dateTime?: string | null;
  readonly timeZone?: string | null;
}

/** @throws InvalidArgument unless it is exactly one of day and instant */
export function timeChange(
  argument: 'start' | 'end',
  { date, dateTime, timeZone }: EventTimeValue,
): EventChange {
  if ((date == null) === (dateTime == null))
    throw new InvalidInput(argument, 'give exactly one of date and dateTime');
  if (date != null && timeZone != null)
    throw new InvalidInput(`${argument}.timeZone`, 'a day has no time zone');
  if (date != null)
    return {
      argument,
      path: argument,
      apply: () => ({ date }),
      patch: () => ({ date, dateTime: null, timeZone: null }),
    };
  const zone = (current: unknown): unknown =>
    timeZone === undefined ? (current as EventTimeValue | undefined)?.timeZone : timeZone;
  return {
    argument,
    path: argument,
    apply: (current) => ({
      dateTime,
      ...(zone(current) == null ? {} : { timeZone: zone(current) }),
    }),
    patch: () => ({ date: null, dateTime, ...(timeZone === undefined ? {} : { timeZone }) }),
  };
}

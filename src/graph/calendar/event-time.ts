/** Start and end of an event: a date or a date-time. */
import type { calendar_v3 } from '@googleapis/calendar';
import type { Change } from '../../data/write/change.ts';
import { InvalidInput, showValue } from '../../upstream/error.ts';
import { builder } from '../builder.ts';
import { fields } from '../field/path-field.ts';
import { checkTimeZone } from './time-zone.ts';

export const EventTime = builder
  .objectRef<calendar_v3.Schema$EventDateTime>('EventTime')
  .implement({
    description:
      'The start or the end of an event. `date` is set for all-day events, `dateTime` for other events. The other field is null.',
    fields: (t) =>
      fields(t, {
        date: [
          'Date',
          'The date of an all-day event. An end date is exclusive: the day after the last day.',
        ],
        dateTime: [
          'DateTime',
          'The date and time of an event that is not all-day, with a time zone offset.',
        ],
        timeZone: [
          'String',
          'The time zone as an IANA name, for example `Europe/Lisbon`. Occurrences of a recurring event repeat at the local time of this zone.',
        ],
      }),
  });

export const EventTimeInput = builder.inputType('EventTimeInput', {
  description:
    'A start or an end of an event. Exactly one of `date` and `dateTime` must be given. The event becomes all-day or timed accordingly.',
  fields: (t) => ({
    date: t.field({
      type: 'Date',
      description: 'The date, for an all-day event. An end date is exclusive.',
    }),
    dateTime: t.field({
      type: 'DateTime',
      description: 'The date and time, for an event that is not all-day.',
    }),
    timeZone: t.string({
      description:
        'The time zone of `dateTime` as an IANA name, in which a series repeats. Required for a new series. If omitted, a change keeps the current value, and a new event has the time zone of the calendar.',
    }),
  }),
});

type EventTimeValue = typeof EventTimeInput.$inferInput;

/** Whether exactly one of date and date-time is given. */
const isSinglePoint = ({ date, dateTime }: EventTimeValue): boolean =>
  (date == null) !== (dateTime == null);

interface EventTimes {
  readonly start?: EventTimeValue | null | undefined;
  readonly end?: EventTimeValue | null | undefined;
}

/**
 * Checks a start and an end of one input.
 * @throws InvalidInput if only one of them is a date, or if the end is before the start
 */
export function checkTimes({ start, end }: EventTimes): void {
  if (!start || !end || !isSinglePoint(start) || !isSinglePoint(end)) return;
  if ((start.date == null) !== (end.date == null))
    throw new InvalidInput(
      'end',
      start.date == null
        ? 'has a date, and the start has a dateTime; expected a dateTime'
        : 'has a dateTime, and the start has a date; expected a date',
    );
  const [from = '', to = ''] = [start.date ?? start.dateTime, end.date ?? end.dateTime];
  if (Date.parse(to!) < Date.parse(from!))
    throw new InvalidInput(
      'end',
      `${showValue(to)} is before the start ${showValue(from)}; expected a later time`,
    );
}

/** Row option `oneValue` for a start or an end. */
export const timeIsOneValue = 'A date excludes a date-time; a time zone that is omitted stays.';

/**
 * Row option `change` for a start or an end: a date clears the date-time, and vice versa.
 * @throws InvalidInput unless exactly one of them is set
 */
export function timeChange(value: EventTimeValue | null, argument: string): Partial<Change> {
  const { date, dateTime, timeZone } = value ?? {};
  if (!isSinglePoint({ date, dateTime }))
    throw new InvalidInput(
      argument,
      `expected exactly one of date and dateTime, got ${date == null ? 'none' : 'both'}`,
    );
  if (date != null && timeZone != null)
    throw new InvalidInput(
      `${argument}.timeZone`,
      'a date has no time zone; leave the field out, or set dateTime instead of date',
    );
  if (timeZone != null) checkTimeZone(`${argument}.timeZone`, timeZone);
  if (date != null)
    return {
      apply: () => ({ date }),
      patch: () => ({ date, dateTime: null, timeZone: null }),
    };
  const zoneOf = (current: unknown): unknown =>
    timeZone === undefined
      ? (current as calendar_v3.Schema$EventDateTime | undefined)?.timeZone
      : timeZone;
  return {
    apply: (current) => {
      const zone = zoneOf(current);
      return { dateTime, ...(zone == null ? {} : { timeZone: zone }) };
    },
    patch: () => ({ date: null, dateTime, ...(timeZone === undefined ? {} : { timeZone }) }),
  };
}

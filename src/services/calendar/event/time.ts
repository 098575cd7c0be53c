/** Start and end of an event: a date or a date-time. */
import type { calendar_v3 } from '@googleapis/calendar';
import { Temporal } from 'temporal-polyfill';
import type { Change } from '../../../engine/write/change.ts';
import { InvalidInput, showValue } from '../../../engine/api/error.ts';
import { valueType } from '../../../engine/schema/field/path-field.ts';
import { inputObject } from '../../../engine/schema/field/input-row.ts';
import { isLocalDateTime } from '../../../engine/schema/type/scalar.ts';
import { checkKnownZone, checkTimeZone, isTimeZone, zoneName } from '../time-zone.ts';

export const EventTime = valueType<calendar_v3.Schema$EventDateTime>(
  'EventTime',
  'EventDateTime',
).rows(
  'The start or the end of an event. `date` is set for all-day events, `dateTime` for other events. The other field is null.',
  {
    date: 'The date of an all-day event. An end date is exclusive: the day after the last day.',
    dateTime: 'The date and time of an event that is not all-day, with a time zone offset.',
    timeZone:
      'The time zone as an IANA name, for example `Europe/Lisbon`. Occurrences of a recurring event repeat at the local time of this zone.',
  },
);

export const EventTimeInput = inputObject(
  'EventTimeInput',
  'A start or an end of an event. Exactly one of `date` and `dateTime` must be given. The event becomes all-day or timed accordingly.',
  {
    date: ['Date', 'The date, for an all-day event. An end date is exclusive.'],
    dateTime: [
      'DateTimeOrLocal',
      'The date and time, for an event that is not all-day. Without an offset it is the local time in `timeZone`, which is then required. If the clocks skip the local time, it moves forward with them: 02:30 becomes 03:30. If it exists twice, the first one is meant. The gateway sends the time with its offset.',
    ],
    timeZone: [
      'String',
      'The time zone of `dateTime` as an IANA name, in which a series repeats. Required for a new series. If omitted, a change keeps the current value, and a new event has the time zone of the calendar.',
    ],
  },
);

type EventTimeValue = typeof EventTimeInput.$inferType;

/** Whether exactly one of date and date-time is given. */
const isSinglePoint = ({ date, dateTime }: EventTimeValue): boolean =>
  (date == null) !== (dateTime == null);

/**
 * The date-time of an input with an offset. A local time that its day skips becomes the later one;
 * of two equal ones the earlier is taken.
 * @returns undefined for a local time without a time zone with which the gateway can calculate
 */
function withOffset({ dateTime, timeZone }: EventTimeValue): string | null | undefined {
  if (dateTime == null || !isLocalDateTime(dateTime)) return dateTime;
  if (timeZone == null || !isTimeZone(timeZone)) return undefined;
  return Temporal.PlainDateTime.from(dateTime)
    .toZonedDateTime(zoneName(timeZone))
    .toString({ timeZoneName: 'never' });
}

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
  const [from, to] = [start, end].map((time) => Date.parse(time.date ?? withOffset(time) ?? ''));
  if (to! < from!)
    throw new InvalidInput(
      'end',
      `${showValue(end.date ?? end.dateTime)} is before the start ${showValue(start.date ?? start.dateTime)}; expected a later time`,
    );
}

/** Row option `oneValue` for a start or an end. */
export const timeIsOneValue = 'A date excludes a date-time; a time zone that is omitted stays.';

/**
 * Row option `change` for a start or an end: a date clears the date-time, and vice versa.
 * @throws InvalidInput unless exactly one of them is set
 */
export function timeChange(value: EventTimeValue | null, argument: string): Partial<Change> {
  const { date, timeZone } = value ?? {};
  if (!isSinglePoint(value ?? {}))
    throw new InvalidInput(
      argument,
      `expected exactly one of date and dateTime, got ${date == null ? 'none' : 'both'}`,
    );
  if (date != null && timeZone != null)
    throw new InvalidInput(
      `${argument}.timeZone`,
      'a date has no time zone; leave the field out, or set dateTime instead of date',
    );
  const isLocal = value?.dateTime != null && isLocalDateTime(value.dateTime);
  if (isLocal && timeZone == null)
    throw new InvalidInput(
      `${argument}.timeZone`,
      'missing, and the dateTime has no offset; expected the time zone of the local time, for example Europe/Lisbon',
    );
  if (timeZone != null)
    (isLocal ? checkKnownZone : checkTimeZone)(`${argument}.timeZone`, timeZone);
  if (date != null)
    return {
      apply: () => ({ date }),
      patch: () => ({ date, dateTime: null, timeZone: null }),
    };
  const dateTime = withOffset(value ?? {});
  /** The text of a time that stays: the service may have written it with another offset. */
  const textOf = (current: unknown): string | null | undefined => {
    const old = (current as calendar_v3.Schema$EventDateTime | undefined)?.dateTime;
    return Date.parse(old ?? '') === Date.parse(dateTime ?? '') ? old : dateTime;
  };
  const zoneOf = (current: unknown): unknown =>
    timeZone === undefined
      ? (current as calendar_v3.Schema$EventDateTime | undefined)?.timeZone
      : timeZone;
  return {
    apply: (current) => {
      const zone = zoneOf(current);
      return { dateTime: textOf(current), ...(zone == null ? {} : { timeZone: zone }) };
    },
    patch: () => ({ date: null, dateTime, ...(timeZone === undefined ? {} : { timeZone }) }),
  };
}

/**
 * The working hours of the user whose primary calendar it is: reference of calendars of the Google
 * Calendar API, 3 November 2026.
 */
import { InvalidInput, showValue } from '../../../engine/api/error.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { computed, fields, valueType } from '../../../engine/schema/field/path-field.ts';
import { inputObject, required } from '../../../engine/schema/field/input-row.ts';
import { mapChecked } from '../../../engine/schema/write/invalid-inputs.ts';
import { Weekday } from '../enums.ts';
import type { AvailableTimeJson, WorkingHoursJson } from '../resources.ts';

/** By their numbers: Monday is 1. */
export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

/** A time of the day as `HH:MM`; 1,440 minutes are the end of the day. */
const timeText = (minutes: number | null | undefined): string | null =>
  minutes == null
    ? null
    : [Math.floor(minutes / 60), minutes % 60].map((n) => String(n).padStart(2, '0')).join(':');

/** Minutes from the start of the day. */
function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number) as [number, number];
  return hours * 60 + minutes;
}

/** The minutes of a period. @throws InvalidInput for an end that is not after the start */
function periodOf(
  { from, to }: { readonly from: string; readonly to: string },
  argument: string,
): { readonly start: number; readonly end: number } {
  const [start, end] = [minutesOf(from), minutesOf(to)];
  if (start < end) return { start, end };
  throw new InvalidInput(
    `${argument}.to`,
    `${showValue(to)} is not after ${showValue(from)}; expected a later time, or two entries for hours that pass midnight`,
  );
}

const AvailableTime = builder
  .objectType<AvailableTimeJson>('AvailableTime', 'CalendarAvailableTime')
  .implement({
    description: 'A period of working hours on one day of the week.',
    fields: (t) => ({
      ...fields(t, { dayOfWeek: [Weekday, 'The day of each week with the period.'] }),
      from: computed(
        t,
        'TimeOfDay',
        { paths: ['periodStart'], compute: ({ periodStart }) => timeText(periodStart) },
        'The start of the period, by the clock of the calendar. REST field: `periodStart`.',
      ),
      to: computed(
        t,
        'TimeOfDay',
        { paths: ['periodEnd'], compute: ({ periodEnd }) => timeText(periodEnd) },
        'The end of the period, exclusive. REST field: `periodEnd`.',
      ),
    }),
  });

export const CalendarWorkingHours = valueType<WorkingHoursJson>('CalendarWorkingHours').rows(
  'The working hours that a user has set in Google Calendar.',
  {
    enabled: ['Whether the working hours apply.', { rest: 'workingHoursEnabled' }],
    availableTimes: [
      [AvailableTime],
      'The periods of work. A day can have several, or none.',
      { maxItems: 50 },
    ],
  },
);

export const AvailableTimeInput = inputObject(
  'AvailableTimeInput',
  'A period of working hours. Hours that pass midnight need two of them.',
  {
    dayOfWeek: [Weekday, 'The day of each week with the period. Default: Monday to Friday.'],
    from: [required('TimeOfDay'), 'The start of the period.'],
    to: [required('TimeOfDay'), 'The end of the period, exclusive, after `from`.'],
  },
);

export type AvailableTimes = readonly (typeof AvailableTimeInput.$inferType)[];

/** The periods of an input, by the day: one for each. @throws InvalidInput naming the period */
export const dailyPeriods = (times: AvailableTimes, argument: string) =>
  mapChecked(times, ({ dayOfWeek, ...given }, index) => {
    const period = periodOf(given, `${argument}.${index}`);
    const days = dayOfWeek == null ? weekdays.slice(0, 5) : [dayOfWeek];
    return days.map((day) => ({ day, ...period }));
  }).flat();

export const CalendarWorkingHoursInput = inputObject(
  'CalendarWorkingHoursInput',
  'All working hours of a user, which replace the current ones.',
  {
    enabled: [
      required('Boolean'),
      'Whether the working hours apply. True needs at least one period.',
    ],
    availableTimes: [
      required([AvailableTimeInput]),
      'The periods of work. Default: none.',
      { default: [] },
    ],
  },
);

/**
 * Row option `convert`.
 * @throws InvalidInput for enabled hours without a period, and for one that ends before it starts
 */
export function workingHoursOf(
  { enabled, availableTimes }: typeof CalendarWorkingHoursInput.$inferType,
  argument: string,
): WorkingHoursJson {
  if (enabled && availableTimes.length === 0)
    throw new InvalidInput(
      `${argument}.availableTimes`,
      'the list is empty; expected at least one period, or enabled: false',
    );
  const times = dailyPeriods(availableTimes, `${argument}.availableTimes`).map(
    ({ day, start, end }) => ({ dayOfWeek: day, periodStart: start, periodEnd: end }),
  );
  return { workingHoursEnabled: enabled, availableTimes: times };
}

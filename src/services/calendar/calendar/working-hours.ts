/**
 * The working hours of the user whose primary calendar it is: reference of calendars of the Google
 * Calendar API, 3 November 2026.
 */
import { InvalidInput } from '../../../engine/api/error.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { fields } from '../../../engine/schema/field/path-field.ts';
import { mapChecked } from '../../../engine/schema/write/invalid-inputs.ts';
import { withEnumName } from '../../../engine/schema/field/enumeration.ts';
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

const minutesPerDay = 1_440;

const AvailableTime = builder
  .objectType<AvailableTimeJson>('AvailableTime', 'CalendarAvailableTime')
  .implement({
    description: 'A period of working hours on one day of the week.',
    fields: (t) =>
      fields(t, {
        dayOfWeek: [Weekday, 'The day of each week with the period.'],
        periodStart: 'The start of the period, inclusive. Minutes from the start of the day.',
        periodEnd: 'The end of the period, exclusive. Minutes from the start of the day.',
      }),
  });

export const CalendarWorkingHours = builder
  .objectType<WorkingHoursJson>('CalendarWorkingHours')
  .implement({
    description: 'The working hours that a user has set in Google Calendar.',
    fields: (t) =>
      fields(t, {
        enabled: [
          'Whether the working hours apply. REST field: `workingHoursEnabled`.',
          { path: 'workingHoursEnabled' },
        ],
        availableTimes: [
          [AvailableTime],
          'The periods of work. A day can have several, or none.',
          { maxItems: 50 },
        ],
      }),
  });

const AvailableTimeInput = builder.inputType('AvailableTimeInput', {
  description: 'A period to set, on one day of the week.',
  fields: (t) => ({
    dayOfWeek: t.field({
      type: Weekday,
      required: true,
      description: 'The day of each week with the period.',
    }),
    periodStart: t.int({
      required: true,
      description: 'The start of the period, inclusive. Minutes from the start of the day.',
    }),
    periodEnd: t.int({
      required: true,
      description:
        'The end of the period, exclusive. Minutes from the start of the day, at most 1,440, and after `periodStart`.',
    }),
  }),
});

export const CalendarWorkingHoursInput = builder.inputType('CalendarWorkingHoursInput', {
  description: 'All working hours of a user, which replace the current ones.',
  fields: (t) => ({
    enabled: t.boolean({
      required: true,
      description: 'Whether the working hours apply. True needs at least one period.',
    }),
    availableTimes: t.field({
      type: [AvailableTimeInput],
      required: true,
      defaultValue: [],
      description: 'The periods of work. Default: none.',
    }),
  }),
});

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
  mapChecked(availableTimes, ({ dayOfWeek, periodStart, periodEnd }, index) => {
    if (periodStart >= 0 && periodStart < periodEnd && periodEnd <= minutesPerDay) return;
    throw new InvalidInput(
      `${argument}.availableTimes.${index}`,
      `the period of ${String(withEnumName(Weekday, dayOfWeek))} from ${periodStart} to ${periodEnd} is none of a day; expected 0 <= periodStart < periodEnd <= ${minutesPerDay}`,
    );
  });
  return { workingHoursEnabled: enabled, availableTimes };
}

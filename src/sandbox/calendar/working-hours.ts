/**
 * Working hours of primary calendars (reference of calendars of the Google Calendar API, 3 November
 * 2026): a write replaces them as a whole; a body without them, with null or with an empty object
 * changes nothing. The reasons of the errors, and that other calendars refuse them, are assumed.
 */
import type { ApiCall } from '../call/handler.ts';
import { throwInvalid } from './access.ts';
import { withoutNulls } from './body.ts';
import type { CalendarResource, WorkingHours } from './state.ts';

const days: ReadonlySet<unknown> = new Set([
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
]);

const isMinute = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 1_440;

/** @throws ApiError 400 for hours that the calendar cannot have */
export function workingHoursAfter(
  { body }: ApiCall,
  { workingHours, dataOwner }: Pick<CalendarResource, 'workingHours' | 'dataOwner'>,
): WorkingHours | undefined {
  const written = withoutNulls((body['workingHours'] ?? {}) as Readonly<Record<string, unknown>>);
  if (Object.keys(written).length === 0) return workingHours;
  if (dataOwner !== undefined) throwInvalid('Only primary calendars have working hours.');
  const { workingHoursEnabled = false, availableTimes = [] } = written as WorkingHours;
  if (workingHoursEnabled && availableTimes.length === 0)
    throwInvalid('Working hours need at least one available time.');
  for (const { dayOfWeek, periodStart, periodEnd } of availableTimes)
    if (!days.has(dayOfWeek) || !isMinute(periodStart) || !isMinute(periodEnd))
      throwInvalid('Invalid available time.');
    else if (periodEnd <= periodStart) throwInvalid('An available time ends before it starts.');
  return { workingHoursEnabled, availableTimes };
}

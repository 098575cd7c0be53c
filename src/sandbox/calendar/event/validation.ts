/** Rules that every written event must meet, whichever operation writes it. */
import { ApiError } from '../../http/api-error.ts';
import { eventColors } from '../color.ts';
import { checkEventType } from './type.ts';
import { isRecurrence } from '../series/recurrence.ts';
import type { CalendarEntity, EventEntity } from '../state.ts';
import { instantOf } from '../time-zone.ts';
import type { RefusalReason } from '../../rule.ts';

function throwInvalid(
  message: string,
  reason: RefusalReason = 'invalid',
  domain = 'global',
): never {
  throw new ApiError(400, reason, { domain, message });
}

/** The location is the parameter of `events.list`, also for the times of a written event. */
function throwEmptyTimeRange(): never {
  const message = 'The specified time range is empty.';
  throw new ApiError(400, 'timeRangeEmpty', { domain: 'calendar', message, location: 'timeMax' });
}

const allowedValues: Readonly<Record<string, readonly unknown[]>> = {
  status: ['confirmed', 'tentative', 'cancelled'],
  visibility: ['default', 'public', 'private', 'confidential'],
  transparency: ['opaque', 'transparent'],
  colorId: Object.keys(eventColors),
};

/** @throws ApiError 400 for the first rule that the event breaks */
export function validateEvent(calendar: CalendarEntity, event: EventEntity): void {
  for (const [name, allowed] of Object.entries(allowedValues))
    if (event[name] !== undefined && !allowed.includes(event[name]))
      throwInvalid(`Invalid value for ${name}.`);
  checkTimes(calendar, event);
  checkAttendees(event);
  checkReminders(event);
  if ((event.attachments?.length ?? 0) > 25)
    throwInvalid('Too many attachments; expected at most 25.');
  if (event.source?.url !== undefined && !/^https?:\/\//.test(event.source.url))
    throwInvalid('Invalid source URL.');
  checkEventType(calendar, event);
}

function checkTimes(calendar: CalendarEntity, event: EventEntity): void {
  const { start, end, recurrence, recurringEventId } = event;
  const { timeZone } = calendar.resource;
  if ((start.date === undefined) !== (end.date === undefined))
    throwInvalid('Start and end times must either both be date or both be dateTime.');
  if (instantOf(end, timeZone) < instantOf(start, timeZone)) throwEmptyTimeRange();
  if (recurrence === undefined) return;
  if (!isRecurrence(recurrence, start, calendar)) throwInvalid('Invalid recurrence rule.');
  if (recurringEventId !== undefined) throwInvalid('An instance cannot have a recurrence rule.');
}

const responseStatuses = new Set(['needsAction', 'declined', 'tentative', 'accepted']);

function checkAttendees({ attendees = [] }: EventEntity): void {
  for (const { email, responseStatus } of attendees) {
    if (!email) throwInvalid('Missing attendee email.', 'required');
    if (!/^[^@\s]+@[^@\s]+$/.test(email)) throwInvalid('Invalid attendee email.');
    if (!responseStatuses.has(responseStatus)) throwInvalid('Invalid attendee response status.');
  }
}

/** Four weeks. */
export const maxReminderMinutes = 40_320;

function checkReminders({ reminders: { useDefault, overrides = [] } }: EventEntity): void {
  if (useDefault && overrides.length > 0)
    throwInvalid(
      'Cannot specify both default reminders and overrides at the same time.',
      'cannotUseDefaultRemindersAndSpecifyOverride',
      'calendar',
    );
  if (overrides.length > 5)
    throwInvalid(
      'Too many reminders; expected at most 5.',
      'eventRemindersCountExceedsLimit',
      'calendar',
    );
  for (const { method, minutes } of overrides) {
    if (method !== 'email' && method !== 'popup') throwInvalid('Invalid reminder method.');
    if (minutes === undefined || minutes < 0 || minutes > maxReminderMinutes)
      throwInvalid('Invalid reminder minutes.');
  }
}

/** What every event has to keep to, whichever way it was written. */
import { ApiError } from '../api-error.ts';
import { eventColors } from './color.ts';
import { isRecurrence } from './recurrence.ts';
import type { Event, StoredCalendar } from './state.ts';
import { instantOf } from './zone.ts';

const wrong = (message: string, reason = 'invalid', domain = 'global'): never => {
  throw new ApiError(400, reason, { domain, message });
};

const values: Readonly<Record<string, readonly string[]>> = {
  status: ['confirmed', 'tentative', 'cancelled'],
  visibility: ['default', 'public', 'private', 'confidential'],
  transparency: ['opaque', 'transparent'],
  colorId: Object.keys(eventColors),
};

export function checkEvent(shelf: StoredCalendar, event: Event): void {
  for (const [name, known] of Object.entries(values))
    if (event[name] !== undefined && !known.includes(event[name] as string))
      wrong(`Invalid value for ${name}.`);
  checkTimes(shelf, event);
  checkGuests(event);
  checkReminders(event);
  if ((event.attachments?.length ?? 0) > 25) wrong('At most 25 attachments.');
  if (event.source?.url !== undefined && !/^https?:\/\//.test(event.source.url))
    wrong('Invalid source URL.');
  checkType(shelf, event);
}

function checkTimes(
  { calendar }: StoredCalendar,
  { start, end, recurrence, recurringEventId }: Event,
): void {
  if ((start.date === undefined) !== (end.date === undefined))
    wrong('Start and end times must either both be date or both be dateTime.');
  if (instantOf(end, calendar.timeZone) < instantOf(start, calendar.timeZone))
    wrong('The specified time range is empty.', 'timeRangeEmpty', 'calendar');
  if (recurrence && !isRecurrence(recurrence)) wrong('Invalid recurrence rule.');
  if (recurrence && recurringEventId !== undefined) wrong('An instance has no rule of its own.');
}

function checkGuests({ attendees = [] }: Event): void {
  for (const { email, responseStatus } of attendees) {
    if (!email) wrong('Missing attendee email.', 'required');
    if (!/^[^@\s]+@[^@\s]+$/.test(email)) wrong('Invalid attendee email.');
    if (!['needsAction', 'declined', 'tentative', 'accepted'].includes(responseStatus))
      wrong('Invalid attendee response status.');
  }
}

function checkReminders({ reminders: { useDefault, overrides = [] } }: Event): void {
  if (useDefault && overrides.length > 0)
    wrong(
      'Cannot specify both default reminders and overrides at the same time.',
      'cannotUseDefaultRemindersAndSpecifyOverride',
      'calendar',
    );
  if (overrides.length > 5) wrong('At most 5 reminders.');
  for (const { method, minutes } of overrides) {
    if (method !== 'email' && method !== 'popup') wrong('Invalid reminder method.');
    if (minutes === undefined || minutes < 0 || minutes > 40_320)
      wrong('Invalid reminder minutes.');
  }
}

/** Types that say something about their person stand on that person's own calendar alone. */
const malformed: Readonly<Record<string, string>> = {
  focusTime: 'malformedFocusTimeEvent',
  outOfOffice: 'malformedOutOfOfficeEvent',
  workingLocation: 'malformedWorkingLocationEvent',
};

const properties: Readonly<Record<string, string>> = {
  focusTime: 'focusTimeProperties',
  outOfOffice: 'outOfOfficeProperties',
  workingLocation: 'workingLocationProperties',
};

function checkType({ calendar }: StoredCalendar, event: Event): void {
  const { eventType, start } = event;
  for (const [type, name] of Object.entries(properties))
    if (type !== eventType && event[name] !== undefined)
      wrong(`${name} belongs to another type.`, 'eventTypeRestriction', 'calendar');
  if (eventType === 'default' || eventType === 'birthday' || eventType === 'fromGmail') return;
  const reason = malformed[eventType];
  if (reason === undefined) return wrong('Invalid event type.', 'invalidEventType', 'calendar');
  if (calendar.dataOwner !== undefined)
    wrong('This type stands on primary calendars alone.', 'eventTypeRestriction', 'calendar');
  if (eventType === 'workingLocation') {
    const open = event.visibility === 'public' && event['transparency'] === 'transparent';
    if (!open || event['workingLocationProperties'] === undefined)
      wrong('A working location is public and transparent.', reason, 'calendar');
  } else if (start.date !== undefined) wrong('This type is never all day.', reason, 'calendar');
}

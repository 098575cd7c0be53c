/** Messages of the error reasons of Google Calendar, for `reason-message.ts`. */

type Texts = Readonly<Record<string, string>>;

/** States that prevent a call. */
export const calendarStates: Readonly<Record<string, string>> = {
  cannotChangeOwnAcl:
    'Callers cannot change their own access to a calendar. Another owner has to do this.',
  cannotChangeOwnerAcl: 'The access of the owner of the calendar cannot be changed.',
  cannotRemoveLastCalendarOwnerFromAcl:
    'A calendar needs an owner. Give another user the role OWNER first.',
  cannotChangeOwnPrimarySubscription:
    'The primary calendar cannot be removed from the list. Hide it with updateCalendarListEntry.',
  'forbidden calendar:calendarList.delete':
    'The data owner of a calendar cannot remove it from the list. Hide it with updateCalendarListEntry.',
  'forbidden calendar:calendars.delete':
    'Only the data owner of a calendar can delete it: see Calendar.dataOwnerEmail.',
  cannotDeletePrimaryCalendar:
    'The primary calendar cannot be deleted. Use clearCalendar to delete its events.',
  cannotChangeOrganizer:
    'The organizer of an event cannot be changed. moveEvent makes another calendar the organizer.',
  cannotChangeOrganizerOfInstance:
    'The organizer of one occurrence of a series cannot be changed. Move the whole series.',
  cannotUseDefaultRemindersAndSpecifyOverride:
    'An event has either the default reminders or reminders of its own. Leave useDefault or overrides out.',
  duplicate:
    'The calendar has an event with this id already, or had one that was deleted. Read that event, restore a deleted one with updateEvent and the status CONFIRMED, or use another id.',
  eventTypeRestriction:
    'The type of the event does not allow this. The type cannot be changed; special types have properties of their own, and are for primary calendars only.',
  'eventTypeRestriction calendar:events.insert':
    'The calendar does not allow events of this type, or the type does not allow one of the values: birthdays have no private properties, for example. Special types are for primary calendars of accounts that have the feature.',
  'eventTypeRestriction calendar:events.move': 'Only events of the type DEFAULT can be moved.',
  invalidEventType: 'Google Calendar cannot create events of this type. Use another type.',
  malformedFocusTimeEvent:
    'Focus time needs a start and an end with a time, on the primary calendar of the caller, and cannot be transparent.',
  malformedOutOfOfficeEvent:
    'Out-of-office time needs a start and an end with a time, on the primary calendar of the caller, and cannot be transparent.',
  malformedWorkingLocationEvent:
    'A working location needs workingLocationProperties, the visibility PUBLIC and the transparency TRANSPARENT, and lasts part of a day or exactly one day.',
  pushNotSupportedForRequestedResource:
    'Google Calendar sends no notifications about this calendar, for example of public holidays. Use the subscription eventChanges, which reads the changes regularly.',
  'pushNotSupportedForRequestedResource calendar:acl.watch':
    'Google Calendar sends no notifications about the access to this calendar. Use the subscription accessRuleChanges, which reads the changes regularly.',
  timeRangeEmpty: 'The event would end before it starts. Set start and end together.',
  forbiddenForNonOrganizer: 'Only the organizer of the event may change this.',
  'requiredAccessLevel calendar:events.move':
    'The caller needs write access to both calendars: that of the event, and the other one. Ask their owners.',
  requiredAccessLevel: 'The caller needs a higher access role for the calendar. Ask its owner.',
};

const eventWrites = ['insert', 'import', 'update', 'patch'];

/** The same text for every operation that writes the fields of an event. */
const ofEventWrites = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([argument, text]) =>
      eventWrites.map((operation) => [`${argument} calendar:events.${operation}`, text]),
    ),
  );

const newRecurrence =
  'one RRULE in RFC 5545 format that has an occurrence, for example RRULE:FREQ=WEEKLY, and lines EXDATE and RDATE for single dates';

const newTimes = 'a start and an end in a time zone that Google Calendar knows, among others';

/** Accepted values, by reason, by argument and operation, or by reason and operation. */
export const calendarExpectations: Texts = {
  ...ofEventWrites({
    required: 'an event with a start, an end, and an email address of each attendee',
    colorId: 'the id of a color of events, from 1 to 11',
    eventLabelId: 'the id of a label in Calendar.eventLabels',
    conference:
      'for a new conference a type in Calendar.allowedConferenceSolutionTypes, for an existing one its values unchanged',
  }),
  // It does not know all time zones of IANA, and names no field
  // (phw198/OutlookGoogleCalendarSync#1530, read in November 2026).
  'invalid calendar:events.insert': newTimes,
  'invalid calendar:events.import': newTimes,
  'sequence calendar:events.import':
    'at least the sequence of the event that the calendar has with this iCalUid',
  'recurrence calendar:events.insert': newRecurrence,
  'recurrence calendar:events.import': newRecurrence,
  'recurrence calendar:events.update':
    'recurrence rules in RFC 5545 format, for example RRULE:FREQ=WEEKLY; an occurrence of a series has none',
  'recurrence calendar:events.patch':
    'recurrence rules in RFC 5545 format, for example RRULE:FREQ=WEEKLY; an occurrence of a series has none',
  'start calendar:events.update': 'a date or a date-time as the end has, and an IANA time zone',
  'start calendar:events.patch': 'a date or a date-time as the end has, and an IANA time zone',
  timeRangeTooLong: 'a time at most 90 days after the start of the window',
  illegalAccessRoleForDefault: 'the role READER or less for everybody',
  invalidScopeValue: 'the email address of a user or group, or the name of a domain',
  'id calendar:calendars.clear':
    'the primary calendar of the caller; use deleteCalendar for other calendars',
  'timeZone calendar:calendars.insert': 'an IANA time zone, for example Europe/Lisbon',
  'timeZone calendar:calendars.update': 'an IANA time zone, for example Europe/Lisbon',
  'timeZone calendar:calendars.patch': 'an IANA time zone, for example Europe/Lisbon',
  'eventLabels calendar:calendars.insert': 'labels whose ids are UUIDs, if they have ids',
  'eventLabels calendar:calendars.update': 'labels whose ids are UUIDs, if they have ids',
  'eventLabels calendar:calendars.patch': 'labels whose ids are UUIDs, if they have ids',
  'colorId calendar:calendarList.insert': 'a color id of a calendar, for example 7',
  'colorId calendar:calendarList.update': 'a color id of a calendar, for example 7',
  'colorId calendar:calendarList.patch': 'a color id of a calendar, for example 7',
};

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
  cannotDeletePrimaryCalendar:
    'The primary calendar cannot be deleted. Use clearCalendar to delete its events.',
  cannotChangeOrganizer: 'The organizer of an event cannot be changed.',
  forbiddenForNonOrganizer: 'Only the organizer of the event may change this.',
  requiredAccessLevel: 'The caller needs a higher access role for the calendar. Ask its owner.',
};

/** Accepted values, by reason, or by argument and operation. */
export const calendarExpectations: Texts = {
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

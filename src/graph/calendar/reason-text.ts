/** Messages of the error reasons of Google Calendar: states that prevent a call. */

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

/** Enums of events. */
import { enumeration } from '../../../engine/schema/field/enumeration.ts';

export const EventType = enumeration(
  'EventType',
  'The type of an event. Fixed when the event is created.',
  {
    default: 'A regular event.',
    birthday: 'A birthday or an anniversary: an all-day event that repeats every year.',
    focusTime: 'Focus time of the calendar owner.',
    fromGmail:
      'An event that Google Calendar created from an email in Gmail. Most fields cannot be changed.',
    outOfOffice: 'Out-of-office time of the calendar owner.',
    workingLocation: 'The working location of the calendar owner.',
  },
);

export const EventVisibility = enumeration(
  'EventVisibility',
  'The visibility of the details of an event.',
  {
    default: 'The default visibility of the calendar.',
    public: 'Everybody with access to the calendar sees the details.',
    private: 'Only attendees see the details. Other readers see that the time is busy.',
    confidential: 'Equivalent to `PRIVATE`. Exists for compatibility.',
  },
);

export const EventTransparency = enumeration(
  'EventTransparency',
  'The effect of an event on the free/busy information of the calendar.',
  {
    opaque: 'The event blocks time: the calendar is busy.',
    transparent: 'The event does not block time: the calendar remains free.',
  },
);

export const EventStatus = enumeration('EventStatus', 'The status of an event in its life cycle.', {
  confirmed: 'The event takes place. Default of Google Calendar.',
  tentative: 'The event takes place, but is not certain yet.',
  cancelled:
    'The event is cancelled, that is, deleted. Lists contain cancelled events only if requested. `updateEvent` with the status `CONFIRMED` restores the event.',
});

export const AutoDeclineMode = enumeration(
  'AutoDeclineMode',
  'The invitations that Google Calendar declines during focus time or out-of-office time.',
  {
    declineNone: 'No invitation is declined.',
    declineAllConflictingInvitations: 'All invitations at that time are declined.',
    declineOnlyNewConflictingInvitations:
      'Invitations at that time that arrive while the event exists are declined.',
  },
);

export const FocusTimeChatStatus = enumeration(
  'FocusTimeChatStatus',
  'The status of the calendar owner in Google Chat during focus time.',
  {
    available: 'The calendar owner is shown as available.',
    doNotDisturb: 'The calendar owner is shown as not to be disturbed.',
  },
);

export const WorkingLocationType = enumeration(
  'WorkingLocationType',
  'The kind of a working location.',
  {
    homeOffice: 'The calendar owner works from home.',
    officeLocation: 'The calendar owner works in an office.',
    customLocation: 'The calendar owner works at another place.',
  },
);

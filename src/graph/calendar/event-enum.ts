/** Enums of events. */
import { enumeration } from '../field/enumeration.ts';

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

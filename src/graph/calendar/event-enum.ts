/** Enums of events. */
import { enumeration } from '../field/enumeration.ts';

export const EventType = enumeration(
  'EventType',
  'What kind of entry an event is. It is fixed when the event is made.',
  {
    default: 'An ordinary event.',
    birthday: 'A yearly birthday or anniversary, all day.',
    focusTime: 'Time in which its owner wants to be left alone.',
    fromGmail: 'Made by the mail service out of a message; most of it cannot be changed.',
    outOfOffice: 'Time in which its owner is away.',
    workingLocation: 'Where its owner works from.',
  },
);

export const EventVisibility = enumeration('EventVisibility', 'Who sees the details of an event.', {
  default: 'As the calendar has it.',
  public: 'Everybody who can see the calendar.',
  private: 'The guests alone; others see that there is something.',
  confidential: 'The same as private; kept for old entries.',
});

export const EventTransparency = enumeration(
  'EventTransparency',
  'Whether an event makes its calendar busy.',
  {
    opaque: 'The time counts as taken.',
    transparent: 'The time stays free.',
  },
);

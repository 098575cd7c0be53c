/** Events that Google Calendar creates from a sentence. */
import { insert } from '../../../../engine/write/insert/insert.ts';
import { calendars, events } from '../../operations.ts';
import { write } from '../../../../engine/schema/write/write.ts';
import { parameters, required } from '../../../../engine/schema/write/write-input.ts';
import { calendarPart } from '../../calendar-id.ts';
import { Event } from '../../resources.ts';
import { notifyAttendees } from './notify.ts';

const quickAddEvent = write('quickAddEvent', {
  description:
    'Create an event from a sentence. Google Calendar finds the time in the text; without one, the event begins now. Requires write access to the calendar. The gateway does not retry a call without an answer, because a second call creates a second event: `createEvent` can be repeated.',
  operation: events.quickAdd,
  target: Event,
  below: { key: { calendarId: calendarPart }, operations: [calendars.get] },
  strategy: insert(),
  parameters: parameters(events.quickAdd, {
    text: [
      required('String'),
      'text',
      'The sentence, for example `Rehearsal tomorrow 10am-11am`. Times are in the time zone of the calendar.',
      { notBlank: true },
    ],
    notify: notifyAttendees(
      'The attendees who receive an email about the new event. Default: no attendee receives an email.',
    ),
  }),
  result: 'The created event.',
});

export const quickAddWrites = [quickAddEvent];

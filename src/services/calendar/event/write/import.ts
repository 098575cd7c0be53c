/** `importEvent`. */
import { insert } from '../../../../engine/write/insert/insert.ts';
import { calendars, events } from '../../operations.ts';
import { inputObject } from '../../../../engine/schema/field/input-row.ts';
import { write } from '../../../../engine/schema/write/write.ts';
import { changes, required } from '../../../../engine/schema/write/write-input.ts';
import { calendarPart } from '../../calendar-id.ts';
import { addRequestId } from './conference-input.ts';
import { checkNewEvent, newEventParameters, newEventReasons, newEventRows } from './input.ts';
import { Event } from '../../resources.ts';

const EventOrganizerInput = inputObject(
  'EventOrganizerInput',
  'The organizer of an imported event.',
  {
    email: [required('EmailAddress'), 'The email address of the organizer.'],
    displayName: ['String', 'The name of the organizer, if it is known.'],
  },
);

const importEvent = write('importEvent', {
  description:
    'Add a private copy of an event of another calendar system to a calendar. Requires write access to the calendar. Nobody is notified. The iCalendar identifier makes the mutation repeatable: a second import of the same identifier replaces the event. The event has the type `DEFAULT`, the only one that can be imported. Costs 1 quota unit. `calendars.get` is called only if `calendarId` is `primary`.',
  inputDescription: 'Input of `importEvent`. Null has the same effect as an omitted field.',
  operation: events.import,
  target: Event,
  below: { key: { calendarId: calendarPart }, operations: [calendars.get] },
  strategy: insert({ constants: { eventType: 'default' }, isRepeatable: true }),
  input: changes(events.import, {
    ...newEventRows,
    iCalUid: [
      required('String'),
      'iCalUID',
      'The iCalendar identifier (RFC 5545) of the event in the other calendar system.',
      { notBlank: true },
    ],
    organizer: [
      EventOrganizerInput,
      'organizer',
      'The organizer. Only the organizer can change an event that is no private copy. Default: the calendar.',
      {
        convert: ({ email, displayName }) => ({
          email,
          ...(displayName != null && { displayName }),
        }),
      },
    ],
  }),
  derivedParameters: newEventParameters,
  validate: checkNewEvent,
  adjust: (next) => {
    addRequestId(next.conferenceData);
  },
  reasons: newEventReasons,
  result: 'The imported event.',
});

export const importWrites = [importEvent];

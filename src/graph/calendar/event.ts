/** Events. */
import type { calendar_v3 } from '@googleapis/calendar';
import { builder } from '../builder.ts';
import { enumeration } from '../field/enumeration.ts';
import { link } from '../field/link.ts';
import { fieldAt, fields, ownKey, parentKey } from '../field/path-field.ts';
import { node } from '../node-interface.ts';
import { calendars } from '../../upstream/calendar/index.ts';
import { lookup } from '../field/lookup.ts';
import type { RefValue } from '../field/ref-input.ts';
import { EventAttachment } from './attachment.ts';
import { ConferenceData } from './conference.ts';
import { EventTransparency, EventType, EventVisibility } from './event-enum.ts';
import { EventTime } from './event-time.ts';
import { EventAttendee, EventPerson } from './attendee.ts';
import { properties } from './property.ts';
import { EventReminders } from './reminder.ts';
import { Calendar, Event } from './resource.ts';
import { callsForEvent, EventRef } from './calendar-id.ts';

const EventStatus = enumeration('EventStatus', 'Whether an event takes place.', {
  confirmed: 'It takes place.',
  tentative: 'It is not certain yet.',
  cancelled: 'It was deleted; lists show it only when asked to.',
});

const EventSource = builder
  .objectRef<NonNullable<calendar_v3.Schema$Event['source']>>('EventSource')
  .implement({
    description: 'The page that an event was made from.',
    fields: (t) =>
      fields(t, {
        title: ['String', 'What the page is called.'],
        url: ['URL', 'The address of the page.'],
      }),
  });

/** Adds the types and fields of this module to the schema. */
export function addEvent(): void {
  Event.implement({
    ...node,
    description: 'An entry of a calendar: one event, a series, or one occurrence of a series.',
    fields: (t) => ({
      eventId: ownKey(
        t,
        "The calendar service's own id; another calendar can hold an event of the same id.",
      ),
      calendarId: parentKey(t, 'calendarId', 'The id of the calendar on which this copy stands.'),
      ...fields(t, {
        etag: ['String', 'Names this version of the event: give it back as `ifMatch`.'],
        summary: ['String', 'The title.'],
        description: ['String', 'What it is about; may hold HTML.'],
        location: ['String', 'Where it takes place, in free words.'],
        status: [EventStatus, 'Whether it takes place or was cancelled.'],
        eventType: [EventType, 'An ordinary event, or one of the special kinds.'],
        htmlLink: ['URL', 'Its page on the web.'],
        hangoutLink: ['URL', 'Where to join its video call.'],
        created: ['DateTime', 'When it was entered.'],
        updated: ['DateTime', 'When it was last changed; a guest answering counts, too.'],
        recurrence: [
          ['String'],
          'The rules of a series as RFC 5545 has them, `RRULE:FREQ=WEEKLY`; null on its occurrences.',
        ],
        recurringEventId: ['ID', 'On an occurrence: the `eventId` of its series.'],
        visibility: [
          EventVisibility,
          'Who sees more than that there is something; null means as the calendar has it.',
        ],
        transparency: [EventTransparency, 'Whether it counts as busy; null means that it does.'],
        colorId: ['String', 'The number of a colour of its own; null means that of the calendar.'],
        sequence: ['Int', 'How often its time or place was changed.'],
        privateCopy: [
          'Boolean',
          'Whether changes of this copy do not reach the other copies of the event.',
        ],
        locked: ['Boolean', 'Whether its main fields cannot be changed on this copy.'],
        guestsCanInviteOthers: ['Boolean', 'Whether guests may invite others; null means yes.'],
        guestsCanModify: ['Boolean', 'Whether guests may change the event; null means no.'],
        guestsCanSeeOtherGuests: [
          'Boolean',
          'Whether guests see who else is invited; null means yes.',
        ],
        attendeesOmitted: [
          'Boolean',
          'Whether `attendees` lacks guests that the caller is not shown.',
        ],
      }),
      iCalUid: fieldAt(
        t,
        'String',
        'iCalUID',
        'The same on every calendar and in every calendar service; a series has one for all its occurrences.',
      ),
      start: fieldAt(t, EventTime, 'start', 'When it begins.'),
      end: fieldAt(
        t,
        EventTime,
        'end',
        'When it is over: the first moment, or day, that no longer belongs to it.',
      ),
      originalStartTime: fieldAt(
        t,
        EventTime,
        'originalStartTime',
        'On an occurrence: when the series would have had it, wherever it was moved.',
      ),
      organizer: fieldAt(
        t,
        EventPerson,
        'organizer',
        'Whose event it is: their changes reach every copy.',
      ),
      creator: fieldAt(t, EventPerson, 'creator', 'Who entered it.'),
      attendees: fieldAt(
        t,
        [EventAttendee],
        'attendees',
        'The guests, rooms and devices; null where nobody is invited.',
      ),
      attachments: fieldAt(t, [EventAttachment], 'attachments', {
        description: 'The files attached to it, up to 25.',
        maxItems: 25,
      }),
      reminders: fieldAt(t, EventReminders, 'reminders', 'When the caller is reminded of it.'),
      source: fieldAt(
        t,
        EventSource,
        'source',
        'Where it was made from; shown to its creator alone.',
      ),
      conferenceData: fieldAt(t, ConferenceData, 'conferenceData', 'The call that can be joined.'),
      privateProperties: properties(
        t,
        'private',
        'Entries of applications on this copy of the event alone.',
      ),
      sharedProperties: properties(
        t,
        'shared',
        'Entries of applications that every copy of the event carries.',
      ),
      calendar: link(
        t,
        Calendar,
        { usesRef: true, key: (_, ref) => [ref!.key[0]!] },
        'The calendar on which it stands.',
      ),
      series: link(
        t,
        Event,
        {
          paths: ['recurringEventId'],
          usesRef: true,
          key: ({ recurringEventId }: calendar_v3.Schema$Event, ref) =>
            recurringEventId ? [ref!.key[0]!, recurringEventId] : null,
        },
        'The series that it is an occurrence of; null for any other event.',
      ),
    }),
  });

  builder.queryField('event', (t) =>
    lookup(
      t,
      Event,
      {
        arguments: {
          by: t.arg({ type: EventRef.type, required: true, description: 'Which event.' }),
        },
        ref: ({ by }: { readonly by: RefValue }, execution) =>
          EventRef.resolve(execution, by, 'by'),
        before: [calendars.get],
        callsBefore: ({ by }: { readonly by: RefValue }) => callsForEvent(by),
      },
      'An event by its global id, or by its calendar and its own id.',
    ),
  );
}

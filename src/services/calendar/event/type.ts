/** Events. */
import type { calendar_v3 } from '@googleapis/calendar';
import { builder } from '../../../engine/schema/builder.ts';
import { fields, valueType, ownKey, parentKey } from '../../../engine/schema/field/path-field.ts';
import { separateFetch } from '../../../engine/schema/field/separate-fetch.ts';
import { node } from '../../../engine/schema/type/node-interface.ts';
import { calendars } from '../operations.ts';
import { variantOf } from '../../../engine/schema/field/field-call.ts';
import { lookup } from '../../../engine/schema/field/lookup.ts';
import type { RefValue } from '../../../engine/schema/field/ref-input.ts';
import { type AnswerArguments, answerArguments, checkAnswerArguments } from './answer-argument.ts';
import { EventAttachment } from './attachment.ts';
import { color } from '../color/type.ts';
import { ConferenceData } from './conference.ts';
import { instanceList } from './list.ts';
import { EventLabel, type Label, labelWith } from './label.ts';
import { EventTime } from './time.ts';
import { EventAttendee, EventPerson } from './attendee.ts';
import { properties } from './property.ts';
import { EventReminders } from './reminder.ts';
import { Calendar, Event } from '../resources.ts';
import {
  EventBirthdayProperties,
  EventFocusTimeProperties,
  EventOutOfOfficeProperties,
  EventWorkingLocationProperties,
} from './special-type.ts';
import { callsForEvent, EventRef } from '../calendar-id.ts';
import { ancestor } from '../../../engine/schema/field/link.ts';
import { required } from '../../../engine/schema/field/input-row.ts';
import type { Ref } from '../../../engine/read/resource.ts';
import { EventStatus, EventTransparency, EventType, EventVisibility } from '../enums.ts';

const EventSource = valueType<NonNullable<calendar_v3.Schema$Event['source']>>('EventSource').rows(
  'The web page from which an event was created.',
  {
    title: 'The title of the web page.',
    url: ['URL', 'The URL of the web page.'],
  },
);

interface EventArguments extends AnswerArguments {
  readonly by: RefValue;
}

/**
 * For the estimate alone. The help of Google Calendar treats events with more than 200 guests as an
 * exception; no document of the REST API states a maximum.
 */
const maxAttendees = 200;

export function addEvent(): void {
  Event.implement({
    ...node,
    description:
      'An event of a calendar: a single event, a series, or one occurrence of a series. The calendar of each attendee has a copy of its own of the event, with its own private properties and reminders.',
    fields: (t) => ({
      eventId: ownKey(t, 'The Google Calendar id of the event. Unique within a calendar only.'),
      calendarId: parentKey(
        t,
        'calendarId',
        'The Google Calendar id of the calendar that contains the event.',
      ),
      ...fields(t, {
        etag: 'The version of the event. Pass the value as `ifMatch` to `updateEvent`.',
        summary: 'The title of the event.',
        description: 'The description. Can contain HTML.',
        location: 'The location, as free text.',
        status: [EventStatus, 'The status of the event: confirmed, tentative or cancelled.'],
        eventType: [
          EventType,
          'The type of the event, for example a regular event or out-of-office time.',
        ],
        htmlLink: ['URL', 'The URL of the event in the Google Calendar web interface.'],
        hangoutLink: ['URL', 'The URL of the Google Meet or Hangouts call of the event.'],
        recurrence:
          'The recurrence rules of a series in RFC 5545 format, for example `RRULE:FREQ=WEEKLY`. Null for single events and for occurrences.',
        recurringEventId:
          'The Google Calendar id of the series that the occurrence belongs to. Null unless the event is an occurrence of a series.',
        visibility: [
          EventVisibility,
          'The visibility of the details of the event. Null means the default visibility of the calendar.',
        ],
        transparency: [
          EventTransparency,
          'The effect of the event on free/busy information. Null means `OPAQUE`.',
        ],
        colorId: [
          'ID',
          'The color id of the event, an index into the event colors of Google Calendar. Null means the color of the calendar. Superseded by `eventLabelId`.',
        ],
        sequence:
          'The revision number of the event for iCalendar: increases when the time or the location changes.',
        privateCopy:
          'Whether changes of the copy of the event in this calendar are not shared with the copies in other calendars.',
        locked:
          'Whether the copy of the event in this calendar is locked: title, description, location, start, end and recurrence cannot be changed. Null means false.',
        guestsCanInviteOthers:
          'Whether attendees other than the organizer can invite others. Null means true.',
        guestsCanModify:
          'Whether attendees other than the organizer can change the event. Null means false.',
        guestsCanSeeOtherGuests:
          'Whether attendees other than the organizer can see the other attendees. Null means true.',
        eventLabelId:
          'The id of the label of the event, one of `Calendar.eventLabels`. Null if the event has no label.',
        endTimeUnspecified:
          'Whether the event has no end of its own. `end` then has a value for compatibility. Null means false.',
        attendeesOmitted:
          'Whether `attendees` is incomplete because some attendees are not visible to the caller or exceed `maxAttendees`.',
        createdAt: ['The time when the event was created.', { rest: 'created' }],
        updatedAt: [
          'The time of the last change of the event, including responses of attendees.',
          { rest: 'updated' },
        ],
        iCalUid: [
          'The iCalendar identifier (RFC 5545), identical in all calendars and calendar systems. All occurrences of a series share one identifier.',
          { path: 'iCalUID' },
        ],
        start: [EventTime, 'The start of the event, inclusive.'],
        end: [EventTime, 'The end of the event, exclusive.'],
        originalStart: [
          EventTime,
          'The start that the series assigns to the occurrence, even if the occurrence was moved. Null unless the event is an occurrence of a series.',
          { rest: 'originalStartTime' },
        ],
        organizer: [
          EventPerson,
          'The organizer of the event, whose changes apply to the copies in all calendars.',
        ],
        creator: [EventPerson, 'The person or calendar that created the event.'],
        attendees: [
          [EventAttendee],
          'The attendees of the event, including rooms and devices. Null if nobody is invited.',
          { maxItems: maxAttendees },
        ],
        attachments: [
          [EventAttachment],
          'The attachments of the event. An event has at most 25.',
          { maxItems: 25, defaultFirst: 5 },
        ],
        reminders: [EventReminders, 'The reminders of the caller for the event.'],
        source: [
          EventSource,
          'The web page from which the event was created. Visible to the creator of the event only.',
        ],
        conferenceData: [
          ConferenceData,
          'The conference of the event, for example a Google Meet call.',
        ],
        calendar: [Calendar, 'The calendar that contains the event.', ancestor(Calendar)],
        series: [
          Event,
          'The series that the occurrence belongs to. Null unless the event is an occurrence of a series.',
          {
            paths: ['recurringEventId'],
            usesRef: true,
            key: ({ recurringEventId }: calendar_v3.Schema$Event, ref?: Ref) =>
              recurringEventId ? [ref!.key[0]!, recurringEventId] : null,
          },
        ],
      }),
      ...fields(t, {
        birthdayProperties: [
          EventBirthdayProperties,
          'The properties of an event of the type `BIRTHDAY`. Null for other types.',
        ],
        focusTimeProperties: [
          EventFocusTimeProperties,
          'The properties of an event of the type `FOCUS_TIME`. Null for other types.',
        ],
        outOfOfficeProperties: [
          EventOutOfOfficeProperties,
          'The properties of an event of the type `OUT_OF_OFFICE`. Null for other types.',
        ],
        workingLocationProperties: [
          EventWorkingLocationProperties,
          'The properties of an event of the type `WORKING_LOCATION`. Null for other types.',
        ],
      }),
      privateProperties: properties(
        t,
        'private',
        'The private properties of the event, set by applications. Private properties belong to the copy of the event in this calendar. Empty if the event has none.',
      ),
      sharedProperties: properties(
        t,
        'shared',
        'The shared properties of the event, set by applications. The copies of the event in all calendars have the shared properties. Empty if the event has none.',
      ),
      color: color(
        t,
        'event',
        'The color of the event. Null if the event has no color of its own: then the color of the calendar applies, `CalendarListEntry.color`. Superseded by `eventLabel`.',
      ),
      eventLabel: separateFetch(
        t,
        EventLabel,
        {
          resource: Calendar.resource,
          path: 'labelProperties.eventLabels',
          by: {
            paths: ['eventLabelId'],
            key: ({ eventLabelId }: calendar_v3.Schema$Event, ref) =>
              eventLabelId ? [ref!.key[0]!] : null,
            usesRef: true,
          },
          fetch: 'always',
          minimumPath: 'id',
          pick: (labels: Label[] | null, { eventLabelId }: calendar_v3.Schema$Event) =>
            labelWith(labels ?? [], eventLabelId!),
        },
        'The label of the event, which supersedes `color`. One call for all events of a calendar. Null if the event has no label, or the calendar has no such label.',
      ),
      instances: instanceList(t),
    }),
  });

  builder.queryField('event', (t) =>
    lookup(
      t,
      Event,
      {
        arguments: {
          by: [required(EventRef.type), 'The event to read.'],
          ...answerArguments,
        },
        ref: async ({ by, ...args }: EventArguments, execution) => {
          checkAnswerArguments(args);
          return { ...(await EventRef.resolve(execution, by, 'by')), ...variantOf(args) };
        },
        before: [calendars.get],
        callsBefore: ({ by }: EventArguments) => callsForEvent(by),
      },
      'The event with the given id. Google Calendar also returns a deleted event, with the status `CANCELLED`. Calls `calendars.get` only if `calendarId` is `primary`. Error `NOT_FOUND` if there is no such event or the caller may not see it.',
    ),
  );
}

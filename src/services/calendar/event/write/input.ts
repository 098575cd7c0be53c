/** Input fields that several writes of events have. */
import { elementOf } from '../../../../engine/schema/type/element-id.ts';
import { InvalidInput } from '../../../../engine/api/error.ts';
import { inputObject } from '../../../../engine/schema/field/input-row.ts';
import { keyedList } from '../../../../engine/schema/write/list-change.ts';
import { newOrChanged, required } from '../../../../engine/schema/write/write-input.ts';
import { VIDEO_ID, videoReference } from '../../../shared/video-id.ts';
import { attendeeList, EventAttendeeChangesInput, EventAttendeeInput } from '../attendee.ts';
import {
  attachmentList,
  EventAttachmentChangesInput,
  EventAttachmentInput,
} from '../attachment.ts';
import {
  conferenceChange,
  conferenceIsOneValue,
  EventConferenceInput,
  newConferenceChange,
} from './conference-input.ts';
import { checkTimes, EventTimeInput, timeChange, timeIsOneValue } from '../time.ts';
import { EventPropertyChangesInput, EventPropertyInput, propertyMap } from '../property.ts';
import { checkRecurrence, checkRecurrenceOf } from './recurrence-input.ts';
import {
  EventRemindersChangesInput,
  EventRemindersInput,
  newReminders,
  remindersChange,
} from '../reminder.ts';
import { checkWebUrl } from '../../scheme.ts';
import { EventStatus, EventTransparency, EventVisibility } from '../../enums.ts';

const EventSourceInput = inputObject(
  'EventSourceInput',
  'The web page to show as the origin of an event.',
  {
    url: [required('URL'), 'The URL of the web page. Scheme: `http` or `https`.'],
    title: [
      'String',
      'The title of the web page, for example the subject of an email. An update without it keeps the current title; null removes the title.',
    ],
  },
);

type SourceValue = typeof EventSourceInput.$inferType;

/** @throws InvalidInput for a URL of another scheme */
const checkSource = ({ url }: SourceValue, argument: string): void =>
  checkWebUrl(`${argument}.url`, url);

/** @throws InvalidInput for the status of deleted events */
function checkStatus(status: string, argument: string): void {
  if (status === 'cancelled')
    throw new InvalidInput(
      argument,
      'CANCELLED is the status of deleted events; expected CONFIRMED or TENTATIVE, or use deleteEvent',
    );
}

/** @throws InvalidInput for a negative number */
function checkSequence(sequence: number, argument: string): void {
  if (sequence < 0) throw new InvalidInput(argument, `${sequence} is negative; expected 0 or more`);
}

const readsFirst = 'The mode `PATCH` reads the event first.';

type TimeValue = typeof EventTimeInput.$inferType;

/** What the input of a new event, and that of a change, say of a default. */
const byDefault = (value: string) => ({
  ifNew: `Default: ${value}.`,
  ifChanged: `Null restores the default: ${value}.`,
});

/** The writable values of an event. Null in an update restores the default. */
export const eventRows = {
  summary: 'The title.',
  description: 'The description. Can contain HTML.',
  location: 'The location, as free text.',
  status: [
    EventStatus,
    'status',
    'The status: `CONFIRMED` or `TENTATIVE`. `deleteEvent` cancels an event; `updateEvent` with either status restores it.',
    { clearable: false, check: checkStatus, ifNew: 'Default: `CONFIRMED`.' },
  ],
  recurrence: [
    'The recurrence of a series: one rule in RFC 5545 format, for example `RRULE:FREQ=WEEKLY;COUNT=10`, and lines `EXDATE` and `RDATE` for single dates. `UNTIL` is not before the start, and has no time for an all-day event. Without a rule, the event takes place once.',
    { check: checkRecurrence },
  ],
  colorId: [
    'ID',
    'colorId',
    'The color id of the event. Not together with `eventLabelId`, which supersedes it.',
    {
      check: elementOf('CalendarColor'),
      ifNew: 'Default: the color of the calendar.',
      ifChanged: 'Null restores the color of the calendar.',
    },
  ],
  eventLabelId: [
    'ID',
    'eventLabelId',
    'The id of a label that the calendar defines. Not together with `colorId`, because a label has a color.',
    { check: elementOf('EventLabel') },
  ],
  visibility: [
    EventVisibility,
    'visibility',
    'The visibility of the details of the event. A series has one: Google Calendar gives a stricter one of a single occurrence to all of them, and ignores a less strict one, for which `updateEvent` has the error `NOT_APPLIED`.',
    {
      ifNew: 'Default: the visibility that the calendar gives its events.',
      ifChanged: 'Null restores the visibility that the calendar gives its events.',
    },
  ],
  transparency: [
    EventTransparency,
    'transparency',
    'The effect of the event on free/busy information.',
    byDefault('`OPAQUE`'),
  ],
  guestsCanInviteOthers: [
    'Whether attendees other than the organizer can invite others.',
    byDefault('true'),
  ],
  guestsCanModify: [
    'Whether attendees other than the organizer can change the event.',
    byDefault('false'),
  ],
  guestsCanSeeOtherGuests: [
    'Whether attendees other than the organizer can see the other attendees.',
    byDefault('true'),
  ],
  source: [
    EventSourceInput,
    'source',
    'The web page from which the event was created. Visible to the creator of the event only. The URL of a YouTube video links the event to the video, but not the video to the event: see `videoId`.',
    { check: checkSource },
  ],
  videoId: [
    'ID',
    `extendedProperties.private.${VIDEO_ID}`,
    'The YouTube video or broadcast of the event: the global id of a `Video` or a `Broadcast`, or a YouTube id. Links them in both directions: `Event.video` and `Event.broadcast`, `Video.events` and `Broadcast.event`. Stored as a private property, so the link belongs to the copy of the event in this calendar. The gateway does not check that the video exists.',
    videoReference,
  ],
  start: [
    newOrChanged(required(EventTimeInput), EventTimeInput),
    'start',
    'The start, inclusive: a date or a date-time.',
    {
      clearable: false,
      ofNew: { change: timeChange },
      // `checkStart` has to see whether the event is a series.
      ofChanged: {
        change: (value: TimeValue | null, argument: string) => ({
          ...timeChange(value, argument),
          patchNeedsCurrent: true as const,
        }),
      },
      oneValue: timeIsOneValue,
      ifChanged: readsFirst,
    },
  ],
  end: [
    newOrChanged(required(EventTimeInput), EventTimeInput),
    'end',
    'The end, exclusive: not before the start.',
    { clearable: false, change: timeChange, oneValue: timeIsOneValue },
  ],
  attendees: [
    newOrChanged([EventAttendeeInput], EventAttendeeChangesInput),
    'attendees',
    'The attendees, including rooms. At most 200.',
    {
      ...keyedList(attendeeList),
      ifChanged: `Null removes all attendees. ${readsFirst}`,
    },
  ],
  attachments: [
    newOrChanged([EventAttachmentInput], EventAttachmentChangesInput),
    'attachments',
    'The attachments. At most 25.',
    {
      ...keyedList(attachmentList),
      ifChanged: `Null removes all attachments. ${readsFirst}`,
    },
  ],
  reminders: [
    newOrChanged(EventRemindersInput, EventRemindersChangesInput),
    'reminders',
    'The reminders of the caller for the event.',
    {
      ofNew: { change: newReminders },
      ofChanged: { change: remindersChange },
      ifNew: 'Default: the reminders of the calendar.',
      ifChanged: `Null restores the reminders of the calendar. ${readsFirst}`,
    },
  ],
  conference: [
    EventConferenceInput,
    'conferenceData',
    'The conference: a new one, or an existing one.',
    {
      ofNew: { change: newConferenceChange },
      ofChanged: { change: conferenceChange },
      oneValue: conferenceIsOneValue,
      ifChanged: `Replaces the current conference. Null removes the conference. ${readsFirst}`,
    },
  ],
  privateProperties: [
    newOrChanged([EventPropertyInput], EventPropertyChangesInput),
    'extendedProperties.private',
    'The private properties, which belong to the copy of the event in this calendar.',
    { ...propertyMap('private'), ifChanged: 'Null removes all private properties.' },
  ],
  sharedProperties: [
    newOrChanged([EventPropertyInput], EventPropertyChangesInput),
    'extendedProperties.shared',
    'The shared properties, which the copies of the event in all calendars have.',
    { ...propertyMap('shared'), ifChanged: 'Null removes all shared properties.' },
  ],
} as const;

/** Rows of every write that creates an event. */
export const newEventRows = {
  ...eventRows,
  privateCopy:
    'Whether changes of this copy of the event are not shared with the copies in other calendars. Cannot be changed later. Default: false.',
  sequence: [
    'The revision number of the event for iCalendar. Default: 0.',
    { check: checkSequence },
  ],
} as const;

/** Values of fields that an event without them has. */
export const eventDefaults = {
  guestsCanInviteOthers: true,
  guestsCanModify: false,
  guestsCanSeeOtherGuests: true,
  transparency: 'opaque',
  visibility: 'default',
};

/** Reasons that concern single fields of a new event. */
export const newEventReasons = {
  timeRangeEmpty: 'end',
  eventRemindersCountExceedsLimit: 'reminders',
  cannotUseDefaultRemindersAndSpecifyOverride: 'reminders',
  malformedFocusTimeEvent: 'focusTimeProperties',
  malformedOutOfOfficeEvent: 'outOfOfficeProperties',
  malformedWorkingLocationEvent: 'workingLocationProperties',
  eventTypeRestriction: 'eventType',
  // Google Calendar names no field. The gateway has checked the times of a new event.
  invalid: ['recurrence', 'colorId', 'eventLabelId', 'conferenceData', 'sequence'],
} as const;

/** Reasons that concern single fields of a changed event. */
export const eventReasons = {
  ...newEventReasons,
  timeRangeEmpty: ['start', 'end'],
  malformedFocusTimeEvent: ['focusTimeProperties', 'transparency'],
  malformedOutOfOfficeEvent: ['outOfOfficeProperties', 'transparency'],
  malformedWorkingLocationEvent: ['workingLocationProperties', 'transparency', 'visibility', 'end'],
  eventTypeRestriction: [
    'focusTimeProperties',
    'outOfOfficeProperties',
    'workingLocationProperties',
  ],
  // Google Calendar gives this reason for an error in any of these fields, and does not name the
  // field.
  invalid: [
    'start',
    'end',
    'recurrence',
    'colorId',
    'eventLabelId',
    'attendees',
    'attachments',
    'source',
    'conferenceData',
  ],
} as const;

/**
 * Checks that an input sets either the color or the label: Google Calendar writes one of them.
 * @throws InvalidInput for both
 */
export function checkColor(colorId: unknown, eventLabelId: unknown): void {
  if (colorId !== undefined && eventLabelId !== undefined)
    throw new InvalidInput(
      'colorId',
      'cannot be written together with eventLabelId, because a label has a color; expected one of them',
    );
}

type EventTimes = Parameters<typeof checkTimes>[0];

interface NewEvent extends EventTimes {
  readonly recurrence?: readonly string[] | null | undefined;
  readonly colorId?: string | null | undefined;
  readonly eventLabelId?: string | null | undefined;
}

/**
 * Checks the color and the times of a new event.
 * @throws InvalidInput also for a series that begins at a time without a time zone
 */
export function checkNewEvent(input: NewEvent): void {
  checkColor(input.colorId ?? undefined, input.eventLabelId ?? undefined);
  checkTimes(input);
  const { start, end, recurrence } = input;
  if (!recurrence || recurrence.length === 0) return;
  for (const [name, time] of Object.entries({ start, end }))
    if (time?.dateTime != null && time.timeZone == null)
      throw new InvalidInput(
        `${name}.timeZone`,
        'is missing; the occurrences of a series repeat at the local time of this zone',
      );
  if (start) checkRecurrenceOf({ start, recurrence });
}

/** The parameters without which Google Calendar ignores the fields of a new event. */
export const newEventParameters = (
  input: Readonly<Partial<Record<'attachments' | 'conference' | 'eventLabelId', unknown>>>,
): Readonly<Record<string, unknown>> => ({
  ...(input.attachments != null && { supportsAttachments: true }),
  ...(input.conference != null && { conferenceDataVersion: 1 }),
  ...(input.eventLabelId != null && { eventLabelVersion: 1 }),
});

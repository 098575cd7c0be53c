/** Writes to events. */
import type { calendar_v3 } from '@googleapis/calendar';
import type { Execution } from '../../data/execution.ts';
import { replaceIfMatch } from '../../data/write/replace-if-match.ts';
import { calendars, events } from '../../upstream/calendar/index.ts';
import { UpstreamError } from '../../upstream/error.ts';
import { enumeration } from '../field/enumeration.ts';
import { write } from '../field/write.ts';
import { changes, parameters, required } from '../field/write-input.ts';
import { checkAttachments, EventAttachmentInput, writableAttachment } from './attachment.ts';
import { EventRef, primaryOf } from './calendar-id.ts';
import { conditionalSettings } from './conditional.ts';
import { EventTransparency, EventVisibility } from './event-enum.ts';
import { checkTimes, EventTimeInput, timeChange } from './event-time.ts';
import {
  changeAttendees,
  checkAttendees,
  EventAttendeeChange,
  writableAttendee,
} from './attendee.ts';
import { EventPropertyChange, propertyChange } from './property.ts';
import { checkReminders, EventRemindersInput, remindersChange } from './reminder.ts';
import { Event } from './resource.ts';

const SendUpdates = enumeration(
  'SendUpdates',
  'Which guests get mail about a change. The others learn of it only by looking.',
  {
    none: 'Nobody gets mail.',
    externalOnly:
      'Guests who use another calendar service: they would not see the change otherwise.',
    all: 'Every guest.',
  },
);

type EventJson = calendar_v3.Schema$Event;

/** Whether a replace by this caller is allowed and erases nothing. */
async function mayReplace(execution: Execution, event: EventJson): Promise<boolean> {
  const { attendeesOmitted, organizer, guestsCanModify, locked, privateCopy, eventType } = event;
  if (attendeesOmitted || locked || privateCopy) return false;
  if (!organizer?.self && !guestsCanModify) return false;
  // The properties of these types are fixed at creation: a replace cannot send them back.
  if (eventType === 'birthday' || eventType === 'fromGmail') return false;
  return isCreator(execution, event);
}

/**
 * Only the creator can read `source`. `creator.self` does not identify the caller: it is about the
 * calendar, which others may write to, too.
 */
async function isCreator(execution: Execution, { source, creator }: EventJson): Promise<boolean> {
  if (source) return true;
  if (!creator?.email) return false;
  try {
    const primary = await primaryOf(execution);
    return creator.email.toLowerCase() === primary.toLowerCase();
  } catch (error) {
    // A token with scopes for events only cannot read calendars: the creator is then unknown.
    const unknown = ['MISSING_SCOPE', 'FORBIDDEN', 'NOT_FOUND'];
    if (error instanceof UpstreamError && unknown.includes(error.code)) return false;
    throw error;
  }
}

/** Removes the read-only fields of attendees and attachments. */
function writableBody({ attendees, attachments, ...rest }: EventJson): EventJson {
  return {
    ...rest,
    ...(attendees === undefined ? {} : { attendees: attendees && attendees.map(writableAttendee) }),
    ...(attachments === undefined
      ? {}
      : { attachments: attachments && attachments.map(writableAttachment) }),
  };
}

const updateEvent = write('updateEvent', {
  description:
    'Changes what is named and keeps the rest. With `ifMatch`, any other write since is a conflict that shows the event as it is now, and nothing is written; without it, a write in between is read again and merged, so that writers of different fields never lose each other, while of one field the last one wins.',
  inputDescription: 'What to change on an event. A field left out keeps its value, null clears it.',
  operation: events.update,
  target: Event,
  id: { ref: EventRef, description: 'The event to change.' },
  strategy: replaceIfMatch<EventJson>({
    patch: events.patch,
    alsoCalls: [calendars.get],
    dropped: ['attendeesOmitted', 'privateCopy'],
    decidingPaths: [
      'attendeesOmitted',
      'creator.email',
      'eventType',
      'guestsCanModify',
      'locked',
      'organizer.self',
      'privateCopy',
      'source',
    ],
    mayReplace,
    trimmedLists: { attendees: 'attendeesOmitted' },
    defaults: {
      guestsCanInviteOthers: true,
      guestsCanModify: false,
      guestsCanSeeOtherGuests: true,
      transparency: 'opaque',
      visibility: 'default',
    },
    writableBody,
    // Without these parameters Google Calendar drops attachments and conferences from the event.
    args: { supportsAttachments: true, conferenceDataVersion: 1 },
  }),
  input: changes(events.update, {
    summary: ['String', 'summary', 'Another title.'],
    description: ['String', 'description', 'Another text; may hold HTML.'],
    location: ['String', 'location', 'Another place, in free words.'],
    attendees: [
      EventAttendeeChange,
      'attendees',
      'Changes to the guest list; null takes everybody off it.',
      { check: checkAttendees, merge: changeAttendees, patchNeedsCurrent: true },
    ],
    attachments: [
      [EventAttachmentInput],
      'attachments',
      'All files that shall be attached: the list replaces the old one.',
      {
        check: checkAttachments,
        convert: (attachments) => attachments.map(writableAttachment),
      },
    ],
    recurrence: [
      ['String'],
      'recurrence',
      'All rules of the series as RFC 5545 has them, `RRULE:FREQ=WEEKLY`: the list replaces the old one.',
    ],
    colorId: ['String', 'colorId', "Another colour of its own; null goes back to the calendar's."],
    visibility: [EventVisibility, 'visibility', 'Who shall see the details.'],
    transparency: [EventTransparency, 'transparency', 'Whether it shall count as busy.'],
    guestsCanInviteOthers: [
      'Boolean',
      'guestsCanInviteOthers',
      'Whether guests shall be allowed to invite others.',
    ],
    guestsCanModify: [
      'Boolean',
      'guestsCanModify',
      'Whether guests shall be allowed to change it.',
    ],
    guestsCanSeeOtherGuests: [
      'Boolean',
      'guestsCanSeeOtherGuests',
      'Whether guests shall see who else is invited.',
    ],
    start: [
      EventTimeInput,
      'start',
      'Another start; it cannot be cleared.',
      { clearable: false, change: timeChange },
    ],
    end: [
      EventTimeInput,
      'end',
      'Another end; it cannot be cleared.',
      { clearable: false, change: timeChange },
    ],
    reminders: [
      EventRemindersInput,
      'reminders',
      "Other reminders, for the caller alone; null goes back to the calendar's.",
      { check: checkReminders, change: remindersChange },
    ],
    privateProperties: [
      EventPropertyChange,
      'extendedProperties.private',
      'Changes to the entries on this copy of the event; null drops them all.',
      { change: propertyChange('private') },
    ],
    sharedProperties: [
      EventPropertyChange,
      'extendedProperties.shared',
      'Changes to the entries that every copy carries; null drops them all.',
      { change: propertyChange('shared') },
    ],
  }),
  parameters: parameters(events.update, {
    sendUpdates: [
      required(SendUpdates),
      'sendUpdates',
      'Who gets mail about it. By default nobody: guests then see the change only when they look.',
      { default: 'none' },
    ],
  }),
  settings: conditionalSettings,
  validate: checkTimes,
  reasons: {
    timeRangeEmpty: ['start', 'end'],
    eventRemindersCountExceedsLimit: 'reminders',
    cannotUseDefaultRemindersAndSpecifyOverride: 'reminders',
    // Google Calendar gives this reason for an error in any of these fields, and does not name the
    // field.
    invalid: ['start', 'end', 'recurrence', 'colorId', 'attendees', 'attachments'],
  },
  result: ['event', 'The event as it is now.'],
});

export const eventWrites = [updateEvent];

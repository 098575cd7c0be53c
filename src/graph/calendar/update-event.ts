/** `updateEvent`: what its input says, as changes of upstream's paths. */
import { calendars, events } from '../../upstream/calendar/index.ts';
import { InvalidInput } from '../../upstream/error.ts';
import { naming } from '../error-path.ts';
import { changes } from '../field/change.ts';
import { enumeration } from '../field/enumeration.ts';
import { mutation } from '../field/mutation.ts';
import { eventRef, type EventName } from './calendar-id.ts';
import { EventAttachmentInput, writableAttachment } from './attachment.ts';
import { EventTransparency, EventVisibility, SendUpdates } from './event-enum.ts';
import { type EventTimeValue, EventTimeInput, timeChange } from './event-time.ts';
import { type EventChange, type EventWrite, writeEvent } from './event-write.ts';
import { changeAttendees, EventAttendeeChange } from './guest.ts';
import { EventPropertyChange, propertyChange, type PropertyChangeValue } from './property.ts';
import { EventRemindersInput, remindersChange, type RemindersValue } from './reminder.ts';
import { Event } from './resource.ts';

const UpdateMode = enumeration('CalendarUpdateMode', 'How a change is written.', {
  safe: 'Read, merge and replace under a condition: two quota units. Where a replace could erase what the caller is not shown, a patch under the same condition.',
  patch:
    'Only what is named is sent, as a patch: three quota units. Unless `ifMatch` is given, it may meet a version nobody has looked at.',
});

/** Fields whose new value is simply upstream's at one path. */
const eventChanges = changes(events.update, {
  summary: ['String', 'summary', 'Another title.'],
  description: ['String', 'description', 'Another text; may hold HTML.'],
  location: ['String', 'location', 'Another place, in free words.'],
  attendees: [
    EventAttendeeChange,
    'attendees',
    'Changes to the guest list; null takes everybody off it.',
    changeAttendees,
  ],
  attachments: [
    [EventAttachmentInput],
    'attachments',
    'All files that shall be attached: the list replaces the old one.',
    (given: readonly object[]) => given.map(writableAttachment),
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
  guestsCanModify: ['Boolean', 'guestsCanModify', 'Whether guests shall be allowed to change it.'],
  guestsCanSeeOtherGuests: [
    'Boolean',
    'guestsCanSeeOtherGuests',
    'Whether guests shall see who else is invited.',
  ],
});

interface Input extends EventName, Partial<Record<string, unknown>> {
  readonly start?: EventTimeValue | null;
  readonly end?: EventTimeValue | null;
  readonly reminders?: RemindersValue | null;
  readonly privateProperties?: PropertyChangeValue | null;
  readonly sharedProperties?: PropertyChangeValue | null;
  readonly mode: EventWrite['mode'];
  readonly sendUpdates: EventWrite['sendUpdates'];
  readonly ifMatch?: string | null;
}

const keyed: ReadonlySet<string> = new Set(['attendees']);

/** @throws InvalidArgument for what can be told to be wrong before any call */
function changesOf(input: Input): EventChange[] {
  const { start, end, reminders, privateProperties, sharedProperties } = input;
  for (const { path } of events.update.requiredBody ?? [])
    if (input[path] === null) throw new InvalidInput(path, 'this cannot be cleared');
  const plain = eventChanges
    .changesOf(input)
    .map((change): EventChange => (keyed.has(change.path) ? { ...change, reads: true } : change));
  return [
    ...plain,
    ...(start ? [timeChange('start', start)] : []),
    ...(end ? [timeChange('end', end)] : []),
    ...(reminders === undefined
      ? []
      : [remindersChange('reminders', reminders ?? { useDefault: true })]),
    ...(privateProperties === undefined
      ? []
      : [propertyChange('privateProperties', 'private', privateProperties ?? everything)]),
    ...(sharedProperties === undefined
      ? []
      : [propertyChange('sharedProperties', 'shared', sharedProperties ?? everything)]),
  ];
}

/** Null clears a map of the client's keys, not of the gateway's. */
const everything: PropertyChangeValue = { replaceAll: true };

mutation('updateEvent', {
  description:
    'Changes what is named and keeps the rest. With `ifMatch`, any other write since is a conflict that shows the event as it is now, and nothing is written; without it, a write in between is read again and merged, so that writers of different fields never lose each other, while of one field the last one wins.',
  operations: [events.get, events.update, events.patch, calendars.get],
  inputDescription: 'What to change on an event. A field left out keeps its value, null clears it.',
  input: (t) => ({
    id: t.id({ description: 'The event to change, by its global id.' }),
    calendarId: t.id({
      description: "Instead of `id`: its calendar's global id, upstream's own, or `primary`.",
    }),
    eventId: t.id({ description: "Beside `calendarId`: upstream's id of the event." }),
    ...eventChanges.inputs(t),
    start: t.field({ type: EventTimeInput, description: 'Another start; it cannot be cleared.' }),
    end: t.field({ type: EventTimeInput, description: 'Another end; it cannot be cleared.' }),
    reminders: t.field({
      type: EventRemindersInput,
      description: "Other reminders, for the caller alone; null goes back to the calendar's.",
    }),
    privateProperties: t.field({
      type: EventPropertyChange,
      description: 'Changes to the entries on this copy of the event; null drops them all.',
    }),
    sharedProperties: t.field({
      type: EventPropertyChange,
      description: 'Changes to the entries that every copy carries; null drops them all.',
    }),
    mode: t.field({
      type: UpdateMode,
      defaultValue: 'safe',
      required: true,
      description: 'How to write it.',
    }),
    ifMatch: t.string({
      description: 'The `etag` that the client has seen: only that version is changed.',
    }),
    sendUpdates: t.field({
      type: SendUpdates,
      defaultValue: 'none',
      required: true,
      description:
        'Who gets mail about it. By default nobody: guests then see the change only when they look.',
    }),
  }),
  node: ['event', Event, 'The event as it is now.'],
  run: async (input: Input, execution, wanted) => {
    const { mode, ifMatch, sendUpdates } = input;
    const changes = changesOf(input);
    const ref = await eventRef(execution, input);
    return {
      ref: await naming(
        ref.key.at(-1)!,
        writeEvent(execution, { ref, changes, mode, ifMatch, sendUpdates, wanted }),
      ),
    };
  },
});

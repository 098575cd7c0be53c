/** Writes of the calendar list of the caller. */
import { elementOf } from '../../../engine/schema/type/element-id.ts';
import type { calendar_v3 } from '@googleapis/calendar';
import { replaceIfMatch } from '../../../engine/write/update/replace-if-match.ts';
import { calendarList } from '../operations.ts';
import { InvalidInput } from '../../../engine/api/error.ts';
import { keyedList } from '../../../engine/schema/write/list-change.ts';
import { write } from '../../../engine/schema/write/write.ts';
import {
  changes,
  newOrChanged,
  required,
  settings,
} from '../../../engine/schema/write/write-input.ts';
import { upstreamId } from '../../../engine/schema/type/global-id.ts';
import { isPrimary, wellKnownCalendar } from '../calendar-id.ts';
import { forbiddenForPrimary } from '../calendar/primary.ts';
import { conditionalSettings, deletionRows } from '../conditional.ts';
import { checkHexColor } from '../color/hex.ts';
import { addToList, entryDefaults } from './addition.ts';
import {
  CalendarNotificationChangesInput,
  CalendarNotificationInput,
  notificationList,
} from './notification.ts';
import { EventReminderChangesInput, EventReminderInput, reminderList } from '../event/reminder.ts';
import { Calendar, CalendarListEntry } from '../resources.ts';

interface ColorInput {
  readonly colorId?: string | null;
  readonly backgroundColor?: string | null;
  readonly foregroundColor?: string | null;
}

const hasOwnColors = ({ backgroundColor, foregroundColor }: ColorInput): boolean =>
  backgroundColor != null || foregroundColor != null;

/** @throws InvalidInput for an id together with colors */
function checkColors(input: ColorInput): void {
  if (input.colorId != null && hasOwnColors(input))
    throw new InvalidInput(
      'colorId',
      'is not allowed together with backgroundColor or foregroundColor; a color id sets both',
    );
}

/** Colors that are not those of a color id need a parameter. */
const colorFormat = (isNeeded: boolean): { readonly colorRgbFormat?: true } =>
  isNeeded ? { colorRgbFormat: true } : {};

const removesAll = 'Null removes all. The mode `PATCH` reads the entry first.';

/** The settings of the caller for a calendar. */
const entryRows = {
  summaryOverride:
    'The title of the calendar for the caller. Null or absent in a new entry: the original title.',
  hidden: ['Whether the calendar is hidden from the list.', { clearable: false }],
  selected: [
    'Whether Google Calendar displays the events of the calendar to the caller.',
    { clearable: false },
  ],
  colorId: [
    'ID',
    'colorId',
    'The color id of the calendar, an index into the calendar colors of Google Calendar. Sets both colors. Cannot be combined with them.',
    { clearable: false, check: elementOf('CalendarColor') },
  ],
  backgroundColor: [
    'The background color as a hexadecimal value, for example `#0088aa`. Replaces the color of `colorId`.',
    { clearable: false, check: checkHexColor },
  ],
  foregroundColor: [
    'The foreground color as a hexadecimal value, for example `#ffffff`. Replaces the color of `colorId`.',
    { clearable: false, check: checkHexColor },
  ],
  defaultReminders: [
    newOrChanged([EventReminderInput], EventReminderChangesInput),
    'defaultReminders',
    'The default reminders of the caller for events of the calendar. At most 5.',
    { ...keyedList(reminderList), ifChanged: removesAll },
  ],
  notifications: [
    newOrChanged([CalendarNotificationInput], CalendarNotificationChangesInput),
    'notificationSettings.notifications',
    'The notifications that the caller receives about the calendar. REST field: `notificationSettings.notifications`.',
    { ...keyedList(notificationList), ifChanged: removesAll },
  ],
} as const;

/** Google Calendar gives this reason for an error in any of these fields, without its name. */
const invalid = ['colorId', 'defaultReminders', 'notificationSettings.notifications'] as const;

const addCalendarToList = write('addCalendarToList', {
  description:
    'Add a calendar to the calendar list of the caller, who needs access to the calendar. A calendar is in the list only once. If the calendar is already there with the settings of the input, the mutation succeeds and changes nothing. If the entry has other settings, the error `CONFLICT` contains the current entry: use `updateCalendarListEntry` to change them. Costs 2 quota units, or 1 if the calendar is already in the list. Not atomic: if another client adds the calendar between the read and the write, Google Calendar may reset the settings that the input omits.',
  inputDescription:
    'Input of `addCalendarToList`. Google Calendar chooses the settings that the input omits.',
  operation: calendarList.insert,
  target: CalendarListEntry,
  strategy: addToList(),
  input: changes(calendarList.insert, {
    calendarId: [
      required('ID'),
      'id',
      'The calendar to add: the global id or the Google Calendar id.',
      { references: Calendar },
    ],
    ...entryRows,
  }),
  validate: checkColors,
  derivedParameters: (input) => colorFormat(hasOwnColors(input)),
  reasons: { notFound: 'id', invalid },
  result: 'The entry of the calendar list.',
});

const updateCalendarListEntry = write('updateCalendarListEntry', {
  description:
    'Change the settings of the caller for a calendar. Other users of the calendar are not affected. An omitted field keeps its value. With `ifMatch`, the mutation writes only if the entry has this `etag`; otherwise the error `CONFLICT` contains the current entry.',
  operation: calendarList.update,
  target: CalendarListEntry,
  id: {
    argument: 'id',
    description:
      'The entry to change: its global id, the Google Calendar id of the calendar, or `primary` for the primary calendar of the caller.',
    wellKnown: wellKnownCalendar,
  },
  strategy: replaceIfMatch<calendar_v3.Schema$CalendarListEntry>({
    patch: calendarList.patch,
    defaults: entryDefaults,
  }),
  input: changes(calendarList.update, entryRows),
  settings: conditionalSettings,
  validate: checkColors,
  // A replace sends the current colors, which may be none of the palette.
  derivedParameters: (input) =>
    colorFormat(input.colorId == null && (input.mode === 'safe' || hasOwnColors(input))),
  adjust: (next, _, { colorId }) => {
    if (colorId == null) delete next.colorId;
    else {
      delete next.backgroundColor;
      delete next.foregroundColor;
    }
  },
  reasons: { invalid },
  result: 'The entry after the change.',
});

const removeCalendarFromList = write('removeCalendarFromList', {
  description:
    'Remove a calendar from the calendar list of the caller. The calendar itself and the access of the caller stay. The primary calendar, and calendars of which the caller is the data owner, cannot be removed: hide them with `updateCalendarListEntry`.',
  operation: calendarList.delete,
  target: CalendarListEntry,
  id: 'The entry to remove: its global id, or the Google Calendar id of the calendar.',
  settings: settings(deletionRows),
  validate: (input) => {
    const { id } = input as { readonly id?: string };
    if (isPrimary(upstreamId(CalendarListEntry.resource, id!)))
      throw forbiddenForPrimary(calendarList.delete.reasons.cannotChangeOwnPrimarySubscription);
  },
  reasons: { cannotChangeOwnPrimarySubscription: 'entity' },
});

export const calendarListWrites = [
  addCalendarToList,
  updateCalendarListEntry,
  removeCalendarFromList,
];

/** Writes of calendars. */
import { action } from '../../../engine/write/action.ts';
import { insert } from '../../../engine/write/insert/insert.ts';
import { replaceIfMatch } from '../../../engine/write/update/replace-if-match.ts';
import type { Strategy } from '../../../engine/write/strategy.ts';
import { calendars } from '../operations.ts';
import { InvalidInput, showValue } from '../../../engine/api/error.ts';
import { checkConfirmation } from '../../../engine/schema/type/confirmation.ts';
import { keyedList } from '../../../engine/schema/write/list-change.ts';
import { write } from '../../../engine/schema/write/write.ts';
import {
  changes,
  newOrChanged,
  parameters,
  required,
  settings,
} from '../../../engine/schema/write/write-input.ts';
import { upstreamId } from '../../../engine/schema/type/global-id.ts';
import { isPrimary, isSharedCalendarId, wellKnownCalendar } from '../calendar-id.ts';
import { forbiddenForPrimary } from './primary.ts';
import { CalendarWorkingHoursInput, workingHoursOf } from './working-hours.ts';
import { conditionalSettings, deletionRows } from '../conditional.ts';
import { EventLabelChangesInput, EventLabelInput, labelList } from '../event/label.ts';
import { checkTimeZone } from '../time-zone.ts';
import { Calendar } from '../resources.ts';

const calendarRows = {
  summary: ['The title of the calendar.', { notBlank: true }],
  description: 'The description, which all users of the calendar see.',
  location: 'The geographic location, as free text.',
  timeZone: [
    'The time zone as an IANA name, for example `Europe/Lisbon`.',
    {
      check: (value: string, argument: string) => checkTimeZone(argument, value),
      clearable: false,
      ifNew: 'Default: chosen by Google Calendar.',
    },
  ],
  eventLabels: [
    newOrChanged([EventLabelInput], EventLabelChangesInput),
    'labelProperties.eventLabels',
    'Labels for the events of the calendar. At most 200.',
    {
      // Google Calendar keeps the labels if a body lacks them: an empty list removes them.
      ...keyedList(labelList),
      ifChanged: 'Null removes all labels. The mode `PATCH` reads the calendar first.',
    },
  ],
  autoAcceptInvitations: [
    'Whether the calendar accepts invitations automatically. Only for calendars of rooms and other resources.',
    { ifChanged: 'Null restores the default.' },
  ],
} as const;

/** The writable values of a primary calendar alone. */
const primaryRows = {
  workingHours: [
    CalendarWorkingHoursInput,
    'workingHours',
    'All working hours of the user, which replace the current ones. Only for primary calendars of Google Workspace users. `enabled: false` without periods removes them.',
    {
      // Google Calendar keeps the hours if a body has null or an empty object.
      clearable: false,
      convert: workingHoursOf,
      oneValue: 'Google Calendar writes the working hours as a whole.',
    },
  ],
} as const;

/** Google Calendar gives this reason for an error in any of these fields, without its name. */
const invalid = ['timeZone', 'labelProperties.eventLabels'] as const;

const invalidChange = [...invalid, 'workingHours'] as const;

const createCalendar = write('createCalendar', {
  description:
    'Create a calendar. The caller becomes its data owner, and the calendar appears in the calendar list of the caller.',
  operation: calendars.insert,
  target: Calendar,
  strategy: insert(),
  input: changes(calendars.insert, calendarRows),
  reasons: { invalid },
  result: 'The created calendar.',
});

const updateCalendar = write('updateCalendar', {
  description:
    'Change a calendar for all of its users. Owners only. An omitted field keeps its value. With `ifMatch`, the mutation writes only if the calendar has this `etag`; otherwise the error `CONFLICT` contains the current calendar.',
  operation: calendars.update,
  target: Calendar,
  id: {
    argument: 'id',
    description:
      'The calendar to change: the global id, the Google Calendar id, or `primary` for the primary calendar of the caller.',
    wellKnown: wellKnownCalendar,
  },
  strategy: replaceIfMatch({ patch: calendars.patch }),
  input: changes(calendars.update, { ...calendarRows, ...primaryRows }),
  validate: ({ workingHours, ...input }) => {
    const { id } = input as object as { readonly id: string };
    const calendarId = upstreamId(Calendar.resource, id);
    if (workingHours !== undefined && isSharedCalendarId(calendarId))
      throw new InvalidInput(
        'workingHours',
        `${showValue(calendarId)} is not a primary calendar, and only the primary calendar of a user has working hours`,
      );
  },
  settings: conditionalSettings,
  reasons: { invalid: invalidChange },
  result: 'The calendar after the change.',
});

const confirmation = [
  required('ID'),
  'The confirmation: the same calendar as `id`, by its global id or its Google Calendar id. Never `primary`, which means another calendar for each caller.',
] as const;

const deleteCalendar = write('deleteCalendar', {
  description:
    'Delete a calendar and all of its events for all users. Secondary calendars only: use `clearCalendar` to delete the events of the primary calendar, or `removeCalendarFromList` to remove the calendar of somebody else from the list. Only the data owner can delete a calendar, see `Calendar.dataOwnerEmail`.',
  operation: calendars.delete,
  target: Calendar,
  id: 'The calendar to delete: the global id or the Google Calendar id.',
  settings: settings({
    confirm: confirmation,
    ...deletionRows,
  }),
  validate: ({ confirm, ...input }) => {
    const { id } = input as { readonly id: string };
    if (isPrimary(upstreamId(Calendar.resource, id)))
      throw forbiddenForPrimary(calendars.delete.reasons.cannotDeletePrimaryCalendar);
    checkConfirmation(Calendar.resource, confirm, id);
  },
  reasons: { cannotDeletePrimaryCalendar: 'entity' },
});

/**
 * The strategy, after a check of the argument `confirm` against the calendar that `id` means for
 * the caller: `primary` means another one with another access token.
 */
const confirmed = (strategy: Strategy): Strategy => ({
  ...strategy,
  run: async (write) => {
    const confirm = write.settings['confirm'] as string;
    const id = write.ref!.key[0]!;
    if (isPrimary(upstreamId(Calendar.resource, confirm, 'confirm')))
      throw new InvalidInput(
        'confirm',
        `${showValue(confirm)} does not name the calendar; expected the id ${showValue(id)}`,
      );
    checkConfirmation(Calendar.resource, confirm, id);
    return strategy.run(write);
  },
});

const clearCalendar = write('clearCalendar', {
  description:
    'Delete all events of the primary calendar of the caller. The calendar itself stays. Other calendars cannot be cleared: use `deleteCalendar`.',
  operation: calendars.clear,
  target: Calendar,
  id: {
    argument: 'id',
    description:
      'The primary calendar of the caller: `primary`, the global id, or the Google Calendar id.',
    wellKnown: wellKnownCalendar,
  },
  strategy: confirmed(action()),
  settings: settings({ confirm: confirmation }),
  validate: ({ confirm, ...input }) => {
    const { id } = input as { readonly id: string };
    // A misshapen id is rejected before any call.
    upstreamId(Calendar.resource, confirm, 'confirm');
    const given = upstreamId(Calendar.resource, id);
    if (isSharedCalendarId(given))
      throw new InvalidInput(
        'id',
        `${showValue(given)} is not a primary calendar, and only a primary calendar can be cleared; use deleteCalendar`,
      );
  },
  reasons: { invalid: 'entity' },
  result: 'The calendar without events.',
});

const transferCalendar = write('transferCalendar', {
  description:
    'Make another person of the organization the data owner of a calendar, see `Calendar.dataOwnerEmail`. Only for administrators of the organization who may manage calendars, and only for secondary calendars that are not deleted or disabled. The new data owner is not asked, and nothing undoes the transfer: only another transfer moves the calendar back.',
  operation: calendars.transferOwnership,
  target: Calendar,
  id: 'The calendar to transfer: the global id or the Google Calendar id.',
  strategy: action(),
  parameters: parameters(calendars.transferOwnership, {
    newDataOwnerEmail: [
      required('EmailAddress'),
      'newDataOwner',
      'The email address of the new data owner.',
    ],
  }),
  derivedParameters: () => ({ useAdminAccess: true }),
  settings: settings({ confirm: confirmation }),
  validate: ({ confirm, ...input }) => {
    const { id } = input as object as { readonly id: string };
    checkConfirmation(Calendar.resource, confirm, id);
  },
  reasons: { invalid: 'newDataOwner' },
  result:
    'The calendar with the new data owner. An error if the calendar is not shared with the administrator.',
});

export const calendarObjectWrites = [
  createCalendar,
  updateCalendar,
  transferCalendar,
  deleteCalendar,
  clearCalendar,
];

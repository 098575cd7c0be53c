/** Reminders of events. */
import type { calendar_v3 } from '@googleapis/calendar';
import type { Change } from '../../../engine/write/change.ts';
import { type KeyedChange, mergeFields } from '../../../engine/write/update/keyed-list.ts';
import { InvalidInput, showValue } from '../../../engine/api/error.ts';
import { builder } from '../../../engine/schema/builder.ts';
import {
  checkListChange,
  type ListRules,
  listChangeType,
  newEntries,
  nextEntries,
} from '../../../engine/schema/write/list-change.ts';
import { fields, valueType } from '../../../engine/schema/field/path-field.ts';
import { inputObject, required, flag } from '../../../engine/schema/field/input-row.ts';
import { countOf, durationAt } from '../../../engine/schema/type/duration.ts';
import { events } from '../operations.ts';
import { ReminderMethod } from '../enums.ts';

export const EventReminder = builder
  .objectType<calendar_v3.Schema$EventReminder>('EventReminder')
  .implement({
    description: 'A reminder of the caller for an event.',
    fields: (t) => ({
      ...fields(t, { method: [ReminderMethod, 'The delivery method, for example email.'] }),
      before: durationAt(
        t,
        'minutes',
        { unit: 'min', operation: events.get },
        'The time from the reminder to the start of the event, at most four weeks. REST field: `minutes`.',
      ),
    }),
  });

export const EventReminders = valueType<NonNullable<calendar_v3.Schema$Event['reminders']>>(
  'EventReminders',
).rows('The reminders of the caller for one event. Each attendee has separate reminders.', {
  useDefault: 'Whether the default reminders of the calendar apply.',
  overrides: [[EventReminder], 'The reminders that replace the default reminders. At most 5.'],
});

export const EventReminderInput = inputObject('EventReminderInput', 'A reminder to set.', {
  method: [required(ReminderMethod), 'The delivery method of the new reminder.'],
  before: [
    required('Duration'),
    'The time from the reminder to the start of the event, for example `PT10M`. Whole minutes, from 0 to four weeks. REST field: `minutes`.',
  ],
});

export const EventReminderChangesInput = listChangeType('EventReminderChangesInput', {
  entry: EventReminderInput,
  key: EventReminderInput,
  many: 'reminders',
  one: 'reminder',
  keys: 'method and time',
  setNote: 'There are at most 5 reminders.',
});

export const EventRemindersInput = inputObject(
  'EventRemindersInput',
  'All reminders of the caller for one event.',
  {
    useDefault: flag(
      'Use the default reminders of the calendar. Requires `overrides` to be empty or absent.',
    ),
    overrides: [
      [EventReminderInput],
      'The reminders that replace the default reminders. At most 5. If absent or empty, and `useDefault` is false, the event has no reminders.',
    ],
  },
);

export const EventRemindersChangesInput = inputObject(
  'EventRemindersChangesInput',
  'Changes to the reminders of the caller for one event.',
  {
    useDefault: [
      'Boolean',
      'Whether the default reminders of the calendar apply. True removes all reminders of the event itself, and is not allowed together with `overrides`. Default: false if `overrides` adds a reminder or is null, otherwise the current value.',
    ],
    overrides: [
      EventReminderChangesInput,
      'The reminders that replace the default reminders. Null removes all of them: the event then has no reminders.',
    ],
  },
);

type RemindersValue = typeof EventRemindersInput.$inferType;
type ReminderValue = typeof EventReminderInput.$inferType;
type Reminder = calendar_v3.Schema$EventReminder;

/** Four weeks. */
const maxMinutes = 40_320;

/** @throws InvalidInput for a time that Google Calendar rejects, or replaces by another one */
function reminderOf({ method, before }: ReminderValue, argument: string): Reminder {
  const at = `${argument}.before`;
  const minutes = Number(countOf(before, 'min', at));
  if (minutes > maxMinutes)
    throw new InvalidInput(at, `${showValue(before)} is too long; expected at most P28D`);
  return { method, minutes };
}

const keyOf = ({ method, minutes }: Reminder): string => `${method}, ${minutes} minutes`;

const inputKeyOf = (input: ReminderValue): string => keyOf(reminderOf(input, ''));

/** The reminders of an event or a calendar. Nothing but the key is known of them. */
export const reminderList: ListRules<Reminder, ReminderValue, ReminderValue> = {
  one: 'reminder',
  many: 'reminders',
  maxLength: 5,
  keyOf,
  inputKeyOf,
  removedKeyOf: inputKeyOf,
  check: reminderOf,
  checkKey: reminderOf,
  merge: (input, current) => mergeFields(current, reminderOf(input, '')),
};

/**
 * Row option `change` for all reminders of a new event.
 * @throws InvalidInput for reminders beside the default ones, and as for each list
 */
export function newReminders(value: RemindersValue | null, argument: string): Partial<Change> {
  const { useDefault, overrides } = value ?? { useDefault: true };
  if (useDefault && overrides?.length) throw bothGiven(argument);
  const reminders = {
    useDefault,
    ...(overrides && { overrides: newEntries(reminderList, overrides, `${argument}.overrides`) }),
  };
  return { apply: () => reminders };
}

const bothGiven = (argument: string): InvalidInput =>
  new InvalidInput(argument, 'expected either useDefault or overrides, got both');

interface RemindersChange {
  readonly useDefault?: boolean | null | undefined;
  readonly overrides?: KeyedChange<ReminderValue, ReminderValue> | null | undefined;
}

type RemindersJson = NonNullable<calendar_v3.Schema$Event['reminders']>;

/**
 * Row option `change` for the reminders of an event; null restores the reminders of the calendar.
 * @throws InvalidInput for reminders beside the default ones, and as for each list
 */
export function remindersChange(value: RemindersChange | null, argument: string): Partial<Change> {
  if (value?.useDefault && value.overrides) throw bothGiven(argument);
  if (value?.overrides) checkListChange(reminderList, value.overrides, `${argument}.overrides`);
  const apply = (current: unknown): RemindersJson =>
    nextReminders(value ?? { useDefault: true }, current ?? {}, argument);
  return {
    apply,
    // A PATCH keeps the reminders that it omits.
    patch: (current) => ({ overrides: null, ...apply(current) }),
    ...(value && !value.useDefault && { patchNeedsCurrent: true as const }),
  };
}

function nextReminders(
  { useDefault, overrides: given }: RemindersChange,
  current: RemindersJson,
  argument: string,
): RemindersJson {
  const { overrides: own, ...rest } = current;
  if (useDefault) return { ...rest, useDefault };
  const change = given === null ? { replaceAll: [] } : (given ?? {});
  const at = { change, argument: `${argument}.overrides` };
  const overrides = nextEntries(reminderList, at, own ?? []);
  const hasOwn = overrides.length > 0 || Boolean(change.replaceAll);
  return {
    ...rest,
    useDefault: useDefault ?? (hasOwn ? false : (rest.useDefault ?? true)),
    ...(overrides.length > 0 && { overrides }),
  };
}

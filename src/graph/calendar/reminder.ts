/** Reminders of events. */
import type { calendar_v3 } from '@googleapis/calendar';
import type { Change } from '../../data/write/change.ts';
import { InvalidInput } from '../../upstream/error.ts';
import { builder } from '../builder.ts';
import { enumeration } from '../field/enumeration.ts';
import { fields } from '../field/path-field.ts';

const ReminderMethod = enumeration('ReminderMethod', 'The delivery method of a reminder.', {
  email: 'A reminder by email.',
  popup: 'A notification in the Google Calendar user interface.',
});

export const EventReminder = builder
  .objectRef<calendar_v3.Schema$EventReminder>('EventReminder')
  .implement({
    description: 'A reminder of the caller for an event.',
    fields: (t) =>
      fields(t, {
        method: [ReminderMethod, 'The delivery method, for example email.'],
        minutes: [
          'Int',
          'The time before the start of the event. Minutes, at most 40,320 (four weeks).',
        ],
      }),
  });

export const EventReminders = builder
  .objectRef<NonNullable<calendar_v3.Schema$Event['reminders']>>('EventReminders')
  .implement({
    description: 'The reminders of the caller for one event. Each attendee has separate reminders.',
    fields: (t) =>
      fields(t, {
        useDefault: ['Boolean', 'Whether the default reminders of the calendar apply.'],
        overrides: [
          [EventReminder],
          'The reminders that replace the default reminders. At most 5.',
        ],
      }),
  });

export const EventReminderInput = builder.inputType('EventReminderInput', {
  description: 'A reminder to set.',
  fields: (t) => ({
    method: t.field({
      type: ReminderMethod,
      required: true,
      description: 'The delivery method of the new reminder.',
    }),
    minutes: t.int({
      required: true,
      description:
        'The time before the start of the event. Minutes, from 0 to 40,320 (four weeks).',
    }),
  }),
});

export const EventRemindersInput = builder.inputType('EventRemindersInput', {
  description: 'All reminders of the caller for one event.',
  fields: (t) => ({
    useDefault: t.boolean({
      required: true,
      defaultValue: false,
      description:
        'Use the default reminders of the calendar. Requires `overrides` to be empty or absent.',
    }),
    overrides: t.field({
      type: [EventReminderInput],
      description:
        'The reminders that replace the default reminders. At most 5. If absent or empty, and `useDefault` is false, the event has no reminders.',
    }),
  }),
});

type RemindersValue = typeof EventRemindersInput.$inferInput;
type ReminderValue = typeof EventReminderInput.$inferInput;

const maxReminders = 5;

/** Four weeks. */
const maxMinutes = 40_320;

/**
 * Row option `check` for a list of reminders.
 * @throws InvalidInput for values that Google Calendar rejects without naming them, or replaces by
 * other minutes
 */
export function checkReminderList(reminders: readonly ReminderValue[], argument: string): void {
  if (reminders.length > maxReminders)
    throw new InvalidInput(
      argument,
      `expected at most ${maxReminders} reminders, got ${reminders.length}`,
    );
  for (const [index, { minutes }] of reminders.entries())
    if (minutes < 0 || minutes > maxMinutes)
      throw new InvalidInput(
        `${argument}.${index}.minutes`,
        `${minutes} is not a number of minutes from 0 to ${maxMinutes}`,
      );
}

/**
 * Row option `check` for all reminders of an event.
 * @throws InvalidInput as `checkReminderList`, and for reminders beside the default ones
 */
export function checkReminders({ useDefault, overrides }: RemindersValue, argument: string): void {
  const own = overrides ?? [];
  if (useDefault && own.length > 0)
    throw new InvalidInput(argument, 'expected either useDefault or overrides, got both');
  checkReminderList(own, `${argument}.overrides`);
}

/**
 * Row option `change` for all reminders of an event; null restores the reminders of the calendar.
 */
export function remindersChange(value: RemindersValue | null): Partial<Change> {
  const { useDefault, overrides } = value ?? { useDefault: true };
  const reminders = { useDefault, ...(overrides ? { overrides } : {}) };
  return { apply: () => reminders, patch: () => ({ overrides: null, ...reminders }) };
}

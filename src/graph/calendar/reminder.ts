/** Reminders of events. */
import type { calendar_v3 } from '@googleapis/calendar';
import type { Change } from '../../data/write/change.ts';
import { InvalidInput } from '../../upstream/error.ts';
import { builder } from '../builder.ts';
import { enumeration } from '../field/enumeration.ts';
import { fields } from '../field/path-field.ts';

const ReminderMethod = enumeration('ReminderMethod', 'How somebody is reminded of an event.', {
  email: 'By a mail.',
  popup: 'By a notice on the screen.',
});

export const EventReminder = builder
  .objectRef<calendar_v3.Schema$EventReminder>('EventReminder')
  .implement({
    description: 'How and when the caller is reminded of an event.',
    fields: (t) =>
      fields(t, {
        method: [ReminderMethod, 'In which way it comes.'],
        minutes: ['Int', 'How many minutes before the start, up to four weeks.'],
      }),
  });

export const EventReminders = builder
  .objectRef<NonNullable<calendar_v3.Schema$Event['reminders']>>('EventReminders')
  .implement({
    description: "The caller's own reminders of one event; other people have theirs.",
    fields: (t) =>
      fields(t, {
        useDefault: ['Boolean', "Whether the calendar's usual reminders hold."],
        overrides: [[EventReminder], 'The reminders that hold instead.'],
      }),
  });

const EventReminderInput = builder.inputType('EventReminderInput', {
  description: 'One reminder to set.',
  fields: (t) => ({
    method: t.field({
      type: ReminderMethod,
      required: true,
      description: 'In which way it shall come.',
    }),
    minutes: t.int({
      required: true,
      description: 'How many minutes before the start, 0 to 40320.',
    }),
  }),
});

export const EventRemindersInput = builder.inputType('EventRemindersInput', {
  description: "The caller's reminders of one event, all of them.",
  fields: (t) => ({
    useDefault: t.boolean({
      required: true,
      defaultValue: false,
      description: "Go by the calendar's usual reminders; then there are no others.",
    }),
    overrides: t.field({
      type: [EventReminderInput],
      description: 'Up to five reminders; none, and nothing reminds of it.',
    }),
  }),
});

type RemindersValue = typeof EventRemindersInput.$inferInput;

const maxReminders = 5;

/** Four weeks. */
const maxMinutes = 40_320;

/**
 * Row option `check` for all reminders of an event.
 * @throws InvalidInput for values that Google Calendar rejects without naming them, or replaces by
 * other minutes
 */
export function checkReminders({ useDefault, overrides }: RemindersValue, argument: string): void {
  const own = overrides ?? [];
  if (useDefault && own.length > 0)
    throw new InvalidInput(argument, 'expected either useDefault or overrides, got both');
  if (own.length > maxReminders)
    throw new InvalidInput(
      `${argument}.overrides`,
      `expected at most ${maxReminders} reminders, got ${own.length}`,
    );
  for (const [index, { minutes }] of own.entries())
    if (minutes < 0 || minutes > maxMinutes)
      throw new InvalidInput(
        `${argument}.overrides.${index}.minutes`,
        `${minutes} is not a number of minutes from 0 to ${maxMinutes}`,
      );
}

/**
 * Row option `change` for all reminders of an event; null restores the reminders of the calendar.
 */
export function remindersChange(value: RemindersValue | null): Partial<Change> {
  const { useDefault, overrides } = value ?? { useDefault: true };
  const reminders = { useDefault, ...(overrides ? { overrides } : {}) };
  return { apply: () => reminders, patch: () => ({ overrides: null, ...reminders }) };
}

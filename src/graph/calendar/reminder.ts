/** Reminders of events. */
import type { calendar_v3 } from '@googleapis/calendar';
import type { Change } from '../../data/write/change.ts';
import { builder } from '../builder.ts';
import { fields } from '../field/path-field.ts';
import { ReminderMethod } from './event-enum.ts';

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

interface RemindersValue {
  readonly useDefault: boolean;
  readonly overrides?: readonly object[] | null | undefined;
}

/** Row option `change` for all reminders of an event; null restores those of the calendar. */
export function remindersChange(value: RemindersValue | null): Partial<Change> {
  const { useDefault, overrides } = value ?? { useDefault: true };
  const reminders = { useDefault, ...(overrides ? { overrides } : {}) };
  return { apply: () => reminders, patch: () => ({ overrides: null, ...reminders }) };
}

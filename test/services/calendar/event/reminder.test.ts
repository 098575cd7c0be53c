/** Changes of the reminders of an event: the default ones of the calendar, or own ones. */
import { describe, expect, it } from 'vitest';
import { changeEvent } from '../../../support/scenario/calendar.ts';
import { launch, useEventUpdates } from '../../../support/scenario/event-update.ts';

const { studio, update, now } = useEventUpdates();

const popup = { method: 'popup', minutes: 10 };
const email = { method: 'email', minutes: 60 };
const own = { useDefault: false, overrides: [popup] };
const usual = { useDefault: true };
const none = { useDefault: false };

const given = ({ method, minutes }: typeof popup) => ({
  method: method.toUpperCase(),
  before: `PT${minutes}M`,
});

describe('the reminders of an event', () => {
  it.each(
    ['SAFE', 'PATCH'].flatMap((mode) =>
      [
        { before: usual, change: { overrides: { set: [given(popup)] } }, after: own },
        { before: usual, change: { overrides: { remove: [given(popup)] } }, after: usual },
        { before: usual, change: { overrides: { replaceAll: [] } }, after: none },
        { before: usual, change: { overrides: null }, after: none },
        { before: usual, change: { useDefault: false }, after: none },
        { before: usual, change: {}, after: usual },
        { before: own, change: {}, after: own },
        { before: own, change: { useDefault: false }, after: own },
        { before: own, change: { useDefault: true }, after: usual },
        { before: own, change: { useDefault: true, overrides: null }, after: usual },
        { before: own, change: null, after: usual },
        {
          before: own,
          change: { overrides: { set: [given(email)] } },
          after: { ...own, overrides: [popup, email] },
        },
        { before: own, change: { overrides: { remove: [given(popup)] } }, after: none },
      ].map((each) => ({ ...each, mode })),
    ),
  )('$before become $after by $change ($mode)', async ({ before, change, after, mode }) => {
    changeEvent(studio.sandbox, launch, { reminders: before });
    expect((await update({ reminders: change, mode })).errors).toEqual([]);
    expect(now().reminders).toEqual(after);
  });
});

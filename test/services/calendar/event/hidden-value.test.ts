/** Changes to the default of a value that the caller may not be shown. */
import { describe, expect, it } from 'vitest';
import { eventDefaults } from '../../../../src/services/calendar/event/write/input.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { changeEvent } from '../../../support/calendar.ts';
import { type Keys, launch, useEventUpdates } from '../../../support/event-update.ts';
import { useEditingProxy } from '../../../support/use-editing-proxy.ts';

const { options, proxy } = useEditingProxy('calendar');
const { update, now, writes, studio } = useEventUpdates(options);

/** An event of somebody else on the calendar of the caller. */
const invitation: Keys = [ids.calendar.ava, ids.event.benOneOnOne];

type Name = keyof typeof eventDefaults;

/** A value that is not the default, and the default as the input has it. */
const values: Readonly<Record<Name, readonly [stored: unknown, byDefault: unknown]>> = {
  guestsCanInviteOthers: [false, true],
  // A guest who may modify the event is shown all of it.
  guestsCanModify: [false, false],
  guestsCanSeeOtherGuests: [false, true],
  transparency: ['transparent', 'OPAQUE'],
  visibility: ['private', 'DEFAULT'],
};

const names = Object.keys(values) as Name[];

describe('a change to a default value', () => {
  it('is tested for every value that has one', () => {
    expect(names.toSorted()).toEqual(Object.keys(eventDefaults).toSorted());
  });
  it.each(names)('is sent if the read hides the value from a guest: %s', async (name) => {
    const [stored, byDefault] = values[name];
    changeEvent(studio.sandbox, invitation, { [name]: stored });
    proxy.edit((event) => {
      delete event[name];
    });
    await update({ [name]: byDefault }, { keys: invitation });
    expect(writes().map(({ operation, body }) => [operation, body])).toEqual([
      ['calendar:events.patch', { [name]: eventDefaults[name] }],
    ]);
  });
  it.each(names)('is not sent if the organizer is shown that it is absent: %s', async (name) => {
    const { [name]: _, ...others } = now(launch);
    changeEvent(studio.sandbox, launch, { ...others, [name]: undefined });
    const { errors } = await update({ [name]: values[name][1] }, { keys: launch });
    expect(errors).toEqual([]);
    expect(writes()).toEqual([]);
  });
});

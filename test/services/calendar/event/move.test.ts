/** `moveEvent` and `quickAddEvent`. */
import { describe, expect, it } from 'vitest';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import { calendarState } from '../../../../src/sandbox/calendar/state.ts';
import { completeEvents } from '../../../../src/sandbox/seed/calendar/complete-event.ts';
import { premieres } from '../../../../src/sandbox/seed/calendar/seed.ts';
import { eventId, ids } from '../../../../src/sandbox/seed/ids.ts';
import type { Keys } from '../../../support/event-update.ts';
import { useStudio } from '../../../support/studio.ts';

const studio = useStudio({ env: { RETRY_BASE_MS: '1' } });
const { release, ava } = ids.calendar;
const source: Keys = [release, ids.event.townhallMeeting];
const target = ids.calendar.private;

const eventsOf = (calendarId: string) =>
  calendarState(studio.sandbox.simulation()).calendars.get(calendarId)!.events;

const called = () => studio.calls().map(({ operation }) => operation);

async function mutate(mutation: string, input: object, token?: string) {
  const type = `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input`;
  const { data, errors } = await studio.query(
    `mutation ($input: ${type}!) {
      ${mutation}(input: $input) {
        event { id calendarId eventId summary start { dateTime } }
        errors { code message path reason }
      }
    }`,
    { input },
    token,
  );
  return { ...data?.[mutation], failures: errors };
}

const move = ([calendarId, eventId]: Keys, destinationCalendarId: string, token?: string) =>
  mutate('moveEvent', { by: { key: { calendarId, eventId } }, destinationCalendarId }, token);

describe('moveEvent', () => {
  it('reads the type, moves, and returns the event in the other calendar', async () => {
    const { event, errors } = await move(source, globalId('Calendar', [target]));
    expect([event, errors]).toMatchObject([
      {
        id: globalId('Event', [target, source[1]]),
        calendarId: target,
        eventId: source[1],
        summary: 'Studio town hall',
      },
      [],
    ]);
    expect(called()).toEqual(['calendar:events.get', 'calendar:events.move']);
    const [read, written] = studio.calls();
    expect(read!.query['fields']).toEqual(['eventType,recurringEventId,status']);
    expect(written!.query).toMatchObject({ destination: [target], sendUpdates: ['none'] });
    expect(eventsOf(target).get(source[1])?.organizer.email).toBe(target);
    expect(eventsOf(release).get(source[1])?.status ?? 'cancelled').toBe('cancelled');
  });
  it('resolves `primary`', async () => {
    const { event, errors } = await move(source, 'primary');
    expect([event?.calendarId, errors]).toEqual([ava, []]);
  });
  it('finds out whether the event was moved if the answer is lost', async () => {
    const match = { operation: 'calendar:events.move' };
    studio.sandbox.fault({ match, drop: 'after' });
    const { event, errors } = await move(source, target);
    expect([event?.calendarId, event?.summary, errors]).toEqual([target, 'Studio town hall', []]);
    expect(called().filter((operation) => operation === match.operation)).toHaveLength(1);
  });
  it('says that the outcome is unknown if the event was not moved', async () => {
    studio.sandbox.fault({ match: { operation: 'calendar:events.move' }, drop: 'before' });
    const { event, failures } = await move(source, target);
    expect([event, failures[0].extensions]).toMatchObject([undefined, { outcome: 'UNKNOWN' }]);
    expect(eventsOf(release).get(source[1])?.status).toBe('confirmed');
  });
  it('does not take the copy of an attendee for the moved event', async () => {
    const copy = eventsOf(release).get(source[1])!;
    calendarState(studio.sandbox.simulation()).calendars.get(target)!.events.set(copy.id, copy);
    studio.sandbox.fault({ match: { operation: 'calendar:events.move' }, drop: 'before' });
    const { event, failures } = await move(source, target);
    expect([event, failures?.[0].extensions]).toMatchObject([undefined, { outcome: 'UNKNOWN' }]);
  });
  it.each<readonly [string, Keys, string]>([
    ['the calendar of the event', source, premieres],
    ['the other calendar', [premieres, eventId('premiereFerry')], release],
  ])(
    'names both calendars, and no argument, if the caller may only read one of them: %s',
    async (_, keys, destination) => {
      const { errors } = await move(keys, destination, 'studio-guest');
      expect(errors).toMatchObject([
        {
          code: 'FORBIDDEN',
          path: null,
          reason: 'requiredAccessLevel',
          message: expect.stringContaining('both calendars'),
        },
      ]);
    },
  );
  it.each(
    completeEvents.flatMap(({ id, more }) =>
      (more?.eventType ?? 'default') === 'default' ? [] : [[more!.eventType!, id] as const],
    ),
  )('rejects an event of the type %s before the move', async (_, id) => {
    const { errors } = await move([ava, id], target);
    expect([errors[0].code, errors[0].path]).toEqual(['INVALID_INPUT', ['by']]);
    expect(called()).toEqual(['calendar:events.get']);
  });
  it('rejects an occurrence of a series before the move', async () => {
    const { data } = await studio.query(
      '{ calendar(id: "primary") { events(first: 100, filter: { search: "Budget" }) { nodes { eventId recurringEventId } } } }',
    );
    const occurrence = data.calendar.events.nodes.find(
      (event: { recurringEventId: string | null }) => event.recurringEventId !== null,
    );
    const { errors } = await move([ava, occurrence.eventId], target);
    expect([errors[0].code, errors[0].path]).toEqual(['INVALID_INPUT', ['by']]);
    expect(called()).not.toContain('calendar:events.move');
  });
  it('returns the event if it has been moved already', async () => {
    const first = await move(source, target);
    studio.sandbox.clearCalls();
    const second = await move(source, target);
    expect([second.event, second.errors]).toEqual([first.event, []]);
    expect(called()).toEqual(['calendar:events.get', 'calendar:events.get']);
  });
  it('says that the event is gone if it has been moved to a third calendar', async () => {
    await move(source, target);
    const { errors } = await move(source, ava);
    expect([errors[0].code, errors[0].path]).toEqual(['GONE', ['by']]);
  });
  it('rejects the calendar of the event before any call', async () => {
    const { errors } = await move(source, release);
    expect([errors[0].code, errors[0].path]).toEqual(['INVALID_INPUT', ['destinationCalendarId']]);
    expect(called()).toEqual([]);
  });
});

describe('quickAddEvent', () => {
  it('sends the text, without a body', async () => {
    const { event, errors } = await mutate('quickAddEvent', {
      calendarId: release,
      text: 'Rehearsal',
    });
    expect(errors).toEqual([]);
    expect(eventsOf(release).get(event.eventId)?.summary).toContain('Rehearsal');
    expect(studio.calls()).toMatchObject([
      {
        operation: 'calendar:events.quickAdd',
        query: { text: ['Rehearsal'], sendUpdates: ['none'] },
      },
    ]);
  });
  it('is not sent again if the answer is lost', async () => {
    const match = { operation: 'calendar:events.quickAdd' };
    studio.sandbox.fault({ match, drop: 'after' });
    const { failures } = await mutate('quickAddEvent', { calendarId: release, text: 'Rehearsal' });
    expect(failures[0].extensions).toMatchObject({ outcome: 'UNKNOWN' });
    expect(called()).toEqual([match.operation]);
  });
});

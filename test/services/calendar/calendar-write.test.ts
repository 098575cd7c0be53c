import { describe, expect, it } from 'vitest';
import { labelList, maxEventLabels } from '../../../src/services/calendar/event/label.ts';
import { newEntries } from '../../../src/engine/schema/write/list-change.ts';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { useStudio } from '../../support/studio.ts';

const studio = useStudio();

const { ava, release } = ids.calendar;

const update = (input: object) =>
  studio.query(
    'mutation ($input: UpdateCalendarInput!) { updateCalendar(input: $input) { calendar { summary eventLabels { labelId name backgroundColor } } errors { code } } }',
    { input },
  );

describe('createCalendar', () => {
  it('creates a calendar that is in the list of the caller', async () => {
    const { data } = await studio.query(
      'mutation ($input: CreateCalendarInput!) { createCalendar(input: $input) { calendar { calendarId summary timeZone dataOwnerEmail eventLabels { name } entry { accessRole } } errors { code } } }',
      {
        input: {
          summary: 'Tour',
          timeZone: 'Europe/Lisbon',
          eventLabels: [{ name: 'Travel', backgroundColor: '#039be5' }],
        },
      },
    );
    expect(data.createCalendar).toEqual({
      calendar: {
        calendarId: expect.stringContaining('@group.calendar.') as unknown,
        summary: 'Tour',
        timeZone: 'Europe/Lisbon',
        dataOwnerEmail: ava,
        eventLabels: [{ name: 'Travel' }],
        entry: { accessRole: 'OWNER' },
      },
      errors: [],
    });
    expect(studio.calls()[0]).toMatchObject({
      operation: 'calendar:calendars.insert',
      body: {
        summary: 'Tour',
        timeZone: 'Europe/Lisbon',
        labelProperties: { eventLabels: [{ name: 'Travel', backgroundColor: '#039be5' }] },
      },
    });
  });
});

describe('updateCalendar', () => {
  it('sends all writable fields again: two units', async () => {
    const { data, extensions } = await update({ id: release, summary: 'All releases' });
    expect(data.updateCalendar).toMatchObject({
      calendar: { summary: 'All releases' },
      errors: [],
    });
    expect(studio.calls()).toMatchObject([
      { operation: 'calendar:calendars.get' },
      { operation: 'calendar:calendars.update' },
    ]);
    expect(studio.calls()[1]!.body).toEqual({
      summary: 'All releases',
      description: 'What goes out when, and who has to be there.',
      location: 'Pier 9',
      timeZone: 'Europe/Stockholm',
    });
    expect(extensions['cost']).toMatchObject({ units: { CALENDAR: 2 } });
  });
  it('sends the named fields alone as a patch: three units', async () => {
    const { extensions } = await update({ id: release, summary: 'All', mode: 'PATCH' });
    expect(studio.calls()).toMatchObject([
      { operation: 'calendar:calendars.patch', body: { summary: 'All' } },
    ]);
    expect(extensions['cost']).toMatchObject({ units: { CALENDAR: 3 } });
  });
  it('keeps labels that it does not name, and removes all with null', async () => {
    const label = { name: 'Live', backgroundColor: '#33b679' };
    for (const mode of ['SAFE', 'PATCH']) {
      const { data: set } = await update({ id: release, eventLabels: { set: [label] }, mode });
      const [{ labelId }] = set.updateCalendar.calendar.eventLabels as [{ labelId: string }];
      const kept = await update({ id: release, summary: `Kept ${mode}`, mode });
      expect(kept.data.updateCalendar.calendar.eventLabels).toEqual([{ labelId, ...label }]);
      const removed = await update({ id: release, eventLabels: null, mode });
      expect(removed.data.updateCalendar.calendar.eventLabels ?? []).toEqual([]);
    }
  });
  it('takes as many labels as a calendar may have', () => {
    const labels = (length: number) =>
      Array.from({ length }, () => ({ name: 'Any', backgroundColor: '#33b679' }));
    expect(newEntries(labelList, labels(maxEventLabels), 'eventLabels')).toHaveLength(200);
    expect(() => newEntries(labelList, labels(maxEventLabels + 1), 'eventLabels')).toThrow(
      /at most 200 labels, got 201/,
    );
  });
});

interface Destroyed {
  readonly errors: readonly { readonly message: string }[];
}

const destroy = async (
  mutation: string,
  result: string,
  id: string,
  confirm = id,
): Promise<Destroyed> => {
  const { data } = await studio.query(
    `mutation { ${mutation}(input: { id: "${id}", confirm: "${confirm}" }) { ${result} errors { code path reason message } } }`,
  );
  return data[mutation] as Destroyed;
};

describe('deleteCalendar', () => {
  it('deletes a secondary calendar with its events', async () => {
    const deleted = await destroy('deleteCalendar', 'deletedId', release);
    expect(deleted).toEqual({ deletedId: globalId('Calendar', [release]), errors: [] });
    expect(studio.operations()).toEqual(['calendar:calendars.delete']);
    const { errors } = await studio.query(`{ calendar(id: "${release}") { summary } }`);
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
  });
  it('names clearCalendar for the primary calendar, before the call where it is known', async () => {
    const named = await destroy('deleteCalendar', 'deletedId', 'primary');
    expect(named.errors).toMatchObject([
      { code: 'FORBIDDEN', path: ['id'], reason: 'cannotDeletePrimaryCalendar' },
    ]);
    expect(studio.calls()).toEqual([]);
    const byId = await destroy('deleteCalendar', 'deletedId', ava);
    expect(byId).toEqual(named);
    expect(byId.errors[0]!.message).toMatch(/clearCalendar/);
  });
});

describe('ifMatch', () => {
  const mutations = [
    ['deleteCalendar', 'Calendar', `id: "${release}", confirm: "${release}"`],
    ['removeCalendarFromList', 'CalendarListEntry', `id: "${release}"`],
  ] as const;

  it.each(mutations)(
    'of %s keeps a version that the client has not read',
    async (name, type, id) => {
      const ifMatch = String.raw`\"0\"`;
      const { data } = await studio.query(
        `mutation { ${name}(input: { ${id}, ifMatch: "${ifMatch}" }) { deletedId errors { code path ... on ConflictError { current { ... on ${type} { calendarId } } } } } }`,
      );
      expect(data[name]).toEqual({
        deletedId: null,
        errors: [{ code: 'CONFLICT', path: ['ifMatch'], current: { calendarId: release } }],
      });
      expect(studio.calls().some(({ call }) => call.headers['if-match'] === '"0"')).toBe(true);
    },
  );
});

describe('clearCalendar', () => {
  const events = async (id: string): Promise<unknown[]> => {
    const { data } = await studio.query(
      `{ calendar(id: "${id}") { events(from: "2026-01-01T00:00:00Z", to: "2026-12-31T00:00:00Z") { nodes { eventId } } } }`,
    );
    return data.calendar.events.nodes as unknown[];
  };

  it('deletes the events of the primary calendar alone', async () => {
    expect((await events(ava)).length).toBeGreaterThan(0);
    const others = await events(release);
    const cleared = await destroy('clearCalendar', 'calendar { calendarId }', 'primary', ava);
    expect(cleared).toEqual({ calendar: { calendarId: ava }, errors: [] });
    expect(studio.operations()).toContain('calendar:calendars.clear');
    expect(await events(ava)).toEqual([]);
    expect(await events(release)).toEqual(others);
  });
  it.each([
    ['primary', 'primary', `"primary" does not name the calendar; expected the id "${ava}"`],
    [ava, 'primary', `"primary" does not name the calendar; expected the id "${ava}"`],
    [
      'primary',
      'ben@studio.example',
      `"ben@studio.example" is another id; expected "${ava}" again`,
    ],
  ])(
    'needs the real id as its confirmation: %s, %s',
    { tags: ['S35'] },
    async (id, confirm, message) => {
      const { errors } = await destroy('clearCalendar', 'calendar { calendarId }', id, confirm);
      expect(errors).toMatchObject([
        { code: 'INVALID_INPUT', path: ['confirm'], message: `confirm: ${message}` },
      ]);
      expect(studio.operations()).not.toContain('calendar:calendars.clear');
      expect((await events(ava)).length).toBeGreaterThan(0);
    },
  );
  it('takes a global id as the confirmation of primary', async () => {
    const confirm = globalId('Calendar', [ava]);
    const { errors } = await destroy('clearCalendar', 'calendar { id }', 'primary', confirm);
    expect(errors).toEqual([]);
  });
  it('names deleteCalendar for another calendar, before any call', async () => {
    const refused = await destroy('clearCalendar', 'calendar { calendarId }', release);
    expect(refused).toMatchObject({
      calendar: null,
      errors: [
        {
          code: 'INVALID_INPUT',
          path: ['id'],
          message: expect.stringContaining('deleteCalendar') as unknown,
        },
      ],
    });
    expect(studio.calls()).toEqual([]);
  });
  it('names deleteCalendar where Google Calendar rejects the calendar', async () => {
    studio.sandbox.fault({
      match: { operation: 'calendar:calendars.clear' },
      status: 400,
      reason: 'invalid',
    });
    const { errors } = await destroy('clearCalendar', 'calendar { calendarId }', ava);
    expect(errors).toMatchObject([{ code: 'INVALID_INPUT', path: ['id'], reason: 'invalid' }]);
    expect(errors[0]!.message).toMatch(/deleteCalendar/);
  });
});

/** What destroys more than one object: the confirmation, and which mutation does what. */
import { describe, expect, it } from 'vitest';
import { labelList, maxEventLabels } from '../../../src/services/calendar/event/label.ts';
import { newEntries } from '../../../src/engine/schema/write/list-change.ts';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();

const { ava, release } = ids.calendar;

describe('createCalendar', () => {
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

describe('clearCalendar', () => {
  const events = async (id: string): Promise<unknown[]> => {
    const { data } = await studio.query(
      `{ calendar(id: "${id}") { events(from: "2026-01-01T00:00:00Z", to: "2026-12-31T00:00:00Z") { nodes { eventId } } } }`,
    );
    return data.calendar.events.nodes as unknown[];
  };

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
    studio.refuse('calendar:calendars.clear', 400, 'invalid');
    const { errors } = await destroy('clearCalendar', 'calendar { calendarId }', ava);
    expect(errors).toMatchObject([{ code: 'INVALID_INPUT', path: ['id'], reason: 'invalid' }]);
    expect(errors[0]!.message).toMatch(/deleteCalendar/);
  });
});

describe('transferCalendar', () => {
  const transfer = async (token: string, selection: string) => {
    const { data } = await studio.query(
      `mutation ($input: TransferCalendarInput!) { transferCalendar(input: $input) { ${selection} errors { code reason message } } }`,
      { input: { id: release, newDataOwnerEmail: ids.person.emeka, confirm: release } },
      token,
    );
    return data.transferCalendar;
  };
  it('makes another person the data owner, without a read unless the calendar is selected', async () => {
    expect(await transfer('studio-owner', '__typename')).toMatchObject({ errors: [] });
    expect(studio.operations()).toEqual(['calendar:calendars.transferOwnership']);
    const calendar = { dataOwnerEmail: ids.person.emeka };
    expect(await transfer('studio-owner', 'calendar { dataOwnerEmail }')).toEqual({
      calendar,
      errors: [],
    });
  });
  it('says which privilege the caller lacks', async () => {
    const { errors } = await transfer('studio-guest', '__typename');
    expect(errors).toMatchObject([{ code: 'FORBIDDEN', reason: 'forbidden' }]);
    expect(errors[0].message).toContain('privilege to manage calendars');
  });
});

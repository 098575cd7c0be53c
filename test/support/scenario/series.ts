/** A series with exceptions on the release calendar, its occurrences, and writes of its parts. */
import { afterAll, beforeEach, describe, expect } from 'vitest';
import {
  occurrenceId,
  type OccurrenceIdForm,
  occurrenceIdForms,
} from '../../../src/sandbox/calendar/series/occurrence-id.ts';
import { calendarState, type SeriesModel } from '../../../src/sandbox/calendar/state.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { eventsOn } from './calendar.ts';
import type { GatewayOptions } from '../gateway/gateway.ts';
import { ask } from '../gateway/sandbox.ts';
import { type Studio, useStudio } from '../gateway/studio.ts';

/** Its time zone is Europe/Stockholm. */
const calendarId = ids.calendar.release;

/** The form of the ids of occurrences in the test that runs. */
let form: OccurrenceIdForm = 'start';

/** The id of the series in the test that runs. */
export let seriesId = 'meetings';

/** Sets the form for the series that are made from now on. */
export function useForm(next: OccurrenceIdForm): void {
  form = next;
  seriesId = next === 'split' ? 'meetings_R20260311T080000' : 'meetings';
}

/** `describe` for each form of the ids of occurrences. */
export function inEachForm(name: string, body: () => void): void {
  describe.each(occurrenceIdForms)(`${name}, ids of occurrences: %s`, (each) => {
    beforeEach(() => useForm(each));
    afterAll(() => useForm('start'));
    body();
  });
}

/** @param place the original start, in the format of iCalendar */
export const occurrenceIdAt = (place: string, series = seriesId): string =>
  occurrenceId(form, series, place);

/** What the sandbox is to do with series, in the form of the test. */
export function setModel(sandbox: Sandbox, model: Partial<SeriesModel> = {}): void {
  const { seriesModel } = calendarState(sandbox.simulation());
  sandbox.setSeriesModel({ ...seriesModel, ...model, occurrenceIds: form });
}

interface Kind {
  readonly start: object;
  readonly end: object;
  /** The ends of the ids of the occurrences. */
  readonly places: readonly string[];
  /** The times of an occurrence that is moved. */
  readonly moved: { readonly start: object; readonly end: object };
}

/** Weekly at 9:00 in Stockholm, where clocks go forward on 29 March 2026. */
export const zoned: Kind = {
  start: { dateTime: '2026-03-11T09:00:00', timeZone: 'Europe/Stockholm' },
  end: { dateTime: '2026-03-11T10:00:00', timeZone: 'Europe/Stockholm' },
  places: [
    '20260311T080000Z',
    '20260318T080000Z',
    '20260325T080000Z',
    '20260401T070000Z',
    '20260408T070000Z',
    '20260415T070000Z',
  ],
  moved: {
    start: { dateTime: '2026-04-09T15:00:00Z', timeZone: 'Europe/Stockholm' },
    end: { dateTime: '2026-04-09T16:30:00Z', timeZone: 'Europe/Stockholm' },
  },
};

export const allDay: Kind = {
  start: { date: '2026-03-11' },
  end: { date: '2026-03-12' },
  places: ['20260311', '20260318', '20260325', '20260401', '20260408', '20260415'],
  moved: { start: { date: '2026-04-09' }, end: { date: '2026-04-11' } },
};

/** The id of an occurrence, counted from zero. */
export const idAt = ({ places }: Kind, place: number, series = seriesId): string =>
  occurrenceIdAt(places[place]!, series);

/** Start, end, title, place and color of an occurrence. */
export type Occurrence = readonly [
  start: string,
  end: string,
  summary: string,
  location: string,
  colorId: string,
];

/** Helpers that the tests of series share. */
export interface SeriesTools {
  readonly studio: Studio;
  /** Calls the sandbox as the owner of the calendar. @param path below the events */
  readonly api: (path: string, method?: string, body?: object) => Promise<any>;
  /** Makes the series of the tests. */
  readonly makeSeries: (kind: Kind, rule: string, more?: object) => Promise<void>;
  /** Occurrences of series in the order of their starts. */
  readonly occurrences: (...seriesIds: readonly string[]) => Promise<Occurrence[]>;
  /** Runs a mutation on an event of the calendar; fails on GraphQL errors. @returns the payload */
  readonly update: (eventId: string, input: object, token?: string) => Promise<any>;
  readonly remove: (eventId: string, input: object, token?: string) => Promise<any>;
  /** The ids of the series of the tests, and of those that were made of it. */
  readonly seriesNow: () => string[];
  /** Names of the called operations of events, in the order of arrival. */
  readonly operations: () => string[];
}

const errors =
  'errors { code path reason message ... on PartlyDoneError { done remaining } ... on ConflictError { current { ... on Event { eventId } } } }';

export function useSeries(overrides?: () => Promise<GatewayOptions>): SeriesTools {
  const studio = useStudio(overrides);
  const api: SeriesTools['api'] = async (path, method = 'GET', body) => {
    const { calendar } = studio.sandbox.bases;
    const url = `${calendar}/calendars/${encodeURIComponent(calendarId)}/events${path}`;
    const answer = await ask(url, { method, body });
    expect(answer.status).toBeLessThan(300);
    return answer.body;
  };
  const run = async (
    [mutation, type, result]: readonly [mutation: string, type: string, result: string],
    { token, ...input }: Readonly<Record<string, unknown>>,
  ): Promise<any> => {
    const document = `mutation ($input: ${type}!) { ${mutation}(input: $input) { ${result} ${errors} } }`;
    const answer = await studio.query(document, { input }, token as string | undefined);
    expect(answer.errors).toBeUndefined();
    return answer.data[mutation];
  };
  const by = (eventId: string) => ({ by: { key: { calendarId, eventId } } });
  return {
    studio,
    api,
    makeSeries: async ({ start, end }, rule, more = {}) => {
      setModel(studio.sandbox);
      await api('?supportsAttachments=true', 'POST', {
        id: seriesId,
        summary: 'Weekly',
        location: 'Room 1',
        start,
        end,
        recurrence: [`RRULE:FREQ=WEEKLY;${rule}`],
        attendees: [{ email: ids.person.ben }, { email: ids.person.chloe }],
        attachments: [{ fileUrl: `https://docs.example/d/${ids.file.script}`, title: 'Script' }],
        extendedProperties: { private: { own: '1' } },
        colorId: '3',
        ...more,
      });
    },
    occurrences: async (...seriesIds) => {
      const found = await Promise.all(seriesIds.map((id) => api(`/${id}/instances`)));
      return found
        .flatMap(({ items }) => items as any[])
        .map((each): Occurrence => {
          const { start, end, summary, location, colorId } = each;
          const [from, to] = [start, end].map(({ date, dateTime }) =>
            date === undefined ? new Date(dateTime).toISOString().slice(0, 16) : date,
          );
          return [from, to, summary, location, colorId];
        })
        .toSorted(([a], [b]) => (a < b ? -1 : 1));
    },
    update: (eventId, input, token) =>
      run(['updateEvent', 'UpdateEventInput', 'event { ... on Event { eventId } }'], {
        ...by(eventId),
        ...input,
        token,
      }),
    remove: (eventId, input, token) =>
      run(['deleteEvent', 'DeleteEventInput', 'deletedId'], { ...by(eventId), ...input, token }),
    seriesNow: () =>
      [...eventsOn(studio.sandbox, calendarId).values()]
        .filter(({ status }) => status !== 'cancelled')
        .flatMap(({ id, summary, recurrence }) => (summary === 'Weekly' && recurrence ? [id] : [])),
    operations: () =>
      studio.calls().map(({ operation }) => operation.replace('calendar:events.', '')),
  };
}

/** Changes occurrences before, at and after the fourth one, and deletes one on each side. */
export async function makeExceptions(
  { api }: Pick<SeriesTools, 'api'>,
  kind: Kind,
  series = seriesId,
): Promise<void> {
  const at = (place: number): string => `/${idAt(kind, place, series)}`;
  await api(at(0), 'PATCH', { summary: 'First' });
  await api(at(1), 'DELETE');
  await api(at(3), 'PATCH', { summary: 'Fourth', colorId: '5' });
  await api(at(4), 'PATCH', { location: 'Elsewhere', ...kind.moved });
  await api(at(5), 'DELETE');
}

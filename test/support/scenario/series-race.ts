/**
 * What two clients do to one series at once: writes of the gateway, changes of another client, and
 * what there is of the series afterwards.
 */
import { instancesOf } from '../../../src/sandbox/calendar/series/recurrence.ts';
import { type CalendarEntity, calendarState } from '../../../src/sandbox/calendar/state.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { idAt, seriesId, type SeriesTools, zoned } from './series.ts';

const at = (place: number): string => idAt(zoned, place);

/** The id when it is asked for: it depends on the form of ids. */
const idLater = (place: number) => (): string => at(place);

const time = (dateTime: string) => ({ dateTime, timeZone: 'Europe/Stockholm' });

/** Other values, and another time of the third occurrence. */
const room = { location: 'Room 2' };
const later = { start: time('2026-03-25T11:00:00'), end: time('2026-03-25T12:00:00') };

type Write = () => Promise<{ readonly errors: readonly any[] }>;

/** Writes of a series whose fifth occurrence was changed singly, and whose sixth was deleted. */
export function seriesWrites(tools: SeriesTools): Readonly<Record<string, Write>> {
  const { studio, update, remove } = tools;
  const reset = async (eventId: string) => {
    const { data } = await studio.query(
      'mutation ($input: ResetOccurrenceInput!) { resetOccurrence(input: $input) { errors { code ... on PartlyDoneError { done remaining } } } }',
      { input: { by: { key: { calendarId: ids.calendar.release, eventId } } } },
    );
    return data.resetOccurrence;
  };
  const added = { attendees: { set: [{ email: ids.person.dana }] } };
  return {
    'update FOLLOWING': () => update(at(2), { ...later, ...room, scope: 'FOLLOWING' }),
    'update THIS': () => update(at(3), room),
    'update THIS by PATCH': () => update(at(3), { ...room, mode: 'PATCH' }),
    'update THIS of the series': () => update(seriesId, room),
    'update ALL': () => update(at(2), { ...room, ...added, scope: 'ALL' }),
    'update ALL with other times': () => update(at(2), { ...later, scope: 'ALL' }),
    'update FOLLOWING of the first': () => update(at(0), { ...room, scope: 'FOLLOWING' }),
    'delete THIS': () => remove(at(3), {}),
    'delete FOLLOWING': () => remove(at(2), { scope: 'FOLLOWING' }),
    'delete ALL': () => remove(at(2), { scope: 'ALL' }),
    resetOccurrence: () => reset(at(4)),
  };
}

/** Changes of another client: of occurrences that the writes concern and of others, and of all. */
export function otherChanges({
  api,
}: Pick<SeriesTools, 'api'>): Readonly<Record<string, () => Promise<unknown>>> {
  const patch = (id: () => string, body: object) => () => api(`/${id()}`, 'PATCH', body);
  const remove = (id: () => string) => () => api(`/${id()}`, 'DELETE');
  const series = (): string => seriesId;
  const moved = { start: time('2026-03-12T09:00:00'), end: time('2026-03-12T10:00:00') };
  const declined = [ids.person.ben, ids.person.chloe].map((email, index) => ({
    email,
    responseStatus: index === 0 ? 'declined' : 'needsAction',
  }));
  const all =
    (...parts: readonly (() => Promise<unknown>)[]) =>
    async () => {
      for (const part of parts) await part();
    };
  const color = { colorId: '9' };
  return {
    'colors of occurrences': all(
      patch(idLater(0), color),
      patch(idLater(2), color),
      patch(idLater(3), color),
    ),
    'a deletion of an occurrence': remove(idLater(3)),
    'values of an exception': patch(idLater(4), { ...zoned.moved, attendees: declined }),
    'a deletion of an exception': remove(idLater(4)),
    'a restored occurrence': patch(idLater(5), { status: 'confirmed' }),
    'a color of the series': patch(series, color),
    'another start of the series': patch(series, moved),
    'a deletion of the series': remove(series),
  };
}

/** Makes the series of the writes. */
export async function makeRacedSeries({ api, makeSeries }: SeriesTools): Promise<void> {
  await makeSeries(zoned, 'COUNT=6');
  await api(`/${at(4)}`, 'PATCH', { summary: 'Own title' });
  await api(`/${at(5)}`, 'DELETE');
}

/** The series of the tests, and those that the gateway has made of it. */
const isRaced = (id: string): boolean => id === seriesId || /^[0-9a-f]{40}$/.test(id);

const instant = ({ dateTime }: any): string => new Date(dateTime).toISOString().slice(5, 16);

/** All occurrences, one on a line, in the order of their starts. */
export function racedOccurrences(sandbox: Sandbox): readonly string[] {
  const calendar = calendarState(sandbox.simulation()).calendars.get(ids.calendar.release)!;
  return [...calendar.events.values()]
    .filter(({ id, recurrence, status }) => isRaced(id) && recurrence && status !== 'cancelled')
    .flatMap((series) => instancesOf(series, calendar, Date.parse('2027-01-01')))
    .filter(({ status }) => status !== 'cancelled')
    .map(({ start, end, summary, location, colorId, attendees = [] }) =>
      [
        instant(start),
        instant(end),
        summary,
        location,
        colorId,
        ...attendees.map(({ email, responseStatus }) => `${email} ${responseStatus}`),
      ].join(', '),
    )
    .toSorted();
}

/** The names of the requests to the service: reads that are sent at once have one name. */
export function requestName(method: string, { pathname }: URL): string {
  const [id = '', list] = pathname.split('/events')[1]!.split('/').slice(1);
  if (method === 'GET' && (id === '' || list)) return 'a list';
  if (id === '') return method;
  const place = zoned.places.find((_, index) => at(index) === id);
  const target = id === seriesId ? 'meetings' : (place ?? 'new series');
  return `${method} ${target}`;
}

/** Copies the events of all calendars. @returns puts them back: cheaper than another seed */
export function savedEvents(sandbox: Sandbox): () => void {
  const { calendars } = calendarState(sandbox.simulation());
  const names = ['events', 'revisions', 'vanished'] as const;
  const saved = [...calendars.values()].flatMap((calendar: CalendarEntity) =>
    names.map((name) => ({
      map: calendar[name] as Map<string, unknown>,
      was: [...calendar[name]],
    })),
  );
  return () => {
    for (const { map, was } of saved) {
      map.clear();
      for (const [id, entity] of was) map.set(id, entity);
    }
  };
}

/** A weekly series with two exceptions: what becomes of them when the series changes or moves. */
import type { calendar_v3 } from '@googleapis/calendar';
import { events } from '../../src/services/calendar/operations.ts';
import type { AnyOperation } from '../../src/engine/api/operation.ts';
import { Unchecked } from '../client.ts';
import type { Session } from '../session.ts';
import { tenOClock, times } from './event.ts';

export const seriesCalls: readonly AnyOperation[] = [
  ...Array.from({ length: 2 }, () => events.insert),
  ...Array.from({ length: 5 }, () => events.instances),
  ...Array.from({ length: 5 }, () => events.patch),
  events.delete,
];

type Event = calendar_v3.Schema$Event;

interface Series {
  readonly calendarId: string;
  readonly eventId: string;
}

export async function observeSeries(session: Session, calendarId: string): Promise<void> {
  const recurrence = ['RRULE:FREQ=WEEKLY;COUNT=5'];
  const body = { summary: 'series', recurrence, ...times(tenOClock(1)) };
  const options = { step: 'series' };
  const { id } = await session.need(events.insert, { calendarId, body }, options);
  const series = { calendarId, eventId: id! };
  const [, changed, deleted] = await readInstances(session, series, 'new series');
  if (!changed?.id || !deleted?.id) throw new Unchecked('The series has no instances.');
  const begin = String(changed.originalStartTime?.dateTime).replaceAll(/[-:]/g, '');
  session.observeWord(events.instances, 'id of an occurrence', {
    'the series and the start': changed.id === `${id}_${begin}`,
    opaque: true,
  });
  await session.need(
    events.patch,
    { calendarId, eventId: changed.id, body: { summary: 'changed' } },
    { step: 'occurrence' },
  );
  await session.send(events.delete, { calendarId, eventId: deleted.id }, { step: 'occurrence' });
  await readInstances(session, series, 'series with exceptions');
  await patchSeries(session, series, 'renamed series', { summary: 'renamed' });
  await patchSeries(session, series, 'moved series', times(tenOClock(2)));
  await session.attempt(() => observeVisibility(session, series));
  await session.attempt(() => observeOffset(session, calendarId));
}

/** What a visibility of one occurrence does to the series, and the series to it. */
async function observeVisibility(session: Session, series: Series): Promise<void> {
  const { calendarId } = series;
  const [first, second] = await readInstances(session, series, 'series before a visibility');
  if (!first?.id || !second?.id) throw new Unchecked('The series has no instances.');
  const patch = (eventId: string, visibility: string, step: string) =>
    session.need(events.patch, { calendarId, eventId, body: { visibility } }, { step });
  await patch(first.id, 'private', 'private occurrence');
  const { visibility } = await patch(second.id, 'public', 'public occurrence of a private series');
  session.observeWord(events.patch, 'public occurrence beside a private one', {
    public: visibility === 'public',
    ignored: true,
  });
}

/** Whether a zone can be an offset. */
async function observeOffset(session: Session, calendarId: string): Promise<void> {
  const timeZone = 'GMT+05:30';
  const { start, end } = times(tenOClock(3));
  const body = {
    summary: 'offset',
    recurrence: ['RRULE:FREQ=DAILY;COUNT=2'],
    start: { ...start, timeZone },
    end: { ...end, timeZone },
  };
  await session.send(events.insert, { calendarId, body }, { step: 'zone of an offset' });
}

async function patchSeries(
  session: Session,
  series: Series,
  step: string,
  body: Event,
): Promise<void> {
  await session.need(events.patch, { ...series, body }, { step });
  const instances = await readInstances(session, series, step);
  const exception = instances.find(({ summary }) => summary === 'changed');
  const dayOf = ({ start }: Event): number => new Date(start?.dateTime ?? 0).getUTCDay();
  session.observeWord(events.patch, `changed occurrence of a ${step}`, {
    'takes the fields of the series': exception === undefined,
    'on its own day': dayOf(exception ?? {}) === new Date(tenOClock(1)).getUTCDay(),
    'on the day of the series': dayOf(exception ?? {}) === new Date(tenOClock(2)).getUTCDay(),
  });
}

/** Observes how many there are, with and without those that were deleted. */
async function readInstances(session: Session, series: Series, step: string): Promise<Event[]> {
  const args = { ...series, showDeleted: true, maxResults: 50 };
  const { items = [] } = await session.need(events.instances, args, { step });
  const confirmed = items.filter(({ status }) => status !== 'cancelled');
  const count = (what: string, number: number): void =>
    session.observeNumber(events.instances, 'behaviour', `${what} of a ${step}`, number);
  count('occurrences', confirmed.length);
  count('deleted occurrences', items.length - confirmed.length);
  return confirmed.toSorted((a, b) => instant(a) - instant(b));
}

const instant = ({ start }: Event): number => Date.parse(start?.dateTime ?? '');

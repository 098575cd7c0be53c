/** A weekly series with two exceptions: what becomes of them when the series changes or moves. */
import type { calendar_v3 } from '@googleapis/calendar';
import { events } from '../../src/services/calendar/operations.ts';
import type { AnyOperation } from '../../src/engine/rest/operation/operation.ts';
import { Unchecked } from '../client.ts';
import type { Session } from '../session.ts';
import { tenOClock, times } from './event.ts';

export const seriesCalls: readonly AnyOperation[] = [
  events.insert,
  ...Array.from({ length: 4 }, () => events.instances),
  ...Array.from({ length: 3 }, () => events.patch),
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
  await session.need(
    events.patch,
    { calendarId, eventId: changed.id, body: { summary: 'changed' } },
    { step: 'occurrence' },
  );
  await session.send(events.delete, { calendarId, eventId: deleted.id }, { step: 'occurrence' });
  await readInstances(session, series, 'series with exceptions');
  await patchSeries(session, series, 'renamed series', { summary: 'renamed' });
  await patchSeries(session, series, 'moved series', times(tenOClock(2)));
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

/** An event in a calendar of its own: conditions, erased fields, sync tokens, deletion. */
import { randomBytes } from 'node:crypto';
import type { calendar_v3 } from '@googleapis/calendar';
import { events } from '../../src/services/calendar/operations.ts';
import type { AnyOperation } from '../../src/engine/api/operation.ts';
import type { Session } from '../session.ts';
import { quoted } from './read-behaviour.ts';

const hour = 3_600_000;

/** Start and end of an hour, as an event has them. @param start milliseconds */
export const times = (start: number): Pick<calendar_v3.Schema$Event, 'start' | 'end'> => ({
  start: { dateTime: new Date(start).toISOString(), timeZone: 'UTC' },
  end: { dateTime: new Date(start + hour).toISOString(), timeZone: 'UTC' },
});

/** Ten o'clock UTC, so many days from now. */
export const tenOClock = (days: number): number =>
  new Date(Date.now() + days * 24 * hour).setUTCHours(10, 0, 0, 0);

export const eventCalls: readonly AnyOperation[] = [
  ...Array.from({ length: 4 }, () => events.insert),
  ...Array.from({ length: 3 }, () => events.list),
  ...Array.from({ length: 6 }, () => events.patch),
  ...Array.from({ length: 2 }, () => events.update),
  ...Array.from({ length: 3 }, () => events.delete),
  events.get,
];

export async function observeEvent(session: Session, calendarId: string): Promise<void> {
  const id = randomBytes(12).toString('hex');
  const whole = {
    id,
    summary: 'a',
    description: 'b',
    ...times(tenOClock(1)),
    extendedProperties: { private: { a: '1', b: '2' } },
  };
  const event = await session.need(events.insert, { calendarId, body: whole });
  session.observeFields(events.insert, event);
  await session.send(events.insert, { calendarId, body: whole }, { step: 'same id' });
  await observeInvalidTimes(session, calendarId);
  const { nextSyncToken } = await session.need(events.list, { calendarId }, { step: 'all' });
  const args = { calendarId, eventId: id };
  await session.attempt(() => observeConditions(session, args, quoted(event.etag ?? '')));
  await session.attempt(() => observeErasedFields(session, args));
  await session.attempt(() => observeChanges(session, calendarId, nextSyncToken, 'changed'));
  await session.send(events.delete, args);
  await session.send(events.delete, args, { step: 'again' });
  const deleted = await session.send(events.get, args, { step: 'deleted' });
  if (deleted.data)
    session.observeWord(events.get, 'status of a deleted event', {
      cancelled: deleted.data.status === 'cancelled',
    });
  await session.send(events.patch, { ...args, body: { summary: 'c' } }, { step: 'deleted' });
  await session.attempt(() => observeChanges(session, calendarId, nextSyncToken, 'deleted'));
}

async function observeInvalidTimes(session: Session, calendarId: string): Promise<void> {
  const { start, end } = times(tenOClock(1));
  await session.send(events.insert, { calendarId, body: { start } }, { step: 'no end' });
  const body = { start: end, end: start };
  await session.send(events.insert, { calendarId, body }, { step: 'end before start' });
}

type EventArgs = { readonly calendarId: string; readonly eventId: string };

async function observeConditions(session: Session, args: EventArgs, etag: string): Promise<void> {
  const headers = { 'if-match': etag };
  const patch = async (step: string, sent: Readonly<Record<string, string>>): Promise<void> =>
    void (await session.send(
      events.patch,
      { ...args, body: { location: step } },
      { step, headers: sent },
    ));
  await patch('fresh etag', headers);
  await patch('stale etag', headers);
  await patch('any etag', { 'if-match': '*' });
  const body = { summary: 'a', description: 'b', ...times(tenOClock(1)) };
  await session.send(events.update, { ...args, body }, { step: 'stale etag', headers });
  const { status } = await session.send(events.delete, args, { step: 'stale etag', headers });
  // The service has ignored the condition: the other steps need the event.
  if (status === 204) await session.need(events.patch, { ...args, body: { status: 'confirmed' } });
}

async function observeErasedFields(session: Session, args: EventArgs): Promise<void> {
  const patched = await session.need(
    events.patch,
    { ...args, body: { extendedProperties: { private: { a: null } } } },
    { step: 'property set to null' },
  );
  session.observeWord(events.patch, 'property that the body sets to null', {
    removed: patched.extendedProperties?.private?.['a'] === undefined,
    kept: true,
  });
  const replaced = await session.need(
    events.update,
    { ...args, body: { summary: 'a', ...times(tenOClock(1)) } },
    { step: 'without the description' },
  );
  session.observeWord(events.update, 'description that the body lacks', {
    erased: !replaced.description,
    kept: true,
  });
}

async function observeChanges(
  session: Session,
  calendarId: string,
  syncToken: string | null | undefined,
  step: string,
): Promise<void> {
  const { items = [] } = await session.need(events.list, { calendarId, syncToken }, { step });
  session.observeWord(events.list, `list of changes, event ${step}`, {
    absent: items.length === 0,
    cancelled: items[0]?.status === 'cancelled',
    present: true,
  });
}

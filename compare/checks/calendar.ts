/** A secondary calendar of its own, and what happens in it. */
import { acl, calendarList, calendars } from '../../src/services/calendar/operations.ts';
import { ownName } from '../own-entity.ts';
import type { Check, Session } from '../session.ts';
import { eventCalls, observeEvent } from './event.ts';
import { quoted } from './read-behaviour.ts';
import { observeSeries, seriesCalls } from './series.ts';

async function run(session: Session): Promise<void> {
  const calendarId = await session.make('calendar', {
    body: { summary: ownName(), timeZone: 'UTC' },
  });
  await session.attempt(async () => {
    const entry = await session.need(calendarList.get, { calendarId });
    session.observeFields(calendarList.get, entry);
    session.observeFields(acl.list, await session.need(acl.list, { calendarId }));
  });
  await session.attempt(() => observeEvent(session, calendarId));
  await session.attempt(() => observeSeries(session, calendarId));
  await session.attempt(() => observeConditions(session, calendarId));
  await session.send(calendars.clear, { calendarId });
  await session.attempt(async () => {
    await session.send(calendarList.delete, { calendarId }, { step: 'by the data owner' });
  });
  await session.remove('calendar', calendarId);
  await session.send(calendars.delete, { calendarId }, { step: 'again' });
}

async function observeConditions(session: Session, calendarId: string): Promise<void> {
  const { etag } = await session.need(calendars.get, { calendarId });
  const headers = { 'if-match': quoted(etag ?? '') };
  for (const step of ['fresh etag', 'stale etag']) {
    const body = { description: step };
    await session.send(calendars.patch, { calendarId, body }, { step, headers });
  }
}

export const calendarCheck: Check = {
  name: 'new calendar',
  writes: true,
  calls: [
    calendars.insert,
    calendarList.get,
    acl.list,
    ...eventCalls,
    ...seriesCalls,
    calendars.get,
    calendars.patch,
    calendars.patch,
    calendars.clear,
    calendarList.delete,
    calendars.delete,
    calendars.delete,
  ],
  run,
};

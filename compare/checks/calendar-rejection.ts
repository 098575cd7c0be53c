/** What Google Calendar rejects, and with which reason. */
import {
  acl,
  calendarList,
  calendars,
  events,
  freebusy,
  settings,
} from '../../src/services/calendar/operations.ts';
import { checkStatus } from '../check.ts';
import type { Check } from '../session.ts';
import { unknown } from './lookup.ts';

const primary = { calendarId: 'primary' };
const missing = { calendarId: unknown.calendar };
const time = (year: number): string => `${year}-01-01T00:00:00Z`;
const period = { timeMin: time(2026), timeMax: '2026-01-02T00:00:00Z' };

export const calendarRejections: readonly Check[] = [
  checkStatus(events.list, 'no token', primary, { credential: 'none' }),
  checkStatus(events.list, 'invalid token', primary, { credential: 'invalid' }),
  checkStatus(events.list, 'unknown calendar', missing),
  checkStatus(events.list, 'invalid page token', { ...primary, pageToken: unknown.word }),
  checkStatus(events.list, 'invalid sync token', { ...primary, syncToken: unknown.word }),
  checkStatus(events.list, 'sync token with a search', {
    ...primary,
    syncToken: unknown.word,
    q: 'x',
  }),
  checkStatus(events.list, 'sync token with an order', {
    ...primary,
    syncToken: unknown.word,
    orderBy: 'updated',
  }),
  checkStatus(events.list, 'order by start of series', { ...primary, orderBy: 'startTime' }),
  checkStatus(events.list, 'unknown order', { ...primary, orderBy: unknown.word }),
  checkStatus(events.list, 'time without an offset', {
    ...primary,
    timeMin: '2026-01-01T00:00:00',
  }),
  checkStatus(events.list, 'date as a time', { ...primary, timeMin: '2026-01-01' }),
  checkStatus(events.list, 'empty time range', {
    ...primary,
    timeMin: time(2026),
    timeMax: time(2025),
  }),
  checkStatus(events.list, 'updates of long ago', { ...primary, updatedMin: time(2001) }),
  checkStatus(events.list, 'unknown time zone', { ...primary, timeZone: unknown.word }),
  checkStatus(events.list, 'unknown event type', { ...primary, eventTypes: unknown.word }),
  checkStatus(events.list, 'event types with commas', {
    ...primary,
    eventTypes: 'default,focusTime',
    maxResults: 1,
  }),
  checkStatus(events.list, 'malformed extended property', {
    ...primary,
    privateExtendedProperty: 'x',
  }),
  checkStatus(events.list, 'unknown parameter', { ...primary, [unknown.word]: 'x', maxResults: 1 }),
  checkStatus(events.list, 'unknown field', { ...primary, fields: unknown.word }),
  checkStatus(events.list, 'malformed fields', { ...primary, fields: 'items(id' }),
  checkStatus(events.get, 'unknown id', { ...primary, eventId: unknown.event }),
  checkStatus(events.get, 'unknown calendar', { ...missing, eventId: unknown.event }),
  checkStatus(events.instances, 'unknown id', { ...primary, eventId: unknown.event }),
  checkStatus(calendars.get, 'unknown id', missing),
  checkStatus(calendarList.get, 'unknown id', missing),
  checkStatus(calendarList.list, 'invalid page token', { pageToken: unknown.word }),
  checkStatus(calendarList.list, 'invalid sync token', { syncToken: unknown.word }),
  checkStatus(calendarList.list, 'sync token with a role', {
    syncToken: unknown.word,
    minAccessRole: 'owner',
  }),
  checkStatus(calendarList.list, 'unknown role', { minAccessRole: unknown.word }),
  checkStatus(calendarList.list, 'role without private access', {
    minAccessRole: 'writerWithoutPrivateAccess',
  }),
  checkStatus(calendarList.list, 'unknown alt', { alt: unknown.word }),
  checkStatus(acl.list, 'unknown calendar', missing),
  checkStatus(acl.list, 'invalid sync token', { ...primary, syncToken: unknown.word }),
  checkStatus(acl.get, 'unknown rule', { ...primary, ruleId: `user:${unknown.calendar}` }),
  checkStatus(acl.get, 'malformed rule', { ...primary, ruleId: unknown.word }),
  checkStatus(settings.get, 'unknown setting', { setting: unknown.word }),
  checkStatus(settings.list, 'invalid sync token', { syncToken: unknown.word }),
  checkStatus(freebusy.query, 'no times', { body: { items: [] } }),
  checkStatus(freebusy.query, 'empty time range', {
    body: { timeMin: time(2026), timeMax: time(2025), items: [] },
  }),
  checkStatus(freebusy.query, 'long time range', {
    body: { timeMin: time(2026), timeMax: time(2027), items: [{ id: 'primary' }] },
  }),
  checkStatus(freebusy.query, 'too many calendars at once', {
    body: { ...period, calendarExpansionMax: 51, items: [] },
  }),
];

/** The transfer of a calendar to another data owner. */
import type { Handler } from '../call/handler.ts';
import { isKnownPerson, studioDomain } from '../storage/permission/person.ts';
import { throwInvalid, throwNotFound, throwRefused } from './access.ts';
import { saveRule } from './access-rule.ts';
import { calendarState } from './state.ts';
import { newStamp } from './synchronized.ts';

const isOfDomain = (email: string): boolean => email.endsWith(`@${studioDomain}`);

/**
 * `calendars.transferOwnership`: for administrators with the privilege Manage Calendars, of
 * secondary calendars, within an organization (page of the method, read 28 November 2026). Assumed:
 * the reasons; that administrators need no role; that the new data owner becomes an owner and
 * nobody loses a role.
 */
export const transferCalendar: Handler = (call) => {
  const { path, query, simulation, user } = call;
  if (!query.flag('useAdminAccess')) throwInvalid('Only administrators transfer calendars.');
  if (!user.managesCalendars)
    throwRefused('forbidden', 'The privilege Manage Calendars is missing.');
  const calendar = calendarState(simulation).calendars.get(path['calendarId']!);
  const before = calendar?.resource;
  if (!before || !isOfDomain(before.dataOwner ?? before.id)) throwNotFound();
  if (before.dataOwner === undefined)
    throwRefused('forbidden', 'A primary calendar cannot be transferred.');
  const dataOwner = query.text('newDataOwner')!.toLowerCase();
  if (!isKnownPerson(dataOwner) || !isOfDomain(dataOwner)) throwInvalid('Invalid new data owner.');
  const id = `user:${dataOwner}`;
  const scope = { type: 'user', value: dataOwner } as const;
  saveRule(call, calendar, { kind: 'calendar#aclRule', etag: '', id, scope, role: 'owner' });
  calendar.resource = { ...before, dataOwner, etag: newStamp(simulation).etag };
  return undefined;
};

/** Access to calendars: the role of a caller, and lookups that respect it. */
import type { ApiCall } from '../call/handler.ts';
import { ApiError } from '../http/api-error.ts';
import { isMember } from '../storage/permission/person.ts';
import type { User } from '../user.ts';
import { type AclRule, type CalendarEntity, type CalendarRole, calendarState } from './state.ts';
import type { RefusalReason } from '../rule.ts';

/** In ascending order. */
export const roles: readonly CalendarRole[] = [
  'none',
  'freeBusyReader',
  'reader',
  'writerWithoutPrivateAccess',
  'writer',
  'owner',
];

/** Whether a role includes the rights of another one. */
export const includesRole = (role: CalendarRole, minimum: CalendarRole): boolean =>
  roles.indexOf(role) >= roles.indexOf(minimum);

/** The highest role that any rule gives the caller; callers with an API key have the public one. */
export function roleOf({ rules }: CalendarEntity, { email }: Pick<User, 'email'>): CalendarRole {
  const granted = rules.filter(({ scope }) => applies(scope, email)).map(({ role }) => role);
  return granted.toSorted((a, b) => roles.indexOf(b) - roles.indexOf(a))[0] ?? 'none';
}

function applies({ type, value }: AclRule['scope'], email: string): boolean {
  if (type === 'default') return true;
  if (type === 'group') return isMember(value!, email);
  return type === 'user' ? value === email : email.endsWith(`@${value}`);
}

/** @throws ApiError 404 */
export function throwNotFound(): never {
  throw new ApiError(404, 'notFound', { message: 'Not Found' });
}

/**
 * The calendar of the path; `primary` is the calendar of the caller.
 * @throws ApiError 404 if it does not exist or is not shared with the caller
 */
export function findCalendar({ simulation, user, path }: ApiCall): CalendarEntity {
  const id = path['calendarId']!;
  const calendar = calendarState(simulation).calendars.get(id === 'primary' ? user.email : id);
  return calendar && roleOf(calendar, user) !== 'none' ? calendar : throwNotFound();
}

/**
 * The calendar of the path, for an operation that needs a role.
 * @throws ApiError 404 like `findCalendar`, 403 if the role of the caller is lower
 */
export function findCalendarWithRole(call: ApiCall, minimum: CalendarRole): CalendarEntity {
  const calendar = findCalendar(call);
  if (includesRole(roleOf(calendar, call.user), minimum)) return calendar;
  throw new ApiError(403, 'requiredAccessLevel', {
    domain: 'calendar',
    message: `You need to have ${minimum} access to this calendar.`,
  });
}

/**
 * Rejects a write that no role allows.
 * @param reason Google documents `cannotChangeOwnAcl` and `cannotDeletePrimaryCalendar`. The others
 *   are assumptions.
 * @throws ApiError 403
 */
export function throwRefused(reason: RefusalReason, message: string): never {
  throw new ApiError(403, reason, { domain: 'calendar', message });
}

/** @throws ApiError 400 */
export function throwInvalid(message: string, reason: RefusalReason = 'invalid'): never {
  throw new ApiError(400, reason, { message });
}

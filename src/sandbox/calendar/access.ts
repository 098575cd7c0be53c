/** Which calendars a caller reaches, and what a role lets them do there. */
import type { ApiCall } from '../handler.ts';
import { ApiError } from '../api-error.ts';
import { isMember } from '../storage/person.ts';
import type { User } from '../user.ts';
import { calendarState, type CalendarRole, type Rule, type StoredCalendar } from './state.ts';

const ranks: readonly CalendarRole[] = ['none', 'freeBusyReader', 'reader', 'writer', 'owner'];

export const reaches = (role: CalendarRole, least: CalendarRole): boolean =>
  ranks.indexOf(role) >= ranks.indexOf(least);

/** The best role that any rule gives the caller; the API key alone has what everybody has. */
export function roleOf({ rules }: StoredCalendar, { email }: User): CalendarRole {
  const own = rules.filter(({ scope }) => applies(scope, email)).map(({ role }) => role);
  return own.toSorted((a, b) => ranks.indexOf(b) - ranks.indexOf(a))[0] ?? 'none';
}

function applies({ type, value }: Rule['scope'], email: string): boolean {
  if (type === 'default') return true;
  if (type === 'group') return isMember(value!, email);
  return type === 'user' ? value === email : email.endsWith(`@${value}`);
}

export const refuseMissing = (): never => {
  throw new ApiError(404, 'notFound', { message: 'Not Found' });
};

/** The calendar that the path names (`primary`: the caller's own); one that isn't shared with them does not exist. */
export function shelfOf({ simulation, user, path }: ApiCall): StoredCalendar {
  const named = path['calendarId']!;
  const shelf = calendarState(simulation).calendars.get(named === 'primary' ? user.email : named);
  return shelf && roleOf(shelf, user) !== 'none' ? shelf : refuseMissing();
}

/** The same, refused to callers with a lesser role. */
export function shelfFor(call: ApiCall, least: CalendarRole): StoredCalendar {
  const shelf = shelfOf(call);
  if (!reaches(roleOf(shelf, call.user), least))
    throw new ApiError(403, 'requiredAccessLevel', {
      domain: 'calendar',
      message: `You need to have ${least} access to this calendar.`,
    });
  return shelf;
}

/** Which calendars a caller reaches, and what a role lets them do there. */
import type { Call } from '../handler.ts';
import { refuse } from '../api-error.ts';
import { isMember } from '../storage/person.ts';
import type { User } from '../user.ts';
import { calendarState, type Role, type Rule, type Shelf } from './state.ts';

const ranks: readonly Role[] = ['none', 'freeBusyReader', 'reader', 'writer', 'owner'];

export const reaches = (role: Role, least: Role): boolean =>
  ranks.indexOf(role) >= ranks.indexOf(least);

/** The best role that any rule gives the caller; the API key alone has what everybody has. */
export function roleOf({ rules }: Shelf, { email }: User): Role {
  const own = rules.filter(({ scope }) => applies(scope, email)).map(({ role }) => role);
  return own.toSorted((a, b) => ranks.indexOf(b) - ranks.indexOf(a))[0] ?? 'none';
}

function applies({ type, value }: Rule['scope'], email: string): boolean {
  if (type === 'default') return true;
  if (type === 'group') return isMember(value!, email);
  return type === 'user' ? value === email : email.endsWith(`@${value}`);
}

export const refuseMissing = (): never => refuse(404, 'notFound', { message: 'Not Found' });

/** The calendar that the path names (`primary`: the caller's own); one that isn't shared with them does not exist. */
export function shelfOf({ world, user, path }: Call): Shelf {
  const named = path['calendarId']!;
  const shelf = calendarState(world).shelves.get(named === 'primary' ? user.email : named);
  return shelf && roleOf(shelf, user) !== 'none' ? shelf : refuseMissing();
}

/** The same, refused to callers with a lesser role. */
export function shelfFor(call: Call, least: Role): Shelf {
  const shelf = shelfOf(call);
  if (!reaches(roleOf(shelf, call.user), least))
    refuse(403, 'requiredAccessLevel', {
      domain: 'calendar',
      message: `You need to have ${least} access to this calendar.`,
    });
  return shelf;
}

/** A person's list of calendars, with colours and reminders of their own. */
import type { ApiCall, Handler } from '../handler.ts';
import { paginate } from '../page.ts';
import { fingerprint } from '../random.ts';
import { reaches, refuseMissing, roleOf } from './access.ts';
import { calendarColors } from './color.ts';
import { calendarState, type Entry, type CalendarRole, type StoredCalendar } from './state.ts';
import { checkSync, revisionOf, syncToken } from './sync.ts';

interface Listed {
  readonly entry: Entry;
  readonly shelf: StoredCalendar;
  readonly role: CalendarRole;
}

function listed({ simulation, user }: ApiCall): Listed[] {
  const { entries, calendars } = calendarState(simulation);
  return (entries.get(user.email) ?? [])
    .map((entry) => ({ entry, shelf: calendars.get(entry.calendarId)! }))
    .map(({ entry, shelf }) => ({ entry, shelf, role: roleOf(shelf, user) }))
    .filter(({ role }) => role !== 'none');
}

export const listEntries: Handler = (call) => {
  const { query, user } = call;
  checkSync(call, ['minAccessRole']);
  const least = (query.text('minAccessRole') ?? 'freeBusyReader') as CalendarRole;
  // Entries never change here: whoever has seen them has seen the last of them.
  const all = query.has('syncToken') && revisionOf(call, user.email) >= 0 ? [] : listed(call);
  const chosen = all.filter(
    ({ entry, role }) => reaches(role, least) && (!entry.hidden || query.flag('showHidden')),
  );
  const { items, next } = paginate(call, chosen);
  return {
    kind: 'calendar#calendarList',
    etag: `"${fingerprint(items.map(({ entry }) => entry))}"`,
    ...(next === undefined
      ? { nextSyncToken: syncToken(call, user.email) }
      : { nextPageToken: next }),
    items: items.map((one) => show(call, one)),
  };
};

export const getEntry: Handler = (call) => {
  const named = call.path['calendarId']!;
  const id = named === 'primary' ? call.user.email : named;
  const one = listed(call).find(({ entry }) => entry.calendarId === id) ?? refuseMissing();
  return show(call, one);
};

function show(
  { user }: ApiCall,
  { entry: { calendarId: id, etag, colorId, ...own }, shelf, role }: Listed,
): object {
  const { summary, description, location, timeZone, conferenceProperties, dataOwner } =
    shelf.calendar;
  const { background, foreground } = calendarColors[colorId]!;
  return {
    kind: 'calendar#calendarListEntry',
    etag,
    id,
    summary,
    ...(description !== undefined && { description }),
    ...(location !== undefined && { location }),
    timeZone,
    ...(dataOwner !== undefined && { dataOwner }),
    colorId,
    backgroundColor: background,
    foregroundColor: foreground,
    ...own,
    accessRole: role,
    ...(id === user.email && { primary: true }),
    conferenceProperties,
  };
}

/** The calendar list of the caller: the calendars they follow, with their own settings. */
import type { ApiCall, Handler } from '../handler.ts';
import { paginate } from '../page.ts';
import { fingerprint } from '../random.ts';
import { includesRole, roleOf, throwNotFound } from './access.ts';
import { calendarColors } from './color.ts';
import {
  type CalendarEntity,
  type CalendarListEntry,
  type CalendarRole,
  calendarState,
} from './state.ts';
import { checkSyncParameters, nextTokenOf, revisionOf } from './sync-token.ts';

/** An entry of the list with the calendar it is for and the role of the caller there. */
interface AccessibleEntry {
  readonly entry: CalendarListEntry;
  readonly calendar: CalendarEntity;
  readonly role: CalendarRole;
}

function accessibleEntries({ simulation, user }: ApiCall): AccessibleEntry[] {
  const { calendarLists, calendars } = calendarState(simulation);
  return (calendarLists.get(user.email) ?? [])
    .map((entry) => ({ entry, calendar: calendars.get(entry.calendarId)! }))
    .map(({ entry, calendar }) => ({ entry, calendar, role: roleOf(calendar, user) }))
    .filter(({ role }) => role !== 'none');
}

/** `calendarList.list`. */
export const listEntries: Handler = (call) => {
  const { query, user } = call;
  checkSyncParameters(call, ['minAccessRole']);
  const minimum = (query.text('minAccessRole') ?? 'freeBusyReader') as CalendarRole;
  const showHidden = query.flag('showHidden');
  // No operation changes entries, so there is nothing new after a valid sync token.
  const isUpToDate = query.has('syncToken') && revisionOf(call, user.email) >= 0;
  const entries = (isUpToDate ? [] : accessibleEntries(call))
    .filter(({ role }) => includesRole(role, minimum))
    .filter(({ entry }) => showHidden || !entry.hidden);
  const { items, next } = paginate(call, entries);
  return {
    kind: 'calendar#calendarList',
    etag: `"${fingerprint(items.map(({ entry }) => entry))}"`,
    ...nextTokenOf(call, user.email, next),
    items: items.map((item) => serializeEntry(call, item)),
  };
};

/** `calendarList.get`; the id `primary` is the calendar of the caller. */
export const getEntry: Handler = (call) => {
  const { calendarId } = call.path;
  const id = calendarId === 'primary' ? call.user.email : calendarId;
  const found = accessibleEntries(call).find(({ entry }) => entry.calendarId === id);
  return serializeEntry(call, found ?? throwNotFound());
};

function serializeEntry({ user }: ApiCall, { entry, calendar, role }: AccessibleEntry): object {
  const { calendarId: id, etag, colorId, ...settings } = entry;
  const { summary, description, location, timeZone, conferenceProperties, dataOwner } =
    calendar.resource;
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
    ...settings,
    accessRole: role,
    ...(id === user.email && { primary: true }),
    conferenceProperties,
  };
}

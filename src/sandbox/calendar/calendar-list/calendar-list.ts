/** The calendar list of the caller: the calendars they follow, with their own settings. */
import { type ApiCall, checkIfMatch, type Handler } from '../../call/handler.ts';
import { paginate } from '../../call/page.ts';
import { fingerprint } from '../../random.ts';
import type { Simulation } from '../../simulation.ts';
import { includesRole, roleOf, throwNotFound, throwRefused } from '../access.ts';
import { merged, replaced } from '../body.ts';
import { defaultColorId, normalizeEntry, shownColors } from './body.ts';
import {
  type CalendarEntity,
  type CalendarListEntry,
  type CalendarRole,
  calendarState,
} from '../state.ts';
import { checkSyncParameters, listRevision, nextTokenOf } from '../sync-token.ts';
import { changedSince, newStamp } from '../synchronized.ts';

/** An entry of the list with the calendar it is for and the role of the caller there. */
interface AccessibleEntry {
  readonly entry: CalendarListEntry;
  readonly calendar: CalendarEntity;
  readonly role: CalendarRole;
}

/** The entry with its calendar; undefined if it is deleted, or the caller has lost the access. */
function accessible(
  { simulation, user }: ApiCall,
  entry: CalendarListEntry,
): AccessibleEntry | undefined {
  const calendar = calendarState(simulation).calendars.get(entry.calendarId);
  if (entry.deleted || !calendar) return undefined;
  const role = roleOf(calendar, user);
  return role === 'none' ? undefined : { entry, calendar, role };
}

/** The entries of the caller, also the deleted ones. */
const entriesOf = ({ simulation, user }: ApiCall): readonly CalendarListEntry[] =>
  calendarState(simulation).calendarLists.get(user.email) ?? [];

/** `calendarList.list`. */
export const listEntries: Handler = (call) => {
  const { query, user } = call;
  const hidesHidden = query.text('showHidden') === 'false';
  checkSyncParameters(call, ['minAccessRole', ...(hidesHidden ? ['showHidden'] : [])]);
  const isSync = query.has('syncToken');
  const entries = isSync ? changedSince(call, user.email, entriesOf(call)) : entriesOf(call);
  const { items, next } = paginate(
    call,
    entries.filter((entry) => isSync || isListed(call, entry)),
    listRevision(call),
  );
  return {
    kind: 'calendar#calendarList',
    etag: `"${fingerprint(items)}"`,
    ...nextTokenOf(call, user.email, next),
    items: items.map((entry) => serializeEntry(call, entry)),
  };
};

function isListed(call: ApiCall, entry: CalendarListEntry): boolean {
  const { query } = call;
  const found = accessible(call, entry);
  if (!found) return query.flag('showDeleted');
  const minimum = (query.text('minAccessRole') ?? 'freeBusyReader') as CalendarRole;
  const { dataOwner, id } = found.calendar.resource;
  return (
    includesRole(found.role, minimum) &&
    (!entry.hidden || query.flag('showHidden')) &&
    (!query.flag('showOwnOrganizationOnly') ||
      domainOf(dataOwner ?? id) === domainOf(call.user.email))
  );
}

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

/** The id of a calendar; `primary` is the calendar of the caller. */
const realId = ({ user }: ApiCall, id: string): string => (id === 'primary' ? user.email : id);

function entryOfPath(call: ApiCall): CalendarListEntry {
  const id = realId(call, call.path['calendarId']!);
  const entry = entriesOf(call).find(({ calendarId }) => calendarId === id);
  return entry && accessible(call, entry) ? entry : throwNotFound();
}

/** `calendarList.get`; the id `primary` is the calendar of the caller. */
export const getEntry: Handler = (call) => serializeEntry(call, entryOfPath(call));

function serializeEntry(call: ApiCall, stored: CalendarListEntry): object {
  const { calendarId: id, etag, revision: _, deleted: __, ...settings } = stored;
  const kind = 'calendar#calendarListEntry';
  const found = accessible(call, stored);
  if (!found) return { kind, etag, id, deleted: true };
  const { etag: ___, kind: ____, ...resource } = found.calendar.resource;
  const { labelProperties: _____, workingHours: ______, ...shown } = resource;
  return {
    ...shown,
    kind,
    etag,
    ...settings,
    ...shownColors(stored),
    accessRole: found.role,
    ...(id === call.user.email && { primary: true }),
  };
}

/** Stores an entry in place of the one for the same calendar, if any. */
function saveEntry(
  simulation: Simulation,
  email: string,
  entry: CalendarListEntry,
): CalendarListEntry {
  const { calendarLists } = calendarState(simulation);
  const entries = calendarLists.get(email) ?? [];
  calendarLists.set(email, entries);
  const stored = { ...entry, ...newStamp(simulation) };
  const index = entries.findIndex(({ calendarId }) => calendarId === entry.calendarId);
  entries.splice(index < 0 ? entries.length : index, 1, stored);
  return stored;
}

/** `calendarList.insert`; changes the entry of a calendar that is on the list already. */
export const insertEntry: Handler = (call) => {
  const { simulation, user, body } = call;
  const calendarId = realId(call, body['id'] as string);
  const calendar = calendarState(simulation).calendars.get(calendarId);
  if (!calendar || roleOf(calendar, user) === 'none') throwNotFound();
  return writeEntry(call, newEntry(calendarId), replaced);
};

/** An entry with the default settings. */
const newEntry = (calendarId: string): CalendarListEntry => ({
  calendarId,
  etag: '',
  colorId: defaultColorId(calendarId),
  defaultReminders: [],
});

/** Puts a new calendar on the list of its owner. */
export const addEntry = ({ simulation, user }: ApiCall, calendarId: string): void => {
  saveEntry(simulation, user.email, newEntry(calendarId));
};

/** @param apply makes the written entry of the call's body and the stored entry */
function writeEntry(call: ApiCall, before: CalendarListEntry, apply: typeof replaced): object {
  const entry = normalizeEntry(call, before, apply(call, before));
  return serializeEntry(call, saveEntry(call.simulation, call.user.email, entry));
}

const writeHandler =
  (apply: typeof replaced): Handler =>
  (call) => {
    const before = entryOfPath(call);
    checkIfMatch(call, before.etag);
    return writeEntry(call, before, apply);
  };

/** `calendarList.update`. */
export const updateEntry = writeHandler(replaced);

/** `calendarList.patch`. */
export const patchEntry = writeHandler(merged);

/**
 * `calendarList.delete`. The data owner cannot remove a calendar (release notes of the Calendar
 * API, 27 October 2025; the reason is assumed).
 */
export const deleteEntry: Handler = (call) => {
  const entry = entryOfPath(call);
  checkIfMatch(call, entry.etag);
  if (entry.calendarId === call.user.email)
    throwRefused(
      'cannotChangeOwnPrimarySubscription',
      'The primary calendar cannot be removed from the list.',
    );
  const calendar = calendarState(call.simulation).calendars.get(entry.calendarId);
  if (calendar?.resource.dataOwner === call.user.email)
    throwRefused('forbidden', 'The data owner cannot remove the calendar from the list.');
  saveEntry(call.simulation, call.user.email, { ...entry, deleted: true });
  return undefined;
};

/**
 * Gives the entries of a calendar that changed a new entity tag.
 * @param people e-mail addresses. Default: all followers
 */
export function touchEntries(
  simulation: Simulation,
  id: string,
  people?: ReadonlySet<string>,
): void {
  for (const [email, entries] of calendarState(simulation).calendarLists) {
    const entry = entries.find(({ calendarId }) => calendarId === id);
    if (entry && (people?.has(email) ?? true)) saveEntry(simulation, email, entry);
  }
}

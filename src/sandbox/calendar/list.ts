/** Lists of a calendar's events: which stand in it, in which order, as series or one by one. */
import type { ApiCall, Handler } from '../handler.ts';
import { paginate } from '../page.ts';
import { fingerprint } from '../random.ts';
import { ApiError } from '../api-error.ts';
import type { Simulation } from '../simulation.ts';
import { day } from '../time.ts';
import { refuseMissing, roleOf, shelfOf } from './access.ts';
import { instances } from './recurrence.ts';
import { showEvent, zoneOf } from './show.ts';
import { calendarState, type Event, type StoredCalendar } from './state.ts';
import { changedSince, checkSync, syncToken } from './sync.ts';
import { instantOf, isTimestamp } from './zone.ts';

export const listEvents: Handler = (call) => {
  const shelf = shelfOf(call);
  const { query } = call;
  if (query.text('orderBy') === 'startTime' && !query.flag('singleEvents'))
    throw new ApiError(400, 'badRequest', {
      message: 'The requested ordering is not available for the particular query.',
      location: 'orderBy',
    });
  const window = windowOf(call);
  checkSync(call, [
    'iCalUID',
    'orderBy',
    'privateExtendedProperty',
    'q',
    'sharedExtendedProperty',
    'timeMin',
    'timeMax',
    'updatedMin',
  ]);
  const since = query.has('syncToken') ? changedSince(call, shelf) : undefined;
  const entries = [...shelf.events.values()]
    .filter(({ id }) => since?.has(id) ?? true)
    .flatMap((event) => shown(call, shelf, event, window));
  const chosen = entries.filter((event) => fits(call, event, since !== undefined));
  return frame(call, shelf, ordered(call, shelf, chosen));
};

export const listInstances: Handler = (call) => {
  const shelf = shelfOf(call);
  const { query, path } = call;
  const series = shelf.events.get(path['eventId']!) ?? refuseMissing();
  const window = windowOf(call);
  const all = series.recurrence ? instances(series, shelf, window.max) : [];
  const original = query.text('originalStart');
  const chosen = all
    .filter(
      (event) =>
        overlaps(event, shelf, window) &&
        (event.status !== 'cancelled' || query.flag('showDeleted')),
    )
    .filter(
      ({ originalStartTime }) =>
        original === undefined ||
        startOf({ start: originalStartTime! }, shelf) === Date.parse(original),
    );
  return frame(call, shelf, chosen);
};

interface Window {
  readonly min: number;
  readonly max: number;
}

/** How far series without end are laid out when nothing says when to stop. */
const horizon = (simulation: Simulation): number => simulation.start.getTime() + 365 * day;

function windowOf({ query, simulation }: ApiCall): Window {
  const instant = (name: string): number | undefined => {
    const text = query.text(name);
    if (text !== undefined && !isTimestamp(text))
      throw new ApiError(400, 'badRequest', { message: 'Bad Request', location: name });
    return text === undefined ? undefined : Date.parse(text);
  };
  const window = {
    min: instant('timeMin') ?? -Infinity,
    max: instant('timeMax') ?? horizon(simulation),
  };
  if (query.has('timeMax') && window.max <= window.min)
    throw new ApiError(400, 'timeRangeEmpty', {
      domain: 'calendar',
      message: 'The specified time range is empty.',
      location: 'timeMax',
    });
  const updated = instant('updatedMin');
  if (updated !== undefined && updated < simulation.now().getTime() - 30 * day)
    throw new ApiError(410, 'updatedMinTooLongAgo', {
      domain: 'calendar',
      message: 'The requested minimum modification time lies too far in the past.',
      location: 'updatedMin',
    });
  return window;
}

const startOf = ({ start }: Pick<Event, 'start'>, { calendar }: StoredCalendar): number =>
  instantOf(start, calendar.timeZone);

/** Both ends are exclusive: an event that ends as the window begins stands outside. */
const overlaps = (event: Event, shelf: StoredCalendar, { min, max }: Window): boolean =>
  startOf(event, shelf) < max && instantOf(event.end, shelf.calendar.timeZone) > min;

/** What an event adds to a list: itself or, one by one, its instances; nothing outside the window. */
function shown({ query }: ApiCall, shelf: StoredCalendar, event: Event, window: Window): Event[] {
  const { recurrence } = event;
  if (recurrence === undefined)
    return unbounded(query, window) || overlaps(event, shelf, window) ? [event] : [];
  const all = instances(event, shelf, window.max).filter((instance) =>
    overlaps(instance, shelf, window),
  );
  if (!query.flag('singleEvents')) return all.length > 0 || unbounded(query, window) ? [event] : [];
  // Instances that were changed stand in the list by themselves.
  return all.filter(({ id }) => !shelf.events.has(id));
}

const unbounded = (query: ApiCall['query'], { min }: Window): boolean =>
  min === -Infinity && !query.has('timeMax');

function fits({ query }: ApiCall, event: Event, syncing: boolean): boolean {
  const [uid, since, types] = [
    query.text('iCalUID'),
    query.text('updatedMin'),
    query.list('eventTypes'),
  ];
  const { private: own, shared } = event.extendedProperties ?? {};
  if (since !== undefined && Date.parse(event.updated) < Date.parse(since)) return false;
  if (
    event.status === 'cancelled' &&
    !syncing &&
    since === undefined &&
    !showsCancelled(query, event)
  )
    return false;
  if (uid !== undefined && event.iCalUID !== uid) return false;
  if (types.length > 0 && !types.includes(event.eventType)) return false;
  if (!holds(own, query.list('privateExtendedProperty'), 'privateExtendedProperty')) return false;
  if (!holds(shared, query.list('sharedExtendedProperty'), 'sharedExtendedProperty')) return false;
  return matches(event, query.text('q'));
}

/** Cancelled instances of a series that itself is shown come along, for they say where it has gaps. */
const showsCancelled = (query: ApiCall['query'], { recurringEventId }: Event): boolean =>
  query.flag('showDeleted') || (recurringEventId !== undefined && !query.flag('singleEvents'));

function holds(
  properties: Readonly<Record<string, string>> | undefined,
  wanted: readonly string[],
  name: string,
): boolean {
  return wanted.every((pair) => {
    const at = pair.indexOf('=');
    if (at < 1)
      throw new ApiError(400, 'invalid', { message: 'Expected name=value.', location: name });
    return properties?.[pair.slice(0, at)] === pair.slice(at + 1);
  });
}

/** Every word is somewhere in the texts and names of the event. */
function matches(
  { summary, description, location, attendees = [], organizer }: Event,
  q: string | undefined,
): boolean {
  if (q === undefined) return true;
  const people = [...attendees, organizer].flatMap(({ email, displayName }) => [
    email,
    displayName,
  ]);
  const text = [summary, description, location, ...people].join('\n').toLowerCase();
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function ordered({ query }: ApiCall, shelf: StoredCalendar, events: Event[]): Event[] {
  const by = query.text('orderBy');
  if (by === undefined) return events;
  const key = (event: Event): number =>
    by === 'updated' ? Date.parse(event.updated) : startOf(event, shelf);
  return events.toSorted((a, b) => key(a) - key(b) || (a.id < b.id ? -1 : 1));
}

function frame(call: ApiCall, shelf: StoredCalendar, events: readonly Event[]): object {
  const { items, next } = paginate(call, events);
  const zone = zoneOf(call, shelf);
  const { summary, description } = shelf.calendar;
  const { entries } = calendarState(call.simulation);
  const entry = entries
    .get(call.user.email)
    ?.find(({ calendarId }) => calendarId === shelf.calendar.id);
  return {
    kind: 'calendar#events',
    etag: `"${fingerprint([shelf.updated, items.map(({ id, etag }) => [id, etag])])}"`,
    summary,
    ...(description !== undefined && { description }),
    updated: shelf.updated,
    timeZone: zone,
    accessRole: roleOf(shelf, call.user),
    defaultReminders: entry?.defaultReminders ?? [],
    ...(next === undefined
      ? { nextSyncToken: syncToken(call, shelf.calendar.id) }
      : { nextPageToken: next }),
    items: items.map((event) => showEvent(call, shelf, event, zone)),
  };
}

/**
 * The operations that watch access rules, the calendar list, events and settings, `channels.stop`,
 * and the notifications of channels.
 */
import type { ApiCall, Handler, Handlers } from '../call/handler.ts';
import { notifyChannel, openChannel, stopChannel } from '../notification-channel.ts';
import { stableId } from '../random.ts';
import type { Simulation } from '../simulation.ts';
import { day } from '../time.ts';
import { findCalendar, findCalendarWithRole, includesRole, roleOf } from './access.ts';
import { type CalendarState, calendarState, type WatchedList } from './state.ts';

const apiUrl = 'https://www.googleapis.com/calendar/v3';

/** A week, also for requests that name a later end or none. */
const lifetime = { defaultMs: 7 * day, maxMs: 7 * day };

/** @param uri the path of the list */
function openListChannel(call: ApiCall, uri: string, watched: WatchedList): object {
  const { channels } = calendarState(call.simulation);
  const resourceId = stableId(`resource ${uri} of ${call.user.email}`, 27);
  const resourceUri = `${apiUrl}${uri}?alt=json`;
  return openChannel(call, channels, lifetime, { resourceId, resourceUri, watched });
}

const watchEvents: Handler = (call) => {
  const { id } = findCalendar(call).resource;
  const uri = `/calendars/${encodeURIComponent(id)}/events`;
  return openListChannel(call, uri, { kind: 'events', calendarId: id });
};

/** Needs the role that reading the rules needs. */
const watchAccessRules: Handler = (call) => {
  const { id } = findCalendarWithRole(call, 'writer').resource;
  const uri = `/calendars/${encodeURIComponent(id)}/acl`;
  return openListChannel(call, uri, { kind: 'acl', calendarId: id });
};

const watchCalendarList: Handler = (call) =>
  openListChannel(call, '/users/me/calendarList', { kind: 'calendarList' });

const watchSettings: Handler = (call) =>
  openListChannel(call, '/users/me/settings', { kind: 'settings' });

const stopWatchChannel: Handler = (call) =>
  stopChannel(call, calendarState(call.simulation).channels);

/** By operation key. */
export const watchHandlers: Handlers = {
  'calendar:acl.watch': watchAccessRules,
  'calendar:calendarList.watch': watchCalendarList,
  'calendar:channels.stop': stopWatchChannel,
  'calendar:events.watch': watchEvents,
  'calendar:settings.watch': watchSettings,
};

/** The role that reading a list of a calendar needs. */
const minimumRoles = { acl: 'writer', events: 'freeBusyReader' } as const;

/** The last revision of a list; undefined if the person cannot read it any more. */
function revisionOf(
  { calendars, calendarLists, settings }: CalendarState,
  email: string,
  watched: WatchedList,
): number | undefined {
  const latest = (objects: Iterable<{ readonly revision?: number }>): number =>
    Math.max(0, ...Array.from(objects, ({ revision = 0 }) => revision));
  if (!('calendarId' in watched))
    return latest((watched.kind === 'settings' ? settings : calendarLists).get(email) ?? []);
  const calendar = calendars.get(watched.calendarId);
  if (!calendar || !includesRole(roleOf(calendar, { email }), minimumRoles[watched.kind]))
    return undefined;
  return watched.kind === 'acl'
    ? latest(calendar.rules)
    : Math.max(0, ...calendar.revisions.values());
}

/** The last revisions of the lists that open channels watch, by the id of the channel. */
function watchedRevisions(state: CalendarState): ReadonlyMap<string, number | undefined> {
  return new Map(
    [...state.channels.values()].map(({ id, person, watched }) => [
      id,
      revisionOf(state, person, watched),
    ]),
  );
}

/**
 * Notifies the channels whose lists have changed. The state is `exists`, or `not_exists` if the
 * person cannot read the list any more.
 * @param simulation before the write
 * @returns a function for after the write
 */
export function watchWrite(simulation: Simulation): () => void {
  const state = calendarState(simulation);
  const before = watchedRevisions(state);
  return () => {
    const after = watchedRevisions(state);
    for (const [id, revision] of after)
      if (before.has(id) && before.get(id) !== revision)
        notifyChannel(
          simulation,
          state.channels.get(id)!,
          revision === undefined ? 'not_exists' : 'exists',
        );
  };
}

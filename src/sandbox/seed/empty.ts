/** The initial data of a sandbox in which tests add everything: the users, and what each has. */
import type { CalendarState } from '../calendar/state.ts';
import type { LiveState } from '../live/state.ts';
import type { StorageState } from '../storage/state.ts';
import { people } from '../user.ts';
import type { VideoState } from '../video/state.ts';

/** Clears all tables, sets and lists of a state but these. */
function clear<S extends object>(state: S, ...kept: readonly (keyof S)[]): S {
  for (const [name, table] of Object.entries(state)) {
    if (kept.includes(name as keyof S)) continue;
    if (table instanceof Map || table instanceof Set) table.clear();
    else if (Array.isArray(table)) table.length = 0;
  }
  return state;
}

/** Deletes the entries for which a condition does not hold. */
function keep<V>(table: Map<string, V>, condition: (value: V, key: string) => boolean): void {
  for (const [key, value] of table) if (!condition(value, key)) table.delete(key);
}

/** The channels of the users, without videos, viewers and what names a video. */
export function emptyVideo(state: VideoState): VideoState {
  const channelIds = new Set(people.flatMap(({ channelId }) => channelId ?? []));
  keep(state.channels, (_, id) => channelIds.has(id));
  for (const { statistics, brandingSettings } of state.channels.values()) {
    Object.assign(statistics, { viewCount: '0', subscriberCount: '0', videoCount: '0' });
    delete brandingSettings.channel['unsubscribedTrailer'];
    delete brandingSettings.watch;
  }
  return clear(state, 'channels');
}

/** Neither broadcasts nor streams. */
export const emptyLive = (state: LiveState): LiveState => clear(state);

/** The root folders of the users. */
export function emptyStorage(state: StorageState): StorageState {
  const { files, roots, appRoots } = state;
  const rootIds = new Set([...roots.values(), ...appRoots.values()]);
  keep(files, (_, id) => rootIds.has(id));
  return clear(state, 'files', 'roots', 'appRoots');
}

/** The primary calendars of the users, without events, and shared with nobody. */
export function emptyCalendar(state: CalendarState): CalendarState {
  const { calendars, calendarLists } = state;
  keep(calendars, ({ resource }) => resource.dataOwner === undefined);
  for (const calendar of calendars.values()) {
    clear(calendar, 'rules');
    calendar.rules.splice(1);
  }
  for (const [person, entries] of calendarLists)
    calendarLists.set(
      person,
      entries.filter(({ calendarId }) => calendarId === person),
    );
  return clear(state, 'calendars', 'calendarLists', 'settings');
}

/** Keeping what was written: entity tags, dates and the copies that guests hold. */
import { isDeepStrictEqual } from 'node:util';
import type { Simulation } from '../simulation.ts';
import { tagOf } from './identity.ts';
import { calendarState, type Event, type StoredCalendar } from './state.ts';

/** What each calendar's copy of an event has of its own; everything else is the organizer's. */
const personal: ReadonlySet<string> = new Set([
  'etag',
  'htmlLink',
  'updated',
  'colorId',
  'reminders',
  'source',
  'transparency',
  'visibility',
  'privateCopy',
  'locked',
]);

export const shared = (event: Event): Readonly<Record<string, unknown>> => ({
  ...Object.fromEntries(
    Object.entries(event).filter(([name]) => !personal.has(name) && name !== 'extendedProperties'),
  ),
  properties: event.extendedProperties?.shared,
});

export const isOrganizers = (shelf: StoredCalendar, event: Event): boolean =>
  event.organizer.email === shelf.calendar.id;

/** Keeps an event with a new tag; other calendars' copies follow in what they share. */
export function keep(simulation: Simulation, shelf: StoredCalendar, event: Event): Event {
  const state = calendarState(simulation);
  state.revision += 1;
  const kept = put(simulation, shelf, event, state.revision);
  const leaves = kept.status === 'cancelled' && !isOrganizers(shelf, kept);
  if (kept.privateCopy || leaves) return kept;
  for (const other of state.calendars.values()) {
    const copy = other === shelf ? undefined : other.events.get(event.id);
    if (copy && !copy.privateCopy && !isDeepStrictEqual(shared(copy), shared(kept)))
      put(simulation, other, joined(copy, kept), state.revision);
  }
  return kept;
}

function put(simulation: Simulation, shelf: StoredCalendar, event: Event, revision: number): Event {
  const now = simulation.now();
  const kept = { ...event, etag: tagOf(now), updated: now.toISOString() };
  shelf.events.set(kept.id, kept);
  shelf.revisions.set(kept.id, revision);
  shelf.updated = kept.updated;
  return kept;
}

function joined(copy: Event, { extendedProperties, ...kept }: Event): Event {
  const own = Object.fromEntries(Object.entries(copy).filter(([name]) => personal.has(name)));
  const rest = Object.fromEntries(Object.entries(kept).filter(([name]) => !personal.has(name)));
  const properties = {
    ...(copy.extendedProperties?.private && { private: copy.extendedProperties.private }),
    ...(extendedProperties?.shared && { shared: extendedProperties.shared }),
  };
  return {
    ...rest,
    ...own,
    ...(Object.keys(properties).length > 0 && { extendedProperties: properties }),
  } as unknown as Event;
}

/** The effect of a change of a series on its instances. */
import type { Simulation } from '../simulation.ts';
import { day } from '../time.ts';
import { exceptionsOf, instanceOf, occurrencesOf } from './recurrence.ts';
import { type CalendarEntity, calendarState, type EventEntity } from './state.ts';
import { horizonOf, startInstant } from './time-window.ts';

/** The events that a list with `singleEvents` shows for an event, without individual changes. */
function shownFor(event: EventEntity, calendar: CalendarEntity, before: number): EventEntity[] {
  if (event.status === 'cancelled') return [];
  if (event.recurrence === undefined) return [event];
  return occurrencesOf(event, calendar, before).map((start) => instanceOf(event, calendar, start));
}

/**
 * Removes the exceptions whose occurrences a written series no longer has. Remembers them, and the
 * other instances that it no longer has, for lists of changes.
 * @param before the event before the write; undefined for a new one
 * @param after the stored event
 */
export function removeVanishedInstances(
  simulation: Simulation,
  calendar: CalendarEntity,
  before: EventEntity | undefined,
  after: EventEntity,
): void {
  if (!before?.recurrence && !after.recurrence) return;
  const exceptions = exceptionsOf(calendar, after);
  const ends = exceptions.map(
    ({ originalStartTime }) => startInstant({ start: originalStartTime! }, calendar) + day,
  );
  const horizon = Math.max(horizonOf(simulation), ...ends);
  const remaining = new Set(shownFor(after, calendar, horizon).map(({ id }) => id));
  const hasVanished = ({ id }: EventEntity): boolean => !remaining.has(id);
  const { revision } = calendarState(simulation);
  const { etag, updated } = after;
  const remember = (event: EventEntity, wasStored: boolean): void => {
    const vanished = { ...event, status: 'cancelled', etag, updated };
    calendar.vanished.set(event.id, { event: vanished, wasStored, revision });
  };
  for (const event of before ? shownFor(before, calendar, horizon).filter(hasVanished) : [])
    remember(event, false);
  for (const event of exceptions.filter(hasVanished)) {
    calendar.events.delete(event.id);
    calendar.revisions.delete(event.id);
    remember(event, true);
  }
}

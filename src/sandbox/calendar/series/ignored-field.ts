/**
 * Fields that an update leaves as they are, with the answer 200, and the visibility of series.
 *
 * Since 7 July 2026 (release notes of the Calendar API), a series has one visibility: a stricter
 * one of a single occurrence becomes that of the whole series, and a less strict one is ignored.
 */
import type { Simulation } from '../../simulation.ts';
import { saveEvent } from '../event/store.ts';
import { type CalendarEntity, calendarState, type EventEntity } from '../state.ts';

export const isPrivate = ({ visibility }: Pick<EventEntity, 'visibility'>): boolean =>
  visibility === 'private' || visibility === 'confidential';

/** The written event with the old values of what the service ignores. */
export function withoutIgnored(
  simulation: Simulation,
  before: EventEntity,
  after: EventEntity,
): EventEntity {
  const ignored = new Set(calendarState(simulation).seriesModel.ignoredFields);
  const isLooser = isPrivate(before) && !isPrivate(after);
  if (after.recurringEventId !== undefined && isLooser) ignored.add('visibility');
  if (ignored.size === 0) return after;
  // Only another schedule has another number.
  if (['start', 'end', 'recurrence'].some((name) => ignored.has(name))) ignored.add('sequence');
  const next: EventEntity & Record<string, unknown> = { ...after };
  for (const name of ignored)
    if (before[name] === undefined) delete next[name];
    else next[name] = before[name];
  return next;
}

/** Gives a series, and its exceptions, the visibility of an occurrence that is private now. */
export function restrictSeries(
  simulation: Simulation,
  calendar: CalendarEntity,
  written: EventEntity,
): void {
  const { recurringEventId, visibility } = written;
  if (recurringEventId === undefined || visibility === undefined) return;
  const others = [...calendar.events.values()].filter(
    (event) =>
      (event.id === recurringEventId || event.recurringEventId === recurringEventId) &&
      event.status !== 'cancelled' &&
      !isPrivate(event),
  );
  for (const event of others) saveEvent(simulation, calendar, { ...event, visibility });
}

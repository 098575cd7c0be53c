/** The effect of a change of a series on its instances. */
import { isDeepStrictEqual } from 'node:util';
import type { Simulation } from '../../simulation.ts';
import { day } from '../../time.ts';
import { exceptionsOf, instanceOf, occurrencesOf } from './recurrence.ts';
import { type CalendarEntity, calendarState, type EventEntity } from '../state.ts';
import { horizonOf, startInstant } from '../time-window.ts';

/** The events that a list with `singleEvents` shows for an event, without individual changes. */
function shownFor(event: EventEntity, calendar: CalendarEntity, before: number): EventEntity[] {
  if (event.status === 'cancelled') return [];
  if (event.recurrence === undefined) return [event];
  return occurrencesOf(event, calendar, before).map((start) => instanceOf(event, calendar, start));
}

/** The lines of the rule, without its end. */
const repetitionOf = ({ recurrence = [] }: EventEntity): string[] =>
  recurrence
    .filter((line) => line.startsWith('RRULE'))
    .map((line) => line.replace(/;(COUNT|UNTIL)=[^;]*|(?<=:)(COUNT|UNTIL)=[^;]*;/g, ''));

const isMoved = (before: EventEntity, after: EventEntity): boolean =>
  !isDeepStrictEqual(before.start, after.start) ||
  !isDeepStrictEqual(repetitionOf(before), repetitionOf(after));

/**
 * Removes the exceptions whose occurrences a written series no longer has, unless they stay
 * (`leavesExceptions`), or all of them at a move (`dropsExceptions`). Remembers them, and the other
 * instances that it no longer has, for lists of changes.
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
  const { revision, seriesModel } = calendarState(simulation);
  const dropsAll = seriesModel.dropsExceptions && before !== undefined && isMoved(before, after);
  const { etag, updated } = after;
  const remember = (event: EventEntity, wasStored: boolean): void => {
    const vanished = { ...event, status: 'cancelled', etag, updated };
    calendar.vanished.set(event.id, { event: vanished, wasStored, revision });
  };
  const stays = seriesModel.leavesExceptions && after.status !== 'cancelled';
  const dropped = exceptions.filter((each) => dropsAll || (hasVanished(each) && !stays));
  const kept = new Set(exceptions.filter((each) => !dropped.includes(each)).map(({ id }) => id));
  const shown = before ? shownFor(before, calendar, horizon) : [];
  for (const event of shown.filter((each) => hasVanished(each) && !kept.has(each.id)))
    remember(event, false);
  for (const event of dropped) {
    calendar.events.delete(event.id);
    calendar.revisions.delete(event.id);
    remember(event, true);
  }
}

/** Fields of an exception that a change of its series does not replace. */
const identityFields: ReadonlySet<string> = new Set([
  'created',
  'etag',
  'htmlLink',
  'iCalUID',
  'id',
  'sequence',
  'updated',
]);

/**
 * The exceptions that the change of a series reaches (`reachesExceptions`), with the new values of
 * those fields that had the old ones.
 * @param before the event before the write; undefined for a new one
 * @param after the stored event
 */
export function reachedExceptions(
  simulation: Simulation,
  calendar: CalendarEntity,
  before: EventEntity | undefined,
  after: EventEntity,
): EventEntity[] {
  const { reachesExceptions } = calendarState(simulation).seriesModel;
  if (!reachesExceptions || !before?.recurrence || !after.recurrence) return [];
  return exceptionsOf(calendar, after)
    .filter(({ status }) => status !== 'cancelled')
    .flatMap((exception) => {
      const [old, next] = [before, after].map((series) =>
        instanceOf(series, calendar, {
          ...exception.originalStartTime!,
          ...(series.start.timeZone && { timeZone: series.start.timeZone }),
        }),
      ) as [EventEntity, EventEntity];
      const reached = Object.keys({ ...old, ...next }).filter(
        (name) =>
          !identityFields.has(name) &&
          !isDeepStrictEqual(old[name], next[name]) &&
          isDeepStrictEqual(exception[name], old[name]),
      );
      if (reached.length === 0) return [];
      const changed: EventEntity & Record<string, unknown> = { ...exception };
      for (const name of reached)
        if (next[name] === undefined) delete changed[name];
        else changed[name] = next[name];
      return [changed];
    });
}

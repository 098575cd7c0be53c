/** The parameters `timeMin`, `timeMax` and `updatedMin` of event lists. */
import type { ApiCall } from '../call/handler.ts';
import { ApiError } from '../http/api-error.ts';
import type { Simulation } from '../simulation.ts';
import { day } from '../time.ts';
import type { CalendarEntity, EventEntity } from './state.ts';
import { instantOf, isTimestamp } from './time-zone.ts';

/** Instants in milliseconds; both bounds are exclusive. */
export interface TimeWindow {
  readonly min: number;
  /** Without `timeMax`: `horizonOf`. */
  readonly max: number;
}

/**
 * @throws ApiError 400 if a parameter is malformed or the window is empty, 410 if `updatedMin` is
 *   more than 30 days ago
 */
export function timeWindowOf({ query, simulation }: ApiCall): TimeWindow {
  const instantParameter = (name: string): number | undefined => {
    const text = query.text(name);
    if (text === undefined) return undefined;
    if (isTimestamp(text)) return Date.parse(text);
    throw new ApiError(400, 'badRequest', { message: 'Bad Request', location: name });
  };
  const timeMax = instantParameter('timeMax');
  const min = instantParameter('timeMin') ?? -Infinity;
  if (timeMax !== undefined && timeMax <= min)
    throw new ApiError(400, 'timeRangeEmpty', {
      domain: 'calendar',
      message: 'The specified time range is empty.',
      location: 'timeMax',
    });
  const updatedMin = instantParameter('updatedMin');
  if (updatedMin !== undefined && updatedMin < simulation.now().getTime() - 30 * day)
    throw new ApiError(410, 'updatedMinTooLongAgo', {
      domain: 'calendar',
      message: 'The requested minimum modification time lies too far in the past.',
      location: 'updatedMin',
    });
  return { min, max: timeMax ?? horizonOf(simulation) };
}

/** Until when endless series are expanded: one year after the sandbox's start. */
export const horizonOf = ({ start }: Simulation): number => start.getTime() + 365 * day;

/** The instant in milliseconds at which an event starts. */
export const startInstant = (
  { start }: Pick<EventEntity, 'start'>,
  { resource }: CalendarEntity,
): number => instantOf(start, resource.timeZone);

/** Whether any part of an event is inside the window. */
export const overlaps = (
  event: EventEntity,
  calendar: CalendarEntity,
  { min, max }: TimeWindow,
): boolean =>
  startInstant(event, calendar) < max && instantOf(event.end, calendar.resource.timeZone) > min;

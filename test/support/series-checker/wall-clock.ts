/** Local times as numbers: the milliseconds since 1970 of a clock that shows them in UTC. */
import { IANAZone } from 'luxon';

const DAY_MS = 86_400_000;

/** In milliseconds. */
const offsetAt = (instant: number, zone: string): number =>
  IANAZone.create(zone).offset(instant) * 60_000;

/** The local time at an instant. */
export const wallOf = (instant: number, zone: string): number => instant + offsetAt(instant, zone);

/**
 * The instant of a local time. Of two, the first one. A time that the clocks skip is as long after
 * the change as it would have been without it (RFC 5545, 3.3.5).
 */
export function instantOf(wall: number, zone: string): number {
  const [before, after] = [wall - DAY_MS, wall + DAY_MS].map((at) => offsetAt(at, zone));
  const instants = [wall - before!, wall - after!].filter((each) => wallOf(each, zone) === wall);
  return instants.length > 0 ? Math.min(...instants) : wall - before!;
}

/** Whether the clocks of the zone skip a local time. */
export const isSkipped = (wall: number, zone: string): boolean =>
  wallOf(instantOf(wall, zone), zone) !== wall;

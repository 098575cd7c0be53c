/** Instants that have to be in the future, by the date of this computer. */
import { systemClock } from '../../engine/caller/clock.ts';
import { InvalidInput, showValue } from '../../engine/api/error.ts';

/** Whether an instant of RFC 3339 has passed. */
export const hasPassed = (instant: string): boolean =>
  Date.parse(instant) <= systemClock.wallTime();

/**
 * @param expected what the argument accepts, for the message
 * @throws InvalidInput for an instant that has passed
 */
export function checkFuture(instant: string, argument: string, expected = 'a later instant'): void {
  if (hasPassed(instant))
    throw new InvalidInput(
      argument,
      `${showValue(instant)} is not in the future; expected ${expected}`,
    );
}

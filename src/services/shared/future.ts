/** Instants that have to be in the future, by the date of this computer. */
import { InvalidInput, showValue } from '../../engine/rest/call/error.ts';

/** Whether an instant of RFC 3339 has passed. */
export const hasPassed = (instant: string): boolean => Date.parse(instant) <= Date.now();

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

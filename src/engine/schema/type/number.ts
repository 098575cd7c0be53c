/** Checks of numbers in an input. */
import { InvalidInput } from '../../api/error.ts';

/** @throws InvalidInput for a number below 0 */
export function checkNotNegative(value: number, argument: string): void {
  if (value < 0) throw new InvalidInput(argument, `${value} is negative; expected 0 or more`);
}

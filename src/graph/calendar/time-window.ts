/** Time windows in arguments. */
import { InvalidInput, showValue } from '../../upstream/error.ts';

/** A window without a start or an end is open on that side. */
export interface WindowArguments {
  readonly from?: string | null;
  readonly to?: string | null;
}

/**
 * Checks that a time window is not empty.
 * @param prefix of the names of the arguments: `window.`
 * @throws InvalidInput naming the end of the window
 */
export function checkWindow({ from, to }: WindowArguments, prefix = ''): void {
  if (from != null && to != null && Date.parse(to) <= Date.parse(from))
    throw new InvalidInput(
      `${prefix}to`,
      `${showValue(to)} is not after ${showValue(from)}; expected a time after \`${prefix}from\``,
    );
}

/** Windows of time in arguments: from an instant, inclusive, to another one, exclusive. */
import { InvalidInput, showValue } from '../../api/error.ts';
import { builder } from '../builder.ts';

export const TimeRangeInput = builder.inputType('TimeRangeInput', {
  description:
    'A range of time. At least one of `from` and `to` is required; without the other one, the range is open on that side.',
  fields: (t) => ({
    from: t.field({ type: 'DateTime', description: 'The start of the range, inclusive.' }),
    to: t.field({
      type: 'DateTime',
      description: 'The end of the range, exclusive. Later than `from`.',
    }),
  }),
});

/** A window without a start or an end is open on that side. */
export interface WindowArguments {
  readonly from?: string | null | undefined;
  readonly to?: string | null | undefined;
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

/**
 * Checks the value of a `TimeRangeInput`.
 * @throws InvalidInput for a range without start and end, and for one whose end is not after its
 * start
 */
export function checkTimeRange(range: WindowArguments, argument: string): void {
  if (range.from == null && range.to == null)
    throw new InvalidInput(argument, 'has neither `from` nor `to`; expected at least one of them');
  checkWindow(range, `${argument}.`);
}

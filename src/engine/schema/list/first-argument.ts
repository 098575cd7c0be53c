/** The argument `first` of lists that a response contains completely, or whose ids it contains. */
import { checkFirst } from '../../read/list/list.ts';
import type { AnyFieldBuilder, ArgumentMap } from '../field/field-factory.ts';

/** The arguments of a field; without `first` if the field does not declare it. */
export interface FirstArgument {
  readonly first?: number;
}

/** The maximum of the argument, and its default. */
interface FirstLimits {
  readonly maxItems?: number | undefined;
  readonly defaultFirst?: number | undefined;
}

/** The options of a field that has the argument. */
interface FirstOptions {
  readonly args?: ArgumentMap;
  /** @throws InvalidInput for a `first` out of range */
  readonly check?: (given: FirstArgument) => void;
}

/** The argument of a field, and its check; neither for a list without a maximum or a default. */
export function firstArgument(
  t: AnyFieldBuilder,
  { maxItems, defaultFirst }: FirstLimits,
): FirstOptions {
  if (maxItems === undefined || defaultFirst === undefined) return {};
  return {
    args: {
      first: t.arg.int({
        defaultValue: defaultFirst,
        required: true,
        description: `Return at most this number of entries, and count no more in the maximum cost. Default: ${defaultFirst}. Maximum: ${maxItems}.`,
      }),
    },
    check: ({ first }) => {
      if (first !== undefined) checkFirst(first, maxItems);
    },
  };
}

/**
 * Returns the first entries of a list; all if the field has no argument `first`.
 * @throws InvalidInput for a `first` out of range
 */
export function cut<T>(
  entries: readonly T[],
  first: number | undefined,
  maxItems: number,
): readonly T[] {
  if (first === undefined) return entries;
  checkFirst(first, maxItems);
  return entries.slice(0, first);
}

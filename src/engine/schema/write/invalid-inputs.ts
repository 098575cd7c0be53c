/** Checks of an input that report all rejected values at once. */
import { InvalidInput } from '../../api/error.ts';

/** Indexes of lists are compared as numbers. Made when it is needed: it would slow each start. */
let collator: Intl.Collator | undefined;

function compare(one: InvalidInput, other: InvalidInput): number {
  collator ??= new Intl.Collator('en', { numeric: true });
  return collator.compare(one.argument, other.argument);
}

/** Several rejected values of one input. Where only one error can be shown, it is the first. */
export class InvalidInputs extends InvalidInput {
  /** By the names of the arguments: the same whatever is checked first. */
  readonly all: readonly InvalidInput[];

  /** @param rejected at least one */
  constructor(rejected: readonly InvalidInput[]) {
    const all = rejected.toSorted(compare);
    const [{ argument, problem, isUrl }] = all as readonly [InvalidInput] & InvalidInput[];
    super(argument, problem, isUrl);
    this.name = 'InvalidInputs';
    this.all = all;
  }
}

/** The rejected values that an error is about. */
const invalidInputsIn = (error: InvalidInput): readonly InvalidInput[] =>
  error instanceof InvalidInputs ? error.all : [error];

/**
 * Maps values by a function that checks them. All are checked, whatever is rejected.
 * @throws InvalidInput for one rejected value, InvalidInputs for several
 */
export function mapChecked<T, R>(values: readonly T[], check: (value: T, index: number) => R): R[] {
  const results: R[] = [];
  const rejected: InvalidInput[] = [];
  for (const [index, value] of values.entries())
    try {
      results.push(check(value, index));
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      rejected.push(...invalidInputsIn(error));
    }
  if (rejected.length === 0) return results;
  throw rejected.length === 1 ? rejected[0]! : new InvalidInputs(rejected);
}

/**
 * Runs checks, and returns their results. All run, whatever is rejected.
 * @throws InvalidInput for one rejected value, InvalidInputs for several
 */
export const checkAll = <T extends unknown[]>(...checks: { [K in keyof T]: () => T[K] }): T =>
  // `mapChecked` keeps the order, so that each result has the type of its check.
  mapChecked(checks, (check: () => unknown) => check()) as T;

/** The indexes of keys that are there before already; undefined ones do not count. */
export function repeatedIndexes(keys: readonly (string | undefined)[]): number[] {
  const seen = new Set<string>();
  return keys.flatMap((key, index) => {
    if (key === undefined) return [];
    if (seen.has(key)) return [index];
    seen.add(key);
    return [];
  });
}

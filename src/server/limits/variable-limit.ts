/** Plugin: no list in the variables is longer than allowed, at any depth, and none is nested without end. */
import type { Plugin } from 'graphql-yoga';
import { overLimit } from '../http-error.ts';

export interface VariableLimits {
  readonly list: number;
  readonly nesting: number;
}

export const useVariableLimits = (limits: VariableLimits): Plugin => ({
  onParams({ params: { variables } }) {
    if (variables !== undefined) checkValue(variables, limits);
  },
});

/** Level by level instead of by recursion: JSON may be nested deeper than the stack is. */
function checkValue(value: object, limits: VariableLimits): void {
  let level: readonly object[] = [value];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > limits.nesting)
      throw overLimit(
        'QUERY_TOO_DEEP',
        'Values within one another in the variables',
        limits.nesting,
        depth,
      );
    for (const each of level) checkSize(each, limits);
    level = level.flatMap(
      (each) =>
        Object.values(each).filter(
          (inner) => typeof inner === 'object' && inner !== null,
        ) as object[],
    );
  }
}

/** No input type has so many fields: each unknown one would cost a search for those that are meant. */
const maxEntries = 1_000;

function checkSize(value: object, { list }: VariableLimits): void {
  if (Array.isArray(value)) {
    if (value.length > list)
      throw overLimit('QUERY_TOO_LARGE', 'Elements of a list in the variables', list, value.length);
    return;
  }
  const entries = Object.keys(value).length;
  if (entries > maxEntries)
    throw overLimit(
      'QUERY_TOO_LARGE',
      'Entries of an object in the variables',
      maxEntries,
      entries,
    );
}

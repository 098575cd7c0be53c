/** Plugin: no list in the variables is longer than allowed, at any depth, and none is nested without end. */
import type { Plugin } from 'graphql-yoga';
import { overLimit } from './refusal.ts';

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
    if (depth > limits.nesting) throw overLimit('QUERY_TOO_DEEP', 'Values within one another in the variables', limits.nesting, depth);
    for (const each of level)
      if (Array.isArray(each) && each.length > limits.list)
        throw overLimit('QUERY_TOO_LARGE', 'Elements of a list in the variables', limits.list, each.length);
    level = level.flatMap((each) => Object.values(each).filter((inner) => typeof inner === 'object' && inner !== null) as object[]);
  }
}

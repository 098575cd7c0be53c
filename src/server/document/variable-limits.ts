/** Limits the length of lists, the entries of objects and the nesting of the variables. */
import { limitError, listLimitError } from '../error/request-error.ts';

/** Limits for the values of variables. */
interface VariableLimits {
  /** Elements of a list at any depth. */
  readonly list: number;
  /** Levels of nested lists and objects. */
  readonly nesting: number;
}

/** A list or an object in the variables. */
interface Placed {
  readonly value: object;
  /** The path of the value, for example `input.attendees`; empty for the variables themselves. */
  readonly path: string;
}

/**
 * Checks the values of the variables, level by level instead of recursively: JSON may be nested
 * deeper than the call stack.
 * @throws GraphQLError `QUERY_TOO_DEEP` or `QUERY_TOO_LARGE`
 */
export function checkVariables(variables: object, limits: VariableLimits): void {
  let level: readonly Placed[] = [{ value: variables, path: '' }];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > limits.nesting)
      throw limitError('QUERY_TOO_DEEP', 'Nesting of the variables', limits.nesting, depth);
    for (const each of level) checkSize(each, limits);
    level = level.flatMap(childrenOf);
  }
}

const childrenOf = ({ value, path }: Placed): Placed[] =>
  Object.entries(value).flatMap(([name, child]: [string, unknown]) =>
    typeof child === 'object' && child !== null
      ? [{ value: child, path: path === '' ? name : `${path}.${name}` }]
      : [],
  );

/** No input type has more fields; graphql-js compares each unknown field with the known ones. */
const maxEntries = 1_000;

function checkSize({ value, path }: Placed, { list }: VariableLimits): void {
  if (Array.isArray(value)) {
    if (value.length > list) throw listLimitError(`The variable $${path}`, list, value.length);
    return;
  }
  const entries = Object.keys(value).length;
  if (entries > maxEntries)
    throw limitError('QUERY_TOO_LARGE', 'Entries of an object in variables', maxEntries, entries);
}

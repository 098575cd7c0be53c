/** The arguments of a field whose values the document alone decides. */
import { type FieldNode, type GraphQLField, visit } from 'graphql';
import { argumentValues } from '../../engine/read/argument-values.ts';

/** The values of the arguments of a field. */
export type ArgumentValues = Readonly<Record<string, unknown>>;

/** @returns undefined if the arguments depend on variables, or have an error */
export function constantArguments(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
): ArgumentValues | undefined {
  let hasVariable = false;
  visit(node, {
    SelectionSet: () => false,
    Directive: () => false,
    Variable: () => {
      hasVariable = true;
    },
  });
  if (hasVariable) return undefined;
  try {
    return deepFreeze(argumentValues(field, node));
  } catch {
    return undefined;
  }
}

/** All executions share the arguments: a resolver that changes them has to fail at once. */
function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value))
    Object.values(Object.freeze(value)).forEach(deepFreeze);
  return value;
}

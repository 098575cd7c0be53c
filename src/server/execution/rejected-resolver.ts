/** Fields that make no call, because their arguments are rejected or those of all fields below. */
import {
  type FieldNode,
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  isObjectType,
} from 'graphql';
import { argumentValues } from '../../engine/read/argument-values.ts';
import { rejectionOf } from '../../engine/read/load/rejected-field.ts';
import { selectedBelow } from '../../engine/read/walk/walker.ts';

interface SelectedField {
  readonly field: GraphQLField<unknown, unknown>;
  readonly nodes: readonly FieldNode[];
  /** Whether it is a field of the mutation itself. */
  readonly isWrite: boolean;
}

type OperationInfo = Pick<GraphQLResolveInfo, 'schema' | 'fragments' | 'variableValues'>;

/**
 * The function that replaces the resolver of a field in an operation with rejected fields. The
 * error has the place of the rejected field if that is known without a call: it is not inside of
 * lists and interfaces, which have the error themselves. A mutation with a rejected field below is
 * not executed: it would have written when the error is shown.
 * @returns undefined for a field that is resolved as always
 */
export function rejectedResolver(
  { field, nodes, isWrite }: SelectedField,
  info: OperationInfo,
): GraphQLFieldResolver<unknown, unknown> | undefined {
  const own = rejectionOf(nodes[0]!);
  if (own) return failWith(own);
  const { rejection, needsAnswer } = selectedBelow(getNamedType(field.type), nodes, info);
  if (!rejection) return undefined;
  if (isWrite) return failWith(rejection);
  if (needsAnswer || namesEntities(field, nodes[0]!, info)) return undefined;
  return isObjectType(getNullableType(field.type)) ? () => ({}) : failWith(rejection);
}

const failWith = (error: Error) => (): never => {
  throw error;
};

/** Whether arguments of a field name its entities, so that they are there without a call. */
function namesEntities(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  { variableValues }: OperationInfo,
): boolean {
  const { needs } = field.extensions;
  if (needs?.kind !== 'calls') return false;
  try {
    const { calls, loads } = needs.costOf(argumentValues(field, node, variableValues));
    return calls.length === 0 && loads.length > 0 && loads.every(({ refs }) => refs !== undefined);
  } catch {
    // The resolver rejects the arguments, too.
    return true;
  }
}

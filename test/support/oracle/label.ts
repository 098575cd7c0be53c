/**
 * Chosen labels of files. The call of a list of files has those of the first `File.labelInfo` that
 * its nodes select; any other set of labels takes a call for each file.
 */
import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getArgumentValues,
  getNamedType,
} from 'graphql';
import { selectsSome } from './entity.ts';
import type { Args } from './operation.ts';

/** The labels of a set as one parameter; equal sets have the same text. */
export const includeLabels = (labelIds: readonly string[]): Args => ({
  includeLabels: [...new Set(labelIds)].toSorted().join(),
});

/** Fields of a connection that lead to its nodes. */
const leadsToNodes = new Set(['nodes', 'edges', 'node']);

/**
 * The labels that the call of a connection has.
 * @param info of the connection's field
 * @returns undefined if its nodes select none
 */
export function labelsOfNodes(info: GraphQLResolveInfo): Args | undefined {
  let labels: Args | undefined;
  const find = (type: GraphQLObjectType, node: FieldNode): boolean => {
    const name = node.name.value;
    const field = type.getFields()[name];
    if (!field) return false;
    if (type.name !== 'File')
      return leadsToNodes.has(name) && selectsSome(info, getNamedType(field.type), [node], find);
    if (name !== 'labelInfo') return false;
    const { labelIds } = getArgumentValues(field, node, info.variableValues);
    labels = includeLabels(labelIds as string[]);
    return true;
  };
  selectsSome(info, getNamedType(info.returnType), info.fieldNodes, find);
  return labels;
}

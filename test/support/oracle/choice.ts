/**
 * Choices: parameters of a call that decide what one field shows. The call of a list makes the
 * choice of the first such field that its nodes select; any other choice takes a call of its own.
 */
import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getArgumentValues,
  getNamedType,
} from 'graphql';
import type { Json } from './direct-call.ts';
import { selectsSome } from './entity.ts';
import { type Args, operationNamed } from './operation.ts';
import { argsOf } from './schema.ts';

/** The labels of a set as one parameter; equal sets have the same text. */
const labels = ({ labelIds }: Json): Args => ({
  includeLabels: [...new Set(labelIds as string[])].toSorted().join(),
});

const language = ({ language: hl }: Json): Args => ({ hl });

/** The choice that a field makes by its arguments, by coordinate. */
const choices: Readonly<Record<string, (args: Json) => Args>> = {
  'Channel.localized': language,
  'File.labelInfo': labels,
  'Playlist.localized': language,
  'Video.localized': language,
};

/** The choice of a field. @returns undefined for a field that makes none */
export const choiceOf = (coordinate: string, args: Json): Args | undefined =>
  choices[coordinate]?.(args);

/** Whether the list of an entity has made the choice. */
export function isMade(entity: unknown, choice: Args | undefined): boolean {
  const made = argsOf(entity) ?? {};
  const parameters = Object.entries(choice ?? {});
  return parameters.length > 0 && parameters.every(([name, value]) => made[name] === value);
}

/** Fields of a connection that lead to its nodes. */
const leadsToNodes = new Set(['nodes', 'edges', 'node']);

/**
 * The choice that the call of a connection makes.
 * @param info of the connection's field
 * @param itemType the type of its nodes
 * @returns undefined if its nodes select none
 */
export function choiceOfNodes(
  info: GraphQLResolveInfo,
  { operation, itemType }: { readonly operation: string; readonly itemType: string },
): Args | undefined {
  let choice: Args | undefined;
  const find = (type: GraphQLObjectType, node: FieldNode): boolean => {
    const name = node.name.value;
    const field = type.getFields()[name];
    if (!field) return false;
    if (type.name !== itemType)
      return leadsToNodes.has(name) && selectsSome(info, getNamedType(field.type), [node], find);
    const args = getArgumentValues(field, node, info.variableValues);
    choice = choiceOf(`${itemType}.${name}`, args);
    return choice !== undefined;
  };
  selectsSome(info, getNamedType(info.returnType), info.fieldNodes, find);
  const { parameters } = operationNamed(operation);
  return choice && Object.keys(choice).every((name) => parameters.has(name)) ? choice : undefined;
}

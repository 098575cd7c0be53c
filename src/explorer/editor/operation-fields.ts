/** The fields of the operation in the editor: where each is, and which services it may call. */
import {
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  type GraphQLNamedType,
  type GraphQLSchema,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
} from 'graphql';
import type { Service } from '../../../schema/extensions.js';
import { servicesOf } from '../service/field-service.ts';

/** A field of an operation. */
export interface OperationField {
  /** Response names from the root. */
  readonly path: string;
  /** Of its name, or of its alias, in the text. */
  readonly offset: number;
  readonly length: number;
  /** The services that the field itself may call. */
  readonly services: readonly Service[];
}

/** More fields than anybody reads are not marked. */
const maxFields = 2_000;

/**
 * @returns the fields in the order of the text, those of a fragment once for each place of it; none
 *   for a text that cannot be parsed
 */
export function operationFields(text: string, schema?: GraphQLSchema | null): OperationField[] {
  const document = parsed(text);
  if (document === undefined) return [];
  const fragments = new Map(
    document.definitions
      .filter((each) => each.kind === Kind.FRAGMENT_DEFINITION)
      .map((each) => [each.name.value, each]),
  );
  const walk: Walk = { schema, fragments, within: [], found: [] };
  for (const each of document.definitions)
    if (each.kind === Kind.OPERATION_DEFINITION)
      visit(each.selectionSet, rootType(schema, each), [], walk);
  return walk.found;
}

interface Walk {
  readonly schema: GraphQLSchema | null | undefined;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** The fragments around: a document that somebody writes can have circles. */
  readonly within: readonly string[];
  readonly found: OperationField[];
}

function visit(
  { selections }: SelectionSetNode,
  type: GraphQLNamedType | undefined,
  path: readonly string[],
  walk: Walk,
): void {
  for (const each of selections) {
    if (walk.found.length >= maxFields) return;
    if (each.kind === Kind.FIELD) visitField(each, type, path, walk);
    else if (each.kind === Kind.INLINE_FRAGMENT) {
      const name = each.typeCondition?.name.value;
      visit(each.selectionSet, name === undefined ? type : walk.schema?.getType(name), path, walk);
    } else {
      const name = each.name.value;
      const fragment = walk.fragments.get(name);
      if (fragment === undefined || walk.within.includes(name)) continue;
      const on = walk.schema?.getType(fragment.typeCondition.name.value);
      visit(fragment.selectionSet, on, path, { ...walk, within: [...walk.within, name] });
    }
  }
}

function visitField(
  node: FieldNode,
  type: GraphQLNamedType | undefined,
  path: readonly string[],
  walk: Walk,
): void {
  const field =
    isObjectType(type) || isInterfaceType(type) ? type.getFields()[node.name.value] : undefined;
  const { value, loc } = node.alias ?? node.name;
  const own = [...path, value];
  walk.found.push({
    path: own.join('.'),
    offset: loc!.start,
    length: loc!.end - loc!.start,
    services: field ? servicesOf(field) : [],
  });
  if (!node.selectionSet) return;
  const inner = field && getNamedType(field.type);
  visit(node.selectionSet, isCompositeType(inner) ? inner : undefined, own, walk);
}

const rootType = (
  schema: GraphQLSchema | null | undefined,
  { operation }: OperationDefinitionNode,
): GraphQLNamedType | undefined => schema?.getRootType(operation) ?? undefined;

function parsed(text: string) {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

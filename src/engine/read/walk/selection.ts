/**
 * Reads selections of a document: the fields that apply to an object type, through fragments and
 * without what `@skip` and `@include` leave out, and what their arguments request.
 */
import {
  coerceInputLiteral,
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isListType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql';
import type {
  FieldArguments,
  Link,
  LinkNeeds,
  Needs,
  NestedNeeds,
  SeparateFetchNeeds,
} from '../needs.ts';
import { type Choice, choiceValue } from './projection.ts';
import type { Ref } from '../resource.ts';

/** The parts of an operation that reading a selection takes. */
export interface SelectionContext {
  readonly schema: GraphQLSchema;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  /** @returns the value of a variable; values that are derived from it depend on the variable */
  readonly read: (variable: string) => unknown;
}

/** A field, or the operation itself. */
export interface SelectingNode {
  readonly selectionSet?: SelectionSetNode | undefined;
}

/** @returns the selected fields of the type by response key, in the order of the document */
export function collectFields(
  type: GraphQLObjectType,
  nodes: readonly SelectingNode[],
  context: SelectionContext,
): ReadonlyMap<string, readonly FieldNode[]> {
  const collected: Collected = { fields: new Map(), fragments: new Set() };
  for (const { selectionSet } of nodes)
    if (selectionSet) collect(type, selectionSet, context, collected);
  return collected.fields;
}

interface Collected {
  readonly fields: Map<string, FieldNode[]>;
  /** Fragments that were spread: each counts once, however often it is spread. */
  readonly fragments: Set<FragmentDefinitionNode>;
}

function collect(
  type: GraphQLObjectType,
  set: SelectionSetNode,
  context: SelectionContext,
  into: Collected,
): void {
  for (const selection of set.selections) {
    if (isSkipped(selection, context)) continue;
    if (selection.kind === Kind.FIELD) {
      const key = (selection.alias ?? selection.name).value;
      const nodes = into.fields.get(key);
      if (nodes) nodes.push(selection);
      else into.fields.set(key, [selection]);
      continue;
    }
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      if (applies(selection.typeCondition?.name.value, type, context))
        collect(type, selection.selectionSet, context, into);
      continue;
    }
    const fragment = context.fragments[selection.name.value]!;
    if (into.fragments.has(fragment)) continue;
    into.fragments.add(fragment);
    if (applies(fragment.typeCondition.name.value, type, context))
      collect(type, fragment.selectionSet, context, into);
  }
}

/** @returns what a field needs with the arguments it has at this place of the document */
export function selectedNeeds(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  context: SelectionContext,
): Needs | undefined {
  const { needs } = field.extensions;
  if (needs?.kind === 'nested' || needs?.kind === 'link')
    return needs.limitArgument === undefined ? needs : limited(needs, field, node, context);
  if (needs?.kind !== 'separateFetch' || needs.withoutArguments === null) return needs;
  const { needs: instead, defaults } = needs.withoutArguments;
  return requestsSpecial(field, node, defaults, context) ? needs : instead;
}

/** @returns the choice that a field makes by its argument; undefined for an invalid value */
export function selectedChoice(
  field: GraphQLField<unknown, unknown>,
  { arguments: nodes = [] }: FieldNode,
  { argument, parameter }: NonNullable<SeparateFetchNeeds['choice']>,
  context: SelectionContext,
): Choice | undefined {
  const type = field.args.find(({ name }) => name === argument)?.type;
  const node = nodes.find(({ name }) => name.value === argument)?.value;
  if (!type || !node) return undefined;
  const value = choiceValue(coerced(node, type, context));
  return value === undefined ? undefined : { parameter, value };
}

/** The value of an argument, which may be a list with variables. */
function coerced(node: ValueNode, type: GraphQLInputType, context: SelectionContext): unknown {
  if (node.kind === Kind.VARIABLE) return context.read(node.name.value);
  const nullable = getNullableType(type);
  return node.kind === Kind.LIST && isListType(nullable)
    ? node.values.map((each) => coerced(each, nullable.ofType, context))
    : coerceInputLiteral(node, type);
}

/** The needs of a list that an argument limits. */
function limited(
  needs: NestedNeeds | LinkNeeds,
  { args }: GraphQLField<unknown, unknown>,
  { arguments: nodes = [] }: FieldNode,
  context: SelectionContext,
): Needs {
  const argument = args.find(({ name }) => name === needs.limitArgument);
  const value = nodes.find(({ name }) => name.value === needs.limitArgument)?.value;
  const given = value && intOf(value, context);
  const limit = given ?? (argument?.defaultValue as number | undefined);
  if (limit === undefined || limit >= needs.maxItems) return needs;
  const maxItems = Math.max(0, limit);
  if (needs.kind === 'nested') return { ...needs, maxItems, limit: maxItems };
  const { link } = needs;
  const addRefs: Link['addRefs'] = (refs, object, ref) => {
    const all: Ref[] = [];
    link.addRefs(all, object, ref);
    refs.push(...all.slice(0, maxItems));
  };
  return { ...needs, maxItems, link: { ...link, addRefs } };
}

/** @returns undefined for a variable without a value: the argument has its default */
function intOf(node: ValueNode, { read }: SelectionContext): number | undefined {
  if (node.kind === Kind.VARIABLE) return read(node.name.value) as number | undefined;
  return node.kind === Kind.INT ? Number(node.value) : undefined;
}

function requestsSpecial(
  field: GraphQLField<unknown, unknown>,
  { arguments: nodes = [] }: FieldNode,
  defaults: FieldArguments,
  context: SelectionContext,
): boolean {
  return nodes.some(({ name, value: node }) => {
    const argument = field.args.find((each) => each.name === name.value);
    const value = valueOf(node, getNamedType(argument?.type), context);
    return value != null && value !== defaults[name.value];
  });
}

/** The value of a variable or an enum value; any other literal is itself. */
function valueOf(node: ValueNode, type: unknown, { read }: SelectionContext): unknown {
  if (node.kind === Kind.VARIABLE) return read(node.name.value);
  if (node.kind === Kind.NULL) return null;
  if (node.kind === Kind.ENUM && isEnumType(type)) return type.getValue(node.value)?.value;
  return node;
}

function applies(
  condition: string | undefined,
  type: GraphQLObjectType,
  { schema }: SelectionContext,
): boolean {
  if (condition === undefined || condition === type.name) return true;
  const conditionType = schema.getType(condition);
  return isAbstractType(conditionType) && schema.isSubType(conditionType, type);
}

function isSkipped(node: SelectionNode, context: SelectionContext): boolean {
  for (const { name, arguments: args } of node.directives ?? []) {
    if (name.value !== 'skip' && name.value !== 'include') continue;
    const condition = args?.[0]?.value;
    if (condition && conditionValue(condition, context) === (name.value === 'skip')) return true;
  }
  return false;
}

function conditionValue(node: ValueNode, { read }: SelectionContext): unknown {
  if (node.kind === Kind.VARIABLE) return read(node.name.value);
  return node.kind === Kind.BOOLEAN ? node.value : undefined;
}

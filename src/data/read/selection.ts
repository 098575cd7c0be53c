/** What a selection selects of an object type: through the fragments that apply, without what is skipped; and with which arguments. */
import {
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

export interface Walk {
  readonly schema: GraphQLSchema;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  /** A variable's value: whoever keeps what came of the walk has to know which ones decided it. */
  readonly read: (variable: string) => unknown;
}

/** Tells each selected field; the same one as often as it is selected. */
export function eachField(
  type: GraphQLObjectType,
  set: SelectionSetNode,
  walk: Walk,
  tell: (node: FieldNode) => void,
): void {
  for (const selection of set.selections) {
    if (skipped(selection, walk)) continue;
    if (selection.kind === Kind.FIELD) {
      tell(selection);
      continue;
    }
    const fragment =
      selection.kind === Kind.FRAGMENT_SPREAD ? walk.fragments[selection.name.value]! : selection;
    if (applies(fragment.typeCondition?.name.value, type, walk))
      eachField(type, fragment.selectionSet, walk, tell);
  }
}

/** What a field is given for an argument that takes an enum; undefined where it isn't given. */
export function wordGiven(
  { args }: GraphQLField<unknown, unknown>,
  name: string,
  node: FieldNode,
  walk: Walk,
): unknown {
  const value = node.arguments?.find((arg) => arg.name.value === name)?.value;
  if (value?.kind === Kind.VARIABLE) return walk.read(value.name.value);
  const type = getNamedType(args.find((arg) => arg.name === name)?.type);
  return value?.kind === Kind.ENUM && isEnumType(type)
    ? type.getValue(value.value)?.value
    : undefined;
}

function applies(
  condition: string | undefined,
  type: GraphQLObjectType,
  { schema }: Walk,
): boolean {
  if (condition === undefined || condition === type.name) return true;
  const on = schema.getType(condition);
  return isAbstractType(on) && schema.isSubType(on, type);
}

/** `@skip` and `@include` by hand: graphql's own helper wants graphql 17's variables, graphql-jit hands on the plain values. */
function skipped(node: SelectionNode, walk: Walk): boolean {
  for (const { name, arguments: args } of node.directives ?? []) {
    if (name.value !== 'skip' && name.value !== 'include') continue;
    const value = args?.[0]?.value;
    const on =
      value?.kind === Kind.VARIABLE
        ? walk.read(value.name.value)
        : value?.kind === Kind.BOOLEAN
          ? value.value
          : undefined;
    if (on === (name.value === 'skip')) return true;
  }
  return false;
}

/**
 * The type of the result of an operation: with the fields of its fragments, and a member for each
 * type that an interface or a union can have.
 */
import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLNamedType,
  type GraphQLNullableOutputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isAbstractType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  Kind,
  type SelectionNode,
} from 'graphql';
import { scalarType } from './scalar-type.ts';
import { arrayOf, type Members, nullable, objectOf, property } from './type-text.ts';

/** What a document is read with. */
interface TypeContext {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Notes a type that is to be declared. @returns its name */
  readonly declare: (type: GraphQLNamedType) => string;
}

/** A field that is selected: once or several times, which mean the same field. */
interface Selected {
  readonly field: FieldNode;
  /** Whether `@include` or `@skip` can leave it out. */
  readonly isConditional: boolean;
}

/** Selections of one object, each of which can be left out. */
type Selections = readonly { readonly of: SelectionNode; readonly isConditional: boolean }[];

export function resultType(
  context: TypeContext,
  root: GraphQLObjectType,
  selections: readonly SelectionNode[],
): Members {
  return membersOf(
    context,
    root,
    selections.map((of) => ({ of, isConditional: false })),
  );
}

function membersOf(
  context: TypeContext,
  type: GraphQLCompositeType,
  selections: Selections,
): Members {
  const possible = isAbstractType(type) ? context.schema.getPossibleTypes(type) : [type];
  return possible.map((each) => objectType(context, each, selections));
}

function objectType(context: TypeContext, type: GraphQLObjectType, selections: Selections): string {
  const fields = Map.groupBy(
    fieldsOf(context, type, selections),
    ({ field: { alias, name } }) => alias?.value ?? name.value,
  );
  return objectOf(
    [...fields].map(([name, selected]) => {
      const isOptional = selected.every(({ isConditional }) => isConditional);
      return property(name, isOptional, fieldType(context, type, selected));
    }),
  );
}

function fieldType(
  context: TypeContext,
  parent: GraphQLObjectType,
  selected: readonly Selected[],
): Members {
  const name = selected[0]!.field.name.value;
  if (name === '__typename') return [`'${parent.name}'`];
  const { type } = context.schema.getField(parent, name)!;
  return valueType(context, type, innerSelections(selected));
}

/** What one of several selections of a field selects is there only if that selection is. */
const innerSelections = (selected: readonly Selected[]): Selections =>
  selected.flatMap(({ field, isConditional }) =>
    (field.selectionSet?.selections ?? []).map((of) => ({
      of,
      isConditional: isConditional && selected.length > 1,
    })),
  );

function valueType(context: TypeContext, type: GraphQLOutputType, selections: Selections): Members {
  if (!isNonNullType(type)) return nullable(knownType(context, type, selections), 'null');
  return knownType(context, type.ofType, selections);
}

function knownType(
  context: TypeContext,
  type: GraphQLNullableOutputType,
  selections: Selections,
): Members {
  if (isListType(type)) return [arrayOf(valueType(context, type.ofType, selections))];
  if (isObjectType(type) || isAbstractType(type)) return membersOf(context, type, selections);
  return [isScalarType(type) ? scalarType(type, 'output') : context.declare(type)];
}

/** @returns the fields of an object in the selections, those of fragments of its type among them */
function fieldsOf(
  context: TypeContext,
  type: GraphQLObjectType,
  selections: Selections,
): readonly Selected[] {
  return selections.flatMap(({ of, isConditional: isOuter }) => {
    const isConditional = isOuter || hasCondition(of);
    if (of.kind === Kind.FIELD) return [{ field: of, isConditional }];
    const fragment = of.kind === Kind.INLINE_FRAGMENT ? of : context.fragments.get(of.name.value)!;
    if (!includes(context, fragment.typeCondition?.name.value, type)) return [];
    const inner = fragment.selectionSet.selections.map((each) => ({ of: each, isConditional }));
    return fieldsOf(context, type, inner);
  });
}

const hasCondition = ({ directives = [] }: SelectionNode): boolean =>
  directives.some(({ name }) => ['include', 'skip'].includes(name.value));

function includes(
  { schema }: TypeContext,
  condition: string | undefined,
  type: GraphQLObjectType,
): boolean {
  if (condition === undefined || condition === type.name) return true;
  const other = schema.getType(condition);
  return isAbstractType(other) && schema.isSubType(other, type);
}

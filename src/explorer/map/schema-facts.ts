/** What the SDL says about a schema, as the map needs it: its objects, and what fields lead to. */
import {
  getNamedType,
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isAbstractType,
  isInterfaceType,
  isObjectType,
} from 'graphql';

/** A field of the graph, and the type that has it. */
export interface PlacedField {
  readonly type: FieldedType;
  readonly field: AnyField;
}

export type AnyField = GraphQLField<unknown, unknown>;

export type FieldedType = GraphQLObjectType | GraphQLInterfaceType;

export const isFielded = (type: GraphQLNamedType | undefined): type is FieldedType =>
  isObjectType(type) || isInterfaceType(type);

export const fieldsOf = (type: FieldedType): readonly AnyField[] => Object.values(type.getFields());

/** @returns the object types and interfaces, without those of introspection */
export const fieldedTypes = (schema: GraphQLSchema): readonly FieldedType[] =>
  Object.values(schema.getTypeMap())
    .filter(isFielded)
    .filter(({ name }) => !name.startsWith('__'));

/** @returns the object types that have an id of their own */
export function entitiesOf(schema: GraphQLSchema): ReadonlySet<GraphQLNamedType> {
  const node = schema.getType('Node');
  return new Set(isInterfaceType(node) ? schema.getPossibleTypes(node) : []);
}

/** @returns the type that a field is about: of a page of a list, that of its items */
export function aboutOf({ type }: { readonly type: GraphQLOutputType }): GraphQLNamedType {
  const named = getNamedType(type);
  const items = isObjectType(named) ? named.getFields()['nodes'] : undefined;
  return items ? getNamedType(items.type) : named;
}

/** @returns the object types that a field can be about; none for a field that can be about any */
export function membersOf(schema: GraphQLSchema, field: AnyField): readonly GraphQLNamedType[] {
  const type = aboutOf(field);
  if (!isAbstractType(type)) return [type];
  return type.name === 'Node' ? [] : schema.getPossibleTypes(type);
}

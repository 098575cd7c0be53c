/**
 * Everything in the schema that has a description: types, fields, arguments, enum values, input
 * fields and directives.
 */
import {
  type GraphQLArgument,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedDirective,
  isSpecifiedScalarType,
} from 'graphql';

export interface SchemaElement {
  /** Schema coordinate: `Video.channel(first:)`. */
  readonly coordinate: string;
  readonly name: string;
  /** Names of the type and the field that the element belongs to, outermost first. */
  readonly parents: readonly string[];
  /** The description without the generated list of REST calls. */
  readonly text: string;
  /** The reason of the deprecation, if the element is deprecated. */
  readonly deprecationReason: string | undefined;
}

interface Described {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly deprecationReason?: string | null | undefined;
}

const ownText = (description: string | null | undefined): string =>
  (description ?? '').replace(/\n\nCalls `[^]*$/, '');

/** All elements of a schema, without those that GraphQL itself defines. */
export function elementsOf(schema: GraphQLSchema): SchemaElement[] {
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
  );
  const directives = schema.getDirectives().filter((directive) => !isSpecifiedDirective(directive));
  return [
    ...types.flatMap((type) => [element([], type, type.name), ...membersOf(type)]),
    ...directives.flatMap((directive) => [
      element([], directive, `@${directive.name}`),
      ...argumentsOf(directive.args, [directive.name], `@${directive.name}`),
    ]),
  ];
}

const element = (
  parents: readonly string[],
  { name, description, deprecationReason }: Described,
  coordinate: string,
): SchemaElement => ({
  coordinate,
  name,
  parents,
  text: ownText(description),
  deprecationReason: deprecationReason ?? undefined,
});

function membersOf(type: GraphQLNamedType): SchemaElement[] {
  const member = (each: Described): SchemaElement =>
    element([type.name], each, `${type.name}.${each.name}`);
  if (isEnumType(type)) return type.getValues().map(member);
  if (isInputObjectType(type)) return Object.values(type.getFields()).map(member);
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields()).flatMap((field) => [
    member(field),
    ...argumentsOf(field.args, [type.name, field.name], `${type.name}.${field.name}`),
  ]);
}

const argumentsOf = (
  args: readonly GraphQLArgument[],
  parents: readonly string[],
  parent: string,
): SchemaElement[] => args.map((each) => element(parents, each, `${parent}(${each.name}:)`));

/** Everything that the contract describes, one by one: types, fields, arguments, enum values, input fields, directives. */
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

export interface Thing {
  /** As in `Video.channel(first:)`. */
  readonly coordinate: string;
  readonly name: string;
  /** Names around it, outermost first. */
  readonly holders: readonly string[];
  /** Without the lines that every field gets that makes calls. */
  readonly text: string;
}

interface Described {
  readonly name: string;
  readonly description?: string | null | undefined;
}

const ownText = (description: string | null | undefined): string =>
  (description ?? '').replace(/\n\nCalls `[^]*$/, '');

export function thingsOf(schema: GraphQLSchema): Thing[] {
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
  );
  const directives = schema.getDirectives().filter((directive) => !isSpecifiedDirective(directive));
  return [
    ...types.flatMap((type) => [thing([], type, type.name), ...membersOf(type)]),
    ...directives.flatMap((directive) => [
      thing([], directive, `@${directive.name}`),
      ...argumentsOf(directive.args, [directive.name], `@${directive.name}`),
    ]),
  ];
}

const thing = (
  holders: readonly string[],
  { name, description }: Described,
  coordinate: string,
): Thing => ({
  coordinate,
  name,
  holders,
  text: ownText(description),
});

function membersOf(type: GraphQLNamedType): Thing[] {
  const member = (each: Described): Thing => thing([type.name], each, `${type.name}.${each.name}`);
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
  holders: readonly string[],
  of: string,
): Thing[] => args.map((each) => thing(holders, each, `${of}(${each.name}:)`));

/** The types of variables, and of the input objects and enums that they name. */
import {
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLNullableInputType,
  type GraphQLSchema,
  isEnumType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  isScalarType,
  typeFromAST,
  type VariableDefinitionNode,
} from 'graphql';
import { scalarType } from './scalar-type.ts';
import { arrayOf, declared, type Members, nullable, objectOf, property } from './type-text.ts';

type Declare = (type: GraphQLNamedType) => string;

export function variablesType(
  schema: GraphQLSchema,
  definitions: readonly VariableDefinitionNode[],
  declare: Declare,
): Members {
  if (definitions.length === 0) return ['Record<string, never>'];
  return [
    objectOf(
      definitions.map(({ variable, type: node, defaultValue }) => {
        const type = typeFromAST(schema, node) as GraphQLInputType;
        const isOptional = !isNonNullType(type) || defaultValue !== undefined;
        return property(variable.name.value, isOptional, inputType(type, declare, true));
      }),
    ),
  ];
}

/** @param mayBeItem whether one item stands for a list, as GraphQL has it and the generator too */
function inputType(type: GraphQLInputType, declare: Declare, mayBeItem: boolean): Members {
  if (isNonNullType(type)) return valueType(type.ofType, declare, mayBeItem);
  return nullable(valueType(type, declare, mayBeItem), 'null', 'undefined');
}

function valueType(type: GraphQLNullableInputType, declare: Declare, mayBeItem: boolean): Members {
  if (!isListType(type)) return [isScalarType(type) ? scalarType(type, 'input') : declare(type)];
  const items = inputType(type.ofType, declare, mayBeItem);
  return [arrayOf(items), ...(mayBeItem ? notNull(items) : [])];
}

/** @returns the declaration of an enum or an input object */
export function declaration(type: GraphQLNamedType, declare: Declare): string {
  if (isEnumType(type))
    return declared(
      type.name,
      type.getValues().map(({ name }) => `'${name}'`),
    );
  return declared(type.name, inputObjectType(type as GraphQLInputObjectType, declare));
}

function inputObjectType(type: GraphQLInputObjectType, declare: Declare): Members {
  const fields = Object.values(type.getFields());
  const membersOf = ({ type: of }: GraphQLInputField): Members => inputType(of, declare, false);
  if (!type.isOneOf)
    return [
      objectOf(
        fields.map((field) => property(field.name, !isRequiredInputField(field), membersOf(field))),
      ),
    ];
  return fields.map((chosen) =>
    objectOf(
      fields.map((field) =>
        field === chosen
          ? property(field.name, false, notNull(membersOf(field)))
          : property(field.name, true, ['never']),
      ),
    ),
  );
}

const notNull = (members: Members): Members =>
  members.filter((each) => each !== 'null' && each !== 'undefined');

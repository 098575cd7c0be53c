/**
 * The values of arguments. An argument with a default takes null, which means the default: clients
 * that are built from the schema would take a non-null argument for a required one.
 */
import {
  getArgumentValues,
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLSchema,
  getNullableType,
  isInputObjectType,
  isListType,
} from 'graphql';

type Values = Record<string, unknown>;

/** What arguments and fields of input objects have in common. */
type InputValue = Pick<GraphQLArgument, 'name' | 'type' | 'defaultValue'>;

/** Lets the defaults of arguments of subscriptions take the place of null, too. */
export function withDefaultsForNull(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getSubscriptionType()?.getFields() ?? {})) {
    const { subscribe } = field;
    if (subscribe)
      field.subscribe = (source, args, context, info) =>
        subscribe(source, filled(field.args, args), context, info);
  }
  return schema;
}

/**
 * `getArgumentValues` of graphql-js, with the default in the place of null.
 * @throws GraphQLError for an invalid value
 */
export function argumentValues(...parameters: Parameters<typeof getArgumentValues>): Values {
  return filled(parameters[0].args, getArgumentValues(...parameters));
}

/** @returns the same object if no default takes the place of null */
function filled(inputs: readonly InputValue[], values: Readonly<Values>): Readonly<Values> {
  let copy: Values | undefined;
  for (const { name, type, defaultValue } of inputs) {
    const value = values[name];
    if (value === undefined) continue;
    const own = value === null ? (defaultValue ?? null) : filledValue(type, value);
    if (own !== value) (copy ??= { ...values })[name] = own;
  }
  return copy ?? values;
}

function filledValue(type: GraphQLInputType, value: unknown): unknown {
  const own = getNullableType(type);
  if (isListType(own)) {
    if (!Array.isArray(value)) return value;
    const items = value.map((item: unknown) => filledValue(own.ofType, item));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  return isInputObjectType(own) && typeof value === 'object' && value !== null
    ? filled(Object.values(own.getFields()), value as Values)
    : value;
}

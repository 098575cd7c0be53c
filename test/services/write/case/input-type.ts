/** The input types of mutations: their fields, and inputs with a value in a given place. */
import {
  getNamedType,
  getNullableType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { schema } from '../../../../src/services/schema.ts';
import type { Input } from '../fixture/fixture.ts';

/** The type of the argument `input` of a mutation. */
export function inputTypeOf(mutation: string): GraphQLInputObjectType {
  const { args } = schema.getMutationType()!.getFields()[mutation]!;
  return getNamedType(args[0]!.type) as GraphQLInputObjectType;
}

/** The type at a path of field names. */
export const typeAt = (type: GraphQLInputObjectType, path: readonly string[]): GraphQLInputType =>
  path.reduce<GraphQLInputType>(
    (at, name) => (getNamedType(at) as GraphQLInputObjectType).getFields()[name]!.type,
    type,
  );

/**
 * Paths of all ids below a type, deprecated fields apart. Ids beside resource keys name no further
 * file: `resource-key.test.ts` has them.
 */
export const idPaths = (type: GraphQLInputObjectType, above = ''): string[] =>
  Object.values(type.getFields()).flatMap(({ name, type: fieldType, deprecationReason }) => {
    const named = getNamedType(fieldType);
    if (deprecationReason != null || name === 'resourceKeys') return [];
    if (isInputObjectType(named)) return idPaths(named, `${above}${name}.`);
    return named.name === 'ID' ? [`${above}${name}`] : [];
  });

/** The value at a path of field names; of a list, in its first element. */
export const valueIn = (input: Input, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => {
    const next = (value as Input | undefined)?.[name];
    return Array.isArray(next) ? next[0] : next;
  }, input);

/** An input with another value, and the value's place in it. */
export interface Placed {
  readonly input: Input;
  readonly place: readonly string[];
}

/**
 * Puts a value into an input: into the first element of a list, instead of fields that are not
 * allowed beside it, and beside ids that a new object needs.
 */
export function placed(
  type: GraphQLInputObjectType,
  input: Input,
  path: readonly string[],
  value: unknown,
): Placed {
  const [name = '', ...rest] = path;
  const fieldType = type.getFields()[name]!.type;
  const list = isListType(getNullableType(fieldType));
  const current = list ? (input[name] as readonly unknown[] | undefined)?.[0] : input[name];
  const below =
    rest.length === 0
      ? { value, place: [] }
      : placedBelow(fieldType, (current ?? {}) as Input, rest, value);
  const others = Object.entries(input).filter(([other]) => !excluded[name]?.includes(other));
  const base = type.isOneOf ? {} : { ...requiredIds(type), ...Object.fromEntries(others) };
  return {
    input: { ...base, [name]: list ? [below.value] : below.value },
    place: [name, ...(list ? ['0'] : []), ...below.place],
  };
}

function placedBelow(
  type: GraphQLInputType,
  input: Input,
  path: readonly string[],
  value: unknown,
): { readonly value: unknown; readonly place: readonly string[] } {
  const below = placed(getNamedType(type) as GraphQLInputObjectType, input, path, value);
  return { value: below.input, place: below.place };
}

/** Fields beside which another one of the same object is rejected. */
const excluded: Readonly<Record<string, readonly string[]>> = {
  set: ['replaceAll'],
  remove: ['replaceAll'],
  replaceAll: ['set', 'remove'],
  fileId: ['fileUrl'],
};

/** Any value for each required id. */
const requiredIds = (type: GraphQLInputObjectType): Input =>
  Object.fromEntries(
    Object.values(type.getFields()).flatMap(({ name, type: fieldType }) =>
      isNonNullType(fieldType) && getNamedType(fieldType).name === 'ID' ? [[name, 'x']] : [],
    ),
  );

/** The value as resolvers get it: enum values as the API has them. */
export function internalValue(type: GraphQLInputType, value: unknown): unknown {
  const nullable = getNullableType(type);
  if (value == null) return value;
  if (isListType(nullable))
    return (value as readonly unknown[]).map((each) => internalValue(nullable.ofType, each));
  return isEnumType(nullable) ? nullable.getValue(value as string)!.value : value;
}

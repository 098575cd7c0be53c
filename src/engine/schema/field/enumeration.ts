/**
 * Enums of values of the REST APIs. One table maps both directions; a value that the API added
 * later is null with a warning instead of an error.
 */
import { type GraphQLResolveInfo, responsePathAsArray } from 'graphql';
import { builder, type Context, DeclaredType, type EnumType } from '../builder.ts';
import type { AnyEnum } from './field-factory.ts';

/** The names of the values of the REST API. */
const namesByValue = new WeakMap<AnyEnum, ReadonlyMap<unknown, string>>();

/** A value of the REST API as values are compared: the services do not keep to one case. */
const comparable = (value: unknown): unknown =>
  typeof value === 'string' ? value.toLowerCase() : value;

/** `likedPlaylists` -> `LIKED_PLAYLISTS`. */
const nameOf = (value: string): string =>
  value
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z\d]+/g, '_')
    .toUpperCase();

interface EnumOptions {
  /** Names of values whose upper-case form is not a GraphQL name (`1080p` -> `P1080`). */
  readonly names?: Readonly<Record<string, string>>;
  /** Why values are deprecated, by value. */
  readonly deprecated?: Readonly<Record<string, string>>;
}

/**
 * Declares an enum.
 * @param values values of the REST API with their descriptions
 */
export function enumeration<const V extends string>(
  name: string,
  description: string,
  values: Readonly<Record<V, string>>,
  { names = {}, deprecated = {} }: EnumOptions = {},
) {
  const entries = Object.entries<string>(values).map(
    ([value, description]) =>
      [
        names[value] ?? nameOf(value),
        { value: value as V, description, deprecationReason: deprecated[value] },
      ] as const,
  );
  const enumType = builder.enumType(name, { description, values: Object.fromEntries(entries) });
  namesByValue.set(enumType, new Map(entries.map(([key, { value }]) => [value, key])));
  return enumType;
}

/** An enum that types mention before its values are known. @returns what adds it to the schema */
export function laterEnumeration<V extends string>(name: string) {
  const type: EnumType<V> = new DeclaredType('Enum', name);
  const add = (description: string, values: Readonly<Record<V, string>>): void => {
    const known = enumeration(name, description, values);
    type.define(known.definition!);
    namesByValue.set(type, namesByValue.get(known)!);
  };
  return { type, add };
}

/** Whether a type is declared by `enumeration`. */
export const isEnum = (type: unknown): type is AnyEnum =>
  typeof type === 'object' && type !== null && namesByValue.has(type as AnyEnum);

/** An enum value as clients write it; values of other types unchanged. */
export const withEnumName = (type: unknown, value: unknown): unknown =>
  isEnum(type) ? (namesByValue.get(type)!.get(value) ?? value) : value;

/**
 * Makes a resolver of an enum, or of a list of enum values. Known values are returned, in any case;
 * "unspecified" values (`longUploadsUnspecified`) are null; any other value is null with a warning,
 * or omitted from a list.
 */
export function enumResolver<Value>(type: AnyEnum, read: (value: Value) => unknown) {
  const known = namesByValue.get(type)!;
  const declared = new Map([...known.keys()].map((value) => [comparable(value), value]));
  const check = (value: unknown, context: Context, info: GraphQLResolveInfo): unknown => {
    if (value == null || known.has(value)) return value;
    const inOtherCase = declared.get(comparable(value));
    if (inOtherCase !== undefined) return inOtherCase;
    if (/(Unspecified|Undefined)$/.test(value as string)) return null;
    const path = responsePathAsArray(info.path);
    context.execution.warn({ code: 'UNKNOWN_VALUE', path, value: value as string });
    return null;
  };
  return (parent: Value, _: object, context: Context, info: GraphQLResolveInfo): unknown => {
    const value = read(parent);
    if (!Array.isArray(value)) return check(value, context, info);
    return value.map((each) => check(each, context, info)).filter((each) => each !== null);
  };
}

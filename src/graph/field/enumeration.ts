/** Enums of upstream's words: one table maps both ways, and a word added since is a warning instead of an error. */
import type { GraphQLResolveInfo } from 'graphql';
import { builder, type Context } from '../builder.ts';
import type { AnyEnum } from './field-factory.ts';

const words = new WeakMap<AnyEnum, ReadonlySet<unknown>>();

/** A value's name: upper case, words apart; one that starts with a digit gets a letter before it by `names`. */
const nameOf = (value: string): string =>
  value
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z\d]+/g, '_')
    .toUpperCase();

/**
 * @param values upstream's words with what they mean
 * @param names names for words that can't be made by upper-casing (`1080p` -> `P1080`)
 */
export function enumeration<const V extends string>(
  name: string,
  description: string,
  values: Readonly<Record<V, string>>,
  names: Readonly<Record<string, string>> = {},
) {
  const entries = Object.entries<string>(values).map(
    ([value, description]) =>
      [names[value] ?? nameOf(value), { value: value as V, description }] as const,
  );
  const ref = builder.enumType(name, { description, values: Object.fromEntries(entries) });
  words.set(ref, new Set(Object.keys(values)));
  return ref;
}

export const isEnum = (type: unknown): type is AnyEnum =>
  typeof type === 'object' && type !== null && words.has(type as AnyEnum);

/** A resolver that lets known words pass; upstream's words for none (`longUploadsUnspecified`) are null, and for any other it answers null and warns with path and value. */
export function knownWords(type: AnyEnum, read: (value: any) => unknown) {
  const known = words.get(type)!;
  const check = (word: unknown, context: Context, info: GraphQLResolveInfo): unknown => {
    if (word == null || known.has(word)) return word;
    if (/(Unspecified|Undefined)$/.test(word as string)) return null;
    context.execution.warn({ code: 'UNKNOWN_VALUE', path: pathOf(info), value: word as string });
    return null;
  };
  return (value: unknown, _: object, context: Context, info: GraphQLResolveInfo): unknown => {
    const found = read(value);
    if (!Array.isArray(found)) return check(found, context, info);
    return found.map((word) => check(word, context, info)).filter((word) => word !== null);
  };
}

/** Where in the answer the current field stands. */
export function pathOf({ path }: GraphQLResolveInfo): (string | number)[] {
  const keys: (string | number)[] = [];
  for (let at: typeof path | undefined = path; at; at = at.prev) keys.unshift(at.key);
  return keys;
}

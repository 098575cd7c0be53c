/** Search over a schema: types, fields, arguments, fields of input objects, and enum values. */
import { type GraphQLNamedType, type GraphQLSchema, isEnumType, isInputObjectType } from 'graphql';
import { type AnyField, fieldsOf, isFielded } from './schema-facts.ts';

/** What a search can find. */
export interface SearchEntry {
  readonly kind: 'type' | 'field' | 'argument' | 'input field' | 'enum value';
  /** The name that the search looks at. */
  readonly name: string;
  /** How it is shown: `Video.captions(first:)`. */
  readonly coordinate: string;
  readonly type: GraphQLNamedType;
  /** The field to open; undefined: the type. */
  readonly field: AnyField | undefined;
}

/** @returns everything in a schema that has a name, without what is for introspection */
export const searchEntries = (schema: GraphQLSchema): readonly SearchEntry[] =>
  Object.values(schema.getTypeMap())
    .filter(({ name }) => !name.startsWith('__'))
    .flatMap((type) => [
      { kind: 'type', name: type.name, coordinate: type.name, type, field: undefined },
      ...membersOf(type),
    ]);

function membersOf(type: GraphQLNamedType): readonly SearchEntry[] {
  const place = { type, field: undefined };
  if (isFielded(type))
    return fieldsOf(type).flatMap((field) => {
      const coordinate = `${type.name}.${field.name}`;
      return [
        { kind: 'field', name: field.name, coordinate, type, field },
        ...field.args.map(
          ({ name }): SearchEntry => ({
            kind: 'argument',
            name,
            coordinate: `${coordinate}(${name}:)`,
            type,
            field,
          }),
        ),
      ];
    });
  if (isInputObjectType(type))
    return Object.keys(type.getFields()).map((name) => ({
      ...place,
      kind: 'input field',
      name,
      coordinate: `${type.name}.${name}`,
    }));
  if (!isEnumType(type)) return [];
  return type.getValues().map(({ name }) => ({
    ...place,
    kind: 'enum value',
    name,
    coordinate: `${type.name}.${name}`,
  }));
}

/**
 * @param text words, or a coordinate such as `Video.title`; each word must be in the coordinate
 * @returns the entries that have all words, the best first: equal names, then those that begin with
 *   the last word, then those that contain it; of equally good ones those with few letters
 */
export function findEntries(entries: readonly SearchEntry[], text: string): readonly SearchEntry[] {
  const words = text
    .toLowerCase()
    .split(/[\s.(:)]+/)
    .filter(Boolean);
  const last = words.at(-1);
  if (last === undefined) return [];
  const found = entries.flatMap((entry) => {
    const name = entry.name.toLowerCase();
    const whole = entry.coordinate.toLowerCase();
    if (!name.includes(last) || !words.every((word) => whole.includes(word))) return [];
    return [{ entry, rank: rankOf(name, last, entry.kind) }];
  });
  return found
    .toSorted((a, b) => a.rank - b.rank || a.entry.coordinate.length - b.entry.coordinate.length)
    .map(({ entry }) => entry);
}

const kinds: readonly SearchEntry['kind'][] = [
  'type',
  'field',
  'enum value',
  'argument',
  'input field',
];

function rankOf(name: string, word: string, kind: SearchEntry['kind']): number {
  const match = [name === word, name.startsWith(word), true].indexOf(true);
  return match * kinds.length + kinds.indexOf(kind);
}

/** Sorts a schema. */
import {
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isUnionType,
} from 'graphql';

interface Named {
  readonly name: string;
}

/**
 * Sorts a schema by names as `lexicographicSortSchema` of graphql-js does. That makes a copy, which
 * takes a tenth of the time of a start.
 * @returns the same schema
 */
export function sortSchema(schema: GraphQLSchema): GraphQLSchema {
  const types = schema.getTypeMap();
  sortRecord(types);
  for (const type of Object.values(types)) {
    if (isEnumType(type)) sort(type.getValues());
    else if (isUnionType(type)) sort(type.getTypes());
    else if (isInputObjectType(type)) sortRecord(type.getFields());
    if (!isObjectType(type) && !isInterfaceType(type)) continue;
    sort(type.getInterfaces());
    const fields = type.getFields();
    sortRecord(fields);
    for (const { args } of Object.values(fields)) sort(args);
    if (isInterfaceType(type)) Object.values(schema.getImplementations(type)).forEach(sort);
  }
  for (const { args, locations } of schema.getDirectives()) {
    sort(args);
    (locations as string[]).sort();
  }
  sort(schema.getDirectives());
  return schema;
}

function sort(elements: readonly Named[]): void {
  if (elements.length > 1) (elements as Named[]).sort((a, b) => compare(a.name, b.name));
}

/** A record that is sorted stays as it is: one whose values are removed is slow for ever. */
function sortRecord(record: Record<string, unknown>): void {
  const names = Object.keys(record);
  const sorted = sortedNames(names);
  if (sorted.every((name, index) => name === names[index])) return;
  for (const name of sorted) {
    const value = record[name];
    delete record[name];
    record[name] = value;
  }
}

/** Sorts names as those of a schema are: numbers in them count by their values. */
export const sortedNames = (names: readonly string[]): string[] =>
  hasDigit.test(names.join()) ? names.toSorted(compare) : names.toSorted();

const hasDigit = /\d/;

const compare = (a: string, b: string): number => (keyOf(a) < keyOf(b) ? -1 : 1);

/** @returns a text whose order is that of the name with numbers by their values */
const keyOf = (name: string): string =>
  hasDigit.test(name) ? name.replace(/\d+/g, (digits) => `${digits.length}${digits}`) : name;

/** Custom properties of files: the maps of the REST API as lists. */
import { noNeeds } from '../../data/read/needs.ts';
import { InvalidInput, showValue } from '../../upstream/error.ts';
import { builder } from '../builder.ts';
import { type Field, type FieldBuilder, field } from '../field/field-factory.ts';

/** Keys of the gateway's links to other services. Clients cannot read or write them. */
const reservedKeys: ReadonlySet<string> = new Set(['videoId']);

interface Property {
  readonly key: string;
  readonly value: string;
}

type WithProperties = {
  readonly [K in 'properties' | 'appProperties']?: Readonly<Record<string, string>> | null;
};

const FileProperty = builder.objectRef<Property>('FileProperty').implement({
  description: 'An entry that somebody has put on a file.',
  fields: (t) => ({
    key: t.exposeString('key', {
      nullable: false,
      description: 'The name of the entry, unique on the file.',
      extensions: { needs: noNeeds },
    }),
    value: t.exposeString('value', {
      description: 'What the entry says.',
      extensions: { needs: noNeeds },
    }),
  }),
});

export const FilePropertyInput = builder.inputType('FilePropertyInput', {
  description: 'An entry to put on a file; key and value together have at most 124 bytes.',
  fields: (t) => ({
    key: t.string({ required: true, description: 'The name to find it under again.' }),
    value: t.string({ required: true, description: 'What to keep there.' }),
  }),
});

/** Field with one of the two maps as a list, sorted by key. */
export function properties<Shape extends WithProperties>(
  t: FieldBuilder<Shape>,
  map: keyof WithProperties,
  description: string,
): Field {
  return field(t, {
    type: [FileProperty],
    nullable: { list: true, items: false },
    description,
    needs: { kind: 'paths', paths: [map] },
    resolve: (file: Shape): Property[] =>
      Object.entries(file[map] ?? {})
        .filter(([key]) => !(map === 'appProperties' && reservedKeys.has(key)))
        .map(([key, value]) => ({ key, value }))
        .toSorted((a, b) => (a.key < b.key ? -1 : 1)),
  });
}

/**
 * Returns the list as a map of the REST API.
 * @throws InvalidInput for a duplicate key
 */
export function propertyMap(
  entries: readonly Property[],
  argument: string,
): Record<string, string> {
  const seen = new Set<string>();
  for (const [index, { key }] of entries.entries()) {
    if (seen.has(key))
      throw new InvalidInput(
        `${argument}.${index}.key`,
        `the key ${showValue(key)} is in the list already`,
      );
    seen.add(key);
  }
  return Object.fromEntries(entries.map(({ key, value }) => [key, value]));
}

/** `propertyMap` for `appProperties`. @throws InvalidInput also for a reserved key */
export function appPropertyMap(
  entries: readonly Property[],
  argument: string,
): Record<string, string> {
  const index = entries.findIndex(({ key }) => reservedKeys.has(key));
  if (index >= 0)
    throw new InvalidInput(
      `${argument}.${index}.key`,
      `the key ${showValue(entries[index]!.key)} is reserved`,
    );
  return propertyMap(entries, argument);
}

/** Compares the enums of the schema with those that the reference names for the REST fields. */
import type { Schemas } from '../../../src/engine/api/api.ts';
import { getNamedType, isEnumType, isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { readClients } from '../../../reference/generate.ts';
import { facts, modelOf, valuesWithoutText } from '../../../reference/model.ts';
import { schema } from '../../../src/services/schema.ts';
import { fieldTypeOf, shapeOf } from '../../../src/engine/rest/operation/answer-check.ts';
import { schemasOf } from '../../../src/services/rest-schema.ts';
import { services } from '../../../src/services/api.ts';
import { exposedResourcesOf } from '../operation/rest-field.ts';

/** The enum that the reference names for a path. */
function enumAt(schemas: Schemas, type: string, path: string): string | undefined {
  if (path === '') return /^=(\w+)(\[\])?$/.exec(type)?.[1];
  const [name, ...rest] = path.split('.') as [string, ...string[]];
  const shape = shapeOf(schemas, type);
  const fieldType = shape && fieldTypeOf(shape, name);
  return fieldType === undefined ? undefined : enumAt(schemas, fieldType, rest.join('.'));
}

/** The name of a field's type. */
function typeOf(coordinate: string): string | undefined {
  const [typeName, fieldName] = coordinate.split('.') as [string, string];
  const type = schema.getType(typeName);
  const field = isObjectType(type) ? type.getFields()[fieldName] : undefined;
  return field && getNamedType(field.type).name;
}

/** Fields with other values than the REST field from which they are computed. */
const computed: ReadonlySet<string> = new Set(['Broadcast.allowedTransitions']);

const enumFields = services.flatMap((service) =>
  exposedResourcesOf(service).flatMap(({ name, readPaths }) =>
    readPaths.flatMap(({ coordinate, path }) => {
      const named = computed.has(coordinate) ? undefined : enumAt(schemasOf(service), name, path);
      return named ? [{ coordinate, named }] : [];
    }),
  ),
);

describe('a field whose values are an enum of the reference', () => {
  it.each(enumFields)('has this enum: $coordinate', ({ coordinate, named }) => {
    expect(typeOf(coordinate)).toBe(named);
  });
  it('is found more than 40 times', () => {
    expect(enumFields.length).toBeGreaterThan(40);
  });
});

/** Every list of values that the reference states without the name of an enum, with its place. */
const valueLists = Object.values(modelOf(readClients(), facts)).flatMap(({ types, operations }) => [
  ...Object.entries(types).flatMap(([type, fields]) =>
    Object.entries(fields).map(([name, { type: text }]) => ({
      place: `${type}.${name}`,
      values: /^=(.*\|.*?|[a-z].*?)(\[\])?$/.exec(text)?.[1]?.split('|') ?? [],
    })),
  ),
  ...Object.entries(operations).flatMap(([operation, { parameters }]) =>
    Object.entries(parameters).map(
      ([name, { enum: all = [], enumUnspecified = [], knownValues }]) => ({
        place: `${operation}?${name}`,
        values: [...all, ...(knownValues ?? [])].filter(
          (value) => !enumUnspecified.includes(value),
        ),
      }),
    ),
  ),
]);

const described = new Set(
  Object.values(schema.getTypeMap()).flatMap((type) =>
    isEnumType(type) ? type.getValues().map(({ value }) => value as unknown) : [],
  ),
);

const lacking = valueLists.flatMap(({ place, values }) =>
  values.filter((value) => !described.has(value)).map((value) => ({ place, value })),
);

const isAt = (place: string, at: string): boolean => place === at || place.startsWith(`${at}.`);

describe('a value that the reference lists', () => {
  const excused = valuesWithoutText.flatMap(({ at }) => at);
  it('has a text in an enum of the schema, or a reason in reference/facts.json', () => {
    const missing = lacking.filter(({ place }) => !excused.some((at) => isAt(place, at)));
    expect(missing.map(({ place, value }) => `${place}: ${value}`)).toEqual([]);
    expect(valueLists.filter(({ values }) => values.length > 0).length).toBeGreaterThan(100);
  });
  it('has no reason without need', () => {
    expect(excused.filter((at) => !lacking.some(({ place }) => isAt(place, at)))).toEqual([]);
  });
});

describe('what the reference has and the schema leaves out', () => {
  const removed = facts.corrections.filter(({ change }) =>
    Object.entries(change).some(([path, to]) => to === null && path.split('/')[1] === 'operations'),
  );
  it('has a reason, a source and a date', () => {
    const all = [...removed, ...valuesWithoutText];
    expect(removed.length).toBeGreaterThan(3);
    expect(
      all.filter(({ source, date }) => !source || !/^20\d\d-\d\d-\d\d$/.test(date ?? '')),
    ).toEqual([]);
  });
});

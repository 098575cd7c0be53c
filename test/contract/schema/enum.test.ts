/** Compares the enums of the schema with those that the reference names for the REST fields. */
import type { Schemas } from '../../../src/engine/api/api.ts';
import { getNamedType, isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
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

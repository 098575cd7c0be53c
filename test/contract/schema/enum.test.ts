/**
 * Compares the enums of the schema with the values that Google's discovery documents list for the
 * REST fields, as far as they list values.
 */
import type { Schemas } from '../../../src/engine/api/api.ts';
import { type GraphQLEnumType, getNamedType, isEnumType, isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../../src/services/schema.ts';
import { fieldTypeOf, shapeOf } from '../../../src/engine/rest/operation/answer-check.ts';
import { schemasOf } from '../../../src/services/rest-schema.ts';
import { services } from '../../../src/services/api.ts';
import { exposedResourcesOf } from '../operation/rest-field.ts';

/** Fields with other values than the REST field from which they are computed. */
const computed: ReadonlySet<string> = new Set(['Broadcast.allowedTransitions']);

/** Documented values that YouTube does not return: dislikes of comments. */
const neverReturned: Readonly<Record<string, readonly string[]>> = {
  'Comment.viewerRating': ['dislike'],
};

/** The values that the discovery document lists for a path; undefined if it lists none. */
function valuesAt(schemas: Schemas, type: string, path: string): readonly string[] | undefined {
  if (path === '')
    return type.startsWith('=') ? type.replace(/^=|\[\]$/g, '').split('|') : undefined;
  const [name, ...rest] = path.split('.') as [string, ...string[]];
  const shape = shapeOf(schemas, type);
  const fieldType = shape && fieldTypeOf(shape, name);
  return fieldType === undefined ? undefined : valuesAt(schemas, fieldType, rest.join('.'));
}

/** The enum of a field; undefined if it has another type. */
function enumOf(coordinate: string): GraphQLEnumType | undefined {
  const [typeName, fieldName] = coordinate.split('.') as [string, string];
  const type = schema.getType(typeName);
  const field = isObjectType(type) ? type.getFields()[fieldName] : undefined;
  const named = field && getNamedType(field.type);
  return isEnumType(named) ? named : undefined;
}

const enumFields = services.flatMap((service) =>
  exposedResourcesOf(service).flatMap(({ name, readPaths }) =>
    readPaths.flatMap(({ coordinate, path }) => {
      const type = computed.has(coordinate) ? undefined : enumOf(coordinate);
      const documented = type && valuesAt(schemasOf(service), name, path);
      return documented ? [{ coordinate, path: `${name}.${path}`, type, documented }] : [];
    }),
  ),
);

describe('an enum of a REST field', () => {
  it.each(enumFields)(
    'has all documented values: $coordinate',
    ({ coordinate, type, documented }) => {
      // A value that says that nothing is said is null.
      const unused = neverReturned[coordinate] ?? [];
      const named = documented
        .filter((value) => !/(Unspecified|Undefined)$/.test(value))
        .filter((value) => !unused.includes(value));
      const missing = named.filter(
        (value) => !type.getValues().some((each) => each.value === value),
      );
      expect(missing).toEqual([]);
    },
  );
  it('is found for more than 40 fields', () => {
    expect(enumFields.length).toBeGreaterThan(40);
  });
});

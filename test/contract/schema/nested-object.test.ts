/**
 * Objects inside an answer. With a mask, the REST API omits one that has none of the requested
 * fields: what is null, and what is an empty list or false, must not depend on the other fields
 * that are selected.
 */
import { isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../../src/services/schema.ts';
import { fieldNeed } from '../../support/oracle/field-need.ts';

/** Paths of which each such object has one, for the fields that have a value without their own. */
const provingPaths: Readonly<Record<string, readonly string[]>> = {
  'ConferenceData.addOnParameters': ['conferenceSolution.key.type', 'createRequest.requestId'],
  'EventWorkingLocationProperties.homeOffice': ['type'],
};

const objectTypes = Object.values(schema.getTypeMap()).filter(isObjectType);

/** The types of the objects, which are no entities. */
const types = objectTypes.filter(
  (type) =>
    !type.getInterfaces().some(({ name }) => name === 'Node') &&
    objectTypes.some((parent) =>
      Object.values(parent.getFields()).some(
        (field) => field.type === type && Boolean(fieldNeed(field)?.nested),
      ),
    ),
);

/** Their fields that read paths of the object. */
const fields = types.flatMap((type) =>
  Object.values(type.getFields())
    .filter(({ extensions }) => extensions.needs?.kind === 'paths')
    .map((field) => ({ name: `${type.name}.${field.name}`, field })),
);

describe('an object inside an answer', () => {
  it('is not omitted where one of its fields has a value that the answer has not', () => {
    const present = fields.filter(({ field }) => field.resolve!({}, {}, {}, {} as never) != null);
    expect(fields.length).toBeGreaterThan(100);
    expect(present.map(({ name }) => name).toSorted()).toEqual(Object.keys(provingPaths));
    for (const { name, field } of present)
      expect(fieldNeed(field)!.paths).toEqual(expect.arrayContaining([...provingPaths[name]!]));
  });
});

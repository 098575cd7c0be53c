import { GraphQLSchema, printSchema, validateSchema } from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '../../src/services/schema.ts';

it('the schema is valid', () => {
  const unchecked = new GraphQLSchema({ ...schema.toConfig(), assumeValid: false });
  expect(validateSchema(unchecked)).toEqual([]);
  expect(printSchema(unchecked)).toBe(printSchema(schema));
});

/** The cache of documents. */
import { buildSchema } from 'graphql';
import { expect, it } from 'vitest';
import { Documents } from '../../../src/server/document/documents.ts';
import { configOf } from '../../support/server.ts';

it('keeps valid documents while any number of others is rejected', () => {
  const documents = new Documents(configOf({}), buildSchema('type Query { name: String }'));
  const valid = documents.parse('{ name }');
  for (let index = 0; index < 2_000; index += 1)
    expect(() => documents.parse(`{ name${index}`)).toThrow('Syntax Error');
  expect(documents.parse('{ name }')).toBe(valid);
});

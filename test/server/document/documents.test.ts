/** The cache of documents. */
import { buildSchema } from 'graphql';
import { expect, it } from 'vitest';
import { Documents } from '../../../src/server/document/documents.ts';
import { configOf } from '../../support/gateway/server.ts';

it('keeps valid documents while any number of others is rejected', () => {
  const documents = new Documents(configOf({}), buildSchema('type Query { name: String }'));
  documents.parse('{ name }');
  const valid = documents.parse('{ name }');
  for (let index = 0; index < 2_000; index += 1)
    expect(() => documents.parse(`{ name${index}`)).toThrow('Syntax Error');
  expect(documents.parse('{ name }')).toBe(valid);
});

it('keeps documents that come twice, while any number of others comes once', () => {
  const documents = new Documents(configOf({}), buildSchema('type Query { name: String }'));
  documents.parse('{ name }');
  const valid = documents.parse('{ name }');
  const others = Array.from({ length: 2_000 }, (_, index) => `{ a${index}: name }`);
  for (const other of others) documents.parse(other);
  expect(documents.parse('{ name }')).toBe(valid);
  expect(documents.parse(others[0]!)).not.toBe(documents.parse(others[1]!));
  expect(documents.parse(others[0]!)).toBe(documents.parse(others[0]!));
});

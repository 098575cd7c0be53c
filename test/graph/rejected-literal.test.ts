/** Literals that a scalar rejects: the error names the argument and its place in the document. */
import { parse } from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '../../src/graph/schema.ts';
import { validator } from '../../src/server/limits/validation.ts';

const problem = '"2024-01-01" is not a DateTime; expected for example 2024-01-01T00:00:00Z';

it.each([
  [
    'a field of an input object',
    '{ search(query: "a", filter: { publishedAfter: "2024-01-01" }) { nodes { title } } }',
    'filter.publishedAfter',
    48,
  ],
  [
    'an argument beside others',
    '{ calendar(id: "a") { events(first: 1, from: "2024-01-01") { nodes { id } } } }',
    'from',
    46,
  ],
])('an error names %s', (_, document, argument, column) => {
  for (const showSchema of [true, false]) {
    const errors = validator(showSchema)(schema, parse(document));
    expect(errors.map((error) => error.toJSON())).toEqual([
      {
        message: `${argument}: ${problem}`,
        locations: [{ line: 1, column }],
        extensions: { code: 'INVALID_INPUT', argument },
      },
    ]);
  }
});

it('an error about the default of a variable names no argument', () => {
  const document =
    'query ($after: DateTime = "2024-01-01") { search(query: "a", filter: { publishedAfter: $after }) { nodes { title } } }';
  const [error] = validator(true)(schema, parse(document));
  expect(error?.toJSON()).toEqual({
    message: problem,
    locations: [{ line: 1, column: 27 }],
    extensions: { code: 'INVALID_INPUT' },
  });
});

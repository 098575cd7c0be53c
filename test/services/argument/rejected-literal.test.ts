/** Literals that a scalar rejects: the error names the argument and its place in the document. */
import { type DocumentNode, parse, validate } from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '../../../src/services/schema.ts';
import { argumentOf } from '../../../src/server/error/argument-path.ts';
import { validator } from '../../../src/server/document/validation.ts';

const problem = '"2024-01-01" is not a DateTime; expected for example 2024-01-01T00:00:00Z';

it.each([
  [
    'a field of an input object',
    '{ search(search: "a", filter: { publishedAt: { from: "2024-01-01" } }) { nodes { title } } }',
    'filter.publishedAt.from',
    54,
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

it.each([
  ['{ files(filter: { name: { contains: "a" } }) { nodes { id } } }', 'filter.name', 25],
  ['{ video(id: [{}]) { id } }', 'id', 13],
  [
    'query ($filter: FileFilter = { name: ["a"] }) { files(filter: $filter) { nodes { id } } }',
    'filter.name',
    38,
  ],
])(
  'an error about an object or a list in place of a scalar names it: %s',
  (document, argument, column) => {
    const source = parse(document);
    const error = validate(schema, source).find(({ message }) => /cannot represent/.test(message));
    expect(error!.locations).toEqual([{ line: 1, column }]);
    expect(argumentOf(source, error!)).toBe(argument);
  },
);

it('an error about the default of a variable names the argument that gets it', () => {
  const document =
    'query ($filter: SearchFilter = { publishedAt: { from: "2024-01-01" } }) { search(search: "a", filter: $filter) { nodes { title } } }';
  const [error] = validator(true)(schema, parse(document));
  expect(error?.toJSON()).toEqual({
    message: `filter.publishedAt.from: ${problem}`,
    locations: [{ line: 1, column: 55 }],
    extensions: { code: 'INVALID_INPUT', argument: 'filter.publishedAt.from' },
  });
});

it('an error about a variable ignores variables of the same name in other operations', () => {
  const document =
    'query A($t: DateTime) { calendar(id: "a") { events(from: $t) { nodes { id } } } } query B($t: DateTime = "2024-01-01") { calendar(id: "a") { events(to: $t) { nodes { id } } } }';
  const [error] = validator(true)(schema, parse(document));
  expect(error?.extensions).toEqual({ code: 'INVALID_INPUT', argument: 'to' });
});

it('the search for the argument reads the document as often with many variables as with one', () => {
  const readsWith = (count: number): number => {
    const variables = Array.from({ length: count }, (_, index) => `$v${index}: ID`).join(' ');
    const document = parse(`query (${variables}) { playlist(id: true) { id } }`);
    const error = validate(schema, document).find(({ message }) => message.startsWith('ID'))!;
    let reads = 0;
    const counted: DocumentNode = {
      ...document,
      get definitions() {
        reads += 1;
        return document.definitions;
      },
    };
    expect(argumentOf(counted, error)).toBe('id');
    return reads;
  };
  expect(readsWith(50)).toBe(readsWith(1));
});

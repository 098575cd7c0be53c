/** A breaking change of the schema since the last release has an entry in `CHANGELOG.md`. */
import { readFileSync } from 'node:fs';
import {
  buildSchema,
  DangerousChangeType,
  findBreakingChanges,
  findDangerousChanges,
  type GraphQLSchema,
} from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '../../src/services/schema.ts';

const read = (file: string): string =>
  readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

const released = buildSchema(read('schema/released.graphql'), { assumeValid: true });
const [, unreleased] = /\n## Unreleased\n([^]*?)(?=\n## )/.exec(read('CHANGELOG.md'))!;

/** Changes that a client can notice: each with the coordinates that its entry names. */
function noticeable(before: GraphQLSchema, after: GraphQLSchema) {
  const defaults = findDangerousChanges(before, after).filter(
    ({ type }) => type === DangerousChangeType.ARG_DEFAULT_VALUE_CHANGE,
  );
  return [...findBreakingChanges(before, after), ...defaults].map(({ description }) => ({
    description,
    coordinate: /\b[A-Z_]\w*(?:\.\w+(?:\(\w+:\))?)?/.exec(
      description.replace(/^(?:Standard scalar|A required \w+|[A-Z][a-z]+) /, ''),
    )![0],
  }));
}

const isNamed = ({ coordinate }: { readonly coordinate: string }, text: string): boolean =>
  text.includes(`\`${coordinate}\``);

it('names every breaking change since the release', () => {
  const missing = noticeable(released, schema).filter((change) => !isNamed(change, unreleased!));
  expect(missing).toEqual([]);
});

it.each([
  ['a field that is removed', 'type Query { a(first: Int = 20): T } type T { x: Int }', ['T.y']],
  ['a type that is removed', 'type Query { a(first: Int = 20): Int }', ['Query.a', 'T']],
  [
    'another default',
    'type Query { a(first: Int = 5): T } type T { x: Int y: Int }',
    ['Query.a(first:)'],
  ],
  [
    'an argument that is required',
    'type Query { a(first: Int = 20, b: Int!): T } type T { x: Int y: Int }',
    ['Query.a(b:)'],
  ],
  ['nothing', 'type Query { a(first: Int = 20): T b: Int } type T { x: Int y: Int }', []],
])('notices %s', (_, after, coordinates) => {
  const before = buildSchema('type Query { a(first: Int = 20): T } type T { x: Int y: Int }');
  const found = noticeable(before, buildSchema(after)).map(({ coordinate }) => coordinate);
  expect(found.toSorted()).toEqual(coordinates);
});

/**
 * What has changed in the schema since the last release: a breaking change has an entry in
 * `CHANGELOG.md`, and within a major version there is none.
 */
import { readFileSync } from 'node:fs';
import {
  buildSchema,
  DangerousChangeType,
  findBreakingChanges,
  findDangerousChanges,
  getNamedType,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
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
      description.replace(/^(?:Standard scalar|A required \w+|Field|Argument|Enum value) /, ''),
    )![0],
  }));
}

const isNamed = ({ coordinate }: { readonly coordinate: string }, text: string): boolean =>
  text.includes(`\`${coordinate}\``);

it('names every breaking change since the release', () => {
  const missing = noticeable(released, schema).filter((change) => !isNamed(change, unreleased!));
  expect(missing).toEqual([]);
});

/** Version 1.0.0 has frozen the schema: the next major version alone may break it. */
it('breaks nothing within a major version, but for what was deprecated', () => {
  const { version } = JSON.parse(read('package.json')) as { readonly version: string };
  const [, last] = /\n## (\d+\.\d+\.\d+)\n/.exec(read('CHANGELOG.md'))!;
  expect(forbidden(released, schema, last!, version)).toEqual([]);
});

/** Changes that a version must not have after another one. */
function forbidden(
  before: GraphQLSchema,
  after: GraphQLSchema,
  last: string,
  version: string,
): string[] {
  const [major, next] = [last, version].map((each) => Number(each.split('.')[0]));
  if (major === 0 || next! > major!) return [];
  return noticeable(before, after)
    .filter(({ coordinate }) => !isDeprecated(before, coordinate))
    .map(({ description }) => description);
}

/** Whether a member is deprecated, or all fields that lead to a type are. */
function isDeprecated(before: GraphQLSchema, coordinate: string): boolean {
  const [name, member] = coordinate.split(/[.(]/);
  const type = before.getType(name!);
  if (member !== undefined)
    return isEnumType(type)
      ? type.getValue(member)?.deprecationReason != null
      : fieldsOf(type).some((field) => field.name === member && field.deprecationReason != null);
  return Object.values(before.getTypeMap())
    .flatMap(fieldsOf)
    .filter((field) => getNamedType(field.type) === type)
    .every((field) => field.deprecationReason != null);
}

const fieldsOf = (type: GraphQLNamedType | undefined) =>
  isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)
    ? Object.values(type.getFields())
    : [];

describe('a frozen schema', () => {
  const before = buildSchema(`
    type Query { a: Int old: Int @deprecated only: Gone @deprecated e: E }
    type Gone { x: Int }
    enum E { A B @deprecated }
  `);
  it.each([
    ['a field', 'type Query { old: Int only: Gone e: E } type Gone { x: Int } enum E { A B }', 1],
    ['what was deprecated', 'type Query { a: Int e: E } enum E { A }', 0],
    [
      'a value',
      'type Query { a: Int old: Int only: Gone e: E } type Gone { x: Int } enum E { B }',
      1,
    ],
    [
      'nothing',
      'type Query { a: Int old: Int only: Gone e: E b: Int } type Gone { x: Int } enum E { A B C }',
      0,
    ],
  ])('can lose %s, or not', (_, after, count) => {
    expect(forbidden(before, buildSchema(after), '1.2.0', '1.2.0')).toHaveLength(count);
    expect(forbidden(before, buildSchema(after), '1.2.0', '2.0.0')).toEqual([]);
    expect(forbidden(before, buildSchema(after), '0.1.0', '0.1.0')).toEqual([]);
  });
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

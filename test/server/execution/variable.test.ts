/**
 * Arguments and variables have the same values and errors by plans and by graphql-js. Each
 * operation is prepared a second time by the executor, which then reads the variables itself.
 */
import { buildSchema, GraphQLError, isScalarType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { type Outcome, sameResult } from './both-executors.ts';

const schema = buildSchema(`
  type Query {
    text(of: String): String
    must(of: String!): String
    filled(of: String = "none"): String
    list(of: [String]): String
    mustList(of: [String]!): String
    listOfMust(of: [String!]): String
    matrix(of: [[Int!]]): String
    input(of: Filter): String
    one(of: One): String
    color(of: Color): String
    even(of: Even): String
    id(of: ID): String
    float(of: Float): String
    box: Query
  }
  input Filter { a: String b: [Int] c: String! d: Filter e: Even f: Color = RED }
  input One @oneOf { a: String b: Int }
  enum Color { RED GREEN }
  scalar Even
`);

/** Numbers that are even; the error of others is one of its own. */
const even = schema.getType('Even');
if (!isScalarType(even)) throw new Error('Even is no scalar');

even.coerceInputValue = (value: unknown) => {
  if (typeof value === 'number' && value % 2 === 0) return value / 2;
  throw new GraphQLError('odd', { extensions: { code: 'ODD' } });
};

even.coerceInputLiteral = (node) => even.coerceInputValue(Number('value' in node && node.value));

/** Each field shows the arguments that its resolver gets. */
const show = (args: object): string => JSON.stringify(args);
const names = Object.keys(schema.getQueryType()!.getFields());
const fields = names.filter((name) => name !== 'box');

const root = (): object => ({
  ...Object.fromEntries(names.map((name) => [name, show])),
  box: root,
});

/** Each is the argument of each field: right for some of them, and an error of the others. */
const literals: readonly string[] = [
  'null',
  '""',
  '"a"',
  '"RED"',
  '1',
  '1.5',
  '6',
  'RED',
  'BLUE',
  '[]',
  '[1]',
  '[1, 2]',
  '["a", null]',
  '[[1], null, [2, 3]]',
  '{}',
  '{ a: null }',
  '{ a: "x" }',
  '{ a: "x", b: 1 }',
  '{ c: null }',
  '{ c: "x" }',
  '{ c: "x", b: 1, a: null }',
  '{ c: "x", d: { c: "y", f: GREEN }, e: 4 }',
  '{ c: "x", g: 1 }',
];

/** Types of a variable, each with a value that is accepted. */
const types: Readonly<Record<string, unknown>> = {
  String: 'a',
  'String = "d"': 'a',
  'String!': 'a',
  '[String]': 'a',
  '[String]!': ['a'],
  '[String!]': ['a'],
  '[String!]!': ['a'],
  Filter: { c: 'x' },
  One: { b: 1 },
  Color: 'RED',
  Even: 2,
  ID: 'x',
  Float: 1,
  Query: undefined,
  Unknown: undefined,
};

/** Each is the value of a variable of each type. */
const values: readonly unknown[] = [
  null,
  'a',
  'RED',
  'BLUE',
  1,
  2,
  3,
  1.5,
  ['a'],
  ['a', null],
  [null],
  { c: 'x' },
  { c: 'x', b: 1 },
  { c: 'x', e: 4 },
  { c: 'x', e: 3 },
  { c: 'x', g: 1 },
  { b: 1 },
  { a: 'x', b: 1 },
  { a: null },
];

/** The places of a variable. */
const places = [
  ...fields.map((field) => `${field}(of: $v)`),
  'inList: list(of: ["a", $v])',
  'inListOfMust: listOfMust(of: ["a", $v])',
  'inObject: input(of: { c: "x", a: $v })',
  'must: input(of: { c: $v })',
  'withDefault: input(of: { c: "x", f: $v })',
  'inOne: one(of: { a: $v })',
].map((place, index) => `p${index}: ${place.replace(/^\w+: /, '')}`);

/** @returns how many positions of the results have a value, and how many an error */
function seenIn(results: readonly Outcome[]) {
  const all = results.flatMap(({ data }) => Object.values((data as object | undefined) ?? {}));
  return {
    values: all.filter((value) => value !== null).length,
    errors: results.flatMap(({ errors }) => errors).length,
  };
}

const many = expect.toSatisfy((count: number) => count > 5);

describe('an argument', () => {
  it('has the same value or error as any literal, also below another field', async () => {
    const calls = fields.flatMap((field) => [
      field,
      ...literals.map((literal) => `${field}(of: ${literal})`),
    ]);
    const results: Outcome[] = [];
    for (const call of calls)
      results.push(await sameResult(schema, { source: `{ ${call} box { ${call} } }`, root }));
    expect(seenIn(results)).toEqual({ values: many, errors: many });
  });
});

describe('a variable', () => {
  it.each(Object.entries(types))(
    'of type %s has the same value or error in any place',
    async (type, accepted) => {
      const source = `query ($v: ${type}) { ${places.join(' ')} }`;
      for (const variables of [undefined, ...values.map((v) => ({ v }))])
        expect(
          await sameResult(schema, { source, root, variables, accepted: { v: accepted } }),
        ).toBeDefined();
    },
  );
  it('has an error for each wrong part of its value', async () => {
    const source = 'query ($v: Filter, $w: Int!) { input(of: $v) }';
    const variables = { v: { b: ['x'], c: null, d: { f: 'BLUE' } } };
    const given = { source, root, variables, accepted: { w: 1 } };
    expect((await sameResult(schema, given)).errors).toHaveLength(5);
  });
  it('that the operation does not declare is none', async () => {
    const source = '{ text(of: $v) must(of: $v) }';
    const { errors } = await sameResult(schema, { source, root, variables: { v: 'x' } });
    expect(errors).toHaveLength(1);
  });
  it('that is not declared is ignored', async () => {
    const { data } = await sameResult(schema, { source: '{ text }', root, variables: { v: 1 } });
    expect(data).toEqual({ text: '{}' });
  });
});

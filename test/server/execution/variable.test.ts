/**
 * Arguments and variables have the same values and errors by plans and by graphql-js. Each
 * operation is prepared a second time by the executor, which then reads the variables itself.
 */
import { buildSchema, GraphQLError, isScalarType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { type Case, type Given, isSame } from './both-executors.ts';

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

const root = (): object => ({
  ...Object.fromEntries(names.map((name) => [name, show])),
  box: root,
});

/** A field with the argument `of`, and what its resolver gets. */
const values: readonly (readonly [field: string, shown: string])[] = [
  ['text', '{}'],
  ['text(of: "a")', '{"of":"a"}'],
  ['text(of: null)', '{"of":null}'],
  ['must(of: "")', '{"of":""}'],
  ['filled', '{"of":"none"}'],
  ['filled(of: "a")', '{"of":"a"}'],
  ['list(of: "a")', '{"of":["a"]}'],
  ['list(of: ["a", null])', '{"of":["a",null]}'],
  ['list(of: null)', '{"of":null}'],
  ['listOfMust(of: [])', '{"of":[]}'],
  ['matrix(of: [[1], null, [2, 3]])', '{"of":[[1],null,[2,3]]}'],
  ['matrix(of: [1, 2])', '{"of":[[1],[2]]}'],
  ['input(of: { c: "x" })', '{"of":{"c":"x","f":"RED"}}'],
  ['input(of: { c: "x", b: 1, a: null })', '{"of":{"a":null,"b":[1],"c":"x","f":"RED"}}'],
  [
    'input(of: { c: "x", d: { c: "y", f: GREEN }, e: 4 })',
    '{"of":{"c":"x","d":{"c":"y","f":"GREEN"},"e":2,"f":"RED"}}',
  ],
  ['one(of: { a: "x" })', '{"of":{"a":"x"}}'],
  ['color(of: GREEN)', '{"of":"GREEN"}'],
  ['even(of: 6)', '{"of":3}'],
  ['id(of: 7)', '{"of":"7"}'],
  ['float(of: 1)', '{"of":1}'],
];

/** Literals that are errors of the field: an operation with them is valid for nobody. */
const wrong: readonly string[] = [
  'must',
  'must(of: null)',
  'text(of: 1)',
  'text(of: RED)',
  'list(of: [1])',
  'mustList(of: null)',
  'listOfMust(of: ["a", null])',
  'input(of: {})',
  'input(of: { c: "x", g: 1 })',
  'input(of: { c: null })',
  'input(of: "x")',
  'one(of: {})',
  'one(of: { a: "x", b: 1 })',
  'one(of: { a: null })',
  'color(of: BLUE)',
  'color(of: "RED")',
  'even(of: 3)',
  'id(of: 1.5)',
  'float(of: "1")',
];

interface Variables {
  readonly type: string;
  readonly field: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  /** Undefined if the operation is rejected, null if the field has an error. */
  readonly shown: string | null | undefined;
}

const variable = (
  type: string,
  field: string,
  shown: Variables['shown'],
  ...[value]: readonly unknown[]
): Variables => ({ type, field, shown, ...(value !== undefined && { variables: { v: value } }) });

const allVariables: readonly Variables[] = [
  variable('String', 'text(of: $v)', '{"of":"a"}', 'a'),
  variable('String', 'text(of: $v)', '{}'),
  variable('String', 'text(of: $v)', '{"of":null}', null),
  variable('String = "d"', 'text(of: $v)', '{"of":"d"}'),
  variable('String = "d"', 'text(of: $v)', '{"of":null}', null),
  variable('String = "d"', 'must(of: $v)', '{"of":"d"}'),
  variable('String = "d"', 'must(of: $v)', null, null),
  variable('String', 'must(of: $v)', null),
  variable('String!', 'must(of: $v)', '{"of":"a"}', 'a'),
  variable('String!', 'must(of: $v)', undefined),
  variable('String!', 'must(of: $v)', undefined, null),
  variable('String', 'text(of: $v)', undefined, 1),
  variable('String', 'text(of: $v)', undefined, ['a']),
  variable('String', 'filled(of: $v)', '{"of":"none"}'),
  variable('String', 'filled(of: $v)', '{"of":"a"}', 'a'),
  variable('[String]', 'list(of: $v)', '{"of":["a"]}', 'a'),
  variable('[String]', 'list(of: $v)', '{"of":["a",null]}', ['a', null]),
  variable('[String]', 'list(of: $v)', '{"of":null}', null),
  variable('String', 'list(of: ["a", $v])', '{"of":["a","b"]}', 'b'),
  variable('String', 'list(of: ["a", $v])', '{"of":["a",null]}'),
  variable('String', 'listOfMust(of: ["a", $v])', null),
  variable('[String]!', 'mustList(of: $v)', '{"of":[null]}', [null]),
  variable('[String]!', 'mustList(of: $v)', undefined, null),
  variable('[String!]', 'listOfMust(of: $v)', undefined, ['a', null]),
  variable('[String!]!', 'listOfMust(of: $v)', '{"of":["a"]}', ['a']),
  variable('[String!]!', 'listOfMust(of: $v)', undefined),
  variable('Filter', 'input(of: $v)', '{"of":{"b":[1],"c":"x","f":"RED"}}', { c: 'x', b: 1 }),
  variable('Filter', 'input(of: $v)', '{"of":{"c":"x","e":2,"f":"RED"}}', { c: 'x', e: 4 }),
  variable('Filter', 'input(of: $v)', undefined, { c: 'x', e: 3 }),
  variable('Filter', 'input(of: $v)', undefined, { c: 'x', g: 1 }),
  variable('Filter', 'input(of: $v)', undefined, 'x'),
  variable('String', 'input(of: { c: "x", a: $v })', '{"of":{"c":"x","f":"RED"}}'),
  variable('String', 'input(of: { c: "x", a: $v })', '{"of":{"a":"y","c":"x","f":"RED"}}', 'y'),
  variable('String', 'input(of: { c: $v })', null),
  variable('Color', 'input(of: { c: "x", f: $v })', '{"of":{"c":"x","f":"RED"}}'),
  variable('One', 'one(of: $v)', '{"of":{"b":1}}', { b: 1 }),
  variable('One', 'one(of: $v)', undefined, { a: 'x', b: 1 }),
  variable('One', 'one(of: $v)', undefined, { a: null }),
  variable('String', 'one(of: { a: $v })', '{"of":{"a":"x"}}', 'x'),
  variable('String', 'one(of: { a: $v })', null),
  variable('Color', 'color(of: $v)', '{"of":"RED"}', 'RED'),
  variable('Color', 'color(of: $v)', undefined, 'BLUE'),
  variable('Even', 'even(of: $v)', undefined, 3),
  variable('ID', 'id(of: $v)', '{"of":"7"}', 7),
  variable('Unknown', 'text(of: $v)', undefined, 'x'),
  variable('Query', 'text(of: $v)', undefined, 'x'),
];

/** A value of each type, with which operations are accepted. */
const acceptedValues: Readonly<Record<string, unknown>> = {
  String: 'a',
  Filter: { c: 'x' },
  One: { b: 1 },
  Color: 'RED',
  Even: 2,
};

const accepted = (type: string): Given['variables'] => ({
  v: acceptedValues[type.replaceAll(/\W/g, '')],
});

/** The key of a field in the response. */
const keyOf = (field: string): string => /^\w+/.exec(field)![0];

describe('an argument', () => {
  it.each(values)('as the literal in %s is %s', async (field, shown) => {
    const source = `{ ${field} box { ${field} } }`;
    const data = { [keyOf(field)]: shown, box: { [keyOf(field)]: shown } };
    expect(await isSame(schema, { source, root, data })).toBe(true);
  });
  it.each(wrong)('as the literal in %s is an error of the field', async (field) => {
    const key = keyOf(field);
    const errors = [key, `box.${key}`];
    const source = `{ ${field} box { ${field} } }`;
    expect(
      await isSame(schema, { source, root, data: { [key]: null, box: { [key]: null } }, errors }),
    ).toBe(true);
  });
});

/** The result of an operation with a field, of which this is shown. */
function resultOf(field: string, shown: Variables['shown']): Pick<Case, 'data' | 'errors'> {
  if (shown === undefined) return { data: undefined };
  const errors = shown === null ? [keyOf(field)] : [];
  return { data: { [keyOf(field)]: shown }, errors };
}

describe('a variable', () => {
  it.each(allVariables.filter(({ shown }) => shown !== undefined))(
    'of type $type in $field with $variables is $shown',
    async ({ type, field, variables, shown }) => {
      const source = `query ($v: ${type}) { ${field} }`;
      expect(await isSame(schema, { source, root, variables, ...resultOf(field, shown) })).toBe(
        true,
      );
    },
  );
  it.each(allVariables.filter(({ shown }) => shown === undefined))(
    'of type $type in $field with $variables rejects the operation',
    async ({ type, field, variables }) => {
      const source = `query ($v: ${type}) { ${field} }`;
      const given = { source, root, variables, accepted: accepted(type) };
      expect(await isSame(schema, { ...given, data: undefined, errors: [undefined] })).toBe(true);
    },
  );
  it('has an error for each wrong part of its value', async () => {
    const source = 'query ($v: Filter, $w: Int!) { input(of: $v) }';
    const variables = { v: { b: ['x'], c: null, d: { f: 'BLUE' } } };
    const given = { source, root, variables, accepted: { w: 1 } };
    const errors = Array.from({ length: 5 }, () => undefined);
    expect(await isSame(schema, { ...given, data: undefined, errors })).toBe(true);
  });
  it('that the operation does not declare is none', async () => {
    const source = '{ text(of: $v) must(of: $v) }';
    const data = { text: '{}', must: null };
    expect(
      await isSame(schema, { source, root, variables: { v: 'x' }, data, errors: ['must'] }),
    ).toBe(true);
  });
  it('that is not declared is ignored', async () => {
    expect(
      await isSame(schema, {
        source: '{ text }',
        root,
        variables: { v: 1 },
        data: { text: '{}' },
      }),
    ).toBe(true);
  });
});

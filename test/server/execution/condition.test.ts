/** `@skip` and `@include` select the same fields by plans and by graphql-js. */
import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { isSame } from './both-executors.ts';

const schema = buildSchema(`
  type Query { a: String b: String box: Query boxes: [Query!] any: Any }
  union Any = Query
`);

const box = (): object => ({
  a: 'a',
  b: 'b',
  box: { a: 'a', b: 'b' },
  boxes: [{ a: 'a' }, { b: 'b' }],
  any: { __typename: 'Query', a: 'a', b: 'b' },
});

/** What the conditions are on. */
const places: Readonly<Record<string, (condition: string) => string>> = {
  'a field': (condition) => `a b ${condition}`,
  'a spread': (condition) => `a ...B ${condition}`,
  'an inline fragment': (condition) => `a ... on Query ${condition} { b }`,
  'a fragment without a type': (condition) => `a ... ${condition} { b }`,
};

/** Conditions, and whether the field is there. */
const conditions: Readonly<Record<string, boolean>> = {
  '': true,
  '@include(if: true)': true,
  '@include(if: false)': false,
  '@skip(if: true)': false,
  '@skip(if: false)': true,
  '@include(if: true) @skip(if: false)': true,
  '@include(if: true) @skip(if: true)': false,
  '@include(if: false) @skip(if: true)': false,
  '@include(if: false) @skip(if: false)': false,
  '@skip(if: false) @include(if: true)': true,
};

/** The condition with a variable for each value, which has the value. */
const withVariables = (condition: string): string =>
  condition.replaceAll('(if: true)', '(if: $yes)').replaceAll('(if: false)', '(if: $no)');

const all = Object.entries(places).flatMap(([place, make]) =>
  Object.entries(conditions).map(
    ([condition, isThere]) => [place, condition, make, isThere] as const,
  ),
);

describe('a condition', () => {
  it.each(all)('on %s: %s', async (_, condition, make, isThere) => {
    const fragment = 'fragment B on Query { b }';
    const data = isThere ? { a: 'a', b: 'b' } : { a: 'a' };
    expect(
      await isSame(schema, { source: `{ ${make(condition)} } ${fragment}`, root: box, data }),
    ).toBe(true);
  });
  it.each(all)('on %s, by a variable: %s', async (_, condition, make, isThere) => {
    const head = 'query ($yes: Boolean!, $no: Boolean = false)';
    const source = `${head} { ${make(withVariables(condition))} } fragment B on Query { b }`;
    const data = isThere ? { a: 'a', b: 'b' } : { a: 'a' };
    expect(await isSame(schema, { source, root: box, variables: { yes: true }, data })).toBe(true);
  });
  it('is that of each place of a field: one that is there is enough', async () => {
    expect(
      await isSame(schema, {
        source: '{ box @skip(if: true) { a } box { b } box @include(if: true) { c: a } }',
        root: box,
        data: { box: { b: 'b', c: 'a' } },
      }),
    ).toBe(true);
  });
  it('leaves an object without fields', async () => {
    expect(
      await isSame(schema, {
        source: '{ box { a @skip(if: true) } any { ... on Query @include(if: false) { a } } }',
        root: box,
        data: { box: {}, any: {} },
      }),
    ).toBe(true);
  });
  it('in a fragment counts at each place where it is spread', async () => {
    expect(
      await isSame(schema, {
        source: `query ($x: Boolean!) { ...F boxes { ...F } any { ... on Query { ...F } } }
        fragment F on Query { a @include(if: $x) b @skip(if: $x) }`,
        root: box,
        variables: { x: true },
        data: { a: 'a', boxes: [{ a: 'a' }, { a: null }], any: { a: 'a' } },
      }),
    ).toBe(true);
  });
});

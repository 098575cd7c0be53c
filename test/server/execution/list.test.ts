/** Lists of plans and of graphql-js are the same: with promises, nulls and errors in them. */
import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { type Case, executeBoth, isSame, failLater, later } from './both-executors.ts';

const types = ['[Int]', '[Int]!', '[Int!]', '[Int!]!'] as const;

const schemaOf = (type: string) => buildSchema(`type Query { numbers: ${type} }`);

/** Makes the same list in four ways: now or later, as a whole or each item. */
const ways: Readonly<Record<string, (value: unknown) => unknown>> = {
  'a list': (value) => value,
  'a promise of a list': (value) => promiseOf(value),
  'a list of promises': (value) => promisesOf(value),
  'a promise of a list of promises': (value) => promiseOf(promisesOf(value)),
};

const promiseOf = (value: unknown): Promise<unknown> =>
  value instanceof Error ? failLater(value.message) : later(value);

const promisesOf = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(promiseOf) : promiseOf(value);

interface ListCase {
  readonly value: unknown;
  /** The data and the paths of the errors for each of the types. */
  readonly results: Readonly<Record<(typeof types)[number], Pick<Case, 'data' | 'errors'>>>;
}

const list = (numbers: unknown, ...errors: string[]) => ({ data: { numbers }, errors });
const nothing = (...errors: string[]) => ({ data: null, errors });

const always = (result: Pick<Case, 'data' | 'errors'>): ListCase['results'] => ({
  '[Int]': result,
  '[Int]!': result,
  '[Int!]': result,
  '[Int!]!': result,
});

/** Of a list with an item that is null or failed, at index 1. */
const withItem = (hasError: boolean): ListCase['results'] => {
  const errors = hasError ? ['numbers.1'] : [];
  return {
    '[Int]': list([4, null, 6], ...errors),
    '[Int]!': list([4, null, 6], ...errors),
    '[Int!]': list(null, 'numbers.1'),
    '[Int!]!': nothing('numbers.1'),
  };
};

/** In place of a list. */
const withoutList = (hasError: boolean): ListCase['results'] => {
  const errors = hasError ? ['numbers'] : [];
  return {
    '[Int]': list(null, ...errors),
    '[Int]!': nothing('numbers'),
    '[Int!]': list(null, ...errors),
    '[Int!]!': nothing('numbers'),
  };
};

const cases: Readonly<Record<string, ListCase>> = {
  'of values': { value: [4, 5, 6], results: always(list([4, 5, 6])) },
  'without items': { value: [], results: always(list([])) },
  'with null': { value: [4, null, 6], results: withItem(false) },
  'with undefined': { value: [4, undefined, 6], results: withItem(false) },
  'with an error': { value: [4, new Error('broken'), 6], results: withItem(true) },
  'with a value of another type': { value: [4, 'five', 6], results: withItem(true) },
  'that is null': { value: null, results: withoutList(false) },
  'that is an error': { value: new Error('broken'), results: withoutList(true) },
  'that is a number': { value: 4, results: withoutList(true) },
  'that is a text': { value: 'four', results: withoutList(true) },
  'that is an object': { value: { 0: 4 }, results: withoutList(true) },
};

describe.each(types)('a list of type %s', (type) => {
  const all = Object.entries(cases).flatMap(([title, { value, results }]) =>
    Object.entries(ways).map(
      ([way, make]) => [way, title, () => make(value), results[type]] as const,
    ),
  );
  it.each(all)('has the same result by both executors: %s %s', async (_, __, make, result) => {
    const root = () => ({ numbers: make() });
    expect(await isSame(schemaOf(type), { source: '{ numbers }', root, ...result })).toBe(true);
  });
});

describe('a list', () => {
  it('may have different promises, values and errors', async () => {
    const root = () => ({
      numbers: () => [later(4), 5, failLater('late'), new Error('now'), later(null)],
    });
    expect(
      await isSame(schemaOf('[Int]'), {
        source: '{ numbers }',
        root,
        data: { numbers: [4, 5, null, null, null] },
        errors: ['numbers.3', 'numbers.2'],
      }),
    ).toBe(true);
  });
  it('of lists becomes null up to the list that may', async () => {
    const schema = buildSchema('type Query { matrix: [[[Int!]!]]! }');
    expect(
      await isSame(schema, {
        source: '{ matrix }',
        root: () => ({ matrix: [[[1], later([2])], [[3], [later(null)]], null] }),
        data: { matrix: [[[1], [2]], null, null] },
        errors: ['matrix.1.1.0'],
      }),
    ).toBe(true);
  });
  it('of objects has the paths of its items in errors', async () => {
    const schema = buildSchema('type Query { ships: [Ship!] } type Ship { name: String! }');
    expect(
      await isSame(schema, {
        source: '{ fleet: ships { title: name } }',
        root: () => ({ ships: [{ name: 'Ann' }, { name: () => failLater('lost') }] }),
        data: { fleet: null },
        errors: ['fleet.1.title'],
      }),
    ).toBe(true);
  });
  it('is not waited for when an item has made it null', async () => {
    const schema = schemaOf('[Int!]');
    const root = () => ({ numbers: [new Promise(() => {}), failLater('broken')] });
    const { byPlan, byGraphqlJs } = await executeBoth(schema, { source: '{ numbers }', root });
    expect(byPlan).toEqual(byGraphqlJs);
    expect(byPlan.data).toEqual({ numbers: null });
  });
});

/** Mutations run one field after the other, by plans as by graphql-js. */
import { buildSchema } from 'graphql';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Case, executeBoth, isSame } from './both-executors.ts';

const schema = buildSchema(`
  type Query { count: Int }
  type Mutation { add(n: Int!, how: How = NOW): Count must(n: Int!, how: How = NOW): Count! }
  type Count { count: Int later: Int double: Int! }
  enum How { NOW LATER THROW REJECT NULL }
`);

interface Add {
  readonly n: number;
  readonly how: string;
}

/** A number that fields add to, and what happened in order. */
class Counter {
  readonly events: string[] = [];
  #count = 0;

  add = ({ n, how }: Add): unknown => {
    this.events.push(`start ${n}`);
    if (how === 'THROW') throw new Error(`no ${n}`);
    if (how === 'NOW') return this.#added(n);
    return nextTurn().then(() => {
      if (how === 'REJECT') throw new Error(`not ${n}`);
      return how === 'NULL' ? null : this.#added(n);
    });
  };

  must = (args: Add): unknown => this.add(args);

  #added(n: number): object {
    this.#count += n;
    const count = this.#count;
    this.events.push(`add ${n}`);
    const later = async (): Promise<number> => {
      await nextTurn();
      this.events.push(`later ${n}`);
      return this.#count;
    };
    return { count, later, double: () => count * 2 };
  }
}

const count = (value: number): object => ({ count: value });

const cases: Readonly<Record<string, Case>> = {
  'run in the order of the document, whether they are there at once or not': {
    source: `mutation {
      a: add(n: 1) { count } b: add(n: 2, how: LATER) { count } c: add(n: 4) { count }
      d: add(n: 8, how: LATER) { count later } e: add(n: 16) { count } }`,
    data: { a: count(1), b: count(3), c: count(7), d: { count: 15, later: 15 }, e: count(31) },
  },
  'go on after one that fails, and may be null': {
    source: `mutation {
      a: add(n: 1) { count } b: add(n: 2, how: THROW) { count } c: add(n: 4, how: REJECT) { count }
      d: add(n: 8, how: NULL) { count } e: add(n: 16) { count } }`,
    data: { a: count(1), b: null, c: null, d: null, e: count(17) },
    errors: ['b', 'c'],
  },
  'end at one that fails at once, and must not be null': {
    source: `mutation {
      a: add(n: 1, how: LATER) { count } b: must(n: 2, how: THROW) { count }
      c: add(n: 4) { count } }`,
    data: null,
    errors: ['b'],
  },
  'end at one that fails later, and must not be null': {
    source: 'mutation { a: must(n: 1, how: REJECT) { count } b: add(n: 4) { count } }',
    data: null,
    errors: ['a'],
  },
  'end at one that is null later, and must not be': {
    source: 'mutation { a: must(n: 1, how: NULL) { count } b: add(n: 4) { count } }',
    data: null,
    errors: ['a'],
  },
  'may be one': {
    source: 'mutation { add(n: 1, how: LATER) { count later double } }',
    data: { add: { count: 1, later: 1, double: 2 } },
  },
  'are those that conditions and fragments select': {
    source: `mutation { ...M b: add(n: 2) @skip(if: true) { count } c: add(n: 4) { count } }
      fragment M on Mutation { a: add(n: 1, how: LATER) { count } }`,
    data: { a: count(1), c: count(5) },
  },
};

describe('mutations', () => {
  it.each(Object.entries(cases))('%s', async (_, given) => {
    expect(await isSame(schema, { ...given, root: () => new Counter() })).toBe(true);
  });
  it.each(Object.entries(cases))('do the same in the same order: %s', async (_, given) => {
    const counters: Counter[] = [];
    const root = (): Counter => {
      counters.push(new Counter());
      return counters.at(-1)!;
    };
    await executeBoth(schema, { ...given, root });
    const [byPlan, byGraphqlJs] = counters.map(({ events }) => events);
    expect(byPlan).toEqual(byGraphqlJs);
    expect(byPlan!.length).toBeGreaterThan(0);
  });
});

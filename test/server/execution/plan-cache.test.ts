/** How many plans of operations are stored, and what they keep in memory. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { buildSchema, parse, validateExecutionArgs } from 'graphql';
import { describe, expect, it } from 'vitest';
import {
  type AbstractCompletion,
  keepPlan,
  type OperationPlan,
  planOf,
} from '../../../src/server/execution/operation-plan.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const schema = buildSchema(`
  type Query { a: Query b: Query name: String names(of: [Int!]): String any: Any }
  union Any = Query
`);

const prepare = (source: string, contextValue?: object) =>
  validateExecutionArgs({ schema, document: parse(source), contextValue }) as Parameters<
    typeof planOf
  >[0];

type Prepared = ReturnType<typeof prepare>;

/** Fragments that select 2^13 - 2 fields, all in all. */
const fragments = Array.from({ length: 12 }, (_, level) => {
  const below = level === 11 ? '' : `{ ...F${level + 1} }`;
  const fields = level === 11 ? ['name', '__typename'] : ['a', 'b'];
  return `fragment F${level} on Query { ${fields.map((each) => each + below).join(' ')} }`;
}).join(' ');

const planFields = 2 ** 13 - 2;

/** Makes the plans of 20 operations as often as they are stored. @returns how many of them are */
function storedOf(source: string, use: (plan: OperationPlan) => void = () => {}): number {
  const all = Array.from({ length: 20 }, (): readonly [Prepared, OperationPlan] => {
    const prepared = prepare(source);
    planOf(prepared);
    const plan = planOf(prepared)!;
    use(plan);
    return [prepared, plan];
  });
  // The last ones first: a plan that is made again displaces others.
  return all.toReversed().filter(([prepared, plan]) => planOf(prepared) === plan).length;
}

describe('stored plans', () => {
  it('are those of operations that are executed again', () => {
    const prepared = prepare('{ name }');
    const first = planOf(prepared);
    const second = planOf(prepared);
    expect(second).not.toBe(first);
    expect(planOf(prepared)).toBe(second);
  });
  it('have at most 60,000 fields', () => {
    expect(storedOf(`{ ...F0 } ${fragments}`)).toBe(Math.floor(60_000 / (planFields + 200)));
  });
  it('count the fields of a union when its type is known', () => {
    const stored = storedOf(`{ any { ...F0 } } ${fragments}`, ({ selection }) => {
      const { completion } = selection.fields[0]!;
      (completion as AbstractCompletion).selectionOf('Query');
    });
    expect(stored).toBe(Math.floor(60_000 / (planFields + 200)));
  });
  it('count the text of the document, which they keep', () => {
    expect(storedOf(`{ name } #${' '.repeat(40_000)}`)).toBe(Math.floor(60_000 / 10_010));
  });
  it('do not displace the plan of an operation that is kept, and do not count it', () => {
    const kept = prepare(`{ ...F0 } ${fragments}`);
    keepPlan(kept);
    const plan = planOf(kept)!;
    expect(storedOf(`{ ...F0 } ${fragments}`)).toBe(Math.floor(60_000 / (planFields + 200)));
    expect(planOf(kept)).toBe(plan);
  });
  it('have the arguments of a fragment once', () => {
    const { selection } = planOf(
      prepare('{ a { ...F } b { ...F } } fragment F on Query { names(of: [1, 2]) }'),
    )!;
    const [a, b] = selection.fields.map(({ completion }) => {
      if (completion.kind !== 'object') throw new Error(completion.kind);
      return completion.selection.fields[0]!.args;
    });
    expect(a).toEqual({ of: [1, 2] });
    expect(b).toBe(a);
  });
  it('keep nothing of the execution that they were made for', async () => {
    const plans: OperationPlan[] = [];
    const contextOf = (): WeakRef<object> => {
      const context = {};
      plans.push(planOf(prepare('{ any { __typename } }', context))!);
      return new WeakRef(context);
    };
    const context = contextOf();
    await nextTurn();
    collectGarbage();
    expect(plans).toHaveLength(1);
    expect(context.deref()).toBeUndefined();
  });
});

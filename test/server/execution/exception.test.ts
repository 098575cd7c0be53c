/**
 * What plans do not do as graphql-js does it, with the reasons. Each entry shows what both do: it
 * fails when the difference is gone.
 */
import {
  buildSchema,
  executeRootSelectionSet,
  type ExecutionResult,
  type GraphQLSchema,
  isAbstractType,
  isObjectType,
  isScalarType,
  parse,
  validateExecutionArgs,
  type ValidatedExecutionArgs,
} from 'graphql';
import { tracingChannel } from 'node:diagnostics_channel';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { executeByPlan } from '../../../src/server/execution/executor.ts';
import {
  errorPaths,
  executeBoth,
  type Given,
  hasPlan,
  later,
  type Outcome,
} from './both-executors.ts';

const sdl = `
  directive @defer(if: Boolean, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT
  directive @experimental_disableErrorPropagation on QUERY | MUTATION | SUBSCRIPTION
  type Query {
    name: String numbers: [Int] cat: Cat pet: Pet odd: Odd
    filled(of: String = "none"): String one(of: Filter): String must: Int!
    count(of: Int): Int
  }
  type Mutation { name: String other: String }
  type Cat { name: String must: Int! mustCat: Cat! }
  type Dog { name: String }
  union Pet = Cat | Dog
  input Filter { a: [String!] }
  scalar Odd
`;

type Functions = Partial<{
  isTypeOf: (value: object) => boolean | Promise<boolean>;
  resolveType: (value: unknown) => string | Promise<string> | undefined;
}>;

function schemaWith({ isTypeOf, resolveType }: Functions = {}): GraphQLSchema {
  const schema = buildSchema(sdl);
  // As the gateway states defaults.
  schema.getQueryType()!.getFields()['filled']!.args[0]!.defaultValue = 'none';
  for (const type of Object.values(schema.getTypeMap())) {
    if (isAbstractType(type) && resolveType) type.resolveType = resolveType;
    if (isObjectType(type) && type.name === 'Cat') {
      type.isTypeOf = isTypeOf;
      type.getFields()['name']!.extensions = { sharesInfo: true };
    }
    if (isScalarType(type) && type.name === 'Odd') type.coerceOutputValue = () => null;
  }
  return schema;
}

/** What is compared of a result. */
type Seen = readonly [data: unknown, errors: readonly string[]];

const seenOf = ({ data, errors }: Outcome): Seen => [data, errors.map(({ message }) => message)];

interface Exception extends Given {
  readonly reason: string;
  readonly functions?: Functions;
  readonly byPlan: Seen;
  readonly byGraphqlJs: Seen;
}

const notIterable = 'Expected Iterable, but did not find one for field "Query.numbers".';

const notPossible = (name: string): string =>
  `Runtime Object type "${name}" is not a possible type for "Pet".`;

const arraysOnly = 'A law: the lists of REST answers are arrays.';
const noIsTypeOf = 'A law: no type has it.';
const typesAtOnce = 'A law: a type is known without a call.';

const promisesOnly = 'A law: `instanceof` costs less.';

const internalText = 'Clients never see such messages.';

/** A thenable of another library. */
// oxlint-disable-next-line unicorn/no-thenable
const foreign = { then: (settle: (value: string) => void) => settle('value') };

function* generated(): Generator<number> {
  yield 1;
}

async function* generatedLater(): AsyncGenerator<number> {
  yield 1;
}

/** Behaviours that give another result. */
const exceptions: Readonly<Record<string, Exception>> = {
  'A list may be any iterable.': {
    reason: arraysOnly,
    source: '{ numbers }',
    root: () => ({ numbers: new Set([1]) }),
    byPlan: [{ numbers: null }, [notIterable]],
    byGraphqlJs: [{ numbers: [1] }, []],
  },
  'A list may be a generator.': {
    reason: arraysOnly,
    source: '{ numbers }',
    root: () => ({ numbers: generated }),
    byPlan: [{ numbers: null }, [notIterable]],
    byGraphqlJs: [{ numbers: [1] }, []],
  },
  'A list may be an async iterable.': {
    reason: arraysOnly,
    source: '{ numbers }',
    root: () => ({ numbers: generatedLater }),
    byPlan: [{ numbers: null }, [notIterable]],
    byGraphqlJs: [{ numbers: [1] }, []],
  },
  'Foreign thenables are promises.': {
    reason: promisesOnly,
    source: '{ name }',
    root: () => ({ name: foreign }),
    byPlan: [{ name: null }, ['String cannot represent value: { then: [function then] }']],
    byGraphqlJs: [{ name: 'value' }, []],
  },
  '`isTypeOf` checks values.': {
    reason: noIsTypeOf,
    functions: { isTypeOf: () => false },
    source: '{ cat { name } }',
    root: () => ({ cat: { name: 'Tom' } }),
    byPlan: [{ cat: { name: 'Tom' } }, []],
    byGraphqlJs: [{ cat: null }, ['Expected value of type "Cat" but got: { name: "Tom" }.']],
  },
  '`isTypeOf` finds the type of a value, also later.': {
    reason: noIsTypeOf,
    functions: { isTypeOf: () => later(true) },
    source: '{ pet { __typename } }',
    root: () => ({ pet: {} }),
    byPlan: [{ pet: null }, ['Plans have no helpers for promises.']],
    byGraphqlJs: [{ pet: { __typename: 'Cat' } }, []],
  },
  '`resolveType` may return a promise.': {
    reason: typesAtOnce,
    functions: { resolveType: () => later('Cat') },
    source: '{ pet { __typename } }',
    root: () => ({ pet: {} }),
    byPlan: [{ pet: null }, [notPossible('[object Promise]')]],
    byGraphqlJs: [{ pet: { __typename: 'Cat' } }, []],
  },
  'The message says what is wrong with a type name.': {
    reason: internalText,
    functions: { resolveType: () => 'Cow' },
    source: '{ pet { __typename } }',
    root: () => ({ pet: {} }),
    byPlan: [{ pet: null }, [notPossible('Cow')]],
    byGraphqlJs: [
      { pet: null },
      ['Abstract type "Pet" was resolved to a type "Cow" that does not exist inside the schema.'],
    ],
  },
  'The message says what a scalar made null of.': {
    reason: internalText,
    source: '{ odd }',
    root: () => ({ odd: 1 }),
    byPlan: [{ odd: null }, ['Odd has made null of a value.']],
    byGraphqlJs: [
      { odd: null },
      ['Expected `Odd.coerceOutputValue(1)` to return non-nullable value, returned: null'],
    ],
  },
  'Each object has an `info` with its path.': {
    reason: 'A law: with `sharesInfo`, all objects share one.',
    source: '{ cat { name } }',
    root: () => ({ cat: {} }),
    fieldResolver: (source, _args, _context, info) =>
      info.fieldName === 'cat' ? source : String(info.path.key),
    byPlan: [{ cat: { name: null } }, ['A field that shares its `info` has no path.']],
    byGraphqlJs: [{ cat: { name: 'name' } }, []],
  },
  'An argument with a default can be null.': {
    reason: 'Null means the default (`src/engine/read/argument-values.ts`).',
    source: '{ filled(of: null) }',
    root: () => ({ filled: (args: object) => JSON.stringify(args) }),
    byPlan: [{ filled: '{"of":"none"}' }, []],
    byGraphqlJs: [{ filled: '{"of":null}' }, []],
  },
  'A resolver may change its arguments.': {
    reason: 'Executions share them, frozen.',
    source: '{ one(of: { a: ["x"] }) }',
    root: () => ({ one: ({ of }: { of: { a: string[] } }) => String(of.a.push('y')) }),
    byPlan: [{ one: null }, ['Cannot add property 1, object is not extensible']],
    byGraphqlJs: [{ one: '2' }, []],
  },
  'A resolver may read `info` as a rest parameter.': {
    reason: 'A law: others get none.',
    source: '{ name }',
    fieldResolver: (...all) => typeof all[3],
    byPlan: [{ name: 'undefined' }, []],
    byGraphqlJs: [{ name: 'object' }, []],
  },
  'A resolver may use `info.getAsyncHelpers()`.': {
    reason: '`Execution` ends its own work.',
    source: '{ name }',
    fieldResolver: (_source, _args, _context, info) => typeof info.getAsyncHelpers().track,
    byPlan: [{ name: null }, ['Plans have no helpers for promises.']],
    byGraphqlJs: [{ name: 'function' }, []],
  },
  'A resolver may use `info.getAbortSignal()`.': {
    reason: 'The context has the signal.',
    source: '{ name }',
    fieldResolver: (_source, _args, _context, info) => typeof info.getAbortSignal(),
    byPlan: [{ name: 'undefined' }, []],
    byGraphqlJs: [{ name: 'object' }, []],
  },
  'A resolver may copy `info`.': {
    reason: 'Its properties are made when they are read.',
    source: '{ name }',
    fieldResolver: (_source, _args, _context, info) => Object.keys({ ...info }).includes('path'),
    byPlan: [{ name: 'false' }, []],
    byGraphqlJs: [{ name: 'true' }, []],
  },
  'An operation has up to 50 errors of variables.': {
    reason: '5 are enough: each takes time.',
    source: 'query ($a: Int!, $b: Int!, $c: Int!, $d: Int!, $e: Int!, $f: Int!) { name }',
    accepted: { a: 1, b: 1, c: 1, d: 1, e: 1, f: 1 },
    byPlan: [
      undefined,
      [
        ...['a', 'b', 'c', 'd', 'e'].map(
          (name) =>
            `Variable "$${name}" has invalid value: Expected a value of non-null type "Int!" to be provided.`,
        ),
        'Too many errors processing variables, error limit reached. Execution aborted.',
      ],
    ],
    byGraphqlJs: [
      undefined,
      ['a', 'b', 'c', 'd', 'e', 'f'].map(
        (name) =>
          `Variable "$${name}" has invalid value: Expected a value of non-null type "Int!" to be provided.`,
      ),
    ],
  },
};

/** Operations that have no plan: graphql-js executes them. */
const withoutPlan: Readonly<Record<string, Given & { readonly reason: string; data: unknown }>> = {
  '`@defer` and `@stream` are executed.': {
    reason: 'Validation rejects them.',
    source: '{ cat { ... @defer(if: false) { name } } }',
    root: () => ({ cat: { name: 'Tom' } }),
    data: { cat: { name: 'Tom' } },
  },
  '`@experimental_disableErrorPropagation` is executed.': {
    reason: 'Validation rejects it.',
    source: 'query @experimental_disableErrorPropagation { cat { must } }',
    root: () => ({ cat: { must: null } }),
    data: { cat: { must: null } },
  },
  'Introspection is executed.': {
    reason: 'It is rare.',
    source: '{ __schema { queryType { name } } }',
    data: { __schema: { queryType: { name: 'Query' } } },
  },
  'A field may have the alias `__proto__`.': {
    reason: 'An assignment to it sets no property.',
    source: '{ __proto__: name other: name }',
    root: () => ({ name: 'x' }),
    data: JSON.parse('{"__proto__":"x","other":"x"}'),
  },
  'A missing root type is an error.': {
    reason: 'Validation rejects the operation.',
    source: 'subscription { name }',
    data: null,
  },
};

/** Differences that no result shows. */
interface Unseen {
  readonly reason: string;
  /** @returns what is seen of an execution by a plan, then by graphql-js */
  readonly see: () => Promise<readonly [byPlan: unknown, byGraphqlJs: unknown]>;
  readonly expected: readonly [byPlan: unknown, byGraphqlJs: unknown];
}

type Execute = (prepared: ValidatedExecutionArgs) => ExecutionResult | Promise<ExecutionResult>;

/** Executes an operation with more options of graphql-js. */
function prepare(source: string, more: Partial<ValidatedExecutionArgs> = {}) {
  const prepared = validateExecutionArgs({ schema: schemaWith(), document: parse(source) });
  if (!('schema' in prepared)) throw new Error(prepared.join('; '));
  return { ...prepared, ...more };
}

const ofBoth = async <T>(see: (execute: Execute) => T | Promise<T>): Promise<readonly [T, T]> => [
  await see(executeByPlan),
  await see(executeRootSelectionSet),
];

const unseen: Readonly<Record<string, Unseen>> = {
  'Errors of one turn have the order of their promises.': {
    reason: 'See below.',
    see: async () => {
      const root = () => ({
        cat: { mustCat: later({ must: null }) },
        numbers: [later('x')],
      });
      const source = '{ cat { mustCat { must } } numbers }';
      const both = await executeBoth(schemaWith(), { source, root });
      return [errorPaths(both.byPlan), errorPaths(both.byGraphqlJs)];
    },
    expected: [
      ['cat.mustCat.must', 'numbers.0'],
      ['numbers.0', 'cat.mustCat.must'],
    ],
  },
  'Fields below an error may be resolved.': {
    reason: 'Their calls would cost quota.',
    see: () =>
      ofBoth(async (execute) => {
        const calls: string[] = [];
        const below = { name: () => calls.push('name') };
        const cat = { mustCat: later(below), must: null };
        const rootValue = { cat, name: () => nextTurn('x') };
        await execute(prepare('{ cat { mustCat { name } must } name }', { rootValue }));
        return calls;
      }),
    expected: [[], ['name']],
  },
  'A mutation of several fields may have a result at once.': {
    reason: 'Mutations make calls.',
    see: () => ofBoth((execute) => execute(prepare('mutation { name other }')) instanceof Promise),
    expected: [true, false],
  },
  'An `abortSignal` ends an execution.': {
    reason: 'The signal of the request ends its calls.',
    see: () =>
      ofBoth((execute) => {
        const externalAbortSignal = AbortSignal.abort(new Error('left'));
        const rootValue = { name: 'x' };
        try {
          return JSON.stringify(execute(prepare('{ name }', { externalAbortSignal, rootValue })));
        } catch (error) {
          return String(error);
        }
      }),
    expected: ['{"data":{"name":"x"}}', 'Error: left'],
  },
  'The hook `asyncWorkFinished` is called.': {
    reason: 'Nothing uses it.',
    see: () =>
      ofBoth(async (execute) => {
        let count = 0;
        const hooks = { asyncWorkFinished: () => void (count += 1) };
        await execute(prepare('{ name }', { hooks, rootValue: { name: later('x') } }));
        await nextTurn();
        return count;
      }),
    expected: [0, 1],
  },
  'Diagnostics channels are told of root selections and fields.': {
    reason: 'Spans come from `CallRecorder`.',
    see: () =>
      ofBoth((execute) => {
        let count = 0;
        const note = (): void => void (count += 1);
        const channels = ['graphql:execute:rootSelectionSet', 'graphql:resolve'].map((name) =>
          tracingChannel(name),
        );
        for (const { start } of channels) start.subscribe(note);
        void execute(prepare('{ name }'));
        for (const { start } of channels) start.unsubscribe(note);
        return count;
      }),
    expected: [0, 2],
  },
  'The objects of a result have no prototype.': {
    reason: 'Plain objects are faster.',
    see: () =>
      ofBoth(async (execute) => {
        const { data } = await execute(prepare('{ name }'));
        return Object.getPrototypeOf(data) === null;
      }),
    expected: [false, true],
  },
  'Fragments may have arguments.': {
    reason: 'The gateway does not parse them.',
    see: () =>
      ofBoth(async (execute) => {
        const source = '{ ...F(n: 3) } fragment F($n: Int) on Query { count(of: $n) }';
        const document = parse(source, { experimentalFragmentArguments: true });
        const rootValue = { count: ({ of }: { of?: number }) => of ?? null };
        const prepared = validateExecutionArgs({ schema: schemaWith(), document, rootValue });
        if (!('schema' in prepared)) throw new Error(prepared.join('; '));
        const { data } = await execute(prepared);
        return data!['count'];
      }),
    expected: [null, 3],
  },
};

describe('unlike graphql-js', () => {
  it.each(Object.entries(exceptions))('plans have another result: %s', async (_, given) => {
    const both = await executeBoth(schemaWith(given.functions), given);
    expect(seenOf(both.byGraphqlJs)).toEqual(given.byGraphqlJs);
    expect(seenOf(both.byPlan)).toEqual(given.byPlan);
  });
  it.each(Object.entries(withoutPlan))('plans do not execute: %s', async (_, given) => {
    const schema = schemaWith();
    expect(hasPlan(schema, given)).toBe(false);
    const { byPlan, byGraphqlJs } = await executeBoth(schema, given);
    expect(byPlan).toEqual(byGraphqlJs);
    expect(byPlan.data).toEqual(given.data);
  });
  it.each(Object.entries(unseen))('plans do not do: %s', async (_, { see, expected }) => {
    expect(await see()).toEqual(expected);
  });
});

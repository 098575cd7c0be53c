/**
 * Random operations have the same result, and call the same resolvers, whether they are executed by
 * their plan or by graphql-js. Promises settle one at a time and in the same order.
 *
 * In one half of the executions, the items of a promised list settle after the list, so that one
 * turn of the event loop completes one promise: the errors are the same ones in the same order. In
 * the other half they may settle before it, and then all of them are completed in one turn. There
 * graphql-js passes an error on by a rejected promise for each position that must not be null, and
 * a plan at once. So errors of different depths can have another order, and another one of them can
 * make a position null. The specification of GraphQL states neither the order nor which error it
 * is, but which positions become null: these are compared.
 */
import { mapSchema, MapperKind } from '@graphql-tools/utils';
import fc from 'fast-check';
import {
  buildSchema,
  defaultFieldResolver,
  type DocumentNode,
  executeRootSelectionSet,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  isObjectType,
  isUnionType,
  isInterfaceType,
  parse,
  responsePathAsArray,
  specifiedRules,
  validate,
  validateExecutionArgs,
} from 'graphql';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { planOf } from '../../../src/server/execution/operation-plan.ts';
import { executePlan } from '../../../src/server/execution/plan-execution.ts';
import { maxBytesOfData, type SizedResult } from '../../../src/server/response/response-limit.ts';
import { seedOf } from '../../support/random/repeatable-seed.ts';

const fields = `
  name: String
  must: String!
  count: Int
  flag: Boolean!
  color: Color
  sum(by: Int! = 1, names: [String!]): Int
  self: A
  selfMust: A!
  thing: Thing
  thingMust: Thing!
  node: Node
  names: [String]
  namesMust: [String!]!
  colors: [Color!]
  matrix: [[Int]]
  matrixMust: [[Int!]!]!
  list: [A]
  listMust: [A!]!
  nested: [[A!]]
  things: [Thing!]
  nodes: [Node]!
`;

const schema = buildSchema(`
  interface Node { ${fields} }
  type A implements Node { ${fields} onlyA: String }
  type B implements Node { ${fields} onlyB: [A!]! }
  union Thing = A | B
  enum Color { RED GREEN }
  type Query { ${fields} }
  type Mutation { ${fields} }
`);

/** The context of every resolver: chooses values, and notes the calls of resolvers. */
interface Context {
  /** Chooses one of `limit` numbers for a place: always the same one for the same place. */
  readonly choose: (place: string, limit: number) => number;
  readonly promises: { readonly place: string; readonly settle: () => void }[];
  readonly calls: string[];
}

/** A value of the schema: resolvers choose what its fields have by its place. */
class Entity {
  readonly place: string;
  readonly typeName: string;

  constructor(place: string, typeName: string) {
    this.place = place;
    this.typeName = typeName;
  }
}

/** A pseudorandom number of a text and a seed. */
function hash(text: string, seed: number): number {
  let value = seed | 0;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
    value ^= value >>> 13;
  }
  return (Math.imul(value, 0x85ebca6b) >>> 8) & 0xffff;
}

/** What a promise is rejected with: it need not be an error. */
class Rejection {
  readonly reason: unknown;

  constructor(reason: unknown) {
    this.reason = reason;
  }
}

const isRejection = (value: unknown): value is Rejection => value instanceof Rejection;

/** Settles a value later, when its turn comes. */
function later({ promises }: Context, place: string, value: unknown): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const settle = (): void => (isRejection(value) ? reject(value.reason) : resolve(value));
  promises.push({ place, settle });
  // It may be rejected before the list that it is in is settled.
  promise.catch(() => {});
  return promise;
}

/** A value of a named type or a list, in most cases a right one. */
function valueOf(type: string, place: string, context: Context): unknown {
  const outcome = context.choose(place, 60);
  const missing = [
    null,
    undefined,
    new Error(`wrong at ${place}`),
    { wrong: place },
    `text at ${place}`,
  ];
  if (outcome < 5) return missing[outcome];
  if (outcome < 10) return later(context, place, missing[outcome - 5]);
  if (outcome < 14) return later(context, place, new Rejection(missing[outcome - 9]));
  const value = rightValueOf(type, place, context);
  return outcome < 25 ? later(context, place, value) : value;
}

function rightValueOf(type: string, place: string, context: Context): unknown {
  if (type.startsWith('[')) {
    const length = context.choose(`${place} length`, 3);
    const item = type.slice(1, -1);
    return Array.from({ length }, (_, index) => valueOf(item, `${place}.${index}`, context));
  }
  const named = type.replace('!', '');
  switch (named) {
    case 'String':
      return place;
    case 'Int':
      return context.choose(`${place} number`, 100);
    case 'Boolean':
      return context.choose(`${place} number`, 2) === 0;
    case 'Color':
      return ['RED', 'GREEN', 'BLUE'][context.choose(`${place} color`, 3)];
    case 'A':
    case 'B':
      return new Entity(place, named);
    default: {
      const names = ['A', 'B', 'A', 'B', 'A', 'B', 'Query'];
      return new Entity(place, names[context.choose(`${place} type`, names.length)]!);
    }
  }
}

const resolveValue = (
  parent: Entity | undefined,
  args: object,
  context: Context,
  field: { readonly name: string; readonly type: string },
): unknown => {
  const place = `${parent?.place ?? ''}/${field.name}${JSON.stringify(args)}`;
  context.calls.push(place);
  const thrown = context.choose(`${place} throws`, 80);
  if (thrown === 0) throw new Error(`thrown at ${place}`);
  // oxlint-disable-next-line no-throw-literal
  if (thrown === 1) throw `thrown at ${place}`;
  return valueOf(field.type.replaceAll('!', ''), place, context);
};

/** A resolver with `info`, which notes what it sees of it, or one without. */
function resolverOf(name: string, type: string): GraphQLFieldResolver<never, Context> {
  const field = { name, type };
  if (name.length % 2 === 0)
    return (parent, args, context) => resolveValue(parent, args, context, field);
  return (parent, args, context, info) => {
    const path = sharesInfo(name) ? [] : responsePathAsArray(info.path);
    context.calls.push(seenIn(info, path));
    return resolveValue(parent, args, context, field);
  };
}

/** Whether the resolver does not read the path of `info`. */
const sharesInfo = (name: string): boolean => name.length === 5;

const seenIn = (info: GraphQLResolveInfo, path: readonly unknown[]): string =>
  JSON.stringify({
    path,
    field: `${info.parentType.name}.${info.fieldName}: ${String(info.returnType)}`,
    starts: info.fieldNodes.map(({ loc }) => loc?.start),
    variables: info.variableValues.coerced,
    operation: info.operation.operation,
  });

for (const type of Object.values(schema.getTypeMap())) {
  if (isObjectType(type) && !type.name.startsWith('__'))
    for (const field of Object.values(type.getFields())) {
      field.resolve = resolverOf(field.name, String(field.type)) as typeof field.resolve;
      field.extensions = { sharesInfo: sharesInfo(field.name) };
    }
  if (isUnionType(type) || isInterfaceType(type))
    type.resolveType = (value) => (value as Partial<Entity>).typeName ?? 'Query';
}

/** Writes random operations of the schema. */
class OperationWriter {
  readonly #below: (limit: number) => number;
  readonly #fragments: string[] = [];

  constructor(below: (limit: number) => number) {
    this.#below = below;
  }

  write(): string {
    // A fragment may spread those that are written before it.
    for (const type of ['A', 'Node', 'Thing', 'B']) {
      const name = `F${this.#fragments.length}`;
      const selection = this.#selection(type, 1);
      this.#fragments.push(`fragment ${name} on ${type} ${selection}`);
    }
    const operation = this.#one(['query', 'query', 'mutation']);
    const root = operation === 'query' ? 'Query' : 'Mutation';
    const variables = '($n: Int, $names: [String!], $a: Boolean!, $b: Boolean!)';
    const selection = this.#selection(root, 3);
    return `${operation} ${variables} ${selection} ${this.#fragments.join(' ')}`;
  }

  #selection(type: string, depth: number): string {
    const length = 1 + this.#below(4);
    const selections = Array.from({ length }, () => this.#anySelection(type, depth));
    return `{ ${selections.join(' ')} }`;
  }

  #anySelection(type: string, depth: number): string {
    const directive = this.#directive();
    const kind = this.#below(10);
    const isRoot = type === 'Query' || type === 'Mutation';
    if (kind === 0 && !isRoot && this.#fragments.length > 0)
      return `...F${this.#below(this.#fragments.length)} ${directive}`;
    if (kind === 1 && depth > 0) {
      const on = isRoot ? type : this.#one([type, 'A', 'B', 'Node', 'Thing']);
      const condition = on === type ? this.#one(['', `on ${on}`]) : `on ${on}`;
      return `... ${condition} ${directive} ${this.#selection(on, depth - 1)}`;
    }
    if (kind === 2 || type === 'Thing')
      return `${this.#one(['', 'type: '])}__typename ${directive}`;
    return this.#field(type, directive, depth);
  }

  #field(type: string, directive: string, depth: number): string {
    const leaves = ['name', 'must', 'count', 'flag', 'color', 'names', 'namesMust', 'colors'];
    const lists = ['matrix', 'matrixMust'];
    const objects = ['self', 'selfMust', 'list', 'listMust', 'nested'];
    const abstracts = ['thing', 'thingMust', 'things', 'node', 'nodes'];
    const own = { A: ['onlyA'], B: ['onlyB'] }[type] ?? [];
    const composite = depth > 0 ? [...objects, ...abstracts] : [];
    const name = this.#one([...leaves, ...lists, ...composite, ...composite, ...own, 'sum', 'sum']);
    if (name === 'sum') return `${this.#sum()} ${directive}`;
    const key = this.#one(['', '', `${name}2: `]);
    const abstract = name.startsWith('thing') ? 'Thing' : 'Node';
    const target = abstracts.includes(name) ? abstract : 'A';
    const isComposite = composite.includes(name) || name === 'onlyB';
    const below = isComposite ? this.#selection(target, Math.max(0, depth - 1)) : '';
    return `${key}${name} ${directive} ${below}`;
  }

  #sum(): string {
    const forms = [
      'sum',
      'sum2: sum(by: 2)',
      'sumN: sum(by: $n)',
      'sumNames: sum(names: ["a", "b"])',
      'sumBoth: sum(by: $n, names: $names)',
    ];
    return this.#one(forms);
  }

  #directive(): string {
    if (this.#below(4) > 0) return '';
    const values = ['$a', '$b', 'true', 'false'];
    const skip = `@skip(if: ${this.#one(values)})`;
    const include = `@include(if: ${this.#one(values)})`;
    return this.#one([skip, include, `${skip} ${include}`, `${include} ${skip}`]);
  }

  #one<T>(options: readonly T[]): T {
    return options[this.#below(options.length)]!;
  }
}

type Execute = (
  args: Parameters<typeof executeRootSelectionSet>[0],
) => ExecutionResult | Promise<ExecutionResult>;

interface RandomExecution {
  readonly document: DocumentNode;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly seed: number;
}

interface Given {
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly contextValue?: unknown;
}

function preparedFor(document: DocumentNode, { variables, contextValue }: Given) {
  const prepared = validateExecutionArgs({
    schema,
    document,
    variableValues: variables,
    contextValue,
  });
  if (!('schema' in prepared)) throw new Error(prepared.join('; '));
  return prepared;
}

/** @returns the result, which must not be longer than its execution says */
function limited<Result extends ExecutionResult | Promise<ExecutionResult>>(
  result: Result,
): Result {
  const check = (settled: ExecutionResult): void => {
    const bytes = Buffer.byteLength(JSON.stringify(settled.data));
    expect((settled as SizedResult)[maxBytesOfData]).toBeGreaterThanOrEqual(bytes);
  };
  if (!(result instanceof Promise)) {
    check(result);
    return result;
  }
  return result.then((settled) => {
    check(settled);
    return settled;
  }) as Result;
}

/** Executes an operation by its plan on plain values instead of random ones. */
function resultOf(source: string, rootValue: object) {
  const plain = mapSchema(schema, {
    [MapperKind.OBJECT_FIELD]: (config) => ({ ...config, resolve: defaultFieldResolver }),
  });
  const prepared = validateExecutionArgs({ schema: plain, document: parse(source), rootValue });
  if (!('schema' in prepared)) throw new Error(prepared.join('; '));
  return limited(executePlan(planOf(prepared)!, prepared));
}

/** The promise that settles next: with `outerFirst`, none inside a list that is still a promise. */
function nextPromise(
  { promises }: Context,
  seed: number,
  outerFirst: boolean,
): Context['promises'][number] {
  promises.sort((a, b) => hash(a.place, seed) - hash(b.place, seed));
  const isInside = (place: string): boolean =>
    promises.some((other) => place.startsWith(`${other.place}.`));
  const index = outerFirst ? promises.findIndex(({ place }) => !isInside(place)) : 0;
  return promises.splice(index, 1)[0]!;
}

/** The position of the response that an error has made null, with dots. */
function nullPosition(data: unknown, { path = [] }: GraphQLError): string {
  let value = data;
  const depth = path.findIndex((key) => {
    const isNull = value === null;
    if (!isNull) value = (value as Readonly<Record<string, unknown>>)[key];
    return isNull;
  });
  return path.slice(0, depth === -1 ? path.length : depth).join('.');
}

/** Executes an operation, and settles the promises of its resolvers one after the other. */
async function outcomeOf({ document, variables, seed }: RandomExecution, execute: Execute) {
  const context: Context = {
    choose: (place, limit) => hash(place, seed) % limit,
    promises: [],
    calls: [],
  };
  const prepared = preparedFor(document, { variables, contextValue: context });
  const result = execute(prepared);
  await nextTurn();
  const isExact = seed % 2 === 0;
  while (context.promises.length > 0) {
    nextPromise(context, seed, isExact).settle();
    await nextTurn();
  }
  const { data, errors = [] } = await result;
  const nulls = new Set(errors.map((error) => nullPosition(data, error)));
  const seenErrors = isExact ? errors : [...nulls].toSorted();
  return {
    text: JSON.stringify({ data, errors: seenErrors }, null, 1),
    calls: context.calls,
    errorCount: errors.length,
    isSync: !(result instanceof Promise),
  };
}

const evenly = (limit: number): fc.Arbitrary<number> => fc.noBias(fc.nat(limit - 1));

/** Random operations may leave fragments and variables unused. */
const rules = specifiedRules.filter((rule) => !rule.name.startsWith('NoUnused'));

/** The entries of `all` that are in `some`, too, in the order of both. */
function common(all: readonly string[], some: readonly string[]): readonly string[] {
  let next = 0;
  return all.filter((each) => each === some[next] && (next += 1) > 0);
}

/** The arguments of `sum`, as a resolver could see them that changes them. */
interface Args {
  names: string[];
}

const byPlan: Execute = (prepared) => limited(executePlan(planOf(prepared)!, prepared));

/** An object with a number that is as long as an `Int` can be. */
const longest = { count: -2_147_483_648 };

const nulls = (length: number): object[] =>
  Array.from({ length }, () => ({ name: null, count: null, self: null }));

describe('a plan', () => {
  it('gives the result of graphql-js, by calls of the same resolvers', async () => {
    const anyNumber = fc.noBias(fc.nat(2 ** 30));
    const anySource = fc
      .gen()
      .map((gen) => new OperationWriter((limit) => gen(evenly, limit)).write());
    const variables = fc.record(
      {
        n: fc.constantFrom(null, 1, 2),
        names: fc.constantFrom(null, [], ['c']),
        a: fc.boolean(),
        b: fc.boolean(),
      },
      { requiredKeys: ['a', 'b'] },
    );
    const seen = { data: 0, errors: 0, rootNull: 0 };
    await fc.assert(
      fc.asyncProperty(anySource, variables, variables, anyNumber, async (source, ...rest) => {
        const [first, second, seed] = rest;
        const document = parse(source);
        // A fragment can be spread where its type is impossible.
        if (validate(schema, document, rules).length > 0) return;
        for (const each of [first, second]) {
          const facts = { source, variables: each, seed };
          const execution = { document, ...facts };
          const expected = await outcomeOf(execution, executeRootSelectionSet);
          const actual = await outcomeOf(execution, byPlan);
          expect({ ...facts, text: actual.text }).toEqual({ ...facts, text: expected.text });
          // Mutations of several fields never have a result at once.
          expect(source.startsWith('query') && actual.isSync).toBe(
            source.startsWith('query') && expected.isSync,
          );
          const { data } = JSON.parse(expected.text) as ExecutionResult;
          // Nothing is resolved below what an error has made null; graphql-js may do so.
          const calls =
            expected.errorCount > 0 ? common(expected.calls, actual.calls) : expected.calls;
          expect({ ...facts, calls: actual.calls }).toEqual({ ...facts, calls });
          seen.data += data ? 1 : 0;
          seen.rootNull += data === null ? 1 : 0;
          seen.errors += expected.errorCount;
        }
      }),
      { numRuns: 400, seed: seedOf(process.env), endOnFailure: true },
    );
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(50);
  });

  it('does not wait for what an error has made null, and resolves nothing below it', async () => {
    const resolved: string[] = [];
    const late = Promise.withResolvers<object>();
    const source = {
      self: { must: null, node: late.promise, name: () => resolved.push('name') },
      name: 'kept',
    };
    const document = '{ name self { node { name } must } }';
    const { data, errors } = await resultOf(document, source);
    expect({ data, errors }).toEqual({
      data: { name: 'kept', self: null },
      errors: [expect.objectContaining({ path: ['self', 'must'] })],
    });
    late.resolve({ typeName: 'A', name: () => resolved.push('late') });
    await nextTurn();
    expect(resolved).toEqual([]);
  });
  it.each([
    ['text with escape sequences', '{ name }', { name: '\u0001'.repeat(100) }],
    ['a list of nulls', '{ names }', { names: Array.from({ length: 100 }, () => null) }],
    ['long numbers', '{ list { count } }', { list: Array.from({ length: 50 }, () => longest) }],
    ['objects with nulls', '{ list { name count self { name } } }', { list: nulls(50) }],
  ])('knows a close limit of the bytes of %s', async (_, document, source) => {
    const { data, [maxBytesOfData]: maxBytes } = (await resultOf(document, source)) as SizedResult;
    const bytes = Buffer.byteLength(JSON.stringify(data));
    expect(maxBytes).toBeGreaterThanOrEqual(bytes);
    expect(maxBytes).toBeLessThan(2.5 * bytes);
  });
  it('handles, and does not await, the promises of a list that an item has made null', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    const rejected = (): Promise<never> => Promise.reject(new Error('rejected'));
    const never = new Promise(() => {});
    const source = { colors: [never, rejected(), new Error('returned'), rejected()] };
    const { data, errors } = await resultOf('{ colors }', source);
    await nextTurn();
    process.off('unhandledRejection', note);
    expect({ data, errors }).toEqual({
      data: { colors: null },
      errors: [expect.objectContaining({ message: 'returned', path: ['colors', 2] })],
    });
    expect(unhandled).toEqual([]);
  });
  it.each([
    ['a list', (args: Args) => args.names.push('changed'), 'object is not extensible'],
    ['an argument', (args: Args) => (args.names = ['changed']), 'read only property'],
  ])('lets no resolver change %s for other executions', async (_, sum, message) => {
    const { data, errors } = await resultOf('{ sum(names: ["a"]) }', { sum });
    expect({ data, errors }).toEqual({
      data: { sum: null },
      errors: [expect.objectContaining({ message: expect.stringContaining(message) })],
    });
  });
  it('is made once for each combination of conditions', () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const document = parse(
      `query (${names.map((name) => `$${name}: Boolean!`).join(' ')}) {
        ${names.map((name) => `${name}: name @include(if: $${name})`).join(' ')} }`,
    );
    const planFor = (number: number) =>
      planOf(
        preparedFor(document, {
          variables: Object.fromEntries(
            names.map((name, bit) => [name, (number >> bit) % 2 === 1]),
          ),
        }),
      )!;
    // Stored when the operation is executed again.
    planFor(0);
    const plans = Array.from({ length: 32 }, (_, number) => planFor(number));
    expect(plans.map(({ selection }) => selection.fields.length).slice(0, 8)).toEqual([
      0, 1, 1, 2, 1, 2, 2, 3,
    ]);
    const kept = plans.filter((plan, number) => plan === planFor(number));
    expect(kept).toEqual(plans);
  });
  it.each([
    ['{ __schema { queryType { name } } }'],
    ['{ __type(name: "A") { name } }'],
    ['{ __proto__: name }'],
    ['{ self { __proto__: name } }'],
  ])('is not made for %s', (source) => {
    expect(planOf(preparedFor(parse(source), {}))).toBeUndefined();
  });
});

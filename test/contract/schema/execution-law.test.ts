/**
 * Operations are executed by plans instead of graphql-js. Plans accept less of a schema than
 * graphql-js, and check none of it: these are their laws (`docs/design/executor.md`). The values of
 * resolvers are watched while the examples run (`example.test.ts`) and while random queries run
 * (`test/services/answer/differential.law.test.ts`).
 */
import {
  buildSchema,
  type GraphQLAbstractType,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  isAbstractType,
  isObjectType,
  parse,
  validateExecutionArgs,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { resourcesOf } from '../../../src/engine/schema/builder.ts';
import { googleApis } from '../../../src/services/api.ts';
import { attachRef } from '../../../src/engine/read/resource.ts';
import { payloadCodes } from '../../../src/engine/schema/error/user-error.ts';
import { executeByPlan } from '../../../src/server/execution/executor.ts';
import { schema } from '../../../src/services/schema.ts';
import { breaksOf, LawWatch } from './execution-law.ts';

/** Values with refs, of all types of an interface or a union of entities. */
const entities = (possible: readonly string[]): readonly object[] =>
  [...resourcesOf(schema).values()]
    .filter(({ name }) => possible.includes(name))
    .map((resource) => attachRef({}, { resource, key: ['key'] }));

/** Values of each interface and union, as resolvers have them. */
const samples: Readonly<Record<string, (possible: readonly string[]) => readonly object[]>> = {
  AccessRuleChange: () => [{ role: 'none' }, { role: 'reader' }],
  BroadcastChange: () => [{ broadcastId: 'b' }, { broadcastId: 'b', broadcast: {} }],
  CalendarListChange: () => [{ deleted: true }, {}],
  CalendarSettingChange: () => [{}],
  ChatMessage: () => [{ snippet: { type: 'textMessageEvent' } }, { snippet: { type: 'new' } }, {}],
  ContentTarget: entities,
  EventChange: () => [{ status: 'cancelled' }, { status: 'confirmed' }],
  FileChange: () =>
    ['drive', 'file'].flatMap((changeType) => [{ changeType, removed: true }, { changeType }]),
  Node: entities,
  UrlResource: entities,
  UserError: () => payloadCodes(googleApis).map((code) => ({ code })),
};

const abstractTypes = Object.values(schema.getTypeMap()).filter(isAbstractType);

interface Resolvers {
  readonly [type: string]: {
    readonly isTypeOf?: () => boolean;
    readonly resolveType?: GraphQLAbstractType['resolveType'];
    readonly fields?: Readonly<Record<string, GraphQLFieldResolver<unknown, unknown>>>;
  };
}

/** A schema with these functions. */
function schemaWith(resolvers: Resolvers): GraphQLSchema {
  const made = buildSchema(`
    type Query { a: A any: Any list: [String!] matrix: [[Int]] name: String! }
    type A { name: String }
    union Any = A
  `);
  for (const [name, { isTypeOf, resolveType, fields = {} }] of Object.entries(resolvers)) {
    const type = made.getType(name);
    if (isAbstractType(type)) type.resolveType = resolveType;
    if (!isObjectType(type)) continue;
    type.isTypeOf = isTypeOf;
    for (const [field, resolve] of Object.entries(fields))
      type.getFields()[field]!.resolve = resolve;
  }
  return made;
}

const lawful: Resolvers = { Any: { resolveType: () => 'A' } };

/** The breaks that are seen while an operation is executed. */
async function breaksSeen(source: string, resolvers: Resolvers): Promise<readonly string[]> {
  const watch = new LawWatch(schemaWith({ ...lawful, ...resolvers }));
  const prepared = validateExecutionArgs({ schema: watch.schema, document: parse(source) });
  if (!('schema' in prepared)) throw new Error(prepared.join('; '));
  await executeByPlan(prepared);
  return [...watch.breaks];
}

const query = (field: string, resolve: () => unknown): Resolvers => ({
  Query: { fields: { [field]: resolve } },
});

/** A thenable of another library. */
// oxlint-disable-next-line unicorn/no-thenable
const foreign = { then: (settle: (value: string) => void) => settle('value') };

function* generated(): Generator<string> {
  yield 'value';
}

describe('the schema', () => {
  it('breaks no law of plans', () => {
    expect(breaksOf(schema)).toEqual([]);
  });
  it('has a sample for each interface and union', () => {
    const names = abstractTypes.map(({ name }) => name);
    expect(names.toSorted()).toEqual(Object.keys(samples).toSorted());
  });
  it.each(abstractTypes)('finds the type of a value of %s at once', (type) => {
    const possible = schema.getPossibleTypes(type).map(({ name }) => name);
    const names = samples[type.name]!(possible).map((value): unknown =>
      Reflect.apply(type.resolveType!, undefined, [value]),
    );
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !possible.includes(String(name)))).toEqual([]);
  });
});

describe('a schema', () => {
  it('that breaks no law is accepted', async () => {
    expect(breaksOf(schemaWith(lawful))).toEqual([]);
    const source = '{ a { name } any { ... on A { name } } list matrix name }';
    const fields = {
      a: () => ({ name: 'a' }),
      any: () => Promise.resolve({ name: 'any' }),
      list: () => Promise.resolve(['a', Promise.resolve('b'), new Error('c')]),
      matrix: () => [[1], null],
      name: () => Promise.reject(new Error('rejected')),
    };
    expect(await breaksSeen(source, { Query: { fields } })).toEqual([]);
  });
  it.each<readonly [string, Resolvers]>([
    ['A has isTypeOf', { ...lawful, A: { isTypeOf: () => true } }],
    ['Any has no resolveType', {}],
    ['Any.resolveType is a AsyncFunction', { Any: { resolveType: async () => 'A' } }],
    ['Query.list is a generator', { ...lawful, Query: { fields: { list: generated } } }],
  ])('that breaks a law is rejected: %s', (message, resolvers) => {
    expect(breaksOf(schemaWith(resolvers))).toEqual([message]);
  });
  it.each<readonly [string, string, Resolvers]>([
    [
      'Any.resolveType gives no name',
      '{ any { __typename } }',
      { ...query('any', () => ({})), Any: { resolveType: () => Promise.resolve('A') } },
    ],
    ['Query.list has a list that is no array', '{ list }', query('list', () => new Set(['a']))],
    ['Query.list has a list that is no array', '{ list }', query('list', () => generated())],
    [
      'Query.list has a list that is no array',
      '{ list }',
      query('list', () => Promise.resolve(new Set(['a']))),
    ],
    [
      'Query.matrix has a list that is no array',
      '{ matrix }',
      query('matrix', () => [[1], Promise.resolve(new Set([1]))]),
    ],
    ['Query.name has a thenable that is no promise', '{ name }', query('name', () => foreign)],
    [
      'Query.list has a thenable that is no promise',
      '{ list }',
      query('list', () => ['a', foreign]),
    ],
  ])('that breaks a law is found out when it is executed: %s', async (message, source, given) => {
    expect(await breaksSeen(source, given)).toEqual([message]);
  });
});

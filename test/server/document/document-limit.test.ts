import { describe, expect, it } from 'vitest';
import { type Config, readConfig } from '../../../src/config.ts';
import { startSmall, useSmall } from '../../support/gateway/small-schema.ts';

const byDefault = (key: keyof Config): number => Number(readConfig({})[key]);

const times = (n: number, text: (index: number) => string): string =>
  Array.from({ length: n }, (_, index) => text(index)).join(' ');

const chain = (fields: number): string =>
  `{ ${'self { '.repeat(fields - 1)}name${' }'.repeat(fields - 1)} }`;

const changes = (n: number): string => times(n, (index) => `c${index}: change { name }`);

/** A document of nested fields, each in a fragment of its own. */
const throughFragments = (levels: number): string =>
  `{ self { ...F2 } } ${times(levels - 2, (index) => `fragment F${index + 2} on Item { self { ...F${index + 3} } }`)} fragment F${levels} on Item { name }`;

/** Each fragment is spread twice on every level: 2^64 fields. */
const doubling = `{ self { ...F0 } } ${times(64, (index) => `fragment F${index} on Item { ...F${index + 1} ...F${index + 1} }`)} fragment F64 on Item { name }`;

interface Row {
  readonly title: string;
  readonly document: string;
  readonly variables?: object;
  readonly code: 'QUERY_TOO_DEEP' | 'QUERY_TOO_LARGE';
  readonly key: keyof Config;
  /** The value that the error reports. */
  readonly value: number;
  readonly argument?: string;
}

const rows: readonly Row[] = [
  {
    title: 'fields nested through fragments',
    document: throughFragments(21),
    code: 'QUERY_TOO_DEEP',
    key: 'MAX_DEPTH',
    value: 21,
  },
  {
    title: 'aliases multiplied by a fragment',
    document: `{ self { ...F } other { ...F } a: self { ...F } } fragment F on Item { ${times(10, (index) => `a${index}: name`)} }`,
    code: 'QUERY_TOO_LARGE',
    key: 'MAX_ALIASES',
    value: 31,
  },
  {
    title: 'fields multiplied by fragments',
    document: doubling,
    code: 'QUERY_TOO_LARGE',
    key: 'MAX_FIELDS',
    value: Number.MAX_SAFE_INTEGER,
  },
  {
    title: 'root fields of a mutation in fragments',
    document: `mutation { ...F ... on Mutation { ${changes(5)} } } fragment F on Mutation { ${times(6, (index) => `d${index}: change { name }`)} }`,
    code: 'QUERY_TOO_LARGE',
    key: 'MAX_ROOT_MUTATIONS',
    value: 11,
  },
  {
    title: 'directives on one field',
    document: `{ name ${times(21, () => '@unknown')} }`,
    code: 'QUERY_TOO_LARGE',
    key: 'MAX_DIRECTIVES',
    value: 21,
  },
  {
    title: 'a list deep in an input of the document',
    document: `{ items(ids: [], deep: { deep: { lists: [[${times(201, String)}]] } }) { name } }`,
    code: 'QUERY_TOO_LARGE',
    key: 'MAX_LIST',
    value: 201,
    argument: 'deep.deep.lists.0',
  },
];

/** That each limit holds on every way in is shown by `limits/every-way.gate.test.ts`. */
describe('a document with limits', () => {
  const server = useSmall();
  /** The number of executions so far: each makes one context. */
  const executions = (): number => server.seen.facts.length;

  it.each(rows)(
    'is rejected above a limit, before it is executed: $title',
    { tags: ['S1', 'S3', 'S4', 'S5', 'S6', 'S7', 'S10'] },
    async ({ document, variables, code, key, value, argument }) => {
      const before = executions();
      const { status, body } = await server.query(document, variables);
      const [error] = body.errors;
      expect([status, body.data, executions()]).toEqual([400, undefined, before]);
      expect(error.extensions).toEqual({
        code,
        limit: byDefault(key),
        value,
        ...(argument !== undefined && { argument }),
        requestId: expect.any(String),
      });
      expect((await server.query('{ name }')).body).toEqual({ data: { name: 'name' } });
    },
  );
  it.each([
    ['fields through fragments', throughFragments(20)],
    [
      'the same fragment in many places',
      `{ self { ...F self { ...F other { ...F } } } } fragment F on Item { name }`,
    ],
    ['inline fragments that nest', `{ ${'... on Query { '.repeat(40)}name${' }'.repeat(40)} }`],
  ])('is executed exactly at a limit: %s', async (_, document) => {
    const { status, body } = await server.query(document);
    expect([status, body.errors]).toEqual([200, undefined]);
  });
  it('is rejected with status 200 if only application/json is accepted', async () => {
    const { status, body } = await server.query(chain(21), undefined, {
      accept: 'application/json',
    });
    expect([status, body.errors[0].extensions.code]).toEqual([200, 'QUERY_TOO_DEEP']);
  });
  it.each([
    ['lists', `{ items(ids: ${'['.repeat(2_000)}`],
    ['objects', `{ items(deep: ${'{deep:'.repeat(600)}`],
    ['selections', '{'.repeat(1_990)],
    ['types of variables', `query ($a: ${'['.repeat(1_900)}`],
    ['parentheses', '('.repeat(1_990)],
  ])(
    'is rejected if its brackets are nested too deeply: %s',
    { tags: ['S1', 'S2'] },
    async (_, document) => {
      const { status, body } = await server.query(document);
      expect([status, body.errors[0].extensions.code]).toEqual([400, 'QUERY_TOO_DEEP']);
    },
  );
  it.each([
    [
      'fragments that spread each other',
      '{ self { ...A } } fragment A on Item { self { ...B } } fragment B on Item { self { ...A } }',
    ],
    ['a fragment that spreads itself', '{ self { ...A } } fragment A on Item { ...A }'],
  ])('is rejected by validation: %s', { tags: ['S7'] }, async (_, document) => {
    const before = executions();
    const { status, body } = await server.query(document);
    expect([status, body.errors[0].extensions.code, executions()]).toEqual([
      400,
      'GRAPHQL_VALIDATION_FAILED',
      before,
    ]);
  });
  it.each([
    ['by its variables', 150, 200],
    ['by its body, before that is parsed', 20_000, 413],
  ])('is rejected if it is nested too deeply %s', { tags: ['S2'] }, async (_, levels, expected) => {
    const nested = `${'{"deep":'.repeat(levels)}{}${'}'.repeat(levels)}`;
    const { status, body } = await server.send('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"query":"query ($deep: Deep) { items(ids: [], deep: $deep) { name } }","variables":${nested}}`,
    });
    expect([status, body.errors[0].extensions.code]).toEqual([expected, 'QUERY_TOO_DEEP']);
  });
  it('names the argument of a list that is too long', async () => {
    const list = JSON.stringify(Array.from({ length: 201 }, () => '1'));
    const { body } = await server.query(`{ items(ids: ${list}) { name } }`);
    expect(body.errors[0]).toMatchObject({
      message:
        'ids: 201 elements; the limit of a list is 200. Send fewer elements, or split the list into several requests.',
      extensions: { code: 'QUERY_TOO_LARGE', argument: 'ids', limit: 200, value: 201 },
    });
  });
  it('names the variable of a list that is too long', async () => {
    const { body } = await server.query(
      'query ($deep: Deep) { items(ids: [], deep: $deep) { name } }',
      { deep: { deep: Array.from({ length: 201 }, () => 1) } },
    );
    expect(body.errors[0]).toMatchObject({
      message: expect.stringMatching(/^The variable \$deep\.deep: 201 elements; the limit/),
      extensions: { code: 'QUERY_TOO_LARGE', limit: 200, value: 201 },
    });
  });
  it('is executed if the settings allow more', async () => {
    await using other = await startSmall({ MAX_DEPTH: '25' });
    const { body } = await other.query(chain(25));
    expect(body.errors).toBeUndefined();
  });
});

describe('validation errors', () => {
  const server = useSmall();

  it.each([
    ['unknown fields', `{ ${times(1_000, (index) => `x${index}`)} }`],
    ['long names', `{ ${times(20, (index) => `x${'y'.repeat(4_000)}${index}`)} }`],
    [
      'long text of many bytes',
      `{ items(ids: 1, deep: "${'\\\\\\u0001ß€'.repeat(2_000)}") { name } ${times(9, (i) => `n${i}`)} }`,
    ],
    ['fields in conflict', `{ ${times(15, (index) => `a: fail(how: "${index}") a: name`)} }`],
    ['two thousand times the same field', `{ ${'name '.repeat(1_990)} x }`],
    [
      'variables of the wrong type',
      'query ($ids: [ID!]!, $deep: Deep) { items(ids: $ids, deep: $deep) { name } }',
    ],
  ])('are at most five, in a short response: %s', { tags: ['S6'] }, async (_, document) => {
    const unknown = Object.fromEntries(
      Array.from({ length: 900 }, (_, index) => [`key${index}`, 'x'.repeat(50)]),
    );
    const { status, text, body } = await server.query(document, { ids: [{}], deep: unknown });
    expect(status).toBe(400);
    expect(body.errors.length).toBeLessThanOrEqual(6);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(3 * 1024);
    expect(server.seen.resolved).toBe(0);
  });
});

/** The limit of the response: which values become null, which are returned, and the length. */
import fc from 'fast-check';
import { buildSchema, type GraphQLSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestResponse, startServer } from '../../support/gateway/server.ts';

const sdl = `
  interface Named { name: String }
  type Item implements Named { name: String  tags: [String!]  size: Int!  rate: Float  inner: Item  more: [Item!] }
  type Box implements Named { name: String  items: [Item!]!  matrix: [[String]!] }
  type Strict { text: String!  items: [Item!]! }
  type Query {
    a: [Item!]  b: [Item!]  c: [Item!]
    box: Box  named: [Named!]  node: [Named]!  strict: Strict!
    text: String  other: String  fail: String
  }
  type Subscription { ticks: [Item!] }
`;

function schemaWith(events: readonly object[] = []): GraphQLSchema {
  const schema = buildSchema(sdl);
  Object.assign(schema.getSubscriptionType()!.getFields()['ticks']!, {
    subscribe: async function* () {
      yield* events;
    },
  });
  Object.assign(schema.getQueryType()!.getFields()['fail']!, {
    resolve: () => {
      throw new Error('planned');
    },
  });
  return schema;
}

/** Values of the root fields. */
type Root = Readonly<Record<string, unknown>>;

interface Asked {
  readonly document: string;
  readonly data?: Root;
  readonly accept?: string;
}

/** A gateway whose root value is that of the request. */
interface Responder {
  ask(asked: Asked): Promise<TestResponse>;
  close(): Promise<void>;
}

async function startResponder(maxBytes?: number): Promise<Responder> {
  const schema = schemaWith();
  let root: Root = {};
  for (const [name, field] of Object.entries(schema.getQueryType()!.getFields()))
    field.resolve ??= () => root[name];
  const parts = {
    schema,
    reachable: async () => true,
    contextOf: () => ({}),
    extensionsOf: () => ({ cost: { requests: 1 } }),
  };
  const env = maxBytes === undefined ? {} : { MAX_RESPONSE_BYTES: String(maxBytes) };
  const server = await startServer(parts, env);
  return {
    ask: ({ document, data = {}, accept }) => {
      root = data;
      // Lengths are those of the response as it is, not compressed.
      const headers = { 'accept-encoding': 'identity', ...(accept !== undefined && { accept }) };
      return server.query(document, {}, headers);
    },
    close: () => server.close(),
  };
}

/** Sends one operation to a gateway of its own. */
async function ask({
  maxBytes,
  ...asked
}: Asked & { readonly maxBytes?: number }): Promise<TestResponse> {
  const responder = await startResponder(maxBytes);
  const response = await responder.ask(asked);
  await responder.close();
  return response;
}

const bytesOf = ({ text }: TestResponse): number => Buffer.byteLength(text);

const items = (length: number, name = 'name'): object[] =>
  Array.from({ length }, (_, index) => ({ __typename: 'Item', name, size: index, tags: ['a'] }));

const tooLarge = (path: readonly unknown[], limit: number): object => ({
  path,
  extensions: {
    code: 'QUERY_TOO_LARGE',
    limit,
    value: expect.any(Number),
    requestId: expect.any(String),
  },
});

describe('a response just below the limit', () => {
  const document = '{ a { name size rate tags inner { name } } text other }';
  it.each([
    ['plain text', 'name'],
    ['characters that JSON escapes', '"quotes" \\ \n \u0001 \u2028'],
    ['characters of several bytes', 'ä€😀'],
    ['unpaired surrogates', '\ud800 \udc00'],
  ])('is the same as without a limit: %s', async (_, text) => {
    const data = {
      a: [...items(500, text), { size: -15, rate: 1e-7, inner: { name: text } }],
      text,
    };
    const free = await ask({ document, data });
    const exact = await ask({ document, data, maxBytes: bytesOf(free) });
    expect(exact.text).toBe(free.text);
    const below = await ask({ document, data, maxBytes: bytesOf(free) - 1 });
    expect(below.body.data).toEqual({ ...free.body.data, a: null });
    expect(bytesOf(below)).toBeLessThan(bytesOf(free));
  });
  it('is the same with errors, which are counted as if they were long', async () => {
    const data = { a: items(500) };
    const free = await ask({ document: '{ a { name } fail }', data });
    const limited = await ask({
      document: '{ a { name } fail }',
      data,
      maxBytes: bytesOf(free) + 500,
    });
    expect(limited.body.data).toEqual(free.body.data);
    expect(limited.body.errors).toHaveLength(1);
  });
});

describe('a response above the limit', () => {
  it('leaves out the list that exceeds it, and delivers what comes before and after', async () => {
    const data = { a: items(100), b: items(10_000), c: items(100), text: 'after' };
    const document = '{ a { name } b { name } c { size } text }';
    const response = await ask({ document, data, maxBytes: 20_000 });
    expect(response.status).toBe(200);
    expect(response.body.data).toEqual({
      a: Array.from({ length: 100 }, () => ({ name: 'name' })),
      b: null,
      c: Array.from({ length: 100 }, (_, size) => ({ size })),
      text: 'after',
    });
    expect(response.body.errors).toMatchObject([tooLarge(['b'], 20_000)]);
    expect(response.body.errors[0].locations).toEqual([{ line: 1, column: 14 }]);
    expect(response.body.errors[0].extensions.value).toBeGreaterThan(20_000);
    expect(response.body.extensions).toEqual({ cost: { requests: 1 } });
  });
  it('leaves out several lists that exceed it', async () => {
    const data = { a: items(10_000), b: items(100), c: items(10_000) };
    const { body } = await ask({
      document: '{ a { name } b { size } c { name } }',
      data,
      maxBytes: 20_000,
    });
    expect([body.data.a, body.data.b.length, body.data.c]).toEqual([null, 100, null]);
    expect(body.errors).toMatchObject([tooLarge(['a'], 20_000), tooLarge(['c'], 20_000)]);
  });
  it('leaves out the innermost list', async () => {
    const data = {
      a: [{ name: 'one' }, { name: 'two', more: items(10_000) }, { name: 'three' }],
    };
    const { body } = await ask({
      document: '{ a { name more { name } } }',
      data,
      maxBytes: 20_000,
    });
    expect(body.data).toEqual({
      a: [
        { name: 'one', more: null },
        { name: 'two', more: null },
        { name: 'three', more: null },
      ],
    });
    expect(body.errors).toMatchObject([tooLarge(['a', 1, 'more'], 20_000)]);
  });
  it('leaves out the list of many small values', async () => {
    const data = { a: items(5_000), text: 'after' };
    const { body } = await ask({ document: '{ a { size } text }', data, maxBytes: 20_000 });
    expect(body.data).toEqual({ a: null, text: 'after' });
  });
  it('leaves out a single value that is outside of lists', async () => {
    const data = { text: 'x'.repeat(1_000_000), other: 'after' };
    const { body } = await ask({ document: '{ text other }', data, maxBytes: 20_000 });
    expect(body.data).toEqual({ text: null, other: 'after' });
    expect(body.errors).toMatchObject([tooLarge(['text'], 20_000)]);
  });
  it('nulls the nearest nullable field where the list may not be null', async () => {
    const data = { box: { name: 'box', items: items(10_000) }, text: 'after' };
    const { body } = await ask({
      document: '{ box { name items { name } } text }',
      data,
      maxBytes: 20_000,
    });
    expect(body.data).toEqual({ box: null, text: 'after' });
    expect(body.errors).toMatchObject([tooLarge(['box', 'items'], 20_000)]);
  });
  it('nulls an element where the list may not be null and its elements may', async () => {
    const long = 'x'.repeat(8_000);
    const data = { node: [...items(1, long), ...items(1, long), ...items(1, long), ...items(1)] };
    const { body } = await ask({ document: '{ node { name } }', data, maxBytes: 20_000 });
    expect(body.data).toEqual({
      node: [{ name: long }, { name: long }, { name: null }, { name: 'name' }],
    });
    expect(body.errors).toMatchObject([tooLarge(['node', 2, 'name'], 20_000)]);
  });
  it('is null where nothing in it may be null', async () => {
    const data = { strict: { text: 'text', items: items(10_000) } };
    const { body } = await ask({
      document: '{ strict { text items { size } } }',
      data,
      maxBytes: 20_000,
    });
    expect(body.data).toBeNull();
    expect(body.errors).toMatchObject([tooLarge(['strict', 'items', expect.any(Number)], 20_000)]);
  });
  it('is cut by response name, through aliases and fragments on several types', async () => {
    const data = {
      named: [
        { __typename: 'Box', name: 'box', items: items(10_000), matrix: [] },
        { __typename: 'Item', name: 'item', size: 1 },
      ],
    };
    const document = `query Names { x: named { ... on Box { ...Content } ... on Item { z: size } } }
      fragment Content on Box { y: items { n: name } name }`;
    const { body } = await ask({ document, data, maxBytes: 20_000 });
    expect(body.data).toEqual({ x: null });
    expect(body.errors).toMatchObject([tooLarge(['x', 0, 'y'], 20_000)]);
  });
  it('keeps the errors of fields beside the new ones', async () => {
    const data = { a: items(10_000) };
    const { body } = await ask({ document: '{ fail a { name } }', data, maxBytes: 20_000 });
    expect(body.data).toEqual({ fail: null, a: null });
    expect(body.errors.map(({ path }: { path: unknown }) => path)).toEqual([['fail'], ['a']]);
  });
  it('is cut in every format of a response', async () => {
    const data = { a: items(10_000), text: 'after' };
    for (const accept of ['application/json', 'text/event-stream', 'multipart/mixed']) {
      const document = '{ a { name } text }';
      const { text } = await ask({ document, data, maxBytes: 20_000, accept });
      expect(text).toContain('"data":{"a":null,"text":"after"}');
      expect(text).toContain('QUERY_TOO_LARGE');
    }
  });
  it('is cut in each event of a subscription', async () => {
    const events = [{ ticks: items(2) }, { ticks: items(10_000) }, { ticks: items(1) }];
    const parts = {
      schema: schemaWith(events),
      reachable: async () => true,
      contextOf: () => ({}),
    };
    const server = await startServer(parts, { MAX_RESPONSE_BYTES: '20000' });
    const { text } = await server.query(
      'subscription { ticks { size } }',
      {},
      { accept: 'text/event-stream' },
    );
    await server.close();
    const results = [...text.matchAll(/^event: next\ndata: (.*)$/gm)].map(
      ([, result]) => JSON.parse(result!) as { data: unknown; errors?: object[] },
    );
    expect(results.map(({ data }) => data)).toEqual([
      { ticks: [{ size: 0 }, { size: 1 }] },
      { ticks: null },
      { ticks: [{ size: 0 }] },
    ]);
    expect(results[1]!.errors).toMatchObject([tooLarge(['ticks'], 20_000)]);
  });
});

describe('a large response', () => {
  const data = { a: items(20_000, 'ä€😀 and further text of some length, "quoted" too') };
  const document = '{ a { name size } }';
  const expected = data.a.map((item) => ({
    name: (item as { name: string }).name,
    size: (item as { size: number }).size,
  }));

  it('is delivered completely, with its length', async () => {
    const response = await ask({ document, data });
    expect(bytesOf(response)).toBeGreaterThan(1024 * 1024);
    expect(response.headers.get('content-length')).toBe(String(bytesOf(response)));
    expect(response.body.data).toEqual({ a: expected });
  });
  it('is delivered completely in each event of a subscription', async () => {
    const events = [{ ticks: data.a }, { ticks: items(1) }];
    const schema = schemaWith(events);
    const server = await startServer({
      schema,
      reachable: async () => true,
      contextOf: () => ({}),
    });
    const { text } = await server.query(
      'subscription { ticks { name size } }',
      {},
      { accept: 'text/event-stream' },
    );
    await server.close();
    const results = [...text.matchAll(/^event: next\ndata: (.*)$/gm)].map(
      ([, result]) => JSON.parse(result!) as { data: unknown },
    );
    expect(results.map((result) => result.data)).toEqual([
      { ticks: expected },
      { ticks: [{ name: 'name', size: 0 }] },
    ]);
  });
});

describe('any response', () => {
  const name = fc.option(fc.string({ unit: 'binary', maxLength: 40 }), { nil: null });
  const leaf = fc.record({ name, size: fc.nat(), tags: fc.array(fc.string(), { maxLength: 5 }) });
  const item = fc.record({
    __typename: fc.constant('Item'),
    name,
    size: fc.nat(),
    tags: fc.option(fc.array(fc.string(), { maxLength: 20 }), { nil: null }),
    inner: fc.option(leaf, { nil: null }),
    more: fc.array(leaf, { maxLength: 20 }),
  });
  const list = fc.array(item, { maxLength: 40 });
  const box = fc.record({
    name,
    items: list,
    matrix: fc.array(fc.array(name, { maxLength: 10 }), { maxLength: 10 }),
  });
  const data = fc.record({ a: list, node: list, box, text: name });
  const content = 'name size tags inner { name tags } more { size tags }';
  const document = `{ a { ${content} } box { name items { ${content} } matrix }
    node { name ... on Item { ${content} } } text }`;

  const limits = [2_000, 3_000, 5_000, 8_000, 12_000, 18_000, 27_000, 40_000];
  let unlimited: Responder;
  let responders: readonly Responder[];
  beforeAll(async () => {
    unlimited = await startResponder();
    responders = await Promise.all(limits.map((limit) => startResponder(limit)));
  });
  afterAll(() => Promise.all([unlimited, ...responders].map((each) => each.close())));

  it('is never longer than the limit, and cut only where null is allowed', async () => {
    const property = fc.asyncProperty(data, fc.nat(limits.length - 1), isWithin);
    const isWithinLimit = await fc.check(property, { numRuns: 150 });
    expect(isWithinLimit.counterexample).toBeNull();
  });

  async function isWithin(value: Root, index: number): Promise<boolean> {
    const maxBytes = limits[index]!;
    const free = await unlimited.ask({ document, data: value });
    const limited = await responders[index]!.ask({ document, data: value });
    if (bytesOf(free) <= maxBytes) return limited.text === free.text;
    const isReported = limited.body.errors.every(
      (error: { extensions: { code: string } }) => error.extensions.code === 'QUERY_TOO_LARGE',
    );
    return bytesOf(limited) <= maxBytes && isReported && isCutOf(limited.body.data, free.body.data);
  }
});

/** Fields that must not be null where their parent is not. */
const required: ReadonlySet<string> = new Set(['size', 'items', 'node']);

/** Whether a value is another one with parts of it set to null where the schema allows it. */
function isCutOf(cut: unknown, whole: unknown): boolean {
  if (cut === null || typeof cut !== 'object') return cut === null || cut === whole;
  if (whole === null || typeof whole !== 'object') return false;
  const entries = Object.entries(whole) as [string, unknown][];
  return entries.every(([key, value]) => {
    const part = (cut as Record<string, unknown>)[key];
    return isCutOf(part, value) && !(part === null && required.has(key));
  });
}

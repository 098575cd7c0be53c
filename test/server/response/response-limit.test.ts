/** The limit of the response: the exact length, and the error of a longer one. */
import fc from 'fast-check';
import { buildSchema, type GraphQLSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestResponse, startServer } from '../../support/gateway/server.ts';

const sdl = `
  interface Named { name: String }
  type Item implements Named { name: String  tags: [String!]  size: Int!  rate: Float  inner: Item  more: [Item!] }
  type Box implements Named { name: String  items: [Item!]!  matrix: [[String]!] }
  type Query {
    a: [Item!]  b: [Item!]  c: [Item!]
    box: Box  named: [Named!]  node: [Named]!
    text: String  other: String  fail: String
  }
  type Mutation { change: String }
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
  for (const type of [schema.getQueryType()!, schema.getMutationType()!])
    for (const [name, field] of Object.entries(type.getFields()))
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

const tooLarge = (limit: number): object => ({
  message: expect.stringMatching(`the limit is ${limit}. Request fewer items.$`),
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
    expect(below.body.data).toBeNull();
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
  it('is an error, without data', async () => {
    const data = { a: items(100), b: items(10_000), text: 'after' };
    const document = '{ a { name } b { name } text }';
    const response = await ask({ document, data, maxBytes: 20_000 });
    expect(response.status).toBe(200);
    expect(response.body.data).toBeNull();
    expect(response.body.errors).toEqual([tooLarge(20_000)]);
    expect(response.body.errors[0].extensions.value).toBeGreaterThan(20_000);
    expect(response.body.extensions).toEqual({ cost: { requests: 1 } });
  });
  it('says of a mutation that it was executed', async () => {
    const data = { change: 'x'.repeat(30_000) };
    const { body } = await ask({ document: 'mutation { change }', data, maxBytes: 20_000 });
    expect(body.data).toBeNull();
    expect(body.errors[0].message).toMatch(/Request fewer items\. The mutation was executed\.$/);
  });
  it('keeps the errors of fields beside the new one', async () => {
    const data = { a: items(10_000) };
    const { body } = await ask({ document: '{ fail a { name } }', data, maxBytes: 20_000 });
    expect(body.errors).toEqual([expect.objectContaining({ path: ['fail'] }), tooLarge(20_000)]);
  });
  it('is an error in every format of a response', async () => {
    const data = { a: items(10_000), text: 'after' };
    for (const accept of ['application/json', 'text/event-stream', 'multipart/mixed']) {
      const document = '{ a { name } text }';
      const { text } = await ask({ document, data, maxBytes: 20_000, accept });
      expect(text).toContain('"data":null');
      expect(text).toContain('QUERY_TOO_LARGE');
    }
  });
  it('is an error in an event of a subscription, which goes on', async () => {
    const events = [{ ticks: items(2) }, { ticks: items(10_000) }, { ticks: items(1) }];
    const parts = {
      schema: schemaWith(events),
      reachable: async () => true,
      contextOf: () => ({}),
    };
    await using server = await startServer(parts, { MAX_RESPONSE_BYTES: '20000' });
    const { text } = await server.query(
      'subscription { ticks { size } }',
      {},
      { accept: 'text/event-stream' },
    );
    const results = [...text.matchAll(/^event: next\ndata: (.*)$/gm)].map(
      ([, result]) => JSON.parse(result!) as { data: unknown; errors?: object[] },
    );
    expect(results.map(({ data }) => data)).toEqual([
      { ticks: [{ size: 0 }, { size: 1 }] },
      null,
      { ticks: [{ size: 0 }] },
    ]);
    expect(results[1]!.errors).toEqual([tooLarge(20_000)]);
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
    await using server = await startServer({
      schema,
      reachable: async () => true,
      contextOf: () => ({}),
    });
    const { text } = await server.query(
      'subscription { ticks { name size } }',
      {},
      { accept: 'text/event-stream' },
    );
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

  it('is complete, or an error that is not longer than the limit', async () => {
    const property = fc.asyncProperty(data, fc.nat(limits.length - 1), isWithin);
    const isWithinLimit = await fc.check(property, { numRuns: 150 });
    expect(isWithinLimit.counterexample).toBeNull();
  });

  async function isWithin(value: Root, index: number): Promise<boolean> {
    const maxBytes = limits[index]!;
    const free = await unlimited.ask({ document, data: value });
    const limited = await responders[index]!.ask({ document, data: value });
    if (bytesOf(free) <= maxBytes) return limited.text === free.text;
    const [error] = limited.body.errors as readonly { extensions: { code: string } }[];
    return (
      bytesOf(limited) <= maxBytes &&
      limited.body.data === null &&
      error!.extensions.code === 'QUERY_TOO_LARGE'
    );
  }
});

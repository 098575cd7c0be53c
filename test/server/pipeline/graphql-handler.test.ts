import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { buildSchema } from 'graphql';
import { createYoga } from 'graphql-yoga';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { googleApis } from '../../../src/services/api.ts';
import { systemClock } from '../../../src/engine/caller/clock.ts';
import { Documents } from '../../../src/server/document/documents.ts';
import { resultFormatter } from '../../../src/server/response/error-response.ts';
import { EventStreams } from '../../../src/server/response/event-streams.ts';
import { Executor } from '../../../src/server/execution/executor.ts';
import { GraphqlHandler } from '../../../src/server/pipeline/graphql-handler.ts';
import { UnsentBytes } from '../../../src/server/limits/slow-clients.ts';
import { BodyMemory } from '../../../src/server/limits/body-memory.ts';
import { BodyReads } from '../../../src/server/limits/body-reads.ts';
import { serverShares } from '../../../src/server/limits/server-shares.ts';
import { OperationLimit } from '../../../src/server/limits/operation-limit.ts';
import { ResponseLimit } from '../../../src/server/response/response-limit.ts';
import { TurnQueue } from '../../../src/server/limits/turn-queue.ts';
import { PersistedDocuments } from '../../../src/server/document/persisted-documents.ts';
import { Pipeline } from '../../../src/server/pipeline/pipeline.ts';
import { OperationPhases } from '../../../src/server/pipeline/operation-phases.ts';
import { ResponseEncoding } from '../../../src/server/response/negotiation.ts';
import { HttpRequest } from '../../../src/server/connection/server-request.ts';
import { Identities } from '../../../src/engine/caller/identities.ts';
import { startSmall } from '../../support/gateway/small-schema.ts';
import { configOf, recordedLog } from '../../support/gateway/server.ts';

/** A response as it arrives. */
interface RawResponse {
  readonly status: number | undefined;
  /** Lines in the order of the response, with names in lower case, without the date. */
  readonly headers: readonly string[];
  readonly body: string;
}

/** Sends a request that is not changed by a client. */
async function send(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<RawResponse> {
  const sent = request(url, { method: 'POST', headers }).end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const { statusCode: status, rawHeaders } = response;
  const names = rawHeaders.filter((_, at) => at % 2 === 0);
  return {
    status,
    headers: names
      .map((name, at) => `${name.toLowerCase()}: ${rawHeaders[2 * at + 1]}`)
      .filter((header) => !header.startsWith('date:')),
    body: await text(response),
  };
}

const json = { 'content-type': 'application/json' };

/** The headers `accept` of clients. */
const accepts: readonly (readonly [client: string, accept: string | undefined])[] = [
  ['Apollo Client', 'application/graphql-response+json,application/json;q=0.9'],
  ['an older Apollo Client', '*/*'],
  [
    'Apollo Client with a deferred fragment',
    'multipart/mixed;deferSpec=20220824,application/graphql-response+json,application/json',
  ],
  [
    'urql',
    'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed',
  ],
  ['Relay, as its documentation shows it', 'application/json'],
  ['graphql-request', 'application/graphql-response+json, application/json'],
  ['a client without the header', undefined],
];

const acceptHeader = (accept: string | undefined) => (accept === undefined ? {} : { accept });

describe('Yoga', () => {
  let url: string;
  /** The number of requests that Yoga has answered. */
  let count = 0;
  const schema = buildSchema(
    'type Query { name: String } type Mutation { n: Int } type Subscription { tick: Int }',
  );
  const clock = systemClock;
  const config = configOf({});
  const { log } = recordedLog(config);
  const turns = new TurnQueue(clock);
  const formatResult = resultFormatter({ log, schema, hideSuggestions: false });
  const persisted = new PersistedDocuments();
  const executor = new Executor({
    schema,
    contextOf: () => ({}),
    deadlineMs: 1_000,
    clock,
    responseLimit: new ResponseLimit(10_000, turns),
    hideSuggestions: false,
  });
  const yoga = createYoga({ schema, logging: false });
  const counted = new Proxy(yoga, {
    apply: (target, self, args) => {
      count += 1;
      return Reflect.apply(target, self, args) as unknown;
    },
  });
  const handler = new GraphqlHandler({
    api: googleApis,
    yoga: async () => counted as never,
    pipeline: new Pipeline(
      schema,
      new OperationPhases({
        config,
        documents: new Documents(config, schema),
        executor,
        persisted,
      }),
    ),
    persisted,
    encoding: new ResponseEncoding(turns),
    formatResult,
    decideCaching: (result) => result,
    eventStreams: new EventStreams({
      api: googleApis,
      formatResult,
      idleMs: 1_000,
      pingMs: 1_000,
      clock,
    }),
    bodyLimits: { bytes: 1_000, json: { values: 1_000, nesting: 100 } },
    idleMs: 1_000,
  });
  const isAccepted = (): boolean => false;
  const shares = serverShares(configOf({}), isAccepted);
  const limits = {
    operations: new OperationLimit(10, isAccepted, clock),
    shares,
    bodies: new BodyMemory(10_000),
    reads: new BodyReads(),
    unsent: new UnsentBytes(shares.unsent_bytes, clock),
    deadlineMs: 1_000,
    isAccepted,
    clock,
  };
  const server = createServer((req, res) => {
    const http = new HttpRequest(limits, req, res);
    res.once('close', () => http.end());
    const signal = new AbortController().signal;
    const deadline = clock.now() + 1_000;
    const details = { identities: new Identities({}), signal, deadline, requestId: 'x' };
    void handler.serve(Object.assign(http, { details }));
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  /** How many requests Yoga answers. */
  async function requestsOfYoga(path: string, body: object, headers = {}): Promise<number> {
    const before = count;
    await send(url + path, JSON.stringify(body), { ...json, ...headers });
    return count - before;
  }

  it.each(accepts)('is not called for a query of %s', async (_, accept) => {
    expect(await requestsOfYoga('/graphql', { query: '{ name }' }, acceptHeader(accept))).toBe(0);
  });
  it('is not called for a subscription that accepts events alone', async () => {
    const query = 'subscription { tick }';
    const accept = 'text/event-stream';
    expect(await requestsOfYoga('/graphql', { query }, { accept })).toBe(0);
  });
  it.each([
    ['a mutation', { query: 'mutation { n }' }],
    ['introspection', { query: '{ __schema { queryType { name } } }' }],
    ['a subscription that accepts no events', { query: 'subscription { tick }' }],
    ['a document with a syntax error', { query: '{' }],
    ['an invalid document', { query: '{ unknown }' }],
    ['an unknown operation', { query: '{ name }', operationName: 'x' }],
    ['a body that has no document', {}],
  ])('is not called for %s', async (_, body) => {
    expect(await requestsOfYoga('/graphql', body)).toBe(0);
  });
  it.each([
    ['a query string', '/graphql?a', { query: '{ name }' }, {}],
    ['an unknown media type', '/graphql', { query: '{ name }' }, { accept: 'text/html' }],
    ['another type of body', '/graphql', { query: '{ name }' }, { 'content-type': 'text/plain' }],
  ])('answers %s', async (_, path, body, headers) => {
    expect(await requestsOfYoga(path, body, headers)).toBe(1);
  });
});

/** Nearly always undefined: most of the values let the whole request fail. */
const seldom = (...values: readonly unknown[]) =>
  fc.oneof({ weight: 20, arbitrary: fc.constant(undefined) }, fc.constantFrom(...values));

/** Bodies of all kinds. Some of them have an operation that can be executed. */
const body = fc.oneof(fc.json(), fc.string({ unit: 'grapheme', maxLength: 50 }), {
  weight: 10,
  arbitrary: fc
    .record({
      query: fc.constantFrom(
        '{ name }',
        '{',
        '',
        null,
        1,
        '{ unknown }',
        '{ name @x }',
        'query A { name } query B { name }',
        'query A($n: Int!) { need(n: $n) }',
        'query ($n: [ID!]!) { items(ids: $n) { name } }',
        '{ fail(how: "bug") }',
        '{ need(n: "text") }',
        '{ paint(color: BLUE) }',
        `{ ${'a: name '.repeat(3_000)} }`,
        `{ ${'self { '.repeat(30)} name ${'}'.repeat(30)} }`,
        'mutation { change(n: 1) { name } }',
        'subscription { tick }',
        'fragment F on Query { name }',
        '{ __typename __proto__ }',
      ),
      operationName: fc.oneof(
        fc.constantFrom(undefined, 'A', 'B', null),
        seldom('Unknown', '__proto__', '', 1),
      ),
      variables: fc.oneof(
        fc.constantFrom(undefined, { n: null }, { n: 'x' }, { n: 1 }, { n: ['a'] }),
        seldom(null, [], 'text', { constructor: 1 }, { n: Array(2_000).fill('1') }),
        fc.dictionary(fc.constantFrom('n', '__proto__'), fc.jsonValue()),
      ),
      extensions: seldom({ persistedQuery: { version: 1 } }, {}, [], null, 'text'),
    })
    .map((params) => JSON.stringify(params)),
});

const headers = fc
  .record({
    accept: fc.oneof(
      fc.constantFrom(...accepts.map(([, accept]) => accept)),
      fc.constantFrom('text/event-stream'),
      seldom(
        'text/event-stream, application/json',
        'application/json;charset=latin1',
        'application/json; charset=utf-8',
        'APPLICATION/JSON',
        'application/*;q=0',
        'text/html',
        '',
      ),
    ),
    'content-type': seldom(
      'application/json; charset=utf-8',
      'application/json; charset=latin1',
      'text/plain',
      'multipart/form-data; boundary=x',
    ),
    'content-encoding': seldom('identity', 'gzip'),
    'accept-encoding': seldom('gzip', 'br', 'identity'),
    authorization: seldom('Bearer token', 'Basic x'),
    origin: seldom('http://localhost:3000', 'https://elsewhere.example'),
  })
  .map((all) =>
    Object.fromEntries(
      Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
  );

describe('both paths of a request', () => {
  let server: Awaited<ReturnType<typeof startSmall>>;
  const fail = (): never => {
    throw new Error('a bug');
  };
  beforeAll(async () => {
    server = await startSmall({}, { resolvers: { fail } });
  });
  afterAll(() => server.close());

  it('answer with the same bytes, and the same headers in any order', async () => {
    const isAnsweredAlike = async (
      sentBody: string,
      sent: Record<string, string>,
    ): Promise<void> => {
      const allHeaders = { ...json, 'x-request-id': 'same', ...sent };
      const [own, yoga] = await Promise.all([
        send(`${server.url}/graphql`, sentBody, allHeaders),
        send(`${server.url}/graphql?a`, sentBody, allHeaders),
      ]);
      const ordered = (response: RawResponse): RawResponse => ({
        ...response,
        headers: response.headers.toSorted(),
      });
      expect(ordered(own)).toEqual(ordered(yoga));
    };
    await fc.assert(fc.asyncProperty(body, headers, isAnsweredAlike), { numRuns: 300 });
  });
});

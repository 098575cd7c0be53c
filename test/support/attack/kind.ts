/**
 * What a stranger can make the gateway do without one REST call: a request of each kind. None has
 * an accepted token.
 */
import { createHash } from 'node:crypto';
import { preflightHeader } from '../client/form.ts';

/** A request, made anew each time: nothing that the gateway remembers makes it cheaper. */
interface Attack {
  /** Of its answer, unless the gateway is overloaded. */
  readonly status: number;
  readonly path: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

let count = 0;

/** A word that no request has had. */
const word = (): string => `x${(count += 1)}`;

const json = { 'content-type': 'application/json' };
const invented = (): Readonly<Record<string, string>> => ({ authorization: `Bearer ${word()}` });

const post = (body: unknown, { path = '/graphql', status = 200, headers = {} } = {}): Attack => ({
  status,
  path,
  method: 'POST',
  headers: { ...json, ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

const query = (document: string, variables?: object): Attack =>
  post({ query: document, variables });

const aliases = (number: number, field: string): string =>
  Array.from({ length: number }, (_, at) => `a${at}: ${field}`).join(' ');

const wrongIds = (number: number): string[] =>
  Array.from({ length: number }, (_, at) => ` ${at} ${word()}`);

const nested = (levels: number): string => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);

const keys = (number: number): string =>
  `{"query":"{ __typename }","variables":{${Array.from({ length: number }, (_, at) => `"${at.toString(36)}":1`).join(',')}}}`;

const message = (method: string, params: object): object => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params,
});

const agentHeaders = (): Readonly<Record<string, string>> => ({
  ...invented(),
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-11-25',
});

const agent = (body: unknown, status: number): Attack =>
  post(body, { path: '/mcp', status, headers: agentHeaders() });

const toolCall = (params: string): string =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`;

const typeFields =
  'name kind description fields(includeDeprecated: true) { name description args { name description defaultValue type { ...r } } type { ...r } } inputFields { name description defaultValue type { ...r } } enumValues { name description }';

const introspection = (): string =>
  `query ${word()} { __schema { types { ${typeFields} } directives { name args { name } } } } fragment r on __Type { kind name ofType { kind name ofType { kind name ofType { name } } } }`;

/** Documents of many fields. @param name a field of `Query` */
const wideDocument = (): string =>
  `query ${word()} { ${aliases(30, 'viewer { id channel { id title description publishedAt thumbnails { url } playlists(first: 5) { nodes { id title } } } }')} }`;

/** The kinds, by what they are. */
export const attacks: Readonly<Record<string, () => Attack>> = {
  'wrong ids in nodes': () =>
    query(`query ($ids: [ID!]!) { ${aliases(30, 'nodes(ids: $ids) { id }')} }`, {
      ids: wrongIds(200),
    }),
  'wrong ids in videos': () =>
    query(`query ($ids: [ID!]!) { ${aliases(30, 'videos(ids: $ids) { id }')} }`, {
      ids: wrongIds(200),
    }),
  'wrong ids in freeBusy': () =>
    query(
      `query ($ids: [ID!]!) { ${aliases(30, 'freeBusy(ids: $ids, from: "2026-03-01T00:00:00Z", to: "2026-03-02T00:00:00Z") { calendarId }')} }`,
      { ids: wrongIds(200) },
    ),
  'wrong ids in lookups': () => query(`{ ${aliases(30, `node(id: "~${word()}") { id }`)} }`),
  'wrong ids below the limit': () =>
    query('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: wrongIds(100) }),
  'wrong representations': () =>
    query(
      `query ($all: [_Any!]!) { ${aliases(30, '_entities(representations: $all) { __typename }')} }`,
      { all: wrongIds(200).map((id) => ({ __typename: 'Video', id: `${id},` })) },
    ),
  'JSON of many keys': () => post(keys(115_000), { status: 413 }),
  'JSON of many elements': () =>
    post(`{"query":"{ __typename }","variables":{"a":[${'1,'.repeat(500_000)}1]}}`, {
      status: 413,
    }),
  'JSON that is nested': () =>
    post(`{"query":"{ __typename }","variables":${nested(150_000)}}`, { status: 413 }),
  'JSON of one long text': () =>
    post({
      query: '{ __typename }',
      variables: { a: `${word()}\n\u{1f600}`.repeat(90_000).slice(0, 700_000) },
    }),
  'JSON below the limit': () => post(keys(9_900)),
  'JSON of many keys for agents': () => agent(toolCall(keys(115_000)), 413),
  'JSON below the limit for agents': () => agent(toolCall(keys(9_900)), 200),
  'beginning sessions of agents': () =>
    agent(
      message('initialize', {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: word(), version: '1' },
      }),
      200,
    ),
  'messages of agents without a session': () => agent(message('tools/list', {}), 200),
  'syntax errors': () => query(`{ ${word()} ${'a '.repeat(1_900)}`),
  'unknown fields': () => query(`{ ${Array.from({ length: 1_900 }, word).join(' ')} }`),
  'fields of the wrong type': () => query(`{ ${aliases(30, `node(id: 7.5) { id ${word()} }`)} }`),
  'fragments in cycles': () =>
    query(`query ${word()} { ...a } fragment a on Query { ...b } fragment b on Query { ...a }`),
  'documents that overlap': () =>
    query(`query ${word()} { ${'viewer { id channel { id title } } '.repeat(200)} }`),
  introspection: () => query(introspection()),
  'new documents to plan': () => query(wideDocument()),
  'variables of the wrong type': () =>
    query('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
      ids: Array.from({ length: 200 }, () => ({ [word()]: 1 })),
    }),
  'unknown persisted documents': () =>
    post({
      extensions: {
        persistedQuery: {
          version: 1,
          sha256Hash: createHash('sha256').update(word()).digest('hex'),
        },
      },
    }),
  'queries in URLs': () => ({
    status: 200,
    path: `/graphql?query=${encodeURIComponent(`{ ${aliases(20, `node(id: "~${word()}") { id }`)} }`)}`,
    method: 'GET',
    headers: preflightHeader,
  }),
  forms: () => ({
    status: 200,
    path: '/graphql',
    method: 'POST',
    headers: {
      'content-type': 'multipart/form-data; boundary=b',
      ...preflightHeader,
    },
    body: `--b\r\ncontent-disposition: form-data; name="operations"\r\n\r\n${keys(9_900)}\r\n--b\r\ncontent-disposition: form-data; name="map"\r\n\r\n{}\r\n--b--\r\n`,
  }),
  'sign-ins': () => ({
    status: 303,
    path: `/auth/sign-in?return=/graphql%3F${word()}`,
    method: 'GET',
    headers: { cookie: `__Host-studiograph=${word().padEnd(43, 'a')}` },
  }),
  'refused uploads': () => ({
    status: 403,
    path: `/uploads/${word().padEnd(200, 'a')}`,
    method: 'PUT',
    headers: { 'content-type': 'text/plain' },
    body: 'x'.repeat(60_000),
  }),
  'refused downloads': () => ({
    status: 403,
    path: `/downloads/${word().padEnd(200, 'a')}`,
    method: 'GET',
    headers: {},
  }),
  'the schema': () => ({ status: 200, path: '/schema.graphql', method: 'GET', headers: {} }),
  'unknown paths': () => ({ status: 404, path: `/${word()}`, method: 'GET', headers: {} }),
};

const subscribe = (kind: string): string =>
  `{"id":"${word()}","type":"subscribe","payload":${attacks[kind]!().body}}`;

/** The same over WebSockets: messages, each of which is answered, or ends its WebSocket. */
export const socketAttacks: Readonly<Record<string, () => string>> = {
  'messages with rejected documents': () => subscribe('unknown fields'),
  'messages with wrong ids': () => subscribe('wrong ids in nodes'),
  'long messages': () => subscribe('JSON below the limit'),
  'messages that are too large': () => subscribe('JSON of many keys'),
  'messages that are no operations': () => `{"type":"${word()}"}`,
};

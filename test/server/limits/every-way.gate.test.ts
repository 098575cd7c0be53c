/**
 * Every limit of an operation holds on every way in: exactly at the limit an operation is accepted,
 * and once over it the error has the same code, however the operation has come, and whatever
 * plugins the gateway has.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callCheckMs } from '../../../src/engine/rest/call/http-call.ts';
import { defaultSettings } from '../../../src/engine/rest/settings.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/sandbox.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import type { AnyPlugin } from '../../../src/server/pipeline/plugin.ts';
import type { Config } from '../../../src/config.ts';
import { constants } from '../../../src/constants.ts';
import { settings } from '../../../src/settings.ts';
import { DrivenClock } from '../../support/clock/driven-clock.ts';
import {
  EveryWay,
  type SentOperation,
  type Way,
  type WayError,
  wayNames,
  type WayResult,
} from '../../support/client/every-way.ts';
import { type RunningGateway, startGateway } from '../../support/gateway/gateway.ts';
import { start } from '../../support/gateway/sandbox.ts';

/** Small ones, of which no two are equal: a limit that is read from another setting shows. */
const limits = {
  MAX_DOCUMENT_BYTES: 2_000,
  MAX_TOKENS: 150,
  MAX_DEPTH: 8,
  MAX_FIELDS: 300,
  MAX_ALIASES: 5,
  MAX_ROOT_MUTATIONS: 3,
  MAX_DIRECTIVES: 4,
  MAX_LIST: 12,
  MAX_QUERY_CALLS: 2,
  MAX_ESTIMATED_CALLS: 20,
  MAX_QUERY_UNITS: 11,
  MAX_ANONYMOUS_QUERY_CALLS: 10,
  MAX_ANONYMOUS_QUERY_UNITS: 9,
  MAX_RESPONSE_FIELDS: 400,
  MAX_RESPONSE_BYTES: 7_000,
} as const;

/** Five brackets for each level of fields. */
const nesting = 5 * limits.MAX_DEPTH;

/** No input type has more fields. */
const entries = 1_000;

const env = {
  ...Object.fromEntries(Object.entries(limits).map(([key, limit]) => [key, String(limit)])),
  QUOTA_BUDGET: 'SEARCH=1',
  INTROSPECTION: 'off',
  MCP: 'on',
  MCP_TOOLS: 'all',
};

interface Row {
  readonly title: string;
  /** The setting with the limit; undefined for one that is no setting. */
  readonly key?: keyof Config;
  readonly code: string;
  /** Default: that of the setting. */
  readonly limit?: number;
  /** @param n how much the operation has of what is limited */
  readonly operation: (n: number, way: Way) => SentOperation;
  /** Whether the operation makes calls before it is over the limit. Default: false. */
  readonly isExecuted?: boolean;
  /** Whether an operation at the limit has no error at all. Default: true. */
  readonly isCleanAtLimit?: boolean;
  /** Ways on which the operation is rejected before, and by which error. */
  readonly others?: Partial<Readonly<Record<Way, WayError>>> | undefined;
}

const times = (n: number, text: (index: number) => string): string =>
  Array.from({ length: n }, (_, index) => text(index)).join(' ');

const query = (text: string, variables?: SentOperation['variables']): SentOperation => ({
  query: text,
  variables,
});

const numbers = (n: number): readonly string[] =>
  Array.from({ length: n }, (_, index) => `${index}`);

/** Values of the variable of a field that takes anything. */
const withVariables = (variables: unknown): SentOperation =>
  query(
    'query ($v: JSON) { quota(dryRun: { document: "{__typename}", variables: $v }) { dryRun { admitted } } }',
    {
      v: variables,
    },
  );

const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) });

const chain = (below: string): string =>
  `{ playlist(id: "x") { items(first: 1) { nodes { video { channel { playlists(first: 1) { nodes { ${below} } } } } } } } }`;

const items = (n: number, fields = 'position'): string =>
  `{ playlist(id: "${ids.playlist.long}") { items(first: ${n}) { nodes { ${fields} } } } }`;

/** @returns what both ways by a URL answer */
const byGet = (error: WayError): NonNullable<Row['others']> => ({
  'a GET': error,
  'a GET of events': error,
});

const noMutations = {
  code: 'INVALID_INPUT',
  message: 'Can only perform a mutation operation from a POST request.',
};

/** A URL cannot be so long. */
const longUrl = {
  code: 'QUERY_TOO_LARGE',
  message: expect.stringMatching(/^The URL has \d+ bytes; the limit is 8192/) as string,
};

const withoutToken = {
  code: 'UNAUTHENTICATED',
  message: expect.stringMatching(/^authorization: missing/) as string,
};

/** Each makes a call. */
const lookups = [
  `video(id: "${ids.video.trailer}") { title }`,
  `playlist(id: "${ids.playlist.long}") { title }`,
  `file(id: "${ids.file.script}") { name }`,
];

const rows: readonly Row[] = [
  {
    title: 'bytes of the document',
    key: 'MAX_DOCUMENT_BYTES',
    code: 'QUERY_TOO_LARGE',
    operation: (n) => query(`{ __typename } #${'ß'.repeat((n - 16) / 2)}${n % 2 ? 'x' : ''}`),
  },
  {
    title: 'tokens of the document',
    key: 'MAX_TOKENS',
    code: 'QUERY_TOO_LARGE',
    operation: (n) => query(`{ ${'__typename '.repeat(n - 2)} }`),
  },
  {
    title: 'nested brackets of the document',
    key: 'MAX_DEPTH',
    limit: nesting,
    code: 'QUERY_TOO_DEEP',
    operation: (n) => query(`{ nodes(ids: ${'['.repeat(n - 2)}${']'.repeat(n - 2)}) { id } }`),
    isCleanAtLimit: false,
  },
  {
    title: 'nested fields',
    key: 'MAX_DEPTH',
    code: 'QUERY_TOO_DEEP',
    operation: (n) => query(chain(n > limits.MAX_DEPTH ? 'channel { id }' : 'id')),
    isCleanAtLimit: false,
  },
  {
    title: 'fields, multiplied by fragments',
    key: 'MAX_FIELDS',
    code: 'QUERY_TOO_LARGE',
    operation: (n) =>
      query(
        `{ ...A ...A ...A ...A ...A ...A ...A ...A ...A ...A ${times(n % 10, () => '__typename')} } fragment A on Query { ${times(Math.floor(n / 10), () => '__typename')} }`,
      ),
  },
  {
    title: 'aliases',
    key: 'MAX_ALIASES',
    code: 'QUERY_TOO_LARGE',
    operation: (n) => query(`{ ${times(n, (index) => `a${index}: __typename`)} }`),
  },
  {
    title: 'root fields of a mutation',
    key: 'MAX_ROOT_MUTATIONS',
    code: 'QUERY_TOO_LARGE',
    operation: (n) => query(`mutation { ${times(n, () => '__typename')} }`),
    isCleanAtLimit: false,
  },
  {
    title: 'directives',
    key: 'MAX_DIRECTIVES',
    code: 'QUERY_TOO_LARGE',
    operation: (n) => query(`{ ${times(n, () => '__typename @skip(if: false)')} }`),
  },
  {
    title: 'elements of a list in the document',
    key: 'MAX_LIST',
    code: 'QUERY_TOO_LARGE',
    operation: (n) => query(`{ nodes(ids: ${JSON.stringify(numbers(n))}) { id } }`),
    isCleanAtLimit: false,
  },
  {
    title: 'elements of a list that is a variable',
    key: 'MAX_LIST',
    code: 'QUERY_TOO_LARGE',
    operation: (n) =>
      query('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: numbers(n) }),
    isCleanAtLimit: false,
  },
  {
    title: 'elements of a list deep in a variable',
    key: 'MAX_LIST',
    code: 'QUERY_TOO_LARGE',
    operation: (n) => withVariables({ a: [{ b: numbers(n) }] }),
  },
  {
    title: 'nesting of the variables',
    key: 'MAX_DEPTH',
    limit: nesting,
    code: 'QUERY_TOO_DEEP',
    operation: (n) => withVariables(nested(n - 1)),
  },
  {
    title: 'entries of an object in the variables',
    code: 'QUERY_TOO_LARGE',
    limit: entries,
    operation: (n) => withVariables(Object.fromEntries(numbers(n).map((name) => [name, 1]))),
    others: byGet(longUrl),
  },
  {
    title: 'quota units in the estimate',
    key: 'MAX_QUERY_UNITS',
    code: 'QUERY_TOO_EXPENSIVE',
    operation: (n) => query(items(50 * (n - 3))),
    isCleanAtLimit: false,
  },
  {
    title: 'calls in the estimate of a query',
    key: 'MAX_ESTIMATED_CALLS',
    code: 'QUERY_TOO_EXPENSIVE',
    operation: (n) =>
      query(`{ files(first: ${n - 4}) { nodes { permissions(first: 1) { nodes { id } } } } }`),
    isCleanAtLimit: false,
  },
  {
    title: 'calls in the estimate of a mutation',
    key: 'MAX_QUERY_CALLS',
    code: 'QUERY_TOO_EXPENSIVE',
    operation: (n) =>
      query(
        'mutation ($input: DeletePlaylistsInput!) { deletePlaylists(input: $input) { failedCount } }',
        { input: { entries: numbers(n).map((id) => ({ id })) } },
      ),
    isCleanAtLimit: false,
    others: byGet(noMutations),
  },
  {
    title: 'calls that a query makes',
    key: 'MAX_QUERY_CALLS',
    code: 'QUERY_TOO_EXPENSIVE',
    operation: (n) => query(`{ ${lookups.slice(0, n).join(' ')} }`),
    isExecuted: true,
  },
  {
    title: 'fields of the response',
    key: 'MAX_RESPONSE_FIELDS',
    code: 'QUERY_TOO_LARGE',
    operation: (n) =>
      query(
        items(
          n > limits.MAX_RESPONSE_FIELDS ? 81 : 80,
          'position b: position c: position d: position e: position',
        ),
      ),
    isExecuted: true,
    // Lists of agents have cursors, too: they are over the limit before.
    others: {
      'an agent': {
        code: 'QUERY_TOO_LARGE',
        message: expect.stringMatching(/more than the limit of 400\b/) as string,
      },
    },
  },
  {
    title: 'bytes of the response',
    key: 'MAX_RESPONSE_BYTES',
    code: 'QUERY_TOO_LARGE',
    operation: (n) => query(items(n > limits.MAX_RESPONSE_BYTES ? 100 : 20, 'id position')),
    isExecuted: true,
  },
  {
    title: 'units of the budget of the caller',
    key: 'QUOTA_BUDGET',
    limit: 1,
    code: 'QUOTA_EXCEEDED',
    // Of each way, another caller: at the limit, the units of one are spent.
    operation: (n, way) => ({
      query: `{ ${times(n, (index) => `a${index}: search(search: "${index}") { nodes { __typename } }`)} }`,
      token: `invented-${wayNames.indexOf(way)}`,
    }),
    isCleanAtLimit: false,
  },
  {
    title: 'quota units in the estimate without a token',
    key: 'MAX_ANONYMOUS_QUERY_UNITS',
    code: 'QUERY_TOO_EXPENSIVE',
    operation: (n) => ({ query: items(50 * (n - 3)), token: null }),
    isCleanAtLimit: false,
    others: { 'an agent': withoutToken },
  },
  {
    title: 'calls in the estimate without a token',
    key: 'MAX_ANONYMOUS_QUERY_CALLS',
    code: 'QUERY_TOO_EXPENSIVE',
    operation: (n) => ({
      query: `{ playlist(id: "${ids.playlist.fifty}") { items(first: 150) { nodes { position } } } ${times(n - 6, (index) => `a${index}: search(search: "${index}") { nodes { __typename } }`)} }`,
      token: null,
    }),
    isCleanAtLimit: false,
    others: { 'an agent': withoutToken },
  },
];

/** What is rejected although it has no number. */
const rules: readonly Row[] = [
  {
    title: 'introspection',
    key: 'INTROSPECTION',
    code: 'GRAPHQL_VALIDATION_FAILED',
    operation: () => query('{ __schema { queryType { name } } }'),
  },
  {
    title: 'an unknown field',
    code: 'GRAPHQL_VALIDATION_FAILED',
    operation: () => query('{ unknown }'),
  },
  {
    title: 'deferred parts',
    code: 'GRAPHQL_VALIDATION_FAILED',
    operation: () => query('{ ... @defer { __typename } }'),
  },
  {
    title: 'a syntax error',
    code: 'GRAPHQL_PARSE_FAILED',
    operation: () => query('{ __typename'),
  },
  {
    title: 'a variable of another type',
    code: 'INVALID_INPUT',
    operation: () => query('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: [{}] }),
  },
  {
    title: 'a document without an operation of that name',
    code: 'INVALID_INPUT',
    operation: () => query('query a { __typename } query b { __typename }'),
  },
];

/** What plugins a gateway has, and so what runs its operations. */
const gateways: Readonly<Record<string, readonly AnyPlugin[]>> = {
  'without plugins': [],
  'with a plugin of envelop': [{ onExecute: () => undefined, onValidate: () => undefined }],
  'with a plugin of Yoga': [{ onParams: () => undefined }],
};

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ now: start });
});

afterAll(() => sandbox.close());

const limitOf = ({ key, limit }: Row): number => limit ?? limits[key as keyof typeof limits];

/** Whether an error names a limit. */
const says = ({ message }: WayError, limit: number): boolean =>
  new RegExp(`(limit\\b.* is|of|than) ${limit}\\b`).test(message);

/** Sends the operation of a row on each way. @returns by the way, what is shown of its result */
async function onEachWay<T>(
  clients: EveryWay,
  { operation, others }: Row,
  n: number,
  show: (result: WayResult) => T,
): Promise<Readonly<Record<string, unknown>>> {
  const shown: Record<string, unknown> = {};
  for (const way of wayNames) {
    const result = await clients.send(way, operation(n, way));
    const { code, message } = result.errors[0] ?? {};
    shown[way] = others?.[way] ? { code, message } : show(result);
  }
  return shown;
}

/** @returns the same for each way, but for those that reject the operation before */
const expectedOf = ({ others }: Row, expected: unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(wayNames.map((way) => [way, others?.[way] ?? expected]));

/** Starts a gateway for the tests of a group. @returns its clients */
function useClients(plugins: readonly AnyPlugin[]): () => EveryWay {
  let gateway: RunningGateway;
  let clients: EveryWay;
  beforeAll(async () => {
    gateway = await startGateway({ sandbox, env, plugins });
    clients = new EveryWay(gateway);
  });
  afterAll(async () => {
    await clients.close();
    await gateway.close();
  });
  return () => clients;
}

describe('at the limit', () => {
  const clients = useClients([]);

  it.each(rows)('an operation is accepted: $title', async (row) => {
    const { code, isCleanAtLimit = true } = row;
    const limit = limitOf(row);
    const isOfLimit = (error: WayError): boolean => error.code === code && says(error, limit);
    const shown = await onEachWay(clients(), row, limit, ({ errors }) =>
      errors.filter((error) => isCleanAtLimit || isOfLimit(error)),
    );
    expect(shown).toEqual(expectedOf(row, []));
  });
});

const listed = 'query Listed { __typename }';

/** Settings that are no numbers of one operation, or that other rows could not be tested with. */
const otherSettings = {
  REQUEST_DEADLINE_MS: '3000',
  // A quarter of them is for callers with less than their share.
  MAX_CONCURRENT_REQUESTS: String(wayNames.length + Math.floor(wayNames.length / 3)),
  MCP: 'on',
  MCP_TOOLS: 'all',
};

/** Beside the limits of one operation, in tests of their own. */
const testedElsewhere: Readonly<Partial<Record<keyof Config, string>>> = {
  MAX_WAIT_MS: 'test/services/live/go-live/wait.test.ts',
  MAX_UPLOAD_BYTES: 'test/server/transfer/multipart.test.ts',
  MAX_RECEIVED_BYTES: 'test/server/limits/half-sent.test.ts',
  MAX_SUBSCRIPTIONS: 'test/server/limits/share.gate.test.ts',
  MAX_UNSENT_BYTES: 'test/server/limits/share.gate.test.ts',
  MAX_WEBSOCKETS: 'test/server/websocket/half-sent-websocket.test.ts',
  MAX_WEBSOCKET_OPERATIONS: 'test/server/websocket/websocket.test.ts',
  MAX_CONCURRENT_STREAMS: 'test/server/transfer/upload.gate.test.ts',
  MAX_AGENT_QUESTIONS: 'test/mcp/question.test.ts',
};

it('tests each limit of the configuration', () => {
  const keys = Object.keys({ ...settings, ...constants }).filter((key) => key.startsWith('MAX_'));
  const tested: ReadonlySet<string | undefined> = new Set([
    ...rows.map(({ key }) => key),
    ...Object.keys({ ...limits, ...otherSettings, ...bodySettings, ...testedElsewhere }),
  ]);
  expect(keys.filter((key) => !tested.has(key))).toEqual([]);
  const root = new URL('../../../', import.meta.url);
  const missing = Object.values(testedElsewhere).filter((file) => !existsSync(new URL(file, root)));
  expect(missing).toEqual([]);
  const numbersOfLimits = Object.values(limits);
  expect(new Set(numbersOfLimits).size).toBe(numbersOfLimits.length);
});

/** The error of an operation that its client cannot read as a result. */
const codeIn = (error: unknown): string =>
  /OVERLOADED|QUERY_TOO_LARGE|There is no tool|closed: 1009/.exec(String(error))?.[0] ??
  String(error);

const firstCode = ({ errors: [error] }: WayResult): string | undefined => error?.code;

const same = <T>(value: T, more: Partial<Record<Way, T>> = {}): Readonly<Record<string, T>> =>
  Object.fromEntries(wayNames.map((way) => [way, more[way] ?? value]));

const bodySettings = { MAX_BODY_BYTES: '10000', MAX_JSON_VALUES: '1000' };

describe.each(Object.entries(gateways))('a gateway %s', (_, plugins) => {
  const clients = useClients(plugins);

  it.each(rows)('rejects an operation that is once over the limit: $title', async (row) => {
    const limit = limitOf(row);
    const before = sandbox.calls().length;
    const shown = await onEachWay(clients(), row, limit + 1, ({ errors: [error] }) => ({
      code: error?.code,
      limit: error && says(error, limit) ? limit : error?.message,
    }));
    expect(shown).toEqual(expectedOf(row, { code: row.code, limit }));
    expect(sandbox.calls().length > before).toBe(row.isExecuted === true);
  });

  it.each(rules)('rejects $title', async (row) => {
    const shown = await onEachWay(clients(), row, 0, ({ data, errors: [error] }) => ({
      data,
      code: error?.code,
    }));
    expect(shown).toEqual(expectedOf(row, { data: null, code: row.code }));
  });

  async function useGateway(
    own: Readonly<Record<string, string>>,
    run: (clients: EveryWay, gateway: RunningGateway) => Promise<void>,
    clock?: DrivenClock,
  ): Promise<void> {
    const gateway = await startGateway({ sandbox, env: own, plugins, clock });
    const clients = new EveryWay(gateway);
    try {
      await run(clients, gateway);
    } finally {
      sandbox.clearFaults();
      await clients.close();
      await gateway.close();
    }
  }

  /** @returns by the way, the code of the error that it answers */
  async function codesOf(
    clients: EveryWay,
    operationOf: (way: Way) => SentOperation,
  ): Promise<Readonly<Record<string, string | undefined>>> {
    const codes = wayNames.map(async (way) => [
      way,
      await clients.send(way, operationOf(way)).then(firstCode, codeIn),
    ]);
    return Object.fromEntries(await Promise.all(codes)) as Record<string, string | undefined>;
  }

  it('ends each operation at the deadline, and rejects others while all places are taken', () => {
    const clock = new DrivenClock();
    return useGateway(
      otherSettings,
      async (clients, { gateway }) => {
        const none = await codesOf(clients, () => query('{ __typename }'));
        expect(none).toEqual(same(undefined));
        sandbox.fault({ match: { operation: 'video:videos.list' }, hang: true });
        const hanging = codesOf(clients, (way) =>
          query(`{ video(id: "hanging-${wayNames.indexOf(way)}-x") { title } }`),
        );
        await expect.poll(() => gateway.load().requests).toBe(wayNames.length);
        const rejected = await codesOf(clients, () => query('{ __typename }'));
        expect(rejected).toEqual(same('OVERLOADED'));
        await clock.advance(3_000);
        expect(await hanging).toEqual(same('UPSTREAM_TIMEOUT'));
        // Now the gateway aborts the calls: while one is open, it cannot close.
        await clock.advance(defaultSettings.abandonedReadMs + 2 * callCheckMs);
        expect(await codesOf(clients, () => query('{ __typename }'))).toEqual(same(undefined));
      },
      clock,
    );
  });

  it('runs only the documents that are listed, if the operator says so', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'studiograph-listed-'));
    writeFileSync(join(folder, 'listed.graphql'), listed);
    const own = {
      PERSISTED_OPERATIONS: folder,
      PERSISTED_ONLY: 'on',
      MCP: 'on',
      MCP_TOOLS: 'all',
    };
    await useGateway(own, async (clients) => {
      const agents = { 'an agent': 'There is no tool' };
      expect(await codesOf(clients, () => query(listed))).toEqual(same(undefined, agents));
      expect(await codesOf(clients, () => query(`${listed} `))).toEqual(
        same('PERSISTED_QUERY_ONLY', agents),
      );
    });
    rmSync(folder, { recursive: true });
  });

  it('rejects a body that is too long', () =>
    useGateway({ ...bodySettings, MCP: 'on', MCP_TOOLS: 'all' }, async (clients) => {
      const long = query('{ __typename }', { unused: 'x'.repeat(10_000) });
      const code = 'QUERY_TOO_LARGE';
      // A URL has its own limit, and a WebSocket is closed.
      expect(await codesOf(clients, () => long)).toEqual(
        same(code, { 'a WebSocket': 'closed: 1009' }),
      );
    }));

  it('rejects JSON with too many values', () =>
    useGateway({ ...bodySettings, MCP: 'on', MCP_TOOLS: 'all' }, async (clients) => {
      // The names of the parameters, or of a call of a tool, take some of the values.
      const withValues = (values: number): SentOperation =>
        query('{ __typename }', { unused: Array.from({ length: 20 }, () => numbers(values / 20)) });
      expect(await codesOf(clients, () => withValues(900))).toEqual(same(undefined));
      expect(await codesOf(clients, () => withValues(1_100))).toEqual(
        same('QUERY_TOO_LARGE', { 'a WebSocket': 'closed: 1009' }),
      );
    }));
});

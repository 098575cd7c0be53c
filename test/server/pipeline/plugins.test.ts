import { useLogger } from '@envelop/core';
import { useDisableIntrospection } from '@envelop/disable-introspection';
import { buildSchema, type ExecutionArgs } from 'graphql';
import { afterEach, describe, expect, it } from 'vitest';
import type { AnyPlugin, OperationPlugin } from '../../../src/server/pipeline/plugin.ts';
import { openEventStream } from '../../support/client/event-stream.ts';
import { formOf, preflightHeader } from '../../support/client/form.ts';
import type { RunningServer } from '../../support/gateway/server.ts';
import { startSmall } from '../../support/gateway/small-schema.ts';
import { connectSocket } from '../../support/client/web-socket.ts';

let server: RunningServer;

afterEach(() => server.close());

const schema = () => buildSchema('type Query { name: String } type Subscription { name: String }');

/** Starts a gateway whose subscriptions have one event. */
async function start(...plugins: readonly AnyPlugin[]): Promise<void> {
  const withEvents = schema();
  withEvents.getSubscriptionType()!.getFields()['name']!.subscribe = async function* () {
    yield {};
  };
  server = await startSmall({}, { schema: withEvents, plugins });
}

/** A plugin whose hooks get the types of their parameters. */
const own = (plugin: OperationPlugin): OperationPlugin => plugin;

/** What a client gets: `data`, or `errors`. */
interface Result {
  readonly data?: object;
  readonly errors?: readonly { readonly extensions: { readonly code: string } }[];
}

type Headers = Readonly<Record<string, string>>;

/** All ways in which an operation reaches the gateway. */
const ways: Readonly<Record<string, (query: string, headers?: Headers) => Promise<Result>>> = {
  'a POST': async (query, headers) => (await server.query(query, {}, headers)).body,
  'a GET': async (query, headers) => {
    const path = `/graphql?query=${encodeURIComponent(query)}`;
    return (await server.send(path, { headers: { ...preflightHeader, ...headers } })).body;
  },
  'a form': async (query, headers) => {
    const init = { method: 'POST', headers: { ...preflightHeader, ...headers } };
    return (await server.send('/graphql', { ...init, body: formOf(query, {}, {}) })).body;
  },
  'a stream of events': async (query, headers = {}) => {
    const stream = await openEventStream(server.url, { query, headers });
    return (await stream.untilEnd())[0];
  },
  'a GET of events': async (query, headers) => {
    const path = `/graphql?query=${encodeURIComponent(query)}`;
    const accept = { ...preflightHeader, ...headers, accept: 'text/event-stream' };
    const { text } = await server.send(path, { headers: accept });
    return JSON.parse(/^data: (.+)$/m.exec(text)![1]!);
  },
  'a WebSocket': async (query, headers = {}) => {
    const socket = await connectSocket(server.url, undefined, { headers });
    const [first] = await socket.run(query);
    await socket.close();
    return first!.type === 'error' ? { errors: first!.payload } : first!.payload;
  },
};

const each = Object.entries(ways);

const events = each.filter(([name]) => /events|WebSocket/.test(name));

const introspection = '{ __schema { queryType { name } } }';

const codesOf = ({ errors = [] }: Result): readonly string[] =>
  errors.map(({ extensions }) => extensions.code);

const rejected = new Set(['GRAPHQL_VALIDATION_FAILED']);

describe('a plugin that adds a rule of validation', () => {
  it.each(each)('has its effect on %s', async (_, run) => {
    await start(useDisableIntrospection());
    expect(new Set(codesOf(await run(introspection)))).toEqual(rejected);
    expect(await run('{ name }')).toEqual({ data: { name: 'name' } });
    // The rules of the gateway still hold.
    expect(new Set(codesOf(await run('{ unknown }')))).toEqual(rejected);
  });
  it.each(each)('has no effect on %s for which it adds none', async (_, run) => {
    await start(useDisableIntrospection({ disableIf: () => false }));
    expect(await run(introspection)).toHaveProperty('data');
  });
});

describe('the context of a plugin', () => {
  it.each(each)('has the request of %s', async (_, run) => {
    const seen: unknown[] = [];
    await start(
      own({
        onExecute({ context: { params, request, serverRequest } }) {
          seen.push({
            query: params.query,
            method: request.method,
            requestId: serverRequest.requestId,
            path: new URL(request.url).pathname,
          });
        },
      }),
    );
    await run('{ name }', { 'x-request-id': 'x' });
    expect(seen).toEqual([
      {
        query: '{ name }',
        method: expect.stringMatching(/^(GET|POST)$/),
        requestId: expect.any(String),
        path: '/graphql',
      },
    ]);
  });
  it.each(each.filter(([name]) => name !== 'a WebSocket'))(
    'has the headers of %s',
    async (_, run) => {
      const isFrom = (client: string) => (options: { readonly context: object }) =>
        (options.context as { readonly request: Request }).request.headers.get('x-client') ===
        client;
      await start(useDisableIntrospection({ disableIf: isFrom('other') }));
      expect(await run(introspection, { 'x-client': 'own' })).toHaveProperty('data');
      expect(await run(introspection, { 'x-client': 'other' })).not.toHaveProperty('data');
    },
  );
});

describe('a plugin that observes executions', () => {
  const log: unknown[] = [];
  const logger = () =>
    useLogger({
      logFn: (event: string, { args }: { readonly args: ExecutionArgs }) =>
        log.push([event, args.operationName]),
    });
  afterEach(() => log.splice(0));

  it.each(each)('sees a query of %s', async (_, run) => {
    await start(logger());
    await run('{ name }');
    expect(log.map(String)).toEqual(['execute-start,', 'execute-end,']);
  });
  it.each(events)('sees a subscription of %s', async (_, run) => {
    await start(logger());
    expect(await run('subscription { name }')).toEqual({ data: { name: 'name' } });
    expect(log.map(String)).toEqual(['subscribe-start,', 'subscribe-end,']);
  });
});

describe('a plugin that changes results', () => {
  it.each(each)('has its effect on %s', async (_, run) => {
    await start(
      own({
        onExecute: () => ({
          onExecuteDone: ({ result, setResult }) =>
            setResult({ ...(result as object), extensions: { added: true } }),
        }),
      }),
    );
    expect(await run('{ name }')).toEqual({ data: { name: 'name' }, extensions: { added: true } });
  });
  it.each(events)('has its effect on the events of %s', async (_, run) => {
    await start(
      own({
        onSubscribe: () => ({
          onSubscribeResult: () => ({
            onNext: ({ result, setResult }) =>
              setResult({ ...(result as object), extensions: { added: true } }),
          }),
        }),
      }),
    );
    const result = await run('subscription { name }');
    expect(result).toEqual({ data: { name: 'name' }, extensions: { added: true } });
  });
});

describe('a plugin that fails', () => {
  it.each(each)('shows nothing of its error to %s', async (_, run) => {
    await start(
      own({
        onContextBuilding() {
          throw new Error('planted-reason');
        },
      }),
    );
    const result = await run('{ name }');
    expect(codesOf(result)).toEqual(['INTERNAL']);
    expect(JSON.stringify(result)).not.toContain('planted-reason');
  });
});

describe('a plugin that looks at parameters', () => {
  it.each(each)('has its effect on %s', async (_, run) => {
    await start(
      own({
        onParams: ({ params, setParams }) => setParams({ ...params, query: '{ other: name }' }),
      }),
    );
    expect(await run('{ name }')).toEqual({ data: { other: 'name' } });
  });
});

describe('a plugin that looks at HTTP responses', () => {
  it.each(['a POST', 'a GET', 'a form'])('has its effect on %s', async (name) => {
    const statuses: number[] = [];
    await start(own({ onResponse: ({ response }) => void statuses.push(response.status) }));
    await ways[name]!('{ name }');
    await ways[name]!('{ unknown }', { accept: 'application/graphql-response+json' });
    expect(statuses).toEqual([200, 400]);
  });
});

describe('a plugin that another one adds', () => {
  it.each(each)('has its effect on %s', async (_, run) => {
    const seen: string[] = [];
    await start(
      own({
        onPluginInit: ({ addPlugin }) => addPlugin({ onParse: () => void seen.push('onParse') }),
      }),
    );
    await run('{ name }');
    expect(seen).toEqual(['onParse']);
  });
});

it('a plugin that replaces the schema prevents the start', async () => {
  await start();
  const replacing: OperationPlugin = { onPluginInit: ({ setSchema }) => setSchema(schema()) };
  await expect(startSmall({}, { plugins: [replacing] })).rejects.toThrow('replaces the schema');
});

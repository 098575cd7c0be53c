/** The traces of a gateway, as a collector receives them. */
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { closedPort } from '../support/closed-port.ts';
import { type Collector, type ReceivedSpan, startCollector } from '../support/collector.ts';
import { openEventStream } from '../support/event-stream.ts';
import { type GatewayOptions, type RunningGateway, startGateway } from '../support/gateway.ts';
import { launch } from '../support/program.ts';
import { connectSocket } from '../support/web-socket.ts';

const token = { authorization: 'Bearer studio-owner' };
const items = `query Items { playlist(id: "${ids.playlist.drafts}") { title items { nodes { video { title } } } } }`;

const traceId = '0af7651916cd43dd8448eb211c80319c';
const clientSpan = 'b7ad6b7169203331';

/** Kinds of spans in OTLP. */
const kind = { internal: 1, server: 2, client: 3 };

describe('traces', () => {
  let gateway: RunningGateway | undefined;
  let collector: Collector | undefined;
  afterEach(async () => {
    await stop();
    await collector?.close();
    collector = undefined;
  });

  const start = async ({ env, ...options }: GatewayOptions = {}): Promise<RunningGateway> => {
    collector ??= await startCollector();
    return (gateway = await startGateway({
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, RETRY_BASE_MS: '1', ...env },
      ...options,
    }));
  };
  const query = (
    document: string,
    ...rest: [variables?: object, headers?: Record<string, string>]
  ) => gateway!.query(document, ...rest);
  const stop = async (): Promise<void> => {
    await gateway?.close();
    gateway = undefined;
  };
  /** Spans are sent before the process ends. */
  const spansAtEnd = async (): Promise<ReceivedSpan[]> => {
    await stop();
    return collector!.spans();
  };
  const childrenOf = (spans: readonly ReceivedSpan[], parent: ReceivedSpan): ReceivedSpan[] =>
    spans.filter(({ parentSpanId }) => parentSpanId === parent.spanId);

  it('have a span for the request, the execution below it, and each call below that', async () => {
    const { sandbox } = await start();
    const { body } = await query(items, undefined, { ...token, 'x-request-id': 'traced' });
    const calls = sandbox.calls();
    const spans = await spansAtEnd();
    const [request, ...others] = spans.filter(({ parentSpanId }) => !parentSpanId);
    expect(others).toEqual([]);
    expect(request).toMatchObject({
      name: 'POST /graphql',
      kind: kind.server,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/graphql',
        'http.response.status_code': 200,
        'studiograph.request_id': 'traced',
        'studiograph.calls': body.extensions.cost.requests,
        'studiograph.units.video': body.extensions.cost.units.video,
      },
      isError: false,
    });
    const [execution, ...more] = childrenOf(spans, request!);
    expect(more).toEqual([]);
    expect(execution).toMatchObject({
      name: 'query',
      kind: kind.internal,
      attributes: {
        'graphql.operation.type': 'query',
        'graphql.operation.name': 'Items',
        'studiograph.outcome': 'ok',
        'studiograph.calls': body.extensions.cost.requests,
      },
    });
    const facts = childrenOf(spans, execution!).map(({ name, kind, attributes, events }) => ({
      name,
      kind,
      parts: attributes['studiograph.parts'],
      ids: attributes['studiograph.ids'],
      mask: attributes['studiograph.mask_length'],
      status: attributes['http.response.status_code'],
      retries: attributes['studiograph.retries'],
      attempts: events.length,
    }));
    expect(facts.toSorted(byName)).toEqual(
      calls
        .map(({ operation, query: { part, id, fields }, status }) => ({
          name: operation!,
          kind: kind.client,
          parts: part![0]!.split(','),
          ids: id?.[0]!.split(',').length,
          mask: fields![0]!.length,
          status,
          retries: 0,
          attempts: 1,
        }))
        .toSorted(byName),
    );
    expect(facts.length).toBe(3);
    expect(new Set(spans.map((span) => span.traceId)).size).toBe(1);
    for (const span of spans) expect(span.duration).toBeGreaterThanOrEqual(0);
    for (const span of spans) expect(span.duration).toBeLessThan(60_000);
    expect(collector!.resource()).toMatchObject({
      'service.name': 'studiograph',
      'service.version': expect.stringMatching(/^\d+\.\d+\.\d+$/) as string,
    });
  });
  it('continue the trace of the client', async () => {
    await start();
    await query(items, undefined, { ...token, traceparent: `00-${traceId}-${clientSpan}-01` });
    const spans = await spansAtEnd();
    expect(spans.length).toBe(5);
    expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set([traceId]));
    expect(childrenOf(spans, { spanId: clientSpan } as ReceivedSpan)).toMatchObject([
      { name: 'POST /graphql' },
    ]);
  });
  it.each(['', 'x', `00-${'0'.repeat(32)}-${clientSpan}-01`, `00-${traceId}-${clientSpan}`])(
    'begin a new trace for the header "%s"',
    async (traceparent) => {
      await start();
      await query('{ __typename }', undefined, { traceparent });
      const spans = await spansAtEnd();
      expect(spans.map(({ name }) => name).toSorted()).toEqual(['POST /graphql', 'query']);
      expect(spans[0]!.traceId).not.toBe(traceId);
    },
  );
  it('are not made for requests that the client does not sample, and those beyond the share', async () => {
    const { sandbox } = await start();
    await query(items, undefined, { ...token, traceparent: `00-${traceId}-${clientSpan}-00` });
    expect(await spansAtEnd()).toEqual([]);
    const off = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' };
    const other = await start({ env: off });
    await other.query(items, undefined, token);
    expect(other.sandbox.calls().length).toBeGreaterThan(0);
    expect(sandbox).not.toBe(other.sandbox);
    expect(await spansAtEnd()).toEqual([]);
  });
  it('show attempts, retries and failures', async () => {
    const { sandbox } = await start();
    const match = { operation: 'video:videos.list' };
    sandbox.fault({ match, times: 1, status: 503 });
    await query(items, undefined, token);
    sandbox.fault({ match, times: 3, status: 503 });
    await query(items, undefined, token);
    const spans = await spansAtEnd();
    const calls = spans.filter(({ name }) => name === match.operation);
    const shown = calls.map(({ attributes, events, isError }) => [
      attributes['studiograph.retries'],
      events.map((event) => event.attributes['status']),
      attributes['error.type'],
      isError,
    ]);
    expect(shown).toEqual([
      [1, ['503', '200'], undefined, false],
      [2, ['503', '503', '503'], 'UPSTREAM_UNAVAILABLE', true],
    ]);
    const executions = spans.filter(({ name }) => name === 'query');
    expect(executions.map(({ attributes }) => attributes['studiograph.outcome'])).toEqual([
      'ok',
      'partial',
    ]);
    expect(executions[1]!.attributes['studiograph.error_count']).toBe(3);
    const request = spans.find(({ spanId }) => spanId === executions[1]!.parentSpanId);
    expect(request!.attributes['studiograph.errors']).toEqual(['UPSTREAM_UNAVAILABLE']);
  });
  it('have one span for a call that several requests share', async () => {
    const { sandbox } = await start();
    sandbox.fault({ match: { operation: 'video:playlists.list' }, times: 1, delayMs: 300 });
    const document = `{ playlist(id: "${ids.playlist.drafts}") { title } }`;
    await Promise.all([1, 2].map(() => query(document, undefined, token)));
    const count = sandbox.calls().length;
    const spans = await spansAtEnd();
    expect(spans.filter(({ kind: each }) => each === kind.client)).toHaveLength(count);
    expect(count).toBe(1);
  });
  it('have spans for rejected requests, mutations, events and operations of WebSockets', async () => {
    const { url } = await start();
    await query('{', undefined, token);
    await query('{ unknown }', undefined, token);
    await query(
      'mutation { createPlaylist(input: { title: "planted" }) { playlist { title } } }',
      undefined,
      token,
    );
    const stream = await openEventStream(url, {
      query: 'subscription { fileChanges { cursor } }',
      token: 'studio-owner',
    });
    await stream.until(1);
    stream.leave();
    const client = await connectSocket(url, token);
    await client.run(items);
    await client.close();
    await expect.poll(() => gateway!.lines.filter(({ msg }) => msg === 'request').length).toBe(5);
    const spans = await spansAtEnd();
    const requests = spans.filter(({ parentSpanId }) => !parentSpanId);
    const trees = requests.map((request) => {
      const { 'http.response.status_code': status = 'none' } = request.attributes;
      const children = childrenOf(spans, request).map(({ name }) => name);
      return [request.name, status, ...children].join(' ');
    });
    expect(trees.toSorted()).toEqual([
      'POST /graphql 200 mutation',
      'POST /graphql 200 subscription',
      'POST /graphql 400',
      'POST /graphql 400',
      'WEBSOCKET /graphql none query',
    ]);
  });
  it('are dropped if the collector is gone: requests do not notice, and the log says it once', async () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await closedPort()}` };
    const { lines } = await start({ env });
    expect((await query(items, undefined, token)).body.errors).toBeUndefined();
    const before = performance.now();
    await stop();
    // The time of promises.md for the end of a process is 10 seconds.
    expect(performance.now() - before).toBeLessThan(9_000);
    expect(lines.filter(({ msg }) => String(msg).includes('OTEL_')).length).toBeLessThan(2);
  });
  it('are logged once as lost if the collector refuses them', async () => {
    collector = await startCollector(400);
    const { lines } = await start();
    await query(items, undefined, token);
    await stop();
    expect(collector.bodies).toHaveLength(1);
    expect(lines.filter(({ level }) => level === 40)).toMatchObject([
      { msg: expect.stringContaining('traces cannot be sent') as string },
    ]);
  });
  it('are off without a collector', async () => {
    collector = await startCollector();
    await start({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: '' } });
    await query(items, undefined, token);
    expect(await spansAtEnd()).toEqual([]);
  });
});

const byName = (one: { readonly name: string }, other: { readonly name: string }): number =>
  one.name.localeCompare(other.name);

/** A module that lets the packages of OpenTelemetry be missing. */
const withoutPackages = encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve: (specifier, context, next) => {
      if (!specifier.startsWith('@opentelemetry/sdk')) return next(specifier, context);
      throw Object.assign(new Error('not installed'), { code: 'ERR_MODULE_NOT_FOUND' });
    },
  });
`);

describe('a process without the packages of OpenTelemetry', () => {
  it('says so in one line, and serves requests', async () => {
    const cwd = fileURLToPath(new URL('../../', import.meta.url));
    const flags = ['--import', `data:text/javascript,${withoutPackages}`];
    const program = launch(['node', ...flags, 'src/main.ts'], {
      cwd,
      env: { PORT: '0', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' },
    });
    const [, url] = await program.printed(/^GraphQL +(\S+)\/graphql$/m);
    expect((await fetch(`${url}/health`)).status).toBe(200);
    expect(program.output().match(/packages of OpenTelemetry are not installed/g)).toHaveLength(1);
    program.signal('SIGTERM');
    expect(await program.ended).toBe(0);
  });
});

/** The traces of a gateway, as a collector receives them. */
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { closedPort } from '../support/proxy/closed-port.ts';
import { type ReceivedSpan, startCollector } from '../support/tool/collector.ts';
import { openEventStream } from '../support/client/event-stream.ts';
import { launch } from '../support/gateway/program.ts';
import {
  childrenOf,
  kind,
  rootsOf,
  token,
  TracedGateway,
} from '../support/gateway/traced-gateway.ts';
import { connectSocket } from '../support/client/web-socket.ts';
import { httpServer } from '../support/http-server.ts';

const items = `query Items { playlist(id: "${ids.playlist.drafts}") { title items { nodes { video { title } } } } }`;

const traceId = '0af7651916cd43dd8448eb211c80319c';
const clientSpan = 'b7ad6b7169203331';

describe('traces', () => {
  const traced = new TracedGateway();

  it('have a span for the request, the execution below it, and each call below that', async () => {
    const { sandbox, lines } = await traced.start();
    const { body } = await traced.query(items, undefined, { ...token, 'x-request-id': 'traced' });
    const calls = sandbox.calls();
    const spans = await traced.spansAtEnd();
    const [request, ...others] = rootsOf(spans);
    const line = lines.find(({ msg }) => msg === 'request');
    expect(line).toMatchObject({ requestId: 'traced', trace_id: request!.traceId });
    expect(others).toEqual([]);
    expect(request).toMatchObject({
      name: 'POST /graphql',
      kind: kind.server,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/graphql',
        'url.path': '/graphql',
        'url.scheme': 'http',
        'http.response.status_code': 200,
        'studiograph.request_id': 'traced',
        'studiograph.calls': body.extensions.cost.requests,
        'studiograph.units.VIDEO': body.extensions.cost.units.VIDEO,
        'graphql.operation.type': 'query',
        'graphql.operation.name': 'Items',
      },
      isError: false,
    });
    const [execution, ...more] = childrenOf(spans, request!);
    expect(more).toEqual([]);
    expect(execution).toMatchObject({
      name: 'query Items',
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
      server: [attributes['server.address'], attributes['server.port']],
      service: attributes['studiograph.service'],
      units: attributes['studiograph.units'],
      retries: attributes['http.request.resend_count'],
      attempts: events.length,
    }));
    const { hostname, port } = new URL(sandbox.url);
    expect(facts.toSorted(byName)).toEqual(
      calls
        .map(({ operation, query: { part, id, fields }, status }) => ({
          name: operation!,
          kind: kind.client,
          parts: part![0]!.split(','),
          ids: id?.[0]!.split(',').length,
          mask: fields![0]!.length,
          status,
          server: [hostname, Number(port)],
          service: 'video',
          units: 1,
          retries: undefined,
          attempts: 1,
        }))
        .toSorted(byName),
    );
    expect(facts.length).toBe(3);
    expect(new Set(spans.map((span) => span.traceId)).size).toBe(1);
    // Each has a time of its own, within that of the span around it. The SDK lets each span begin
    // at a whole millisecond, so that one can seem to end so much later than it does.
    const roundedMs = 1;
    const parentOf = ({ parentSpanId }: ReceivedSpan): ReceivedSpan | undefined =>
      spans.find(({ spanId }) => spanId === parentSpanId);
    for (const span of spans) {
      const { start, end } = parentOf(span) ?? span;
      expect(span.duration).toBeGreaterThan(0);
      const isWithin = span.start >= start && span.end <= end + roundedMs;
      expect([span.name, isWithin]).toEqual([span.name, true]);
    }
    expect(traced.collector!.resource()).toMatchObject({
      'service.name': 'studiograph',
      'service.version': expect.stringMatching(/^\d+\.\d+\.\d+$/) as string,
      'telemetry.sdk.language': 'nodejs',
      'service.instance.id': expect.stringMatching(/^[\w-]{36}$/) as string,
    });
  });
  it('have the resource attributes of the environment', async () => {
    vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment.name=test,service.name=other');
    await traced.start();
    await traced.query('{ __typename }');
    await traced.spansAtEnd();
    vi.unstubAllEnvs();
    expect(traced.collector!.resource()).toMatchObject({
      'deployment.environment.name': 'test',
      'service.name': 'other',
    });
  });
  it('name the public address of the gateway', async () => {
    await traced.start({ env: { PUBLIC_URL: 'https://gateway.example/api' } });
    await traced.query('{ __typename }');
    const [request] = rootsOf(await traced.spansAtEnd());
    expect(request!.attributes).toMatchObject({
      'url.scheme': 'https',
      'server.address': 'gateway.example',
      'server.port': 443,
    });
  });
  it('continue the trace of the client', async () => {
    await traced.start();
    await traced.query(items, undefined, {
      ...token,
      traceparent: `00-${traceId}-${clientSpan}-01`,
    });
    const spans = await traced.spansAtEnd();
    expect(spans.length).toBe(5);
    expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set([traceId]));
    expect(childrenOf(spans, { spanId: clientSpan })).toMatchObject([{ name: 'POST /graphql' }]);
  });
  it('continue the trace of a client of a later version', async () => {
    await traced.start();
    const traceparent = `01-${traceId}-${clientSpan}-01-later`;
    await traced.query('{ __typename }', undefined, { traceparent });
    expect(new Set((await traced.spansAtEnd()).map((span) => span.traceId))).toEqual(
      new Set([traceId]),
    );
  });
  it.each([
    '',
    'x',
    `ff-${traceId}-${clientSpan}-01`,
    `00-${traceId}-${clientSpan}-01-later`,
    `00-${'0'.repeat(32)}-${clientSpan}-01`,
    `00-${traceId}-${clientSpan}`,
  ])('begin a new trace for the header "%s"', async (traceparent) => {
    await traced.start();
    await traced.query('{ __typename }', undefined, { traceparent });
    const spans = await traced.spansAtEnd();
    expect(spans.map(({ name }) => name).toSorted()).toEqual(['POST /graphql', 'query']);
    expect(spans[0]!.traceId).not.toBe(traceId);
  });
  it('are not made for requests that the client does not sample, and those beyond the share', async () => {
    const { sandbox } = await traced.start();
    await traced.query(items, undefined, {
      ...token,
      traceparent: `00-${traceId}-${clientSpan}-00`,
    });
    expect(await traced.spansAtEnd()).toEqual([]);
    const off = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' };
    const other = await traced.start({ env: off });
    await other.query(items, undefined, token);
    expect(other.sandbox.calls().length).toBeGreaterThan(0);
    expect(sandbox).not.toBe(other.sandbox);
    expect(await traced.spansAtEnd()).toEqual([]);
  });
  it('show attempts, retries and failures', async () => {
    const { sandbox } = await traced.start();
    const match = { operation: 'video:videos.list' };
    sandbox.fault({ match, times: 1, status: 503 });
    await traced.query(items);
    sandbox.fault({ match, times: 3, status: 503 });
    await traced.query(items);
    const spans = await traced.spansAtEnd();
    const calls = spans.filter(({ name }) => name === match.operation);
    const shown = calls.map(({ attributes, events, isError }) => [
      attributes['http.request.resend_count'],
      attributes['studiograph.units'],
      events.map((event) => event.attributes['http.response.status_code']),
      attributes['error.type'],
      isError,
    ]);
    expect(shown).toEqual([
      [1, 2, [503, 200], undefined, false],
      [2, 3, [503, 503, 503], 'UPSTREAM_UNAVAILABLE', true],
    ]);
    const executions = spans.filter(({ name }) => name === 'query Items');
    expect(executions.map(({ attributes }) => attributes['studiograph.outcome'])).toEqual([
      'ok',
      'partial',
    ]);
    expect(executions[1]!.attributes['studiograph.error_count']).toBe(3);
    const request = spans.find(({ spanId }) => spanId === executions[1]!.parentSpanId);
    expect(request!.attributes['studiograph.errors']).toEqual(['UPSTREAM_UNAVAILABLE']);
  });
  it('show which call has got the answer of an equal one', async () => {
    const { sandbox } = await traced.start();
    sandbox.fault({ match: { operation: 'video:playlists.list' }, times: 1, delayMs: 300 });
    const document = `{ playlist(id: "${ids.playlist.drafts}") { title } }`;
    await Promise.all([1, 2].map(() => traced.query(document)));
    expect(sandbox.calls().length).toBe(1);
    const spans = await traced.spansAtEnd();
    const calls = spans.filter(({ name }) => name === 'video:playlists.list');
    const facts = calls.map(({ kind: each, attributes, events }) => ({
      kind: each,
      shared: attributes['studiograph.shared'],
      units: attributes['studiograph.units'],
      method: attributes['http.request.method'],
      attempts: events.length,
    }));
    const sent = { kind: kind.client, shared: undefined, units: 1, method: 'GET', attempts: 1 };
    const shared = { kind: kind.internal, shared: true, attempts: 0 };
    expect(facts).toHaveLength(2);
    expect(facts).toContainEqual(sent);
    expect(facts).toContainEqual({ ...shared, units: undefined, method: undefined });
  });
  it('show calls that are not sent because the service fails', async () => {
    const env = { BREAKER_FAILURES: '2', RETRY_ATTEMPTS: '1', BREAKER_PROBE_MS: '60000' };
    const { sandbox } = await traced.start({ env });
    sandbox.fault({ match: { service: 'video' }, status: 503 });
    for (let count = 0; count < 5; count += 1) await traced.query(items);
    const sent = sandbox.calls().length;
    const calls = (await traced.spansAtEnd()).filter(({ name }) => name.startsWith('video:'));
    const kinds = calls.map((call) => call.kind);
    expect(kinds.filter((each) => each === kind.client)).toHaveLength(sent);
    const notSent = calls.filter((call) => call.kind === kind.internal);
    expect(notSent.length).toBeGreaterThan(0);
    for (const { isError, attributes } of notSent)
      expect([isError, attributes['error.type']]).toEqual([true, 'UPSTREAM_UNAVAILABLE']);
  });
  it('have spans for rejected requests, mutations, events and operations of WebSockets', async () => {
    const { url, lines } = await traced.start();
    await traced.query('{');
    await traced.query('{ unknown }');
    await traced.query(
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
    await expect.poll(() => lines.filter(({ msg }) => msg === 'request').length).toBe(5);
    const spans = await traced.spansAtEnd();
    const requests = rootsOf(spans).filter((span) => span.kind === kind.server);
    const trees = requests.map((request) => {
      const { 'http.response.status_code': status = 'none' } = request.attributes;
      const children = childrenOf(spans, request).map(({ name }) => name);
      return [request.name, status, ...children].join(' ');
    });
    const logged = lines.filter(({ msg }) => msg === 'request').map((line) => line['trace_id']);
    expect(new Set(logged)).toEqual(new Set(requests.map(({ traceId }) => traceId)));
    expect(trees.toSorted()).toEqual([
      'POST /graphql 200 mutation',
      'POST /graphql 200 subscription',
      'POST /graphql 400',
      'POST /graphql 400',
      'WEBSOCKET /graphql none query Items',
    ]);
  });
  it('have the start of a subscription: its calls are below the request', async () => {
    const { url, sandbox } = await traced.start();
    const query = 'subscription { eventChanges(calendarId: "primary") { cursor } }';
    const stream = await openEventStream(url, { query, token: 'studio-owner' });
    await stream.until(1);
    stream.leave();
    const count = sandbox.calls().filter(({ operation }) => operation === 'calendar:calendars.get');
    expect(count).toHaveLength(1);
    await expect.poll(() => traced.gateway!.lines.some(({ msg }) => msg === 'request')).toBe(true);
    const spans = await traced.spansAtEnd();
    const request = rootsOf(spans).find(({ name }) => name === 'POST /graphql')!;
    const children = childrenOf(spans, request).map(({ name }) => name);
    expect(children).toEqual(['calendar:calendars.get', 'subscription']);
  });
  it('are dropped if the collector is gone: requests do not notice, and the log says it once', async () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await closedPort()}` };
    const { lines } = await traced.start({ env });
    expect((await traced.query(items)).body.errors).toBeUndefined();
    await traced.stop();
    expect(lines.filter(({ msg }) => String(msg).includes('OTEL_')).length).toBeLessThan(2);
  });
  it('delay the end of the process by two seconds if the collector does not answer', async () => {
    // The packages would give up after these times.
    for (const name of ['OTEL_EXPORTER_OTLP_TIMEOUT', 'OTEL_BSP_EXPORT_TIMEOUT'])
      vi.stubEnv(name, '3600000');
    const received: string[] = [];
    const collector = await httpServer(({ url }) => received.push(url!));
    await traced.start({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
    await traced.query(items);
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const stopped = traced.stop();
    await expect.poll(() => received).toEqual(['/v1/traces']);
    const timer = () => timers.mock.calls.findLast(([, ms]) => ms === 2_000)?.[0];
    await expect.poll(timer).toBeDefined();
    const flushEnds = timer()!;
    timers.mockRestore();
    flushEnds();
    await stopped;
    vi.unstubAllEnvs();
    await collector.close();
  });
  it('are logged once as lost if the collector refuses them', async () => {
    traced.collector = await startCollector(400);
    const { lines } = await traced.start();
    await traced.query(items);
    await traced.stop();
    expect(traced.collector.bodies).toHaveLength(1);
    expect(lines.filter(({ level }) => level === 40)).toMatchObject([
      { msg: expect.stringContaining('traces cannot be sent') as string },
    ]);
  });
  it('are off without a collector', async () => {
    traced.collector = await startCollector();
    await traced.start({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: '' } });
    await traced.query(items);
    expect(await traced.spansAtEnd()).toEqual([]);
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
    program.signal('SIGTERM');
    expect(await program.ended).toBe(0);
    expect(program.output().match(/packages of OpenTelemetry are not installed/g)).toHaveLength(1);
  });
});

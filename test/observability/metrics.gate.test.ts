/** The metrics of a gateway, scraped from its port after requests whose numbers are known. */
import { spawnSync } from 'node:child_process';
import { Agent, get } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { metricDefinitions } from '../../src/observability/metric-definition.ts';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { closedPort } from '../support/proxy/closed-port.ts';
import { openEventStream } from '../support/client/event-stream.ts';
import { type Exposition, readExposition, scrape } from '../support/tool/exposition.ts';
import {
  type GatewayOptions,
  type RunningGateway,
  startGateway,
} from '../support/gateway/gateway.ts';
import { connectSocket, rejectedSocket } from '../support/client/web-socket.ts';

const token = { authorization: 'Bearer studio-owner' };
const items = `query Items { playlist(id: "${ids.playlist.drafts}") { title items { nodes { video { title } } } } }`;
const follow = 'subscription Follow { fileChanges { cursor } }';

describe('metrics', () => {
  let gateway: RunningGateway;
  afterEach(() => gateway.close());

  const start = async ({ env, ...options }: GatewayOptions = {}): Promise<void> => {
    gateway = await startGateway({
      env: { METRICS_PORT: '0', RETRY_BASE_MS: '1', ...env },
      ...options,
    });
  };
  const read = (): Promise<Exposition> => scrape(gateway.metricsUrl!);
  const ask = (document: string, headers = token) => gateway.query(document, undefined, headers);

  it('are in the format of Prometheus, with the types and texts of their definitions', async () => {
    await start();
    await ask(items);
    const { families } = await read();
    const { storeUp, storeErrors, ...own } = metricDefinitions;
    for (const { name, type, help } of Object.values(own))
      expect(families.get(name)).toMatchObject({ type, help });
    // In this process's memory there is no connection that can fail.
    for (const { name } of [storeUp, storeErrors]) expect(families.has(name)).toBe(false);
    expect([...families.keys()]).toEqual(
      expect.arrayContaining(['nodejs_eventloop_lag_p99_seconds', 'process_cpu_seconds_total']),
    );
  });
  it('are accepted by promtool', async () => {
    await start();
    await ask(items);
    await ask('{ unknown }');
    const text = await (await fetch(gateway.metricsUrl!)).text();
    const { status, stdout, stderr } = spawnSync('/usr/bin/promtool', ['check', 'metrics'], {
      input: text,
      encoding: 'utf8',
    });
    // Node has a counter without `_total`; the message of promtool is about style.
    const problems = (stdout + stderr).split('\n').filter((line) => /studiograph/.test(line));
    expect([problems, status === 0 || status === 3]).toEqual([[], true]);
  });
  it('count requests, operations, calls and quota units of what was asked', async () => {
    await start();
    const answers = [];
    for (const document of [items, items, '{ viewer { channel { title } } }'])
      answers.push(await ask(document));
    await ask('{ unknown }');
    await ask('{');
    await gateway.send('/health');
    await gateway.send('/elsewhere');
    const metrics = await read();
    expect(metrics.values('studiograph_http_requests_total')).toEqual({
      '/graphql 200': 3,
      '/graphql 400': 2,
      '/health 200': 1,
      'other 404': 1,
    });
    expect(metrics.values('studiograph_operations_total')).toEqual({
      'query ok': 3,
      'query failed': 1,
    });
    expect(metrics.values('studiograph_errors_total')).toEqual({
      GRAPHQL_VALIDATION_FAILED: 1,
      GRAPHQL_PARSE_FAILED: 1,
      NOT_FOUND: 1,
    });
    expect(
      metrics.value('studiograph_http_request_duration_seconds_count', { route: '/graphql' }),
    ).toBe(5);
    expect(metrics.value('studiograph_operation_duration_seconds_count', { type: 'query' })).toBe(
      4,
    );
    const calls: Record<string, number> = {};
    for (const { operation, status } of gateway.sandbox.calls()) {
      const key = `${operation!.replace(':', ' ')} ${status}`;
      calls[key] = (calls[key] ?? 0) + 1;
    }
    expect(metrics.values('studiograph_upstream_calls_total')).toEqual(calls);
    const count = gateway.sandbox.calls().length;
    expect(count).toBeGreaterThan(4);
    expect(
      metrics.value('studiograph_upstream_call_duration_seconds_count', { service: 'video' }),
    ).toBe(count);
    const units = answers.reduce((sum, { body }) => sum + body.extensions.cost.units.VIDEO, 0);
    expect(metrics.values('studiograph_quota_units_total')).toEqual({ VIDEO: units });
    expect(metrics.values('studiograph_retries_total')).toEqual({});
  });
  it('measure durations in seconds', async () => {
    await start();
    gateway.sandbox.fault({ match: { operation: 'video:videos.list' }, delayMs: 300 });
    const sentAt = performance.now();
    await ask(items);
    const seconds = (performance.now() - sentAt) / 1_000;
    const metrics = await read();
    const name = 'studiograph_operation_duration_seconds';
    const sum = metrics.value(`${name}_sum`, { type: 'query' });
    expect(sum).toBeGreaterThan(0.29);
    // The request took at least as long: the number is no count of milliseconds.
    expect(sum).toBeLessThanOrEqual(seconds);
    const isIn = (le: string) => metrics.value(`${name}_bucket`, { type: 'query', le });
    expect(isIn('0.25')).toBe(0);
    expect(isIn('30')).toBe(Number(sum <= 30));
    expect(isIn('+Inf')).toBe(1);
  });
  it('count failed calls by their status, and retries', async () => {
    await start();
    const match = { operation: 'video:videos.list' };
    gateway.sandbox.fault({ match, times: 2, status: 503 });
    const { body } = await ask(items);
    expect(body.errors).toBeUndefined();
    gateway.sandbox.fault({ match, times: 4, drop: 'before' });
    const partial = await ask(items);
    expect(partial.body.errors).toHaveLength(3);
    const metrics = await read();
    const statuses = metrics.values('studiograph_upstream_calls_total');
    const of = (status: string): number => statuses[`video videos.list ${status}`] ?? 0;
    expect([of('503'), of('200')]).toEqual([2, 1]);
    // A call that finds a connection closed that it had used before is sent again at once.
    expect(of('connection')).toBe(4);
    expect(metrics.value('studiograph_retries_total', { service: 'video' })).toBe(
      gateway.sandbox.calls().filter(({ operation }) => operation === match.operation).length - 2,
    );
    expect(metrics.values('studiograph_operations_total')).toEqual({
      'query ok': 1,
      'query partial': 1,
    });
    expect(metrics.values('studiograph_errors_total')).toEqual({
      UPSTREAM_UNAVAILABLE: 3,
    });
  });
  it('count calls that get no answer', async () => {
    const port = await closedPort();
    await start({
      env: { CALL_TIMEOUT_MS: '200', RETRY_ATTEMPTS: '1' },
      bases: { calendar: `http://127.0.0.1:${port}/calendar/v3` },
    });
    gateway.sandbox.fault({ match: { service: 'storage' }, delayMs: 60_000 });
    await ask('{ calendar(id: "x@example.org") { summary } file(id: "abc") { name } }');
    const metrics = await read();
    const statuses = metrics.values('studiograph_upstream_calls_total');
    expect(statuses).toEqual({
      'calendar calendars.get connection': expect.any(Number) as number,
      'storage files.get timeout': 1,
    });
  });
  it('count clients that leave, and the calls that end with them', async () => {
    await start();
    gateway.sandbox.fault({ match: { service: 'video' }, delayMs: 60_000 });
    const client = new AbortController();
    const answer = fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { ...token, 'content-type': 'application/json' },
      body: JSON.stringify({ query: items }),
      signal: client.signal,
    });
    await expect
      .poll(async () =>
        (await read()).value('studiograph_upstream_connections', {
          service: 'video',
          state: 'busy',
        }),
      )
      .toBe(1);
    expect((await read()).value('studiograph_running_requests')).toBe(1);
    client.abort();
    await expect(answer).rejects.toThrow('aborted');
    await expect
      .poll(async () => (await read()).values('studiograph_upstream_calls_total'))
      .toEqual({ 'video playlists.list cancelled': 1 });
    const metrics = await read();
    expect(metrics.values('studiograph_http_requests_total')).toEqual({ '/graphql aborted': 1 });
    expect(metrics.values('studiograph_operations_total')).toEqual({});
    expect(metrics.value('studiograph_running_requests')).toBe(0);
  });
  it('show the state of the breaker of each service', async () => {
    await start({ env: { BREAKER_FAILURES: '2', BREAKER_PROBE_MS: '3600000' } });
    const states = async () => (await read()).values('studiograph_breaker_state');
    expect(await states()).toEqual({ video: 0, live: 0, storage: 0, calendar: 0 });
    gateway.sandbox.fault({ match: { service: 'storage' }, status: 503 });
    await ask('{ files(first: 1) { nodes { name } } }');
    expect(await states()).toEqual({ video: 0, live: 0, storage: 2, calendar: 0 });
  });
  it('show subscribers over both transports, pollers and WebSockets, up and down', async () => {
    await start();
    const gauges = async (): Promise<number[]> => {
      const metrics = await read();
      return ['subscribers', 'pollers', 'websockets', 'running_requests'].map((name) =>
        metrics.value(`studiograph_${name}`),
      );
    };
    expect(await gauges()).toEqual([0, 0, 0, 0]);
    const streams = await Promise.all(
      [1, 2].map(() => openEventStream(gateway.url, { query: follow, token: 'studio-owner' })),
    );
    await Promise.all(streams.map(({ until }) => until(1)));
    expect(await gauges()).toEqual([2, 1, 0, 0]);
    const client = await connectSocket(gateway.url, token);
    client.send({ id: 'a', type: 'subscribe', payload: { query: follow } });
    await client.next('next');
    expect(await gauges()).toEqual([3, 1, 1, 0]);
    for (const { leave } of streams) leave();
    await expect.poll(gauges).toEqual([1, 1, 1, 0]);
    await client.close();
    await expect.poll(gauges).toEqual([0, 0, 0, 0]);
    const metrics = await read();
    expect(metrics.values('studiograph_operations_total')).toEqual({ 'subscription ok': 3 });
    expect(
      metrics.value('studiograph_http_requests_total', { route: '/graphql', status: '101' }),
    ).toBe(1);
    // They last as long as their clients want.
    expect(
      metrics.value('studiograph_operation_duration_seconds_count', { type: 'subscription' }),
    ).toBe(0);
    expect(
      metrics.value('studiograph_http_request_duration_seconds_count', { route: '/graphql' }),
    ).toBe(0);
  });
  it('count operations of a WebSocket', async () => {
    await start();
    const client = await connectSocket(gateway.url, token);
    await client.run(items);
    await client.run('{ unknown }');
    await client.close();
    const metrics = await read();
    expect(metrics.values('studiograph_operations_total')).toEqual({
      'query ok': 1,
      'query failed': 1,
    });
    expect(metrics.values('studiograph_errors_total')).toEqual({ GRAPHQL_VALIDATION_FAILED: 1 });
  });
  /** Starts a query whose call takes long. */
  const startSlow = async (): Promise<void> => {
    const before = gateway.sandbox.calls().length;
    gateway.sandbox.fault({ match: { operation: 'video:playlistItems.list' }, delayMs: 5_000 });
    void ask(items).catch(() => {});
    await expect.poll(() => gateway.sandbox.calls().length).toBeGreaterThan(before);
  };

  it('count requests that find no slot, by what they wanted', async () => {
    await start({
      env: {
        MAX_CONCURRENT_REQUESTS: '1',
        MAX_WEBSOCKETS: '1',
        MAX_WEBSOCKET_OPERATIONS: '1',
      },
    });
    await using client = await connectSocket(gateway.url, token);
    client.send({ id: 'a', type: 'subscribe', payload: { query: follow } });
    await client.next('next');
    client.send({ id: 'b', type: 'subscribe', payload: { query: items } });
    await client.next('error');
    await startSlow();
    expect((await ask(items)).status).toBe(503);
    await expect(connectSocket(gateway.url, token)).rejects.toThrow('503');
    const metrics = await read();
    expect(metrics.values('studiograph_rejected_requests_total')).toEqual({
      concurrency: 1,
      websocket_operations: 1,
      websockets: 1,
    });
    expect(metrics.values('studiograph_errors_total')).toEqual({ OVERLOADED: 3 });
  });
  it('tell operations of WebSockets that find no slot from those of too many in one', async () => {
    await start({ env: { MAX_CONCURRENT_REQUESTS: '1' } });
    await using client = await connectSocket(gateway.url, token);
    await startSlow();
    client.send({ id: 'b', type: 'subscribe', payload: { query: items } });
    await client.next('error');
    const metrics = await read();
    expect(metrics.values('studiograph_rejected_requests_total')).toEqual({ concurrency: 1 });
  });
  it('measure waits for connections and for the end of rate limits', async () => {
    await start({
      env: { CONNECTIONS_PER_SERVICE: '1', RETRY_RATE_LIMIT_BASE_MS: '1000', LOG_LEVEL: 'info' },
    });
    const waits = async (kind: string): Promise<number> =>
      (await read()).value('studiograph_wait_duration_seconds_count', { kind });
    const titles = ['trailer', 'makingOf'] as const;
    const askBoth = () =>
      Promise.all(titles.map((name) => ask(`{ video(id: "${ids.video[name]}") { title } }`)));
    gateway.sandbox.fault({ match: { operation: 'video:videos.list' }, delayMs: 30, times: 1 });
    await askBoth();
    expect(await waits('connection')).toBe(1);
    expect(await waits('rateLimit')).toBe(0);
    const reason = 'userRateLimitExceeded';
    gateway.sandbox.fault({
      match: { operation: 'video:videos.list' },
      times: 1,
      status: 403,
      reason,
    });
    const limited = ask(`{ video(id: "${ids.video.trailer}") { title } }`);
    const statusOfLast = () => gateway.sandbox.calls().at(-1)!.status;
    // Soon: the retry follows after a random time.
    await expect.poll(statusOfLast).toBe(403);
    await askBoth();
    await limited;
    expect(await waits('rateLimit')).toBeGreaterThan(0);
    const noticed = gateway.lines.filter(({ waitMs }) => Number(waitMs) > 0);
    expect(noticed.length).toBeGreaterThan(1);
  });
  it('show how much of each limit is used, and by the caller with most', async () => {
    await start({ env: { MAX_SUBSCRIPTIONS: '3' } });
    const open = (name: string) => openEventStream(gateway.url, { query: follow, token: name });
    const streams = await Promise.all(['studio-owner', 'studio-owner', 'studio-owner'].map(open));
    await Promise.all(streams.map(({ until }) => until(1)));
    const other = await open('studio-guest');
    await other.until(1);
    const metrics = await read();
    const value = (name: string, kind = 'subscriptions'): number =>
      metrics.value(`studiograph_share_${name}`, { kind });
    expect(['used', 'limit', 'largest'].map((name) => value(name))).toEqual([3, 3, 2]);
    expect([value('losses_total'), value('refusals_total')]).toEqual([1, 0]);
    expect(['used', 'limit'].map((name) => value(name, 'websockets'))).toEqual([0, 2_000]);
    for (const { leave } of [...streams, other]) leave();
  });
  it('tell requests for which there is too little memory from others', async () => {
    await start({ env: { MAX_RECEIVED_BYTES: '5000' } });
    const large = `${items} ${' '.repeat(5_000)}`;
    expect((await ask(large)).status).toBe(503);
    await using client = await connectSocket(gateway.url, token);
    client.send({ id: 'a', type: 'subscribe', payload: { query: large } });
    await client.next('error');
    const metrics = await read();
    expect(metrics.values('studiograph_rejected_requests_total')).toEqual({ memory: 2 });
  });
  it('show what the last /ready answered', async () => {
    const closed = `http://127.0.0.1:${await closedPort()}`;
    await start({ bases: { video: closed, storage: closed, calendar: closed } });
    const isReady = async (): Promise<number> => (await read()).value('studiograph_ready');
    expect(await isReady()).toBe(1);
    expect((await gateway.send('/ready')).status).toBe(503);
    expect(await isReady()).toBe(0);
  });
  it('count WebSockets that were closed to make room', async () => {
    await start({ env: { MAX_WEBSOCKETS: '1' } });
    const first = await connectSocket(gateway.url);
    await using _second = await connectSocket(gateway.url, token);
    await first.closed;
    const metrics = await read();
    expect(metrics.values('studiograph_rejected_requests_total')).toEqual({ websockets: 1 });
  });
  it('count no WebSocket as rejected by a limit when the gateway is stopping', async () => {
    await start();
    const client = await connectSocket(gateway.url, token);
    client.send({ id: 'a', type: 'subscribe', payload: { query: follow } });
    await client.next('next');
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    await new Promise((resolve) => {
      get(`${gateway.url}/health`, { agent }, (res) => res.resume().once('end', resolve));
    });
    const drained = gateway.gateway.drain();
    await expect.poll(() => gateway.gateway.server.listening).toBe(false);
    expect(await rejectedSocket(gateway.url, { agent })).toMatchObject({ status: 503 });
    const metrics = await read();
    // The second one is the error that ends the subscription.
    expect(metrics.values('studiograph_errors_total')).toEqual({ OVERLOADED: 2 });
    expect(metrics.values('studiograph_rejected_requests_total')).toEqual({});
    await client.close();
    await drained;
  });
  it('count operations that a budget does not admit', async () => {
    await start({ env: { QUOTA_BUDGET: 'VIDEO=2' } });
    const { body } = await ask(items);
    expect(body.errors[0].extensions.code).toBe('QUOTA_EXCEEDED');
    const metrics = await read();
    expect(metrics.values('studiograph_budget_rejections_total')).toEqual({
      'VIDEO callerBudget': 1,
    });
    expect(metrics.values('studiograph_rejected_requests_total')).toEqual({});
  });
  it('have no more series for other names, ids, paths and tokens', async () => {
    await start();
    const series = async (): Promise<string[]> =>
      [...(await read()).families.values()]
        .filter(({ name }) => name.startsWith('studiograph_'))
        .flatMap(({ samples }) =>
          samples.map(({ name, labels }) => JSON.stringify([name, labels])),
        );
    const ask20 = async (seed: number): Promise<void> => {
      for (let index = 0; index < 20; index += 1) {
        const name = `planted${seed}x${index}`;
        await ask(`query ${name} { ${name}: video(id: "${name}") { title } }`, {
          authorization: `Bearer ${name}`,
        });
        await gateway.send(`/${name}?access_token=${name}`);
        await gateway.send(`/uploads/${name}`);
      }
    };
    await ask20(1);
    const before = await series();
    await ask20(2);
    expect(await series()).toEqual(before);
    expect(before.join('\n')).not.toContain('planted');
  });
  it('are not reachable on the port of the gateway, and at no other path', async () => {
    await start();
    expect((await gateway.send('/metrics')).status).toBe(404);
    const { origin } = new URL(gateway.metricsUrl!);
    expect((await fetch(`${origin}/graphql`)).status).toBe(404);
    expect((await fetch(`${origin}/metrics`, { method: 'POST' })).status).toBe(405);
  });
  it('are off without a port', async () => {
    await start({ env: { METRICS_PORT: '' } });
    expect(gateway.metricsUrl).toBeUndefined();
  });
});

describe('the reader of the format', () => {
  it.each([
    ['a 1', 'no family'],
    ['# HELP a x\n# TYPE a counter\na 1', 'a is a counter'],
    ['# HELP a x\n# TYPE a gauge\na{b=c} 1', 'not a label'],
    ['# HELP a x\n# TYPE a gauge\na 1\na 1', 'equal samples'],
    ['# HELP a x\n# TYPE a histogram\na_bucket{le="+Inf"} 1\na_sum 1\na_count 2', 'wrong bucket'],
  ])('rejects %j', (text, message) => {
    expect(() => readExposition(text)).toThrow(message === 'no family' ? /./ : message);
  });
});

/**
 * The queries of the dashboard and of the alerts find what the gateway reports: a real Prometheus
 * scrapes a gateway that serves a mixed load.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Sandbox, startSandbox } from '../../../src/sandbox/sandbox.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { apiKey } from '../../../src/sandbox/user.ts';
import { closedPort } from '../../support/proxy/closed-port.ts';
import { type EventStream, openEventStream } from '../../support/client/event-stream.ts';
import { gatewayCommand } from '../../support/gateway/bundle.ts';
import { launch, type Program } from '../../support/gateway/program.ts';
import { startPrometheus, type TestPrometheus } from '../../support/tool/prometheus.ts';
import { startRedis, type TestRedis } from '../../support/gateway/redis.ts';
import { connectSocket, rejectedSocket, type TestSocket } from '../../support/client/web-socket.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string): string => readFileSync(new URL(path, `file://${root}`), 'utf8');

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly gridPos: Readonly<Record<'x' | 'y' | 'w' | 'h', number>>;
  readonly datasource?: unknown;
  readonly targets?: readonly { readonly expr: string }[];
}

const dashboard = JSON.parse(read('deploy/grafana/studiograph.json')) as {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string }[] };
};

const panels = dashboard.panels.filter(({ type }) => type !== 'row');

const panelQueries = panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => [title, expr] as const),
);

const rules = (parse(read('deploy/prometheus/rules.yml')).groups as { rules: Rule[] }[]).flatMap(
  ({ rules }) => rules,
);

interface Rule {
  readonly alert?: string;
  readonly record?: string;
  readonly expr: string;
}

/** Alerts whose expression has no series, and why. */
const emptyAlerts: Readonly<Record<string, string>> = {
  StudiographAllDown: 'a replica is up',
  StudiographInternalErrors: 'the load finds no defect of the gateway',
};

/** The query as Grafana sends it, with all replicas. */
const ofGrafana = (query: string): string =>
  query.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*');

/** The same expression with a series for each comparison, whether it holds or not. */
const withoutConditions = (expression: string): string =>
  expression.replaceAll(/ (==|>=|>|<) (?=[\d.])/g, ' $1 bool ');

const metricsIn = (query: string): string[] => query.match(/\bstudiograph_\w+/g) ?? [];

describe('the metrics of a gateway under load', () => {
  let sandbox: Sandbox;
  let redis: TestRedis;
  let gateway: Program;
  let prometheus: TestPrometheus;
  let metricsUrl: string;
  const open: (EventStream | TestSocket)[] = [];

  beforeAll(async () => {
    sandbox = await startSandbox();
    redis = await startRedis();
    const metricsPort = await closedPort();
    metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
    gateway = launch(gatewayCommand, {
      cwd: root,
      env: {
        PORT: '0',
        METRICS_PORT: String(metricsPort),
        REDIS_URL: redis.url,
        VIDEO_BASE_URL: sandbox.bases.video,
        STORAGE_BASE_URL: sandbox.bases.storage,
        CALENDAR_BASE_URL: sandbox.bases.calendar,
        UPSTREAM_API_KEY: apiKey,
        // Rejects the second search of a caller, and the second WebSocket.
        QUOTA_BUDGET: 'SEARCH=1',
        QUOTA_CLIENTS: 'others:VIDEO=5000',
        MAX_WEBSOCKETS: '1',
        LOG_LEVEL: 'silent',
      },
    });
    const [, url] = await gateway.printed(/^GraphQL\s+(\S+)\/graphql$/m);
    prometheus = await startPrometheus([`127.0.0.1:${metricsPort}`]);
    open.push(...(await load(url!, sandbox)));
  });
  afterAll(async () => {
    gateway.signal('SIGKILL');
    await prometheus.close();
    await redis.close();
    await sandbox.close();
  });

  it.each(panelQueries)('have series for the panel "%s": %s', async (_, query) => {
    await expect.poll(() => prometheus.query(ofGrafana(query))).not.toEqual([]);
  });
  it.each(rules.map(({ alert, record, expr }) => [alert ?? record!, expr] as const))(
    'have series for %s',
    async (name, expression) => {
      const isEmpty = async (): Promise<boolean> =>
        (await prometheus.query(withoutConditions(expression))).length === 0;
      await expect.poll(isEmpty).toBe(name in emptyAlerts);
    },
  );
  it('have the series of the autoscaler by the rule of prometheus-adapter', async () => {
    const [rule] = parse(read('deploy/kubernetes/prometheus-adapter.yaml')).rules;
    const [series] = /^\w+/.exec(rule.seriesQuery)!;
    const query = (rule.metricsQuery as string)
      .replace('<<.Series>>', series)
      .replace('<<.LabelMatchers>>', 'job="studiograph"')
      .replace('<<.GroupBy>>', 'instance');
    await expect.poll(() => prometheus.query(query)).toHaveLength(1);
  });
  it('are all in a panel or an alert', async () => {
    const exposed = [...(await (await fetch(metricsUrl)).text()).matchAll(/^# TYPE (\w+)/gm)]
      .map(([, name]) => name!)
      .filter((name) => name.startsWith('studiograph_'));
    const used = new Set(
      [...panelQueries.map(([, query]) => query), ...rules.map(({ expr }) => expr)]
        .flatMap(metricsIn)
        .map((name) => name.replace(/_bucket$/, '')),
    );
    expect(exposed.length).toBeGreaterThan(15);
    expect(exposed.filter((name) => !used.has(name))).toEqual([]);
  });
});

/** @returns subscriptions that stay open */
async function load(url: string, sandbox: Sandbox): Promise<(EventStream | TestSocket)[]> {
  const query = async (document: string, token: string | undefined = 'studio-owner') => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: document }),
    });
    return response.json();
  };
  const succeed = async (document: string): Promise<void> => {
    const { errors } = await query(document);
    expect([document, errors]).toEqual([document, undefined]);
  };
  const fail = async (document: string, code: string): Promise<void> => {
    const { errors } = await query(document);
    expect([document, errors?.[0].extensions.code]).toEqual([document, code]);
  };
  await succeed(`{ playlist(id: "${ids.playlist.long}") { items { nodes { video { title } } } } }`);
  await succeed('{ calendar(id: "primary") { events(first: 2) { nodes { summary } } } }');
  await succeed('{ files(first: 3) { nodes { name } } }');
  await succeed('mutation { createPlaylist(input: { title: "Load" }) { errors { code } } }');
  const subscription = `subscription { chatMessages(liveChatId: "${ids.chat.always}") { cursor } }`;
  const stream = await openEventStream(url, { query: subscription, token: 'studio-owner' });
  await stream.until(1);
  const socket = await connectSocket(url, { authorization: 'Bearer studio-owner' });
  await rejectedSocket(url);
  sandbox.fault({ match: { operation: 'video:videos.list' }, times: 1, status: 503 });
  await succeed(`{ video(id: "${ids.video.always}") { title } }`);
  sandbox.fault({ match: { operation: 'storage:files.list' }, times: 10, status: 503 });
  await fail('{ files(first: 4) { nodes { name } } }', 'UPSTREAM_UNAVAILABLE');
  // A service that refuses an etag twice, and takes the write without it.
  sandbox.fault({ match: { operation: 'video:playlists.update' }, times: 2, status: 412 });
  await succeed(
    `mutation { updatePlaylist(input: { id: "${ids.playlist.fifty}", title: "T" }) { errors { code } } }`,
  );
  await fail('{ video(id: "missing-video") { title } }', 'NOT_FOUND');
  await fail('{ unknown }', 'GRAPHQL_VALIDATION_FAILED');
  await succeed('{ search(search: "a", first: 1) { nodes { __typename } } }');
  await fail('{ search(search: "b", first: 1) { nodes { __typename } } }', 'QUOTA_EXCEEDED');
  return [stream, socket];
}

describe('deploy/grafana/studiograph.json', () => {
  it('has a row for each subject', () => {
    const rows = dashboard.panels.filter(({ type }) => type === 'row').map(({ title }) => title);
    expect(rows).toEqual([
      'Overview',
      'Traffic',
      'Errors',
      'Latency',
      'REST calls by service',
      'Breaker',
      'Quota units',
      'Event loop and memory',
      'Subscriptions',
      'Store',
    ]);
  });
  it('describes each panel, and draws them beside each other', () => {
    expect(panels.filter(({ description }) => (description ?? '') === '')).toEqual([]);
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(dashboard.panels.filter(({ gridPos: { x, w } }) => x + w > 24)).toEqual([]);
  });
  it('takes data source and replicas from its variables', () => {
    expect(dashboard.templating.list.map(({ name }) => name)).toEqual(['datasource', 'instance']);
    const source = { type: 'prometheus', uid: '${datasource}' };
    expect(panels.filter(({ datasource }) => !isEqual(datasource, source))).toEqual([]);
  });
});

const isEqual = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

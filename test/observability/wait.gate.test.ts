/** What a request waits for in the gateway: in its trace, its line of the log, and the metrics. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Execution } from '../../src/engine/execution/execution.ts';
import { ids } from '../../src/sandbox/seed/ids.ts';
import type { ReceivedSpan } from '../support/tool/collector.ts';
import { scrape } from '../support/tool/exposition.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import { startRedis, type TestRedis } from '../support/gateway/redis.ts';
import { startTcpProxy, type TcpProxy } from '../support/proxy/tcp-proxy.ts';
import { childrenOf, kind, TracedGateway } from '../support/gateway/traced-gateway.ts';

const update = `mutation Update($title: String!) {
  updatePlaylist(input: { id: "${ids.playlist.drafts}", title: $title }) { errors { code } }
}`;

const query = 'query Own { viewer { channel { title } } }';

/** Time in ms for which an update is held. */
const heldMs = 100;

/** Instants of spans are rounded to less than that. */
const offMs = 0.001;

/** Time in ms of each answer of Redis. */
const storeMs = 60;

const isWait = ({ name }: ReceivedSpan): boolean => name.startsWith('wait for ');

describe('waits', () => {
  const traced = new TracedGateway();
  let redis: TestRedis;
  let proxy: TcpProxy;
  beforeAll(async () => {
    redis = await startRedis();
    proxy = await startTcpProxy(redis.port);
  });
  afterAll(async () => {
    await proxy.close();
    await redis.close();
  });

  it('are nowhere of a request that does not wait', async () => {
    const { lines } = await traced.start();
    await traced.query(query);
    expect((await traced.spansAtEnd()).filter(isWait)).toEqual([]);
    expect(lines.find(({ msg }) => msg === 'request')).not.toHaveProperty('waitMs');
  });
  it('for the turn to update an object have a span, which leaves no gap', async () => {
    const { sandbox, lines, metricsUrl } = await traced.start({ env: { METRICS_PORT: '0' } });
    await traced.query(query);
    const queueing = vi.spyOn(Execution.prototype, 'runExclusive');
    const answer = Promise.withResolvers<void>();
    sandbox.fault({ match: { method: 'PUT' }, times: 1, until: answer.promise });
    const first = traced.query(update, { title: 'One' });
    await expect.poll(() => sandbox.calls().at(-1)?.method).toBe('PUT');
    const second = traced.query(update, { title: 'Two' });
    await expect.poll(() => queueing.mock.calls.length).toBe(2);
    await wait(heldMs);
    answer.resolve();
    await Promise.all([first, second]);
    queueing.mockRestore();
    const metrics = await scrape(metricsUrl!);
    expect(metrics.value('studiograph_wait_duration_seconds_count', { kind: 'lock' })).toBe(1);
    const spans = await traced.spansAtEnd();
    const [waitSpan, ...others] = spans.filter(isWait);
    expect(others).toEqual([]);
    expect(waitSpan).toMatchObject({
      name: 'wait for lock',
      kind: kind.internal,
      attributes: { 'studiograph.wait': 'lock' },
    });
    const execution = spans.find(({ spanId }) => spanId === waitSpan!.parentSpanId)!;
    expect(execution.name).toBe('mutation Update');
    const parts = childrenOf(spans, execution).toSorted((one, other) => one.start - other.start);
    expect(parts.map(({ name }) => name)).toEqual([
      'wait for lock',
      'video:playlists.list',
      'video:playlists.update',
    ]);
    for (const [index, { start }] of parts.slice(1).entries())
      expect(start).toBeGreaterThanOrEqual(parts[index]!.end - offMs);
    // It begins while the other update is written, and ends after that.
    const written = spans.find(
      ({ name, traceId }) => name === 'video:playlists.update' && traceId !== waitSpan!.traceId,
    )!;
    expect(waitSpan!.start).toBeGreaterThan(written.start - offMs);
    expect(waitSpan!.end).toBeGreaterThanOrEqual(written.end - offMs);
    expect(waitSpan!.duration).toBeGreaterThanOrEqual(heldMs - 1);
    const waiting = lines.filter(({ waitMs }) => waitMs !== undefined);
    expect(waiting).toEqual([expect.objectContaining({ trace_id: waitSpan!.traceId })]);
    expect(waiting[0]!['waitMs']).toBeGreaterThanOrEqual(heldMs - 1);
  });
  it('for the shared store have spans', async () => {
    const { lines, metricsUrl } = await traced.start({
      env: {
        METRICS_PORT: '0',
        REDIS_URL: `redis://127.0.0.1:${proxy.port}`,
        QUOTA_BUDGET: 'VIDEO=1000',
      },
    });
    await traced.query(query);
    proxy.delay(storeMs);
    await traced.query(query);
    await traced.query(update, { title: 'Three' });
    proxy.delay(0);
    const metrics = await scrape(metricsUrl!);
    expect(
      metrics.value('studiograph_wait_duration_seconds_sum', { kind: 'store' }),
    ).toBeGreaterThan((2 * storeMs) / 1_000);
    const spans = (await traced.spansAtEnd()).filter(
      (span) => isWait(span) && span.duration >= storeMs - 1,
    );
    expect(new Set(spans.map(({ name }) => name))).toEqual(
      new Set(['wait for store', 'wait for lock']),
    );
    const requests = lines.filter(({ msg }) => msg === 'request');
    for (const line of requests.slice(1))
      expect(line['waitMs']).toBeGreaterThanOrEqual(storeMs - 1);
  });
});

it('the longest stall of the event loop is that since the last scrape', async () => {
  await using gateway = await startGateway({ env: { METRICS_PORT: '0' } });
  const longest = async (): Promise<number> =>
    (await scrape(gateway.metricsUrl!)).value('studiograph_event_loop_longest_stall_seconds');
  const stall = (): void => {
    const end = performance.now() + 600;
    while (performance.now() < end);
  };
  await longest();
  // The measurement begins some turns later.
  const seen = async (): Promise<number> => {
    stall();
    return longest();
  };
  await expect.poll(seen).toBeGreaterThan(0.5);
  // Without a stall since, other work of the machine is all that is left.
  await expect.poll(longest).toBeLessThan(0.5);
});

/** The metrics of the shared store, with a real Redis behind a proxy that breaks. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Exposition, scrape } from '../support/tool/exposition.ts';
import { type RunningGateway, startGateway } from '../support/gateway/gateway.ts';
import { startRedis, type TestRedis } from '../support/gateway/redis.ts';
import { startTcpProxy, type TcpProxy } from '../support/proxy/tcp-proxy.ts';

describe('the metrics of the shared store', () => {
  let redis: TestRedis;
  let proxy: TcpProxy;
  let gateway: RunningGateway;
  beforeAll(async () => {
    redis = await startRedis({});
    proxy = await startTcpProxy(redis.port);
  });
  afterEach(() => gateway.close());
  afterAll(async () => {
    await proxy.close();
    await redis.close();
  });
  const read = (): Promise<Exposition> => scrape(gateway.metricsUrl!);

  it('show whether it can be reached, and count what failed', async () => {
    gateway = await startGateway({
      env: {
        METRICS_PORT: '0',
        REDIS_URL: `redis://127.0.0.1:${proxy.port}`,
        QUOTA_BUDGET: 'VIDEO=1000',
      },
    });
    const query = '{ viewer { channel { title } } }';
    const ask = () => gateway.query(query, undefined, { authorization: 'Bearer studio-owner' });
    expect((await ask()).body.errors).toBeUndefined();
    await expect.poll(async () => (await read()).value('studiograph_store_up')).toBe(1);
    expect((await read()).values('studiograph_store_errors_total')).toEqual({ '': 0 });
    await proxy.close();
    await ask();
    await expect.poll(async () => (await read()).value('studiograph_store_up')).toBe(0);
    expect((await read()).value('studiograph_store_errors_total')).toBeGreaterThan(0);
  });
});

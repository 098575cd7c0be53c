import { describe, expect, it } from 'vitest';
import { StoreUnavailable } from '../src/engine/store/store-unavailable.ts';
import { openStore } from '../src/open-store.ts';
import { closedPort } from './support/proxy/closed-port.ts';
import { startRedis } from './support/gateway/redis.ts';
import { configOf, type Env, recordedLog } from './support/gateway/server.ts';

/** Opens the store of these settings. */
async function open(env: Env) {
  const config = configOf({ SANDBOX: '1', ...env });
  const { lines, log } = recordedLog(config);
  return { store: await openStore(config, log), lines };
}

const linkSecret = 'x'.repeat(32);

describe('the store of the process', () => {
  it('is memory without REDIS_URL, and says in production what is not shared', async () => {
    const { store, lines } = await open({});
    expect([store.isShared, lines]).toEqual([false, []]);
    const production = await open({ NODE_ENV: 'production' });
    expect(production.store.isShared).toBe(false);
    expect(production.lines).toMatchObject([
      {
        level: 30,
        msg: expect.stringMatching(/^REDIS_URL is not set: .* not shared .*docs\/size\.md/),
      },
    ]);
  });
  it('is Redis with REDIS_URL', async () => {
    const redis = await startRedis();
    const { store, lines } = await open({ REDIS_URL: redis.url, LINK_SECRET: linkSecret });
    await store.set('upload', 'key', 'value', 60_000);
    expect([store.isShared, store.isReachable]).toEqual([true, true]);
    await store.close();
    await redis.close();
    expect(lines).toEqual([]);
  });
  it('logs once that Redis cannot be reached, without the password, and that it can', async () => {
    const port = await closedPort();
    const { store, lines } = await open({
      REDIS_URL: `redis://me:planted@127.0.0.1:${port}`,
      LINK_SECRET: linkSecret,
    });
    for (let index = 0; index < 5; index += 1)
      await expect(store.set('upload', 'key', 'value', 60_000)).rejects.toThrow(StoreUnavailable);
    expect(lines).toMatchObject([
      { level: 40, reason: 'ECONNREFUSED', msg: expect.stringContaining('cannot be reached') },
    ]);
    expect(JSON.stringify(lines)).not.toContain('planted');
    await store.close();
  });
  it('warns if replicas share Redis and not the secret of their URLs', async () => {
    const { store, lines } = await open({ REDIS_URL: `redis://127.0.0.1:${await closedPort()}` });
    expect(lines).toMatchObject([{ level: 40, msg: expect.stringMatching(/^LINK_SECRET/) }]);
    await store.close();
  });
});

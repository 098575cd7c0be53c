/** A frontend in a real browser, for thirty days, with four replicas and a Redis. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import { ShiftedClock } from '../support/clock/shifted-clock.ts';
import { type RunningGateway, startGateway } from '../support/gateway/gateway.ts';
import { startRedis, type TestRedis } from '../support/gateway/redis.ts';
import { type HttpServer, httpServer } from '../support/http-server.ts';
import { type Browser, openBrowser } from '../support/page/browser.ts';
import { signInEnv } from '../support/page/user-agent.ts';
import { type RoundRobinProxy, startRoundRobinProxy } from '../support/proxy/round-robin-proxy.ts';

const replicas = 4;
const hour = 3_600_000;

const clock = new ShiftedClock();
let redis: TestRedis;
let sandbox: Sandbox;
let gateways: readonly RunningGateway[] = [];
let proxy: RoundRobinProxy;
let frontend: HttpServer;
let browser: Browser;

beforeAll(async () => {
  [redis, sandbox, browser, frontend] = await Promise.all([
    startRedis(),
    startSandbox(),
    openBrowser(),
    httpServer((_, res) => {
      res.setHeader('content-type', 'text/html').end('<!DOCTYPE html><title>App</title>');
    }),
  ]);
  proxy = await startRoundRobinProxy(() => gateways.map(({ url }) => url));
  const env = {
    ...signInEnv,
    REDIS_URL: redis.url,
    PUBLIC_URL: proxy.url,
    CORS_ORIGINS: frontend.url,
  };
  gateways = await Promise.all(
    Array.from({ length: replicas }, () => startGateway({ env, sandbox, clock })),
  );
  await proxy.untilReady();
});

afterAll(async () => {
  await browser.close();
  for (const each of gateways) await each.close();
  await proxy.close();
  await frontend.close();
  await sandbox.close();
  await redis.close();
});

/** What the page of the frontend asks. */
const ask = (base: string): Promise<{ status: number; channelId: string | undefined }> =>
  browser.page.evaluate(async (url) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      credentials: 'include',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ viewer { channel { channelId } } }' }),
    });
    const body = (await response.json()) as {
      data?: { viewer?: { channel?: { channelId: string } } };
    };
    return { status: response.status, channelId: body.data?.viewer?.channel?.channelId };
  }, base);

/** What a WebSocket of the page gets. */
const askBySocket = (base: string): Promise<string> =>
  browser.page.evaluate(
    (url) =>
      new Promise<string>((resolve) => {
        const socket = new WebSocket(
          `${url.replace('http', 'ws')}/graphql`,
          'graphql-transport-ws',
        );
        const send = (message: object): void => socket.send(JSON.stringify(message));
        socket.addEventListener('open', () => send({ type: 'connection_init' }));
        socket.addEventListener('close', ({ code }) => resolve(`closed ${code}`));
        socket.addEventListener('message', ({ data }) => {
          const { type, payload } = JSON.parse(String(data)) as { type: string; payload?: object };
          const query = '{ viewer { channel { channelId } } }';
          if (type === 'connection_ack') send({ id: '1', type: 'subscribe', payload: { query } });
          if (type === 'next' || type === 'error') resolve(JSON.stringify(payload));
        });
      }),
    base,
  );

describe('a user of a frontend', () => {
  it('signs in once, is never signed out in thirty days, and everywhere by one click', async () => {
    const { page } = browser;
    const search = new URLSearchParams({ service: 'youtube', return: `${frontend.url}/home` });
    await page.goto(`${proxy.url}/auth/sign-in?${search.toString()}`);
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(`${frontend.url}/home`);
    for (let day = 0; day < 30; day += 1)
      for (const hours of [1.1, 22.9]) {
        clock.shift(hours * hour);
        sandbox.advance(hours * hour);
        expect(await ask(proxy.url)).toEqual({ status: 200, channelId: ids.channel.studio });
      }
    expect(await askBySocket(proxy.url)).toContain(ids.channel.studio);
    expect(sandbox.signIns()['refresh_token']).toBe(60);
    expect(Object.values(proxy.served()).every((count) => count > 10)).toBe(true);
    const status = await page.evaluate(async (url) => {
      const init: RequestInit = { method: 'POST', credentials: 'include' };
      return (await fetch(`${url}/auth/sign-out`, init)).status;
    }, proxy.url);
    expect(status).toBe(204);
    for (let index = 0; index < replicas; index += 1)
      expect((await ask(proxy.url)).channelId).toBeUndefined();
    expect(sandbox.signIns()['/revoke']).toBe(1);
    expect(browser.consoleErrors).toEqual([]);
  });
  it('has a cookie that no script reads', async () => {
    const { page } = browser;
    await page.goto(`${proxy.url}/auth/sign-in?return=${encodeURIComponent(`${frontend.url}/`)}`);
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(`${frontend.url}/`);
    expect(await page.evaluate(() => document.cookie)).toBe('');
    const cookies = await page.context().cookies(proxy.url);
    expect(cookies).toMatchObject([
      { name: '__Host-studiograph', httpOnly: true, secure: true, sameSite: 'Lax', path: '/' },
    ]);
  });
});

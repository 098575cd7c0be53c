/** How connections are opened: the addresses of a host, proxies, and what is told of failures. */
import dns from 'node:dns';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { defaultSettings } from '../../../../src/engine/rest/settings.ts';
import { tokenFetch } from '../../../../src/engine/rest/token-fetch.ts';
import { faultyServer, hang, json, raw } from '../../../support/upstream/faulty-server.ts';
import { DrivenClock } from '../../../support/clock/driven-clock.ts';
import {
  failureOf,
  filesGet,
  upstreamAt,
  videosInsert,
  withDeadline,
} from '../../../support/upstream/upstream.ts';

const noRetries = { retry: { maxAttempts: 1 } };
const read = [filesGet, { fileId: 'f' }] as const;

afterEach(() => {
  vi.restoreAllMocks();
});

/** Lets every name lead to these addresses. */
function resolveTo(...addresses: readonly string[]): void {
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  vi.spyOn(dns, 'lookup').mockImplementation(((_: string, __: object, give: any) =>
    give(null, found)) as unknown as typeof dns.lookup);
}

/** An address whose connections are never established. */
async function openSilence(address: string, port: number): Promise<AsyncDisposable> {
  // Its thread accepts none, so the third one and all later ones wait.
  const worker = new Worker(
    `const { createServer } = require('node:net');
     const { parentPort } = require('node:worker_threads');
     createServer().listen({ host: '${address}', port: ${port}, backlog: 1 }, () => {
       parentPort.postMessage('open');
       Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
     });`,
    { eval: true },
  );
  await once(worker, 'message');
  const sockets = [connect(port, address), connect(port, address)];
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  return {
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await worker.terminate();
    },
  };
}

describe('a host with several addresses', () => {
  const portOf = (url: string): number => Number(new URL(url).port);

  it('is reached at the next one if one refuses', async () => {
    await using server = await faultyServer(json({ id: 'f' }));
    resolveTo('127.0.0.2', '::1', '127.0.0.1');
    const clock = new DrivenClock();
    await using upstream = upstreamAt({ url: `http://a.test:${portOf(server.url)}`, clock });
    const call = upstream.call(...read, { ...withDeadline(5_000), deadline: clock.now() + 5_000 });
    expect(await call).toEqual({ id: 'f' });
  });
  it('is reached at the next one a quarter of a second later if one does not answer', async () => {
    await using server = await faultyServer(json({ id: 'f' }));
    await using _ = await openSilence('127.0.0.2', portOf(server.url));
    resolveTo('127.0.0.2', '127.0.0.1');
    const clock = new DrivenClock();
    await using upstream = upstreamAt({ url: `http://a.test:${portOf(server.url)}`, clock });
    const call = upstream.call(...read, { ...withDeadline(5_000), deadline: clock.now() + 5_000 });
    await clock.advance(249);
    expect(server.sockets).toEqual([]);
    await clock.advance(1);
    expect(await call).toEqual({ id: 'f' });
  });
  it('is reached by IPv6 alone', async () => {
    const server = createServer((_, res) =>
      res.setHeader('content-type', 'application/json').end(`{"id":"f"}`),
    ).listen(0, '::1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    resolveTo('::1');
    for (const host of ['a.test', '[::1]']) {
      await using upstream = upstreamAt({ url: `http://${host}:${port}` });
      expect(await upstream.call(...read, withDeadline(5_000))).toEqual({ id: 'f' });
      expect(await upstream.reachable('storage')).toBe(true);
    }
    server.close();
  });
  it('has the whole time for each of them', async () => {
    await using server = await faultyServer(json({}));
    const port = portOf(server.url);
    await using _ = await openSilence('127.0.0.2', port);
    await using __ = await openSilence('127.0.0.3', port);
    resolveTo('127.0.0.2', '127.0.0.3');
    const clock = new DrivenClock();
    await using upstream = upstreamAt({
      url: `http://a.test:${port}`,
      clock,
      connectTimeoutMs: 2_000,
      ...noRetries,
    });
    const options = { ...withDeadline(5_000), deadline: clock.now() + 60_000 };
    let failure: unknown;
    const call = failureOf(upstream.call(...read, options)).then((found) => (failure = found));
    await clock.advance(2_200);
    expect(failure).toBeUndefined();
    await clock.advance(100);
    expect(await call).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
  });
});

/** A proxy for CONNECT: every address leads to one port. */
async function openProxy(port: number, answer = 'HTTP/1.1 200 OK\r\n\r\n') {
  const proxy = { answer };
  const requests: (readonly [path: string | undefined, credentials: string | undefined])[] = [];
  const server = createServer();
  server.on('connect', ({ url, headers }, client: Socket) => {
    requests.push([url, headers['proxy-authorization']]);
    client.on('error', () => {});
    if (proxy.answer === '') client.destroy();
    else client.write(proxy.answer);
    if (!proxy.answer.includes(' 200 ')) return;
    const service = connect(port, '127.0.0.1').on('error', () => client.destroy());
    client.on('close', () => service.destroy());
    client.pipe(service).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: own } = server.address() as AddressInfo;
  return Object.assign(proxy, {
    url: (credentials = '') => `http://${credentials}127.0.0.1:${own}`,
    requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  });
}

describe('a proxy', () => {
  const url = 'http://service.test';

  it('carries the calls over connections that stay open', async () => {
    await using server = await faultyServer(json({ id: 'f' }));
    await using proxy = await openProxy(Number(new URL(server.url).port));
    await using upstream = upstreamAt({ url, proxies: { http: proxy.url('a%40b:c%3Ad@') } });
    for (const _ of [1, 2])
      expect(await upstream.call(...read, withDeadline(5_000))).toEqual({ id: 'f' });
    expect(await upstream.reachable('storage')).toBe(true);
    const credentials = `Basic ${Buffer.from('a@b:c:d').toString('base64')}`;
    const tunnel = ['service.test:80', credentials];
    expect(proxy.requests).toEqual([tunnel, tunnel]);
    expect(server.requests[0]!.headers).not.toHaveProperty('proxy-authorization');
    expect(server.requests[0]!.headers['host']).toBe('service.test');
  });
  it('carries requests of sign-ins', async () => {
    await using server = await faultyServer(json({ access_token: 'token' }));
    await using proxy = await openProxy(Number(new URL(server.url).port));
    const send = tokenFetch({ ...defaultSettings, proxies: { http: proxy.url() } });
    const answer = await send(`${url}/token`, { method: 'POST', body: 'code=c' });
    expect(await answer.json()).toEqual({ access_token: 'token' });
    expect(proxy.requests).toEqual([['service.test:80', undefined]]);
  });
  it('is left out for excepted hosts', async () => {
    await using server = await faultyServer(json({ id: 'f' }));
    await using proxy = await openProxy(1);
    resolveTo('127.0.0.1');
    const { port } = new URL(server.url);
    const proxies = { http: proxy.url(), except: ['service.test'] };
    await using upstream = upstreamAt({ url: `${url}:${port}`, proxies });
    expect(await upstream.call(...read, withDeadline(5_000))).toEqual({ id: 'f' });
    expect(proxy.requests).toEqual([]);
  });
  it.each([
    ['wants other credentials', 'HTTP/1.1 407 No\r\n\r\n', 'PROXY_407'],
    ['closes the connection', '', 'PROXY_ECONNRESET'],
    ['does not answer', '\r\n', 'PROXY_UND_ERR_CONNECT_TIMEOUT'],
  ])(
    'that %s makes its services unavailable, which is told once, as is the end',
    async (_, answer, code) => {
      await using server = await faultyServer(json({ id: 'f' }));
      await using proxy = await openProxy(Number(new URL(server.url).port), answer);
      const told: unknown[] = [];
      const clock = new DrivenClock();
      await using upstream = upstreamAt({
        url,
        clock,
        proxies: { http: proxy.url() },
        onReachability: (service, error: NodeJS.ErrnoException | undefined) =>
          told.push([service, error?.code]),
        ...noRetries,
      });
      const send = () =>
        upstream.call(...read, { ...withDeadline(5_000), deadline: clock.now() + 60_000 });
      for (const count of [1, 2]) {
        const failure = failureOf(send());
        await expect.poll(() => proxy.requests.length).toBe(count);
        await clock.advance(2_020);
        expect(await failure).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
      }
      expect(told).toEqual([['storage', code]]);
      proxy.answer = 'HTTP/1.1 200 OK\r\n\r\n';
      expect(await send()).toEqual({ id: 'f' });
      expect(told).toEqual([
        ['storage', code],
        ['storage', undefined],
      ]);
    },
  );
});

describe('reachable', () => {
  it('is false without a handshake of TLS, which is told', async () => {
    await using server = await faultyServer(hang);
    const told: unknown[] = [];
    const clock = new DrivenClock();
    await using upstream = upstreamAt({
      url: server.url.replace('http:', 'https:'),
      clock,
      onReachability: (service, error) => told.push([service, error?.message]),
    });
    const isReachable = upstream.reachable('video');
    await expect.poll(() => server.sockets.length).toBe(1);
    await clock.advance(2_020);
    expect(await isReachable).toBe(false);
    expect(told).toEqual([['video', 'The connection was not established in time.']]);
  });
});

describe('a status 100 that no call has asked for', () => {
  const early = raw('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');

  it('ends the connection, and a read is repeated on another one', async () => {
    await using server = await faultyServer(early, json({ id: 'f' }));
    await using upstream = upstreamAt(server);
    expect(await upstream.call(...read, withDeadline(5_000))).toEqual({ id: 'f' });
    expect(server.sockets).toHaveLength(2);
  });
  it('ends the connection, and the outcome of a write is unknown', async () => {
    await using server = await faultyServer(early);
    await using upstream = upstreamAt(server);
    const call = upstream.call(videosInsert, { part: ['id'], body: {} }, withDeadline(5_000));
    expect(await failureOf(call)).toMatchObject({ outcome: 'UNKNOWN' });
    expect(server.requests).toHaveLength(1);
  });
});

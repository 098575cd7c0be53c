/** Which requests are for the gateway in the server of a host, and which for others there. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import type { Studiograph } from '../../src/library/options.ts';
import { connectSocket } from '../support/client/web-socket.ts';
import { DrivenClock } from '../support/clock/driven-clock.ts';
import { create, createBy, listen } from '../support/gateway/mounted.ts';

const servers: Server[] = [];

afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

const token = { authorization: 'Bearer studio-owner' };

/** A server with the gateway, and with WebSockets of its own at `/own`. */
async function shared(graph: Studiograph, order: 'first' | 'last'): Promise<string> {
  const own = new WebSocketServer({ noServer: true });
  const server = createServer(graph.nodeHandler);
  servers.push(server);
  if (order === 'last') server.on('upgrade', graph.upgrade);
  server.on('upgrade', (req, socket, head) => {
    if (req.url !== '/own') return;
    own.handleUpgrade(req, socket, head, (opened) => {
      opened.send('hello');
      opened.on('message', (data) => opened.send(data));
    });
  });
  if (order === 'first') server.on('upgrade', graph.upgrade);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Asks for a WebSocket on one connection. @returns what is received until the connection ends */
function rawUpgrade(url: string, paths: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  let received = '';
  for (const path of paths) {
    const upgrade = path === '/health' ? [] : ['connection: upgrade', 'upgrade: websocket'];
    socket.write([`GET ${path} HTTP/1.1`, 'host: host.example', ...upgrade, '', ''].join('\r\n'));
  }
  socket.on('data', (chunk) => (received += chunk.toString('latin1')));
  return once(socket, 'close').then(() => received);
}

describe('the WebSockets of a host', () => {
  it.each(['first', 'last'] as const)('are left to it, which listens %s', async (order) => {
    const clock = new DrivenClock();
    const graph = await createBy(clock, { SANDBOX: '1' }, { basePath: '/api' });
    const url = await shared(graph, order);
    const socket = new WebSocket(`${url.replace('http', 'ws')}/own`);
    expect(String((await once(socket, 'message'))[0])).toBe('hello');
    // The gateway looks whether somebody has answered.
    await clock.advance(2_000);
    socket.send('still here');
    expect(String((await once(socket, 'message'))[0])).toBe('still here');
    socket.terminate();
    await using subscriber = await connectSocket(`${url}/api`, token);
    expect(subscriber.messages).toMatchObject([{ type: 'connection_ack' }]);
  });
  it.each([
    ['on a connection of its own', ['/own/other']],
    ['on a connection that was used before', ['/api/health', '/api/other?x=1']],
    ['without the path of the mount', ['/graphql']],
  ])('are answered 404 if nobody takes them: %s', async (_, paths) => {
    const clock = new DrivenClock();
    const graph = await createBy(clock, { SANDBOX: '1' }, { basePath: '/api' });
    const url = await shared(graph, 'last');
    const received = rawUpgrade(url, paths);
    const before = clock.sleeperCount;
    await expect.poll(() => clock.sleeperCount).toBeGreaterThan(before);
    await clock.advance(1_000);
    expect(await received).toMatch(/HTTP\/1\.1 404 Not Found\r\nConnection: close\r\n\r\n$/);
  });
});

describe('a request at another path than that of the mount', () => {
  const notFound = (path: string) => ({
    errors: [
      {
        message: `Unknown path; GraphQL is served at ${path}/graphql.`,
        extensions: { code: 'NOT_FOUND' },
      },
    ],
  });
  it('is not for the gateway', async () => {
    const graph = await create({ sandbox: true, basePath: '/api' });
    const url = await listen(graph.nodeHandler, graph);
    for (const ask of [fetch, (at: string) => graph.fetch(new Request(at))]) {
      for (const path of ['/graphql?query={__typename}', '/health', '/apigraphql', '/api']) {
        const response = await ask(url + path);
        expect([path, response.status]).toEqual([path, 404]);
        expect(await response.json()).toMatchObject(notFound('/api'));
      }
      expect((await ask(`${url}/api/health`)).status).toBe(200);
      expect(await (await ask(`${url}/api/other`)).json()).toMatchObject(notFound('/api'));
    }
  });
  it('is for the gateway where a router of the host has removed the path', async () => {
    const graph = await create({ sandbox: true, basePath: '/api' });
    const url = await listen((req, res) => {
      const originalUrl = req.url!;
      Object.assign(req, { originalUrl, url: originalUrl.replace('/API', '') });
      graph.nodeHandler(req, res);
    }, graph);
    expect((await fetch(`${url}/API/health`)).status).toBe(200);
    expect((await fetch(`${url}/health`)).status).toBe(404);
  });
  it('is for the gateway where a proxy may have removed the path of publicUrl', async () => {
    const graph = await create({ sandbox: true, publicUrl: 'https://studio.example/api' });
    const url = await listen(graph.nodeHandler, graph);
    for (const path of ['', '/api']) {
      expect((await fetch(`${url}${path}/health`)).status).toBe(200);
      await using socket = await connectSocket(url + path, token);
      expect(socket.messages).toHaveLength(1);
    }
    expect(await (await fetch(`${url}/other`)).json()).toMatchObject(notFound('/api'));
  });
});

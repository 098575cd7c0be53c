/** Pings and other small messages of WebSockets: what is answered, and how many are accepted. */
import { once } from 'node:events';
import { createClient } from 'graphql-ws';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Env } from '../../support/gateway/server.ts';
import { startSmall } from '../../support/gateway/small-schema.ts';
import {
  connectSocket,
  frameOf,
  openRawSocket,
  openSocket,
  type TestSocket,
} from '../../support/client/web-socket.ts';

let server: Awaited<ReturnType<typeof startSmall>>;
const ends: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  await server.close();
});

async function start(env: Env = {}): Promise<void> {
  server = await startSmall(env, { resolvers: { wait: () => new Promise(() => {}) } });
}

function keep(client: TestSocket): TestSocket {
  ends.push(client.close);
  return client;
}

describe('a control message of a WebSocket', { tags: ['S40'] }, () => {
  it('is answered without its payload', async () => {
    await start();
    for (const client of [await openSocket(server.url), await connectSocket(server.url)]) {
      keep(client).send({ type: 'ping', payload: { text: 'x'.repeat(500_000) } });
      expect(await client.next('pong')).toEqual({ type: 'pong' });
    }
  });

  const complete = JSON.stringify({ id: 'unknown', type: 'complete' });
  const flood = 40_000;
  it.each([
    ['pings', frameOf('', { opcode: 9 })],
    ['pongs', frameOf('', { opcode: 10 })],
    ['messages ping', frameOf('{"type":"ping"}')],
    ['messages pong', frameOf('{"type":"pong"}')],
    ['messages complete', frameOf(complete)],
  ])('closes the WebSocket if there are too many: %s', async (_, frame) => {
    await start();
    for (const init of [[], [frameOf('{"type":"connection_init"}')]]) {
      const client = await openRawSocket(server.url);
      ends.push(client.destroy);
      client.send(Buffer.concat([...init, ...Array.from({ length: flood }, () => frame)]));
      await client.closed;
      // 200 answers of 15 bytes or less, and the acknowledgement.
      expect(client.receivedBytes()).toBeLessThan(4_000);
    }
    await expect
      .poll(() => server.lines.map(({ msg, code }) => [msg, code]))
      .toEqual([
        ['websocket closed', 1008],
        ['websocket closed', 1008],
      ]);
  });
  it('tells the client the code by which it does not connect again', async () => {
    await start();
    const [client, other] = [
      keep(await connectSocket(server.url)),
      keep(await connectSocket(server.url)),
    ];
    // One after the other: what a client sends to a closed connection can cost it the code.
    while (client.socket.readyState === WebSocket.OPEN) {
      client.socket.ping();
      await Promise.race([once(client.socket, 'pong'), client.closed]);
    }
    expect(await client.closed).toEqual([1008, 'Too many control messages.']);
    expect(await other.run('{ name }')).toHaveLength(2);
  });
  it('counts no completed operation, and as many late ones as there can be', async () => {
    await start({ MAX_WEBSOCKET_OPERATIONS: '500' });
    const client = keep(await connectSocket(server.url));
    for (let count = 0; count < 3; count += 1)
      for (let id = 0; id < 500; id += 1) {
        client.send({ id: `${count} ${id}`, type: 'subscribe', payload: { query: '{ wait }' } });
        client.send({ id: `${count} ${id}`, type: 'complete' });
      }
    for (let id = 0; id < 500; id += 1) client.send({ id: `0 ${id}`, type: 'complete' });
    expect(await client.run('{ name }')).toHaveLength(2);
  });
  it('is answered as often as clients need it', async () => {
    await start({ WEBSOCKET_PING_MS: '100' });
    let pongs = 0;
    const client = createClient({
      url: `${server.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      keepAlive: 20,
      lazy: false,
      on: { pong: () => (pongs += 1) },
    });
    ends.push(() => client.dispose());
    // For longer than the interval of the gateway's own pings.
    await expect.poll(() => pongs).toBeGreaterThan(20);
    const protocol = keep(await connectSocket(server.url));
    for (let count = 0; count < 10; count += 1) {
      protocol.socket.ping(String(count));
      const [data] = await once(protocol.socket, 'pong');
      expect(String(data)).toBe(String(count));
    }
  });
});

import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/engine/caller/clock.ts';
import { onClientError } from '../../../src/server/connection/connection-limits.ts';
import { startSmall } from '../../support/gateway/small-schema.ts';

/** A connection, and what it has received. */
async function open(port: number): Promise<{ socket: Socket; received: () => string }> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk));
  await once(socket, 'connect');
  return { socket, received: () => received };
}

const request = 'GET /health HTTP/1.1\r\nhost: x\r\n';

describe('a connection that is opened in advance', () => {
  it('is usable after the time in which headers have to arrive', async () => {
    await using server = await startSmall({ RECEIVE_TIMEOUT_MS: '300' });
    const port = Number(new URL(server.url).port);
    const idle = await open(port);
    const late = await open(port);
    late.socket.write(request);
    await once(late.socket, 'close');
    expect(late.received()).toMatch(
      /^HTTP\/1\.1 408 Request Timeout\r\nConnection: close\r\n\r\n$/,
    );
    expect([idle.received(), idle.socket.readyState]).toEqual(['', 'open']);
    idle.socket.write(`${request}\r\n`);
    await expect.poll(idle.received).toMatch(/^HTTP\/1\.1 200 /);
    // The headers of the next request have to arrive in time.
    idle.socket.write(request);
    await once(idle.socket, 'close');
    expect(idle.received()).toMatch(/^HTTP\/1\.1 200 [^]*HTTP\/1\.1 408 /);
  });
  it('is told for how long it stays open', async () => {
    await using server = await startSmall({ KEEP_ALIVE_TIMEOUT_MS: '620000' });
    const { socket, received } = await open(Number(new URL(server.url).port));
    socket.write(`${request}\r\n`);
    await expect.poll(received).toContain('\r\nKeep-Alive: timeout=620\r\n');
    socket.destroy();
  });
  it('is closed without a response if no request comes', async () => {
    const server = createServer({ headersTimeout: 50, connectionsCheckingInterval: 50 });
    server.on('clientError', (error, socket) =>
      onClientError(error, socket as Socket, 50, systemClock),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { socket, received } = await open((server.address() as AddressInfo).port);
    await once(socket, 'close');
    expect(received()).toBe('');
    server.close();
  });
});

describe('a request that is no HTTP', () => {
  it('is answered 400 over a connection whose earlier response has ended', async () => {
    await using server = await startSmall();
    const { socket, received } = await open(Number(new URL(server.url).port));
    socket.write(`${request}\r\n`);
    await expect.poll(received).toMatch(/^HTTP\/1\.1 200 /);
    socket.write('nonsense\r\n\r\n');
    await once(socket, 'close');
    expect(received()).toMatch(/^HTTP\/1\.1 200 [^]*HTTP\/1\.1 400 Bad Request\r\n/);
  });
});

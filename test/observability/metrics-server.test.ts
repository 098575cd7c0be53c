/** The port of the metrics has the limits of the main one: a client that reaches it may be any. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/engine/caller/clock.ts';
import { type MetricsServer, serveMetrics } from '../../src/observability/metrics-server.ts';
import { configOf } from '../support/gateway/server.ts';
import { sendRaw } from '../support/client/raw.ts';

const head = 'GET /metrics HTTP/1.1\r\nhost: x\r\n';

describe('the port of the metrics', () => {
  let server: MetricsServer;
  beforeEach(async () => {
    const metrics = { contentType: 'text/plain', text: async () => 'studiograph 1\n' };
    server = await serveMetrics(
      metrics,
      configOf({ METRICS_PORT: '0', RECEIVE_TIMEOUT_MS: '300' }),
      systemClock,
    );
  });
  afterEach(() => server.close());

  const open = (): Socket => connect(Number(new URL(server.url).port), '127.0.0.1');
  const scrape = async (): Promise<string> => (await fetch(server.url)).text();

  it.each([
    ['head', head],
    ['second head', `${head}\r\n${head}`],
    ['body', 'POST /metrics HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nhalf'],
  ])('closes a request with half a %s, and answers others meanwhile', async (_, half) => {
    const socket = open();
    socket.write(half);
    const received = text(socket);
    expect(await scrape()).toBe('studiograph 1\n');
    expect(await received).toContain('HTTP/1.1 408 Request Timeout\r\n');
  });
  it('answers what is not HTTP, and headers of more than 16 KB, like the main port', async () => {
    expect(await sendRaw(server.url, 'nonsense\r\n\r\n')).toBe(
      'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n',
    );
    const long = `${head}x: ${'x'.repeat(16 * 1_024)}\r\n\r\n`;
    expect(await sendRaw(server.url, long)).toMatch(/^HTTP\/1\.1 431 /);
  });
  it('has at most 100 connections, and closes further ones', async () => {
    const sockets = Array.from({ length: 100 }, open);
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    const further = open();
    further.write(`${head}\r\n`);
    further.on('error', () => {}).resume();
    await new Promise((resolve) => further.once('close', resolve));
    expect(further.bytesRead).toBe(0);
    sockets[0]!.destroy();
    await expect.poll(() => scrape().catch(() => 'closed')).toBe('studiograph 1\n');
    for (const socket of sockets) socket.destroy();
  });
});

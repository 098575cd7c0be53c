/** The Redis servers of the tests start although their ports can be taken. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { expect, it } from 'vitest';
import { startRedis } from './redis.ts';

async function listenOn(port: number): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as { port: number }).port };
}

it('starts on another port if the first one is taken, and again on its own', async () => {
  const other = await listenOn(0);
  const taken: number[] = [];
  let onTaken = (): void => {};
  const redis = await startRedis({
    port: other.port,
    onTaken: (port) => {
      taken.push(port);
      onTaken();
    },
  });
  expect(taken).toContain(other.port);
  expect(redis.port).not.toBe(other.port);
  expect(await redis.cli('ping')).toBe('PONG');
  await redis.cli('set', 'a', '1');
  await redis.stop();
  // Another process has the port for a moment.
  const next = await listenOn(redis.port);
  onTaken = () => void next.server.close();
  taken.length = 0;
  await redis.start();
  expect(taken).toContain(redis.port);
  expect(await redis.cli('get', 'a')).toBe('');
  await redis.close();
  other.server.close();
});

/** The Redis servers of the tests start although their ports can be taken. */
import { createServer } from 'node:net';
import { expect, it, vi } from 'vitest';
import { startRedis } from './redis.ts';

it('starts on another port if the first one is taken, and again on its own', async () => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const first = await startRedis();
  random.mockReturnValueOnce(0.5).mockReturnValue(0.25);
  const second = await startRedis();
  random.mockRestore();
  expect(second.port).not.toBe(first.port);
  expect(await Promise.all([first.cli('ping'), second.cli('ping')])).toEqual(['PONG', 'PONG']);
  await first.cli('set', 'a', '1');
  await first.stop();
  // Another process has the port for a moment.
  const server = createServer().listen(first.port, '127.0.0.1');
  setTimeout(() => server.close(), 250);
  await first.start();
  expect([await first.cli('get', 'a'), await second.cli('get', 'a')]).toEqual(['', '']);
  await first.close();
  await second.close();
});

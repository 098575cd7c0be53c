/** Connections within the process pass on no more than their other end takes. */
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { MemorySocket } from '../../src/library/memory-socket.ts';

it('holds back what the other end does not read, and counts what it has taken', async () => {
  const [one, other] = MemorySocket.pair(false);
  const chunk = Buffer.alloc(100_000);
  let taken = 0;
  for (let count = 0; count < 10; count += 1) one.write(chunk, () => (taken += 1));
  await once(other, 'readable');
  expect(taken).toBeLessThan(3);
  expect([one.bytesWritten, one._bytesDispatched]).toEqual([1_000_000, taken * chunk.length]);
  other.resume();
  await expect.poll(() => taken).toBe(10);
  expect([one._bytesDispatched, other.bytesRead]).toEqual([1_000_000, 1_000_000]);
  one.end();
  await once(other, 'end');
});

/** The body of an upload, as it is sent on to a service. */
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { systemClock } from '../../../src/engine/caller/clock.ts';
import { bodyChunks } from '../../../src/server/transfer/upload-request.ts';

const idle = { idleMs: 10_000, clock: systemClock };

/** A request whose body consists of these chunks. */
function requestOf(...chunks: readonly string[]): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  for (const chunk of chunks) request.push(chunk);
  request.push(null);
  return request;
}

async function read(request: IncomingMessage, length: number): Promise<string> {
  let text = '';
  for await (const chunk of bodyChunks(request, length, idle, () => {})) text += chunk.toString();
  return text;
}

it.each([
  [['abc'], 3, 'abc'],
  [['ab', 'cd'], 4, 'abcd'],
  [['ab', 'cd', 'ef'], 3, 'abc'],
  [['abc'], 0, ''],
])('%j has its first %i bytes', async (chunks, length, text) => {
  expect(await read(requestOf(...chunks), length)).toBe(text);
});

it.each([
  [['abc'], 4],
  [[], 1],
])('%j is rejected if %i bytes were announced', async (chunks, length) => {
  await expect(read(requestOf(...chunks), length)).rejects.toThrow('shorter than announced');
});

it('is read on after the chunks that were taken', async () => {
  const request = requestOf('ab', 'cd');
  expect(await read(request, 3)).toBe('abc');
  expect(request.destroyed).toBe(false);
});

/** A request of the Web and its response, as the gateway has those of `node:http`. */
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { WebRequest, WebResponse } from '../../src/library/web-exchange.ts';

function exchange() {
  const request = new WebRequest(new Request('http://host/'), {}, () => {});
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  return { answered: promise, response: new WebResponse(request, resolve, reject) };
}

it('writes no more than the host reads', async () => {
  const { answered, response } = exchange();
  let taken = 0;
  for (let count = 0; count < 10; count += 1)
    response.write(Buffer.alloc(100_000), () => (taken += 1));
  response.end();
  const answer = await answered;
  await setImmediate();
  expect(taken).toBeLessThan(3);
  expect((await answer.arrayBuffer()).byteLength).toBe(1_000_000);
  expect(taken).toBe(10);
});

it('breaks off where the response of the gateway does', async () => {
  const { answered, response } = exchange();
  response.write('half');
  const answer = await answered;
  response.destroy(new Error('cut off'));
  await expect(answer.text()).rejects.toThrow('cut off');
});

it('does not take a body that breaks off for the whole', async () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error('cut off')) });
  const init = { method: 'POST', body, duplex: 'half' } as RequestInit;
  const end = await new Promise((resolve) => {
    const request = new WebRequest(new Request('http://host/', init), {}, () => resolve('lost'));
    request.once('end', () => resolve('complete')).resume();
  });
  expect(end).toBe('lost');
});

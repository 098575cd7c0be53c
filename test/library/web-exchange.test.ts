/** Requests and responses of the Web, as the gateway has them. */
import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { WebRequest, WebResponse } from '../../src/library/web-exchange.ts';

const piece = new Uint8Array(1_000).fill(120);

/** A request whose host has many pieces of its body. */
function upload() {
  let pulled = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      pulled += 1;
      controller.enqueue(piece);
    },
  });
  const init = { method: 'POST', body, duplex: 'half' } as const;
  const request = new Request('https://host.example:8443/a/b%20c?d=%C3%A9#e', init);
  let isLost = false;
  const req = new WebRequest(request, { 'x-added': '1' }, () => (isLost = true));
  return { request, req, pulled: () => pulled, isLost: () => isLost };
}

/** A response, and what its host has got. */
function exchange(method = 'GET') {
  const req = new WebRequest(new Request('http://host/', { method }), {}, () => {});
  const answer = Promise.withResolvers<Response>();
  const res = new WebResponse(req, answer.resolve, answer.reject);
  return { res, answer: answer.promise };
}

describe('a request', () => {
  it('has what node:http would have', () => {
    const { req } = upload();
    expect([req.method, req.url]).toEqual(['POST', '/a/b%20c?d=%C3%A9']);
    expect(req.headers).toEqual({ host: 'host.example:8443', 'x-added': '1' });
    expect([req.socket.encrypted, req.complete]).toEqual([true, false]);
  });
  it('is read no faster than it is used', async () => {
    const { req, pulled } = upload();
    for (let pieces = 0; pieces < 1_000; pieces += 1) await turn();
    const before = pulled();
    expect(before).toBeLessThan(10);
    await once(req, 'readable');
    for (let turns = 0; turns < 1_000; turns += 1) await turn();
    // The buffer of a stream has 64 KiB.
    expect(pulled()).toBeLessThan(100);
    req.destroy();
  });
  it('leaves the rest of its body to the host', async () => {
    const { request, req } = upload();
    req.resume();
    await once(req, 'data');
    req.destroy();
    await once(req, 'close');
    expect((await request.body!.getReader().read()).value).toEqual(piece);
  });
  it('is complete with the last byte that it announces, or the end of its body', async () => {
    for (const headers of [{ 'content-length': '4' }, {}]) {
      const request = new Request('http://host/', { method: 'POST', headers, body: 'text' });
      const req = new WebRequest(request, {}, () => {});
      expect(req.complete).toBe(false);
      req.setEncoding('utf8');
      expect(await req.toArray()).toEqual(['text']);
      expect([req.complete, req.socket.bytesRead]).toEqual([true, 4]);
    }
  });
  it('says that its client has left', async () => {
    const body = new ReadableStream({ start: (controller) => controller.error(new Error('left')) });
    const request = new Request('http://host/', { method: 'POST', body, duplex: 'half' } as never);
    let isLost = false;
    new WebRequest(request, {}, () => (isLost = true)).resume();
    await expect.poll(() => isLost).toBe(true);
  });
});

describe('a response', () => {
  it('has its body at once if it is written at once', async () => {
    const { res, answer } = exchange();
    res.setHeader('X-Old', 'old');
    res.appendHeader('vary', ['one', 'two']);
    res.writeHead(201, ['x-old', 'new', 'connection', 'close', 'content-type', 'text/plain']);
    res.end('täxt', 'utf8');
    const response = await answer;
    expect([response.status, Object.fromEntries(response.headers)]).toEqual([
      201,
      { 'content-type': 'text/plain', vary: 'one, two', 'x-old': 'new' },
    ]);
    expect(await response.text()).toBe('täxt');
    await once(res, 'close');
    expect(res.writableFinished).toBe(true);
  });
  it('encodes text as it is told to', async () => {
    const { res, answer } = exchange();
    res.end('\u00e4', 'latin1');
    expect(new Uint8Array(await (await answer).arrayBuffer())).toEqual(Uint8Array.of(0xe4));
  });
  it('is written no faster than the host reads', async () => {
    const { res, answer } = exchange();
    const large = Buffer.alloc(100_000);
    expect(res.write(large)).toBe(false);
    const reader = (await answer).body!.getReader();
    let isDrained = false;
    res.once('drain', () => (isDrained = true));
    for (let turns = 0; turns < 100; turns += 1) await turn();
    expect(isDrained).toBe(false);
    expect((await reader.read()).value).toEqual(large);
    await expect.poll(() => isDrained).toBe(true);
    res.end('end');
    expect(Buffer.from((await reader.read()).value!).toString()).toBe('end');
    expect((await reader.read()).done).toBe(true);
    await once(res, 'close');
    expect(res.writableFinished).toBe(true);
  });
  it('ends when the host wants no more of it', async () => {
    const { res, answer } = exchange();
    res.write('first');
    await Promise.all([once(res, 'close'), (await answer).body!.cancel()]);
    expect([res.writableFinished, res.write('more')]).toEqual([false, false]);
  });
  it('is an error for the host if it breaks off', async () => {
    const cut = exchange();
    cut.res.write('first');
    const { body } = await cut.answer;
    cut.res.destroy();
    await expect(body!.getReader().read()).rejects.toThrow('ended early');
    const none = exchange();
    none.res.destroy();
    await expect(none.answer).rejects.toThrow('ended early');
  });
  it('has no body if there is none', async () => {
    for (const [method, status] of [
      ['HEAD', 200],
      ['GET', 304],
    ] as const) {
      const whole = exchange(method);
      whole.res.writeHead(status, { 'content-length': 5 }).end('whole');
      const { body, headers } = await whole.answer;
      expect([body, headers.get('content-length')]).toEqual([null, '5']);
      const stream = exchange(method);
      stream.res.writeHead(status).write(Buffer.alloc(100_000));
      stream.res.end();
      expect((await stream.answer).body).toBe(null);
      await once(stream.res, 'finish');
    }
  });
});

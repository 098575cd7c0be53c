/** What is the host's: its connections, and when the gateway ends. */
import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { SchemaExtension } from '../../src/library/index.ts';
import type { Studiograph } from '../../src/library/options.ts';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { transports } from '../support/client/subscription-client.ts';
import { connectSocket, rejectedSocket } from '../support/client/web-socket.ts';
import { DrivenClock } from '../support/clock/driven-clock.ts';
import { byFetch, createBy, listen } from '../support/gateway/mounted.ts';
import { httpServer } from '../support/http-server.ts';

const mounts: readonly (readonly [string, (gateway: Studiograph) => RequestListener])[] = [
  ['nodeHandler', ({ nodeHandler }) => nodeHandler],
  ['fetch', byFetch],
];

const json = { 'content-type': 'application/json', authorization: 'Bearer studio-owner' };

const post = (url: string, query: string, variables = {}) =>
  fetch(`${url}/graphql`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ query, variables }),
  });

/** Longer than all limits that a gateway has for its own clients. */
const longMs = 300_000;

/** A client that sends and reads when the test wants it to. */
class SlowClient {
  readonly socket: Socket;
  received = '';

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.socket = connect(Number(port), hostname);
    this.socket.on('data', (chunk) => (this.received += chunk.toString('latin1')));
  }

  /** @returns what has been received when it has the text, or when the connection is closed */
  until(isEnough: (received: string) => boolean): Promise<string> {
    return new Promise((resolve) => {
      const check = (): void => {
        if (isEnough(this.received) || this.socket.closed) resolve(this.received);
      };
      this.socket
        .on('data', check)
        .on('close', check)
        .on('error', () => {});
      check();
    });
  }

  send(method: string, path: string, headers: Readonly<Record<string, string | number>>): void {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const head = [`${method} ${path} HTTP/1.1`, 'host: host.example', ...lines, '', ''];
    this.socket.write(head.join('\r\n'));
  }
}

describe.for(mounts)('a client of a host with %s', ([, handlerOf]) => {
  const start = async (extend?: SchemaExtension) => {
    const clock = new DrivenClock();
    const gateway = await createBy(clock, { SANDBOX: '1' }, { extend });
    let requests = 0;
    const handle = handlerOf(gateway);
    const url = await listen((req, res) => {
      requests += 1;
      handle(req, res);
    }, gateway);
    return { url, clock, seen: () => requests };
  };

  const newFile = async (url: string, size: number): Promise<string> => {
    const query = `mutation ($size: BigInt!) { createUploadSession(input: {
      newFile: { name: "slow", parentId: "root", contentType: "text/plain", contentLength: $size }
    }) { uploadSession { uploadUrl } } }`;
    const { data } = await (await post(url, query, { size: String(size) })).json();
    return data.createUploadSession.uploadSession.uploadUrl;
  };

  it('may take any time to send the body of an operation', async () => {
    const { url, clock, seen } = await start();
    const client = new SlowClient(url);
    const body = JSON.stringify({ query: '{ viewer { channel { title } } }' });
    client.send('POST', '/graphql', { ...json, 'content-length': body.length });
    client.socket.write(body.slice(0, 10));
    await expect.poll(seen).toBe(1);
    await clock.advance(longMs);
    client.socket.write(body.slice(10));
    const title = 'Northlight Studio';
    expect(await client.until((text) => text.includes(title))).toContain(title);
    client.socket.destroy();
  });
  it('may take any time to send a file', async () => {
    const { url, clock, seen } = await start();
    const uploadUrl = await newFile(url, 100_000);
    const client = new SlowClient(url);
    const before = seen();
    client.send('PUT', new URL(uploadUrl).pathname, { 'content-length': 100_000 });
    client.socket.write('x'.repeat(50_000));
    await expect.poll(seen).toBe(before + 1);
    await clock.advance(longMs);
    client.socket.write('x'.repeat(50_000));
    const state = 'COMPLETED';
    expect(await client.until((text) => text.includes(state))).toContain(state);
    client.socket.destroy();
  });
  it('may take any time to read a file', async () => {
    const { url, clock } = await start();
    // More than the buffers of the operating system take.
    const size = 20_000_000;
    const uploadUrl = await newFile(url, size);
    const sent = await fetch(uploadUrl, { method: 'PUT', body: 'x'.repeat(size) });
    const { result } = (await sent.json()) as { readonly result: string };
    const query = 'query ($id: ID!) { file(id: $id) { content { url } } }';
    const { data } = await (await post(url, query, { id: result })).json();
    const client = new SlowClient(url);
    client.socket.once('data', () => client.socket.pause());
    client.send('GET', new URL(data.file.content.url).pathname, {});
    await expect.poll(() => client.socket.isPaused()).toBe(true);
    await clock.advance(longMs);
    client.socket.resume();
    const received = await client.until(({ length }) => length > size);
    expect(received.length).toBeGreaterThan(size);
    client.socket.destroy();
  });
  it('may take any time to read a response', async () => {
    const size = 15_000_000;
    const { url, clock } = await start({
      typeDefs: 'extend type Video { internalNote: String }',
      resolvers: {
        Video: { internalNote: (videos) => videos.map(() => 'x'.repeat(size)) },
      },
    });
    const client = new SlowClient(url);
    const query = `{ video(id: "${ids.video.trailer}") { internalNote } }`;
    const body = JSON.stringify({ query });
    client.socket.once('data', () => client.socket.pause());
    client.send('POST', '/graphql', { ...json, 'content-length': body.length });
    client.socket.write(body);
    // A large response takes its turn.
    await clock.advanceUntil(() => client.socket.isPaused());
    await clock.advance(longMs);
    client.socket.resume();
    const received = await client.until(({ length }) => length > size);
    expect(received.length).toBeGreaterThan(size);
    client.socket.destroy();
  });
  it('may send requests without waiting for responses', async () => {
    const { url } = await start();
    const client = new SlowClient(url);
    for (let count = 0; count < 200; count += 1) client.send('GET', '/health', {});
    const count = (text: string): number => text.split('HTTP/1.1 200').length - 1;
    expect(count(await client.until((text) => count(text) === 200))).toBe(200);
    client.socket.destroy();
  });
  it('ends its operation when it leaves', async () => {
    const held: ServerResponse[] = [];
    await using service = await httpServer((_, res) => void held.push(res));
    const clock = new DrivenClock();
    const url = await listenOn(service.url, clock, handlerOf);
    const left = new AbortController();
    const asked = fetch(`${url}/graphql`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ query: `{ video(id: "${ids.video.trailer}") { title } }` }),
      signal: left.signal,
    });
    await expect.poll(() => held.length).toBe(1);
    left.abort();
    await expect(asked).rejects.toThrow('aborted');
    await clock.through(once(held[0]!, 'close'));
  });
});

/** @returns the URL of a host whose gateway has services at a URL */
async function listenOn(
  service: string,
  clock: DrivenClock,
  handlerOf: (gateway: Studiograph) => RequestListener,
  onGateway: (gateway: Studiograph) => void = () => {},
): Promise<string> {
  const gateway = await createBy(clock, {
    VIDEO_BASE_URL: `${service}/youtube/v3`,
    STORAGE_BASE_URL: service,
    CALENDAR_BASE_URL: `${service}/calendar/v3`,
  });
  onGateway(gateway);
  return listen(handlerOf(gateway), gateway);
}

describe.for(mounts)('the end of a gateway in a host with %s', ([, handlerOf]) => {
  const title = `{ video(id: "${ids.video.trailer}") { title } }`;

  /** A request that the service has not answered. */
  const running = async () => {
    const held: ServerResponse[] = [];
    const clock = new DrivenClock();
    const service = await httpServer((_, res) => void held.push(res));
    let gateway: Studiograph;
    const url = await listenOn(service.url, clock, handlerOf, (made) => (gateway = made));
    const response = post(url, title);
    await expect.poll(() => held.length).toBe(1);
    let isClosed = false;
    const closed = gateway!.close().then(() => (isClosed = true));
    return {
      url,
      clock,
      response,
      closed,
      isClosed: () => isClosed,
      answer: () => {
        const items = [{ id: ids.video.trailer, snippet: { title: 'Trailer' } }];
        held[0]!.writeHead(200, json).end(JSON.stringify({ items }));
      },
      [Symbol.asyncDispose]: async () => {
        await service.close();
        await clock.through(closed, 1_000);
      },
    };
  };

  it('waits for requests, and rejects new ones', async () => {
    await using host = await running();
    await host.clock.advance(5_000);
    const rejected = await post(host.url, '{ __typename }');
    expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await rejected.json()).toMatchObject({
      errors: [{ message: expect.any(String), extensions: { code: 'OVERLOADED' } }],
    });
    expect((await fetch(`${host.url}/health`)).status).toBe(503);
    expect((await rejectedSocket(host.url)).status).toBe(503);
    expect(host.isClosed()).toBe(false);
    host.answer();
    const response = await host.response;
    expect(await response.json()).toMatchObject({ data: { video: { title: 'Trailer' } } });
    await host.closed;
    expect((await post(host.url, '{ __typename }')).status).toBe(503);
  });
  it('waits for requests whose bodies are still coming', async () => {
    const clock = new DrivenClock();
    const gateway = await createBy(clock, { SANDBOX: '1' });
    const handle = handlerOf(gateway);
    let requests = 0;
    const url = await listen((req, res) => {
      requests += 1;
      handle(req, res);
    }, gateway);
    const client = new SlowClient(url);
    const body = JSON.stringify({ query: '{ viewer { channel { title } } }' });
    client.send('POST', '/graphql', { ...json, 'content-length': body.length });
    client.socket.write(body.slice(0, 10));
    await expect.poll(() => requests).toBe(1);
    const closed = gateway.close();
    await clock.advance(5_000);
    client.socket.write(body.slice(10));
    const isOver = (text: string): boolean => text.includes('"data"');
    expect(await client.until(isOver)).toContain('Northlight Studio');
    client.socket.destroy();
    await closed;
  });
  it('cuts requests that take longer than ten seconds', async () => {
    await using host = await running();
    await Promise.all([
      expect(host.response).rejects.toThrow('fetch failed'),
      host.clock.through(host.closed, 1_000),
    ]);
  });
  it('ends subscriptions as their clients expect it', async () => {
    const clock = new DrivenClock();
    const gateway = await createBy(clock, { SANDBOX: '1' });
    const url = await listen(handlerOf(gateway), gateway);
    const query = `subscription { chatMessages(liveChatId: "${ids.chat.nightShift}") { cursor } }`;
    const events = await transports['server-sent events']!(url, { token: 'studio-owner', query });
    await using socket = await connectSocket(url, { authorization: 'Bearer studio-owner' });
    const messages = socket.run(query);
    await events.until(1);
    await socket.next('next');
    const closed = clock.through(gateway.close());
    const stopped = { extensions: { code: 'OVERLOADED' } };
    expect((await events.untilEnd()).at(-1)).toMatchObject({ errors: [stopped] });
    expect((await messages).at(-1)).toMatchObject({ type: 'error', payload: [stopped] });
    expect(await socket.closed).toEqual([1001, 'The gateway is stopping.']);
    await closed;
  });
  it('does not wait for a subscription whose response the host cancels', async () => {
    const gateway = await createBy(new DrivenClock(), { SANDBOX: '1' });
    const query = `subscription { chatMessages(liveChatId: "${ids.chat.nightShift}") { cursor } }`;
    const request = new Request('http://host/graphql', {
      method: 'POST',
      headers: { ...json, accept: 'text/event-stream' },
      body: JSON.stringify({ query }),
    });
    const reader = (await gateway.fetch(request)).body!.getReader();
    expect(Buffer.from((await reader.read()).value!).toString()).toBe(':\n\n');
    await reader.cancel();
    await gateway.close();
  });
  it('leaves a WebSocket that is idle no longer than it needs to say so', async () => {
    const clock = new DrivenClock();
    const gateway = await createBy(clock, { SANDBOX: '1' });
    const url = await listen(handlerOf(gateway), gateway);
    await using socket = await connectSocket(url, { authorization: 'Bearer studio-owner' });
    await Promise.all([gateway.close(), once(socket.socket, 'close')]);
    expect(await socket.closed).toEqual([1001, 'The gateway is stopping.']);
  });
});

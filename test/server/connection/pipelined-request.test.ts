/** Requests that a client writes on one connection without waiting for the responses. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildSchema } from 'graphql';
import { type RunningServer, startServer } from '../../support/gateway/server.ts';

const schema = buildSchema('type Query { hold: Int }');

let server: RunningServer;
let socket: Socket;

/** End the operations that run, in their order. */
const running: (() => void)[] = [];

beforeEach(async () => {
  server = await startServer({
    schema,
    contextOf: () => ({}),
    reachable: () => Promise.resolve(true),
    executePrepared: () =>
      new Promise((resolve) => running.push(() => resolve({ data: { hold: 1 } }))),
  });
  socket = connect(Number(new URL(server.url).port), '127.0.0.1');
});

afterEach(async () => {
  for (const end of running.splice(0)) end();
  socket.destroy();
  await server.close();
});

const body = '{"query":"{ hold }"}';
const request = `POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

it('are handled one after the other', { tags: ['S46'] }, async () => {
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => (received += text));
  socket.write(request.repeat(3));
  for (let answered = 0; answered < 3; answered += 1) {
    await expect.poll(() => running.length).toBe(1);
    expect(server.gateway.load().requests).toBe(1);
    expect(received.split('HTTP/1.1 200').length - 1).toBe(answered);
    running.pop()!();
    await expect.poll(() => received.split('HTTP/1.1 200').length - 1).toBe(answered + 1);
  }
});

it('end their connection if more than a hundred wait', { tags: ['S46'] }, async () => {
  socket.write(request.repeat(101));
  await expect.poll(() => running.length).toBe(1);
  expect(socket.closed).toBe(false);
  const closed = once(socket, 'close');
  socket.on('error', () => {}).resume();
  socket.write(request);
  await closed;
  expect(server.gateway.load().requests).toBe(0);
});

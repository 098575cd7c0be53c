/**
 * The thread of `HEALTH_PORT`: answers whether the process is alive while the main thread has a lot
 * to do, and says so when that has stopped. Loaded by `lifecycle/health-port.ts` as a file of its
 * own.
 */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { systemClock } from '../../engine/caller/clock.ts';

/** What the thread is started with. */
export interface HealthThreadData {
  readonly host: string;
  readonly port: number;
  /** Time in ms after which the main thread counts as stopped. */
  readonly stallMs: number;
  /** When the event loop of the main thread turned last: an instant of the clock. */
  readonly turnedAt: SharedArrayBuffer;
}

/** Messages to the main thread: that the port is open, or cannot be, and a question. */
export type HealthThreadMessage =
  | { readonly port: number }
  | { readonly error: string }
  | { readonly ask: number };

/** The answer of the main thread to a question of `/ready`. */
export interface ReadyAnswer {
  readonly ask: number;
  readonly status: number;
  readonly body: object;
}

const { host, port, stallMs, turnedAt } = workerData as HealthThreadData;
const turned = new BigInt64Array(turnedAt);
const main = parentPort!;

// The rule is for windows of browsers.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const tell = (message: HealthThreadMessage): void => main.postMessage(message);

const hasStopped = (): boolean => systemClock.now() - Number(Atomics.load(turned, 0)) > stallMs;

function send(res: ServerResponse, status: number, body: object): void {
  if (res.headersSent) return;
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  res.writeHead(status, headers).end(JSON.stringify(body));
}

const stopped = (res: ServerResponse): void => send(res, 503, { status: 'stopped' });

/** Requests to `/ready` whose answer the main thread knows. */
const asked = new Map<number, ServerResponse>();
let questions = 0;

function ask(res: ServerResponse): void {
  const question = (questions += 1);
  asked.set(question, res);
  const late = systemClock.after(stallMs, () => stopped(res));
  res.once('close', () => {
    late.cancel();
    asked.delete(question);
  });
  tell({ ask: question });
}

main.on('message', ({ ask: question, status, body }: ReadyAnswer) => {
  const res = asked.get(question);
  if (res) send(res, status, body);
});

const server: Server = createServer(({ method, url = '' }, res) => {
  const [path] = url.split('?', 1);
  if (path !== '/health' && path !== '/ready') send(res, 404, { status: 'unknown path' });
  else if (method !== 'GET' && method !== 'HEAD') res.writeHead(405, { allow: 'GET, HEAD' }).end();
  else if (hasStopped()) stopped(res);
  else if (path === '/health') send(res, 200, { status: 'alive' });
  else ask(res);
});

server.maxConnections = 100;
server.headersTimeout = 10_000;
server.once('error', ({ message }) => tell({ error: message }));
server.listen(port, host, () => tell({ port: (server.address() as AddressInfo).port }));

/**
 * A load balancer: an HTTP proxy that gives each request to the next of several servers that are
 * ready. It passes on bodies, events and WebSockets as they arrive. A request is sent to a second
 * server only if the first one refused the connection.
 */
import {
  Agent,
  type ClientRequest,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

/** A running proxy. */
export interface RoundRobinProxy {
  readonly url: string;
  /** Resolves when the proxy knows that all servers are ready. */
  untilReady(): Promise<void>;
  /** Number of requests that each server has received, by its URL. */
  served(): Readonly<Record<string, number>>;
  close(): Promise<void>;
}

/** Interval at which `/ready` of each server is read, in milliseconds. */
const readyIntervalMs = 100;

/** Headers that concern one connection only. */
const hopHeaders: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'transfer-encoding']);

/** The servers, and which of them are ready. */
class Targets {
  readonly #urls: () => readonly string[];
  readonly #ready = new Set<string>();
  readonly #served = new Map<string, number>();
  readonly #over = new AbortController();
  #next = 0;

  constructor(urls: () => readonly string[]) {
    this.#urls = urls;
  }

  /** @returns the URLs of all servers that are ready, from the one whose turn it is */
  take(): string[] {
    const ready = this.#urls().filter((url) => this.#ready.has(url));
    const first = this.#next++ % Math.max(ready.length, 1);
    return [...ready.slice(first), ...ready.slice(0, first)];
  }

  count(url: string): void {
    this.#served.set(url, (this.#served.get(url) ?? 0) + 1);
  }

  served(): Record<string, number> {
    return Object.fromEntries(this.#served);
  }

  refused(url: string): void {
    this.#ready.delete(url);
  }

  /** Reads `/ready` of all servers again and again. Never rejects. */
  async follow(): Promise<void> {
    const { signal } = this.#over;
    while (!signal.aborted) {
      await Promise.all(this.#urls().map((url) => this.#check(url)));
      await wait(readyIntervalMs, undefined, { signal }).catch(() => {});
    }
  }

  async #check(url: string): Promise<void> {
    const signal = AbortSignal.any([this.#over.signal, AbortSignal.timeout(2_000)]);
    const isReady = await fetch(`${url}/ready`, { signal }).then(
      async (response) => {
        await response.arrayBuffer();
        return response.ok;
      },
      () => false,
    );
    if (isReady) this.#ready.add(url);
    else this.#ready.delete(url);
  }

  async untilReady(): Promise<void> {
    while (!this.#urls().every((url) => this.#ready.has(url))) await wait(10);
  }

  close(): void {
    this.#over.abort();
  }
}

/** @param urls the current URLs of all servers, ready or not */
export async function startRoundRobinProxy(
  urls: () => readonly string[],
): Promise<RoundRobinProxy> {
  const targets = new Targets(urls);
  const agent = new Agent({ keepAlive: true });
  const sockets = new Set<Duplex>();
  const server = createServer((req, res) => pass(req, res, targets, agent));
  server.requestTimeout = 0;
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.once('close', () => sockets.delete(socket)));
  });
  server.on('upgrade', (req: IncomingMessage, socket: Duplex, head: Buffer) =>
    passUpgrade(req, socket, head, targets),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const followed = targets.follow();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    untilReady: () => targets.untilReady(),
    served: () => targets.served(),
    close: async () => {
      targets.close();
      await followed;
      for (const socket of sockets) socket.destroy();
      agent.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function pass(req: IncomingMessage, res: ServerResponse, targets: Targets, agent: Agent): void {
  const urls = targets.take();
  let sent: ClientRequest | undefined;
  const tryNext = (): void => {
    const url = urls.shift();
    if (url === undefined) return fail(res, 503);
    sent = sendTo(url, req, agent);
    let isConnected = false;
    sent.once('socket', (socket) => {
      const start = (): void => {
        isConnected = true;
        targets.count(url);
        req.pipe(sent!);
      };
      if (socket.connecting) socket.once('connect', start);
      else start();
    });
    sent.on('error', () => {
      if (isConnected) return fail(res, 502);
      targets.refused(url);
      tryNext();
    });
    sent.once('response', (response) => answer(response, res));
  };
  req.on('error', () => {});
  res.once('close', () => sent?.destroy());
  tryNext();
}

function sendTo(url: string, { method, url: path, headers }: IncomingMessage, agent: Agent) {
  const { hostname, port } = new URL(url);
  return request({ hostname, port, method, path, headers, agent });
}

/** Passes the response on; if it breaks off, the client sees it break off. */
function answer(response: IncomingMessage, res: ServerResponse): void {
  res.writeHead(response.statusCode!, withoutHopHeaders(response.headers));
  res.flushHeaders();
  response.on('error', () => res.destroy());
  response.pipe(res);
}

const withoutHopHeaders = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !hopHeaders.has(name)));

/** Answers with an error of the proxy, or breaks off the response. */
function fail(res: ServerResponse, status: number): void {
  if (res.headersSent) return void res.destroy();
  res.writeHead(status, { 'retry-after': '1', connection: 'close' }).end();
}

function passUpgrade(req: IncomingMessage, socket: Duplex, head: Buffer, targets: Targets): void {
  const url = targets.take()[0];
  socket.on('error', () => {});
  if (url === undefined) return void socket.end('HTTP/1.1 503 Service Unavailable\r\n\r\n');
  targets.count(url);
  const { hostname, port } = new URL(url);
  const upstream = connect(Number(port), hostname, () => {
    upstream.write(headOf(req));
    upstream.write(head);
    upstream.pipe(socket).pipe(upstream);
  });
  upstream.on('error', () => {});
  upstream.once('close', () => socket.destroy());
  socket.once('close', () => upstream.destroy());
}

/** The head of a request as it arrived. */
function headOf({ method, url, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/1.1`];
  for (let index = 0; index < rawHeaders.length; index += 2)
    lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/** A proxy that counts which requests are in progress at the same time. */
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { httpServer } from '../http-server.ts';

/** One request, as the proxy received it. */
interface ProxiedRequest {
  readonly method: string;
  readonly search: URLSearchParams;
  // biome-ignore lint/suspicious/noExplicitAny: JSON of any request; {} without a body
  readonly body: any;
}

export interface ConcurrencyProxy {
  readonly url: string;
  /** The largest number of concurrent requests, by name. */
  maxByName(): Readonly<Record<string, number>>;
  /** The largest number of concurrent requests of all names together. */
  maxTotal(): number;
  /** Passes on no counted request until the returned function is called. */
  hold(): () => void;
  clear(): void;
  close(): Promise<void>;
}

interface ProxyOptions {
  /** Base URL to which requests are passed on. */
  readonly target: string;
  /** @returns the name under which a request is counted; undefined if it is not counted */
  readonly nameOf: (request: ProxiedRequest) => string | undefined;
  /**
   * Milliseconds by which counted requests are delayed, so that requests that the gateway does not
   * keep apart overlap. No correct gateway fails a test because the delay is too short.
   */
  readonly delayMs: number;
}

/** Numbers of concurrent requests. */
class ConcurrencyCount {
  readonly #open = new Map<string, number>();
  maxByName: Record<string, number> = {};
  maxTotal = 0;

  /** @returns ends the request; further calls have no effect */
  start(name: string): () => void {
    this.#add(name, 1);
    let isOpen = true;
    return () => {
      if (isOpen) this.#add(name, -1);
      isOpen = false;
    };
  }

  #add(name: string, change: 1 | -1): void {
    const count = (this.#open.get(name) ?? 0) + change;
    const total = [...this.#open.values()].reduce((a, b) => a + b, change);
    this.#open.set(name, count);
    this.maxByName[name] = Math.max(this.maxByName[name] ?? 0, count);
    this.maxTotal = Math.max(this.maxTotal, total);
  }

  clear(): void {
    this.maxByName = {};
    this.maxTotal = 0;
  }
}

export async function startConcurrencyProxy(options: ProxyOptions): Promise<ConcurrencyProxy> {
  const count = new ConcurrencyCount();
  let released = Promise.resolve();
  const beforePassing = async (): Promise<void> => {
    await wait(options.delayMs);
    await released;
  };
  const server = await httpServer(
    (req, res) => void pass(req, res, { ...options, count, beforePassing }),
  );
  return {
    url: server.url,
    maxByName: () => ({ ...count.maxByName }),
    maxTotal: () => count.maxTotal,
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      released = promise;
      return resolve;
    },
    clear: () => count.clear(),
    close: () => server.close(),
  };
}

interface Passing extends Pick<ProxyOptions, 'target' | 'nameOf'> {
  readonly count: ConcurrencyCount;
  readonly beforePassing: () => Promise<void>;
}

async function pass(
  req: IncomingMessage,
  res: ServerResponse,
  { target, nameOf, count, beforePassing }: Passing,
): Promise<void> {
  const body = await readBody(req);
  const { method = 'GET', headers } = req;
  const url = new URL(req.url ?? '/', target);
  const json = body.length > 0 ? JSON.parse(body.toString()) : {};
  const name = nameOf({ method, search: url.searchParams, body: json });
  const end = name === undefined ? () => {} : count.start(name);
  if (name !== undefined) await beforePassing();
  const forwarded = request(url, { method, headers }, (response) => {
    res.writeHead(response.statusCode!, response.headers);
    response.on('end', end).pipe(res);
  });
  forwarded.on('error', () => {
    end();
    req.socket.destroy();
  });
  forwarded.end(body);
}

async function readBody(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

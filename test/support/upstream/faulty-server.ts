/** A TCP server whose responses a test scripts down to single bytes and resets. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, type Server, type Socket } from 'node:net';

/** A request as it arrived. */
interface ReceivedRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Number of its connection, from 0. */
  readonly connection: number;
  /** Number of the request, from 0. */
  readonly index: number;
}

/** Responds to a request, or does not. */
export type Behaviour = (socket: Socket, request: ReceivedRequest) => void;

/** A running server. */
export interface FaultyServer {
  readonly url: string;
  readonly port: number;
  /** A test may empty it: the script begins again then. */
  readonly requests: ReceivedRequest[];
  readonly sockets: readonly Socket[];
  /** Resolves when `count` requests have arrived. */
  waitForRequests(count: number): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts a server. Each request gets the behaviour of its index, later ones the last behaviour. */
export async function faultyServer(...script: readonly Behaviour[]): Promise<FaultyServer> {
  const requests: ReceivedRequest[] = [];
  const sockets: Socket[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const server: Server = createServer((socket) => {
    const connection = sockets.push(socket) - 1;
    let received = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      for (let parsed = parse(received); parsed !== undefined; parsed = parse(received)) {
        received = received.subarray(parsed.length);
        const request: ReceivedRequest = { ...parsed.request, connection, index: requests.length };
        requests.push(request);
        for (const { count, resolve } of waiting) if (requests.length >= count) resolve();
        (script[request.index] ?? script.at(-1)!)(socket, request);
      }
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    sockets,
    waitForRequests: (count) =>
      new Promise((resolve) => {
        if (requests.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** The first request of the bytes; undefined while it is not complete. */
function parse(
  received: Buffer,
): { request: Omit<ReceivedRequest, 'connection' | 'index'>; length: number } | undefined {
  const head = received.indexOf('\r\n\r\n');
  if (head < 0) return undefined;
  const [first = '', ...lines] = received.subarray(0, head).toString('latin1').split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const length = head + 4 + Number(headers['content-length'] ?? 0);
  if (received.length < length) return undefined;
  const [method = '', target = ''] = first.split(' ');
  return {
    request: { method, target, headers, body: received.subarray(head + 4, length).toString() },
    length,
  };
}

type Headers = Readonly<Record<string, string>>;

const head = (status: number, headers: Headers): string =>
  `HTTP/1.1 ${status} Status\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;

/** A complete response with its length. */
export const respond =
  (status: number, body: string | Buffer, headers: Headers = {}): Behaviour =>
  (socket) => {
    const bytes = Buffer.from(body as string);
    socket.write(
      Buffer.concat([
        Buffer.from(
          head(status, {
            'content-type': 'application/json; charset=UTF-8',
            'content-length': `${bytes.length}`,
            ...headers,
          }),
        ),
        bytes,
      ]),
    );
  };

/** A JSON response. */
export const json = (value: unknown, status = 200, headers: Headers = {}): Behaviour =>
  respond(status, JSON.stringify(value), headers);

/** An error response of the shape that all four services use. */
export const errorResponse = (status: number, reason: string, headers: Headers = {}): Behaviour =>
  json(
    {
      error: {
        code: status,
        message: 'prose that is dropped',
        errors: [{ domain: 'global', reason, message: 'prose' }],
      },
    },
    status,
    headers,
  );

/** Raw bytes. */
export const raw =
  (...pieces: readonly string[]): Behaviour =>
  (socket) =>
    void socket.write(pieces.join(''));

/** Raw bytes, then the end of the connection. */
export const rawAndEnd =
  (...pieces: readonly string[]): Behaviour =>
  (socket) =>
    void socket.end(pieces.join(''));

/** A response without a body. */
export const noContent: Behaviour = raw('HTTP/1.1 204 No Content\r\n\r\n');

/** No response. */
export const hang: Behaviour = () => {};

/** A reset of the connection. */
export const reset: Behaviour = (socket) => void socket.resetAndDestroy();

/** The head of a response, and then nothing. */
export const hangAfterHead: Behaviour = raw(
  head(200, { 'content-type': 'application/json', 'content-length': '100' }),
);

/**
 * A part of the response, then a reset when the client has read the head. The client is undici in
 * this process; bytes that it has not read would be lost with the connection.
 */
export const resetInside: Behaviour = (socket, { target }) => {
  const origin = `http://127.0.0.1:${socket.localPort}`;
  const onHeaders = (message: unknown): void => {
    const { request } = message as { request: { origin: string | URL; path: string } };
    if (new URL(request.origin).origin !== origin || request.path !== target) return;
    unsubscribe(headersChannel, onHeaders);
    socket.resetAndDestroy();
  };
  subscribe(headersChannel, onHeaders);
  socket.once('close', () => unsubscribe(headersChannel, onHeaders));
  socket.write(
    `${head(200, { 'content-type': 'application/json', 'content-length': '100' })}{"items":[`,
  );
};

/** Where undici announces that the head of a response has been read. */
const headersChannel = 'undici:request:headers';

/** A chunked body, one chunk every `everyMs`; with `forever` it has no end. */
export const drip =
  (chunks: readonly string[], everyMs: number, forever = false): Behaviour =>
  (socket) => {
    socket.write(head(200, { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }));
    let index = 0;
    const timer = setInterval(() => {
      const chunk = chunks[index++] ?? (forever ? ' ' : '');
      socket.write(`${Buffer.byteLength(chunk).toString(16)}\r\n${chunk}\r\n`);
      if (chunk === '') clearInterval(timer);
    }, everyMs);
    socket.once('close', () => clearInterval(timer));
  };

/** A behaviour that responds when the test calls `respond`. */
export function delayed(behaviour: Behaviour): { behaviour: Behaviour; respond: () => void } {
  const waiting: (() => void)[] = [];
  return {
    behaviour: (socket, seen) => void waiting.push(() => behaviour(socket, seen)),
    respond: () => {
      for (const each of waiting.splice(0)) each();
    },
  };
}

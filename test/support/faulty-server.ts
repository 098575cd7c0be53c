/**
 * A TCP server that speaks HTTP as badly as a test wants: each request gets what the script says,
 * down to single bytes and resets.
 */
import { createServer, type Server, type Socket } from 'node:net';

export interface Seen {
  readonly method: string;
  /** Path and query as they came. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Which connection it came over, from 0. */
  readonly connection: number;
  /** Which request it was of all, from 0. */
  readonly index: number;
}

export type Behaviour = (socket: Socket, seen: Seen) => void;

export interface FaultyServer {
  readonly url: string;
  readonly port: number;
  readonly seen: readonly Seen[];
  readonly sockets: readonly Socket[];
  /** Resolves as soon as so many requests have come. */
  arrived(count: number): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** The n-th request is answered by the n-th behaviour, all later ones by the last. */
export async function faultyServer(...script: readonly Behaviour[]): Promise<FaultyServer> {
  const seen: Seen[] = [];
  const sockets: Socket[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const server: Server = createServer((socket) => {
    const connection = sockets.push(socket) - 1;
    let received = Buffer.alloc(0);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      for (let taken = take(received); taken !== undefined; taken = take(received)) {
        received = received.subarray(taken.length);
        const request: Seen = { ...taken.request, connection, index: seen.length };
        seen.push(request);
        for (const { count, resolve } of waiting) if (seen.length >= count) resolve();
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
    seen,
    sockets,
    arrived: (count) =>
      new Promise((resolve) => {
        if (seen.length >= count) resolve();
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

function take(
  received: Buffer,
): { request: Omit<Seen, 'connection' | 'index'>; length: number } | undefined {
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
  `HTTP/1.1 ${status} Whatever\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;

/** A whole answer, with its length told. */
export const answer =
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

export const json = (value: unknown, status = 200, headers: Headers = {}): Behaviour =>
  answer(status, JSON.stringify(value), headers);

/** An error in the one shape that all four services use. */
export const refusal = (status: number, reason: string, headers: Headers = {}): Behaviour =>
  json(
    {
      error: {
        code: status,
        message: 'prose that is nobody’s business',
        errors: [{ domain: 'global', reason, message: 'prose' }],
      },
    },
    status,
    headers,
  );

/** Bytes as they are. */
export const raw =
  (...pieces: readonly string[]): Behaviour =>
  (socket) =>
    void socket.write(pieces.join(''));

/** Bytes as they are, and then the end of the connection. */
export const rawAndEnd =
  (...pieces: readonly string[]): Behaviour =>
  (socket) =>
    void socket.end(pieces.join(''));

export const noContent: Behaviour = raw('HTTP/1.1 204 No Content\r\n\r\n');
export const hang: Behaviour = () => {};
export const reset: Behaviour = (socket) => void socket.resetAndDestroy();

/** The head of an answer, and then nothing. */
export const hangAfterHead: Behaviour = raw(
  head(200, { 'content-type': 'application/json', 'content-length': '100' }),
);

/** A part of the told length, and then a reset. */
export const resetInside: Behaviour = (socket) => {
  socket.write(
    `${head(200, { 'content-type': 'application/json', 'content-length': '100' })}{"items":[`,
    () => {
      setTimeout(() => socket.resetAndDestroy(), 20);
    },
  );
};

/** A chunked body, one piece every `everyMs`; `forever`: no end to it. */
export const drip =
  (pieces: readonly string[], everyMs: number, forever = false): Behaviour =>
  (socket) => {
    socket.write(head(200, { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }));
    let index = 0;
    const timer = setInterval(() => {
      const piece = pieces[index++] ?? (forever ? ' ' : '');
      socket.write(`${Buffer.byteLength(piece).toString(16)}\r\n${piece}\r\n`);
      if (piece === '') clearInterval(timer);
    }, everyMs);
    socket.once('close', () => clearInterval(timer));
  };

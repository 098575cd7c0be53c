/**
 * A service with one resumable upload and one download, for faults that the sandbox does not have.
 * Of the uploaded bytes only the number and the digest are stored.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** A PUT request as it arrived. */
interface Put {
  readonly range: string | undefined;
  readonly headers: IncomingMessage['headers'];
  /** Bytes of the body that arrived. */
  bytes: number;
  /** Whether the connection broke before the end of the body. */
  broken: boolean;
}

/** A running server. */
export interface UploadServer {
  readonly url: string;
  /** The requests that started the upload. */
  readonly started: {
    readonly target: string;
    readonly headers: IncomingMessage['headers'];
    readonly body: unknown;
  }[];
  readonly puts: Put[];
  /** Number of bytes that the upload has received. */
  readonly received: () => number;
  /** SHA-256 of these bytes. */
  readonly digest: () => string;
  /** Behaviour that a test may change between requests. */
  readonly plan: {
    /** Address of the upload; by default on this server. */
    location?: string | undefined;
    /** Stores only whole blocks of a chunk that is not the last, as the real services do. */
    blockSize?: number;
    /** Breaks the connection when this number of bytes of the next chunk has arrived. */
    cutAfter?: number | undefined;
    /** Reads the whole chunk, then breaks the connection instead of responding. */
    loseResponse?: boolean;
    /** Status of the response to the next PUT, sent at once. */
    status?: number | undefined;
    /** Error reason of that response. */
    reason?: string;
    /** Delays the response to a query for the progress, whose content is decided before. */
    respondWhen?: Promise<void> | undefined;
    /**
     * Pauses reading for a few milliseconds each time after this number of bytes, so that bytes
     * queue up before it. Without the pauses fewer bytes would queue up; no test would fail.
     */
    pauseAfter?: number;
    /** Does not read bodies. */
    stopReading?: boolean;
    /** Response body of the finished upload. */
    result?: object;
  };
  /** The file of the download, and whether ranges are honoured. */
  readonly file: {
    bytes: Buffer;
    ranges: boolean;
    /** Default: `"v1"`. */
    etag?: string;
    status?: number;
    /** Sends only this number of bytes, and does not end the response. */
    stopAfter?: number;
    errorHeaders?: Readonly<Record<string, string>>;
  };
  /** Forgets the upload, and all plans. */
  readonly reset: () => void;
  /** All connections so far. */
  readonly sockets: () => readonly Socket[];
  /** The requests for the download. */
  readonly gets: { readonly target: string; readonly headers: IncomingMessage['headers'] }[];
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts a server on a free port of loopback. */
export async function uploadServer(): Promise<UploadServer> {
  const started: { target: string; headers: IncomingMessage['headers']; body: unknown }[] = [];
  const puts: Put[] = [];
  const gets: { target: string; headers: IncomingMessage['headers'] }[] = [];
  const plan: UploadServer['plan'] = {};
  const file: UploadServer['file'] = { bytes: Buffer.from('one two three'), ranges: true };
  let hash = createHash('sha256');
  let received = 0;
  let done = false;

  const sendProgress = (response: ServerResponse, known = { received, done }): void => {
    const { received: bytes } = known;
    if (known.done)
      return void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(plan.result ?? { id: 'made' }));
    response.writeHead(308, bytes === 0 ? {} : { range: `bytes=0-${bytes - 1}` }).end();
  };
  async function start(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    started.push({
      target: request.url!,
      headers: request.headers,
      body: text === '' ? undefined : JSON.parse(text),
    });
    response
      .writeHead(200, { location: plan.location ?? '/upload/here?upload_id=planted-session' })
      .end();
  }
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const range = request.headers['content-range'];
    const put: Put = { range, headers: request.headers, bytes: 0, broken: false };
    puts.push(put);
    const { status, cutAfter } = plan;
    if (status !== undefined) {
      plan.status = undefined;
      const body = `{"error":{"errors":[{"reason":"${plan.reason ?? 'planned'}"}]}}`;
      response
        .writeHead(status, { 'content-type': 'application/json', 'content-length': body.length })
        .write(body);
      // Closing the connection at once could drop the response before the client reads it.
      return void request.resume().once('close', () => response.end());
    }
    const [, start, total] = /^bytes (?:(\d+)-\d+|\*)\/(\d+|\*)$/.exec(range ?? '') ?? [];
    if (plan.stopReading) return;
    if (start === undefined) {
      if (total !== '*' && Number(total) < received) return void response.writeHead(400).end();
      const known = { received, done };
      await plan.respondWhen;
      return sendProgress(response, known);
    }
    if (Number(start) !== received) return void response.writeHead(400).end();
    plan.cutAfter = undefined;
    let rest = Buffer.alloc(0);
    const keep = (bytes: Buffer): void => {
      hash.update(bytes);
      received += bytes.length;
    };
    try {
      for await (const chunk of request as AsyncIterable<Buffer>) {
        put.bytes += chunk.length;
        rest = Buffer.concat([rest, chunk]);
        const whole = rest.length - (rest.length % (plan.blockSize ?? 1));
        keep(rest.subarray(0, whole));
        rest = rest.subarray(whole);
        if (plan.pauseAfter !== undefined && put.bytes % plan.pauseAfter < chunk.length)
          await wait(5);
        if (cutAfter !== undefined && put.bytes >= cutAfter) {
          put.broken = true;
          return void request.socket.resetAndDestroy();
        }
      }
    } catch {
      put.broken = true;
      return;
    }
    if (String(received + rest.length) === total) {
      keep(rest);
      done = true;
    }
    if (plan.loseResponse) {
      plan.loseResponse = false;
      return void request.socket.resetAndDestroy();
    }
    sendProgress(response);
  }
  function sendFile({ url, headers }: IncomingMessage, response: ServerResponse): void {
    gets.push({ target: url!, headers });
    const { bytes, ranges, etag = '"v1"', status, stopAfter, errorHeaders } = file;
    if (status !== undefined)
      return void response
        .writeHead(status, { 'content-type': 'application/json', ...errorHeaders })
        .end('{"planted":"words of upstream"}');
    const common = {
      'content-type': 'text/plain',
      etag,
      'set-cookie': 'planted=1',
      'x-own': 'planted',
    };
    const requested = ranges ? /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') : null;
    const [from, to] = requested
      ? [Number(requested[1]), requested[2] === '' ? bytes.length - 1 : Number(requested[2])]
      : [0, bytes.length - 1];
    const part = requested ? { 'content-range': `bytes ${from}-${to}/${bytes.length}` } : {};
    response.writeHead(requested ? 206 : 200, {
      ...common,
      ...part,
      'content-length': to + 1 - from,
    });
    if (stopAfter !== undefined) return void response.write(bytes.subarray(0, stopAfter));
    pipeline(Readable.from(slices(bytes.subarray(from, to + 1))), response).catch(() => {});
  }

  const sockets: Socket[] = [];
  const server = createServer((request, response) => {
    request.on('error', () => {});
    if (request.method === 'GET') return sendFile(request, response);
    void (request.method === 'PUT' ? receive(request, response) : start(request, response));
  });
  server.on('connection', (socket) => void sockets.push(socket));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    started,
    puts,
    gets,
    sockets: () => sockets,
    plan,
    file,
    received: () => received,
    digest: () => hash.copy().digest('hex'),
    reset: () => {
      hash = createHash('sha256');
      received = 0;
      done = false;
      puts.length = 0;
      for (const key of Object.keys(plan)) delete plan[key as keyof typeof plan];
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function* slices(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 64 * 1024) yield bytes.subarray(at, at + 64 * 1024);
}

/**
 * The bytes of all files repeat after this prime number of them. No part, block or chunk has such a
 * length: bytes at a wrong place are wrong.
 */
const period = 1_048_573;

const longestChunk = 64 * 1024;

let bytesOfPeriod: Buffer | undefined;

/** The bytes of one period, and the first ones of the next. */
function repeatedBytes(): Buffer {
  if (bytesOfPeriod) return bytesOfPeriod;
  const bytes = Buffer.alloc(period + longestChunk);
  for (let index = 0; index < bytes.length; index += 1)
    bytes[index] = Math.imul(index % period, 2_654_435_761) >>> 24;
  bytesOfPeriod = bytes;
  return bytes;
}

/**
 * The bytes of a file of `length` bytes from `start` to `end`, in chunks; always the same bytes.
 * @param chunkLength 64 KiB at most
 */
export async function* bytesFrom(
  length: number,
  start = 0,
  end = length,
  chunkLength = longestChunk,
): AsyncGenerator<Buffer> {
  // Chunks are parts of one buffer: a new one would cost more than all else that is done with it.
  const bytes = repeatedBytes();
  for (let at = start; at < end; at += chunkLength) {
    const from = at % period;
    yield bytes.subarray(from, from + Math.min(chunkLength, end - at));
  }
}

const digests = new Map<number, Promise<string>>();

/** SHA-256 of the whole file of `length` bytes. */
export function digestOf(length: number): Promise<string> {
  const known = digests.get(length);
  if (known) return known;
  const digest = digestOfBytes(length);
  digests.set(length, digest);
  return digest;
}

async function digestOfBytes(length: number): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of bytesFrom(length)) hash.update(chunk);
  return hash.digest('hex');
}

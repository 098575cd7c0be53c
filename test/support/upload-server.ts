/**
 * A service that takes resumable uploads and remembers no byte of them: only how many, and their
 * digest. For faults that the sandbox doesn't know.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** A PUT as it arrived. */
export interface Put {
  readonly range: string | undefined;
  readonly headers: IncomingMessage['headers'];
  /** Bytes of its body that came. */
  bytes: number;
  /** It broke off before its end. */
  broken: boolean;
}

export interface UploadServer {
  readonly url: string;
  readonly begun: {
    readonly target: string;
    readonly headers: IncomingMessage['headers'];
    readonly body: unknown;
  }[];
  readonly puts: Put[];
  /** Bytes kept of the one upload, and their digest when it is complete. */
  readonly received: () => number;
  readonly digest: () => string;
  /** What may be changed between requests. */
  readonly plan: {
    /** Where the upload's bytes go; by default this server. */
    location?: string | undefined;
    /** Keeps whole blocks alone of a piece that is not the last, as the real services do. */
    block?: number;
    /** Breaks the connection when so many bytes of the next piece have come. */
    cutAfter?: number | undefined;
    /** Takes everything, and breaks the connection instead of answering. */
    loseAnswer?: boolean;
    /** Answers the next PUT with this status, at once. */
    status?: number | undefined;
    /** The reason that it gives with that. */
    reason?: string;
    /** Answers a question for the offset, decided before, when this has come. */
    answerWhen?: Promise<void> | undefined;
    /** Stops reading for a moment after each so many bytes. */
    restAfter?: number;
    /** Doesn't read bodies. */
    stuck?: boolean;
    /** What the finished upload has made. */
    made?: object;
  };
  /** Bytes under the download's address, and whether it honours ranges. */
  readonly file: {
    bytes: Buffer;
    ranges: boolean;
    status?: number;
    refusal?: Readonly<Record<string, string>>;
  };
  /** Connections so far. */
  readonly sockets: () => readonly Socket[];
  readonly gets: { readonly target: string; readonly headers: IncomingMessage['headers'] }[];
  [Symbol.asyncDispose](): Promise<void>;
}

export async function uploadServer(): Promise<UploadServer> {
  const begun: { target: string; headers: IncomingMessage['headers']; body: unknown }[] = [];
  const puts: Put[] = [];
  const gets: { target: string; headers: IncomingMessage['headers'] }[] = [];
  const plan: UploadServer['plan'] = {};
  const file: UploadServer['file'] = { bytes: Buffer.from('one two three'), ranges: true };
  const hash = createHash('sha256');
  let received = 0;
  let done = false;

  const state = (response: ServerResponse, known = { received, done }): void => {
    const { received: kept } = known;
    if (known.done)
      return void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(plan.made ?? { id: 'made' }));
    response.writeHead(308, kept === 0 ? {} : { range: `bytes=0-${kept - 1}` }).end();
  };
  async function begin(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    begun.push({
      target: request.url!,
      headers: request.headers,
      body: text === '' ? undefined : JSON.parse(text),
    });
    response
      .writeHead(200, { location: plan.location ?? '/upload/here?upload_id=planted-session' })
      .end();
  }
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
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
      // The connection stays until its client has seen the answer: closing it at once could take
      // the answer along.
      return void request.resume().once('close', () => response.end());
    }
    const [, start, total] = /^bytes (?:(\d+)-\d+|\*)\/(\d+|\*)$/.exec(range ?? '') ?? [];
    if (plan.stuck) return;
    if (start === undefined) {
      if (total !== '*' && Number(total) < received) return void response.writeHead(400).end();
      const known = { received, done };
      await plan.answerWhen;
      return state(response, known);
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
        const whole = rest.length - (rest.length % (plan.block ?? 1));
        keep(rest.subarray(0, whole));
        rest = rest.subarray(whole);
        if (plan.restAfter !== undefined && put.bytes % plan.restAfter < chunk.length)
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
    if (plan.loseAnswer) {
      plan.loseAnswer = false;
      return void request.socket.resetAndDestroy();
    }
    state(response);
  }
  function give({ url, headers }: IncomingMessage, response: ServerResponse): void {
    gets.push({ target: url!, headers });
    const { bytes, ranges, status, refusal } = file;
    if (status !== undefined)
      return void response
        .writeHead(status, { 'content-type': 'application/json', ...refusal })
        .end('{"planted":"words of upstream"}');
    const common = {
      'content-type': 'text/plain',
      etag: '"v1"',
      'set-cookie': 'planted=1',
      'x-own': 'planted',
    };
    const asked = ranges ? /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') : null;
    const [from, to] = asked
      ? [Number(asked[1]), asked[2] === '' ? bytes.length - 1 : Number(asked[2])]
      : [0, bytes.length - 1];
    const part = asked ? { 'content-range': `bytes ${from}-${to}/${bytes.length}` } : {};
    response.writeHead(asked ? 206 : 200, { ...common, ...part, 'content-length': to + 1 - from });
    pipeline(Readable.from(slices(bytes.subarray(from, to + 1))), response).catch(() => {});
  }

  const sockets: Socket[] = [];
  const server = createServer((request, response) => {
    request.on('error', () => {});
    if (request.method === 'GET') return give(request, response);
    void (request.method === 'PUT' ? take(request, response) : begin(request, response));
  });
  server.on('connection', (socket) => void sockets.push(socket));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    begun,
    puts,
    gets,
    sockets: () => sockets,
    plan,
    file,
    received: () => received,
    digest: () => hash.copy().digest('hex'),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function* slices(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 64 * 1024) yield bytes.subarray(at, at + 64 * 1024);
}

/** `length` bytes in pieces, the same ones for the same seed, and from any place on. */
export async function* bytesFrom(
  length: number,
  start = 0,
  end = length,
  pieceLength = 64 * 1024,
): AsyncGenerator<Buffer> {
  for (let at = start; at < end; at += pieceLength) {
    const piece = Buffer.allocUnsafe(Math.min(pieceLength, end - at));
    for (let index = 0; index < piece.length; index += 1)
      piece[index] = ((at + index) * 2_654_435_761) >>> 24;
    yield piece;
  }
}

export async function digestOf(length: number): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of bytesFrom(length)) hash.update(piece);
  return hash.digest('hex');
}

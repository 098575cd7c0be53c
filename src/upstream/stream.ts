/**
 * Bodies too long to hold: passed on piece by piece, in both directions, over connections that no other call waits for.
 * What one side doesn't take, the other doesn't read.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { parse } from './answer.ts';
import { upstreamError, UpstreamError } from './error.ts';
import { endOf } from './http-call.ts';
import { failureOf } from './failure.ts';
import type { AnyOperation, Args } from './operation.ts';
import type { openPool } from './pool.ts';
import type { CallOptions } from './upstream.ts';

/** A file that is about to be uploaded. */
export interface FileFacts {
  readonly contentType: string;
  /** In bytes, where it is known beforehand. */
  readonly length?: number | undefined;
}

/** A piece of a file: `total` is the file's length, where it is known. */
export interface Piece {
  readonly start: number;
  readonly length: number;
  readonly total: number | undefined;
  readonly contentType: string;
  readonly body: AsyncIterable<Uint8Array>;
}

/** How far an upload has come: bytes from its start that upstream keeps, or what the finished upload has made. */
export type Kept =
  | { readonly received: number }
  | { readonly made: Readonly<Record<string, unknown>> };

/** An answer whose body is still to come. */
export interface Download {
  /** 200, 206, 304, 412 or 416. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Whoever doesn't read it to its end has to destroy it. */
  readonly body: Readable;
}

export interface Streams {
  /**
   * Opens a resumable upload.
   * @returns where its bytes go: path and query on the service's own origin. Whoever knows it may write, so nobody is shown it.
   */
  begin<O extends AnyOperation>(
    operation: O,
    args: Args<O>,
    file: FileFacts,
    options: CallOptions,
  ): Promise<string>;
  /**
   * Passes a piece on. It is never sent again: after a failure ask how much was kept.
   * @throws UpstreamError `NOT_FOUND` or `GONE`: the upload is lost, and has to begin anew
   */
  put(operation: AnyOperation, target: string, piece: Piece, signal?: AbortSignal): Promise<Kept>;
  /** How much upstream has kept. */
  kept(
    operation: AnyOperation,
    target: string,
    total: number | undefined,
    signal?: AbortSignal,
  ): Promise<Kept>;
  /** Bytes, as they come. `options.headers` may hold `range` and `if-match`. */
  get<O extends AnyOperation>(operation: O, args: Args<O>, options: CallOptions): Promise<Download>;
}

type Pool = ReturnType<typeof openPool>;

type Sent = Omit<Parameters<Pool['request']>[0], 'signal'> & {
  readonly signal?: AbortSignal | undefined;
};

type Answered = Awaited<ReturnType<Pool['request']>>;

/** Answers that a download passes on; all others are failures. */
const passed: ReadonlySet<number> = new Set([200, 206, 304, 412, 416]);

/**
 * Sends it over a connection of its own: a body can't be sent twice, so it must not meet a kept one that died meanwhile.
 * @throws UpstreamError
 */
async function send(pool: Pool, operation: AnyOperation, sent: Sent): Promise<Answered> {
  try {
    return await pool.request({ ...sent, signal: sent.signal ?? null, reset: true });
  } catch (error) {
    throw brokenBy(operation, error);
  }
}

function brokenBy(operation: AnyOperation, error: unknown): UpstreamError {
  const { code, name } = error as { readonly code?: unknown; readonly name: string };
  const cause = typeof code === 'string' ? code : name;
  return new UpstreamError(
    failureOf(operation, { end: endOf(cause, 0), status: 0, headers: {}, body: Buffer.alloc(0) }),
    cause,
  );
}

/** The body of an answer that is no stream. */
async function bodyOf(operation: AnyOperation, { body }: Answered, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > most) throw upstreamError(operation, 'UPSTREAM_TOO_LARGE');
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof UpstreamError ? error : brokenBy(operation, error);
  }
  return Buffer.concat(chunks, size);
}

async function refusal(
  operation: AnyOperation,
  answered: Answered,
  most: number,
): Promise<UpstreamError> {
  const body = await bodyOf(operation, answered, most);
  return new UpstreamError(
    failureOf(operation, {
      end: 'answer',
      status: answered.statusCode,
      headers: answered.headers,
      body,
    }),
  );
}

/** One PUT to an upload's address. */
export async function putTo(
  pool: Pool,
  operation: AnyOperation,
  sent: Sent,
  most: number,
): Promise<Kept> {
  const answered = await send(pool, operation, sent);
  if (answered.statusCode === 308) {
    await bodyOf(operation, answered, most);
    return { received: keptBy(answered.headers['range']) };
  }
  if (answered.statusCode !== 200 && answered.statusCode !== 201)
    throw await refusal(operation, answered, most);
  const made = parse(await bodyOf(operation, answered, most));
  if (made === undefined) throw upstreamError(operation, 'UPSTREAM_INVALID');
  return { made };
}

/** `bytes=0-41`: 42 bytes; without the header there are none. */
function keptBy(range: string | string[] | undefined): number {
  const last =
    typeof range === 'string' ? /^bytes=0-(\d{1,15})$/.exec(range.trim())?.[1] : undefined;
  return last === undefined ? 0 : Number(last) + 1;
}

export function pieceOf({ start, length, total, contentType, body }: Piece): Partial<Sent> {
  const range =
    length === 0
      ? `bytes */${total ?? '*'}`
      : `bytes ${start}-${start + length - 1}/${total ?? '*'}`;
  const headers = {
    'content-type': contentType,
    'content-length': String(length),
    'content-range': range,
    'user-agent': 'studiograph',
  };
  // The HTTP client takes any iterable, and asks it for no more than the socket takes; its types know streams alone.
  return { headers, body: length === 0 ? null : (body as unknown as Readable) };
}

export const question = (total: number | undefined): Partial<Sent> => ({
  headers: {
    'content-length': '0',
    'content-range': `bytes */${total ?? '*'}`,
    'user-agent': 'studiograph',
  },
});

/** The head of an answer, whose body comes as it is read. */
export async function open(
  pool: Pool,
  operation: AnyOperation,
  sent: Sent,
  most: number,
): Promise<Download> {
  const answered = await send(pool, operation, sent);
  if (!passed.has(answered.statusCode)) throw await refusal(operation, answered, most);
  return { status: answered.statusCode, headers: answered.headers, body: answered.body };
}

/**
 * Bodies too long to hold: passed on piece by piece, in both directions, over connections that no other call waits for.
 * What one side doesn't take, the other doesn't read.
 */
import type { Readable } from 'node:stream';
import { parse } from './answer.ts';
import { upstreamError, UpstreamError } from './error.ts';
import { endOf } from './http-call.ts';
import { failureOf } from './failure.ts';
import type { AnyOperation } from './operation.ts';
import type { openPool } from './pool.ts';
import type { MediaResponse, UploadChunk, UploadProgress } from './upstream.ts';

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
): Promise<UploadProgress> {
  const answered = await send(pool, operation, sent);
  if (answered.statusCode === 308) {
    await bodyOf(operation, answered, most);
    return { received: keptBy(answered.headers['range']) };
  }
  if (answered.statusCode !== 200 && answered.statusCode !== 201)
    throw await refusal(operation, answered, most);
  const made = parse(await bodyOf(operation, answered, most));
  if (made === undefined) throw upstreamError(operation, 'UPSTREAM_INVALID');
  return { result: made };
}

/** `bytes=0-41`: 42 bytes; without the header there are none. */
function keptBy(range: string | string[] | undefined): number {
  const last =
    typeof range === 'string' ? /^bytes=0-(\d{1,15})$/.exec(range.trim())?.[1] : undefined;
  return last === undefined ? 0 : Number(last) + 1;
}

export function pieceOf({ start, length, total, contentType, body }: UploadChunk): Partial<Sent> {
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
): Promise<MediaResponse> {
  const answered = await send(pool, operation, sent);
  if (!passed.has(answered.statusCode)) throw await refusal(operation, answered, most);
  return { status: answered.statusCode, headers: answered.headers, body: answered.body };
}

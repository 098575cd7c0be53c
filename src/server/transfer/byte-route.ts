/** Routes beside GraphQL that receive or send files, and their common functions. */
import type { Api } from '../../engine/api/api.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../../engine/caller/clock.ts';
import type { CallRecorder } from '../../engine/trace/call-record.ts';
import type { ErrorCode } from '../../engine/schema/error/error-code.ts';
import { toGraphError } from '../../engine/schema/error/error.ts';
import { StoreUnavailable } from '../../engine/store/store-unavailable.ts';
import { InvalidInput, UpstreamError } from '../../engine/api/error.ts';
import type { MediaResponse } from '../../engine/rest/upstream.ts';
import { HttpError } from '../error/http-error.ts';
import type { RequestRecord } from '../record/request-record.ts';
import type { HttpRequest } from '../connection/server-request.ts';
import type { Direction } from '../record/route.ts';

/** What a request has in common with others, and what learns of it for the log and the traces. */
export interface TransferRequest extends Pick<HttpRequest, 'clock' | 'reads'> {
  /** Absent: the request is not traced. */
  readonly trace: CallRecorder | undefined;
  readonly record: Pick<RequestRecord, 'cost'>;
}

/** What a transfer of a client is made with. */
export interface TransferClient extends Pick<TransferRequest, 'clock' | 'trace'> {
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

/** Who sends a file from this process. */
interface FileSender {
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

/** A route for uploads or downloads. */
export interface ByteRoute {
  /** The route serves paths with this prefix. The log shows the prefix only; the rest is secret. */
  readonly prefix: string;
  readonly direction: Direction;
  /** Supported methods, as the value of a header. */
  readonly methods: string;
  /** The caller who has made the URL; undefined for a URL that the gateway did not create. */
  callerOf(rest: string): string | undefined;
  /**
   * @param rest the URL after the prefix, with the query string
   * @throws HttpError
   */
  serve(
    req: IncomingMessage,
    res: ServerResponse,
    rest: string,
    request: TransferRequest,
  ): Promise<void>;
  /**
   * Receives a whole file that this process has: as `serve`, without a connection. Left out: the
   * route receives none.
   * @throws HttpError
   */
  receive?(rest: string, file: Buffer, sender: FileSender): Promise<void>;
}

/** HTTP status by error code; every other code is 500. */
const statuses: Partial<Readonly<Record<ErrorCode, number>>> = {
  INVALID_INPUT: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  MISSING_SCOPE: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  GONE: 410,
  QUOTA_EXCEEDED: 429,
  RATE_LIMITED: 429,
  UPSTREAM_INVALID: 502,
  UPSTREAM_TOO_LARGE: 502,
  UPSTREAM_UNAVAILABLE: 503,
  UPSTREAM_TIMEOUT: 504,
};

/** @returns an HttpError with the code and message that GraphQL has for it; others unchanged */
export function toHttpError(api: Api, error: unknown): unknown {
  const isKnown =
    error instanceof UpstreamError ||
    error instanceof InvalidInput ||
    error instanceof StoreUnavailable;
  if (!isKnown) return error;
  const { message, extensions } = toGraphError(api, error);
  const { code, retryAfter, ...rest } = extensions as {
    readonly code: ErrorCode;
    readonly retryAfter?: number;
  };
  const status = statuses[code] ?? 500;
  const retryAfterSeconds = retryAfter ?? (status >= 503 ? 1 : undefined);
  const headers =
    retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  return new HttpError(status, code, message, { headers, extensions: rest });
}

/** Aborts when the connection of the response is closed. */
export function disconnectSignal(res: ServerResponse): AbortSignal {
  const disconnected = new AbortController();
  res.once('close', () => disconnected.abort());
  return disconnected.signal;
}

/** Ends a response that nobody reads: it would keep its connection. */
export function discard({ body }: MediaResponse): void {
  body.on('error', () => {}).destroy();
}

/** Maximum time in which the rest of a rejected body is received, in milliseconds. */
const receiveMs = 2_000;

/**
 * Calls back when the body of a request has been received, or after two seconds: a client reads no
 * response before it has written its request.
 */
export function afterBody(req: IncomingMessage, clock: Clock, callback: () => void): void {
  if (req.complete || req.destroyed) return callback();
  const timer = clock.after(receiveMs, callback);
  const done = (): void => {
    timer.cancel();
    callback();
  };
  req.once('end', done).once('close', done);
}

/** A request and its response. */
export type TransferExchange = Pick<HttpRequest, 'req' | 'res' | 'clock' | 'reads'>;

/** Sends a body while the client may still be sending its own; ends the response after that. */
export function sendWhileReceiving(
  { req, res, clock, reads }: TransferExchange,
  body: string,
): void {
  if (req.complete || req.destroyed) return void res.end(body);
  res.flushHeaders();
  if (body !== '') res.write(body);
  afterBody(req, clock, () => res.end());
  // Nobody needs it: others are served between its pieces.
  req.on('data', (piece: Buffer) => reads.add(req, piece.length));
}

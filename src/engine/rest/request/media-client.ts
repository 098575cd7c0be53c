/**
 * Uploads and downloads whose bodies are too long for memory: they are passed on chunk by chunk,
 * over connections that no other call waits for. Each side is read only as fast as the other side
 * is written.
 */
import type { Api } from '../../api/api.ts';
import type { Readable } from 'node:stream';
import type { AttemptEnd, TracedAttempt } from '../call/attempt-observer.ts';
import { Call } from '../call/call.ts';
import { type CallResult, outcomeOfError } from '../call/call-outcome.ts';
import { forContent } from '../../api/accepted-scopes.ts';
import { classifyFailure } from '../call/classify-failure.ts';
import { UpstreamError, upstreamError } from '../../api/error.ts';
import type { AnyOperation, Args, ResponseOf } from '../../api/operation.ts';
import { builtRequest, type CallInput, type OutgoingRequest } from './outgoing-request.ts';
import type { MediaPool } from '../connection/pool.ts';
import { isRateLimit } from '../share/rate-limits.ts';
import { FrameError, JsonFrames } from '../call/json-frames.ts';
import {
  hasTooManyValues,
  parseJsonObject,
  readResponseBody,
  unreadable,
} from '../call/response-body.ts';
import type { ServiceConnections } from '../connection/service-connections.ts';
import type { ResolvedSettings } from '../settings.ts';
import type {
  CallOptions,
  MediaClient,
  MediaContent,
  MediaResponse,
  UploadChunk,
  UploadOptions,
  UploadProgress,
} from '../upstream.ts';
import { measuredNow } from '../../caller/clock.ts';

type RequestOptions = Parameters<MediaPool['request']>[0];
type Response = Awaited<ReturnType<MediaPool['request']>>;

interface MediaRequest {
  readonly operation: AnyOperation;
  readonly pool: MediaPool;
  readonly settings: ResolvedSettings;
  readonly options: RequestOptions;
  /** A URL on the server. */
  readonly baseUrl: URL | string;
  /** Whether it counts as a call of the operation. */
  readonly isCounted: boolean;
  readonly onAttempt: CallOptions['onAttempt'];
}

type MediaServer = Pick<MediaRequest, 'pool' | 'baseUrl'>;

/** @param connectionsOf the connections of the operation's service */
export function createMediaClient(
  connectionsOf: (operation: AnyOperation) => ServiceConnections,
  settings: ResolvedSettings,
): MediaClient {
  const put = (
    operation: AnyOperation,
    request: Omit<RequestOptions, 'method'>,
    { signal, onAttempt }: UploadOptions,
  ) => {
    const { mediaPool: pool, baseUrl } = connectionsOf(operation);
    const options = { ...request, method: 'PUT' as const, signal: signal ?? null };
    return logged(
      settings,
      sendToUpload({ operation, pool, settings, options, baseUrl, isCounted: false, onAttempt }),
    );
  };
  const open = async (
    { operation, options, ...server }: MediaServer & Pick<CallInput, 'operation' | 'options'>,
    { method, path, headers }: OutgoingRequest,
    headersTimeout = settings.mediaIdleTimeoutMs,
  ): Promise<MediaResponse> => {
    const { rateLimits } = connectionsOf(operation);
    const { deadline, signal } = options;
    const call = {
      operation,
      options,
      deadline,
      get isCancelled() {
        return signal?.aborted === true;
      },
    };
    // Who repeats a download does not wait twice. Others wait for a probe, as all calls do.
    const isAdmitted = rateLimits.wasRefused(call)
      ? rateLimits.admits(call, settings.clock.now())
      : await rateLimits.whenAdmitted(call, signal);
    if (!isAdmitted) throw rateLimits.error(call);
    const startedAt = settings.clock.now();
    options.onSend?.(operation);
    settings.observer?.onSend(operation);
    const request = { method, path, headers, headersTimeout, signal: signal ?? null };
    const { onAttempt } = options;
    const counted = { operation, settings, options: request, isCounted: true, onAttempt };
    const transfer = openDownload({ ...server, ...counted });
    try {
      const response = await logged(settings, transfer);
      rateLimits.onSuccess(call, startedAt);
      return response;
    } catch (error) {
      if (error instanceof UpstreamError && isRateLimit(error.failure))
        rateLimits.onRefusal(call, startedAt, error.failure);
      throw error;
    }
  };
  return {
    startUpload: async (operation, args, file, options) => {
      const connections = connectionsOf(operation);
      const request = connections.requests.uploadStart({ operation, args, options }, file);
      options.onRequest?.(builtRequest(request, connections));
      const start = new Call({
        operation: forContent(settings.api, operation),
        request,
        // Starting an upload changes nothing else, so it may be repeated.
        options: { ...options, idempotent: true, startsUpload: true },
        connections,
        pool: connections.pool,
        settings,
        read: readUploadAddress,
      });
      return (await start.send()) as string;
    },
    sendChunk: (operation, path, chunk, options = {}) =>
      put(operation, { path, ...chunkRequest(settings.api, chunk) }, options),
    queryProgress: (operation, path, total, options = {}) =>
      put(operation, { path, headers: progressHeaders(settings.api, total) }, options),
    download: async (operation, args, options) => {
      const { requests, mediaPool: pool, baseUrl } = connectionsOf(operation);
      return open(
        { operation, options, pool, baseUrl },
        requests.download({ operation, args, options }),
      );
    },
    content: async (operation, args, options) => {
      const connections = connectionsOf(operation);
      const request = connections.requests.download({ operation, args, options });
      options.onRequest?.(builtRequest(request, connections));
      const read = new Call({
        // A large file is no JSON whose values are to be counted.
        operation: { ...forContent(settings.api, operation), download: 'always' },
        request,
        options,
        connections,
        // It can take longer than a call: no other call must wait for the connection.
        pool: connections.mediaPool,
        settings,
        isContent: true,
        read: (_, { headers, body }): MediaContent => ({ headers, body }),
      });
      return (await read.send()) as MediaContent;
    },
    downloadFrom: async (operation, url, options) => {
      const { requests, downloadPool } = connectionsOf(operation);
      const { origin, path } = placeOf(url);
      const pool = downloadPool(origin);
      if (!pool) throw upstreamError(operation, 'UPSTREAM_INVALID');
      return open(
        { operation, options, pool, baseUrl: origin },
        requests.downloadAt(path, { operation, options }),
      );
    },
    answers: async <O extends AnyOperation>(operation: O, args: Args<O>, options: CallOptions) => {
      const { requests, mediaPool: pool, baseUrl } = connectionsOf(operation);
      // A stream keeps its connection without an end: a wait for one would have none either.
      if (pool.stats.size >= settings.mediaConnectionsPerService)
        throw upstreamError(operation, 'RATE_LIMITED');
      const request = requests.call({ operation, args, options });
      const server = { operation, options, pool, baseUrl };
      const { body } = await open(server, request, settings.firstByteTimeoutMs);
      return answersIn(operation, body, settings) as AsyncIterable<NonNullable<ResponseOf<O>>>;
    },
  };
}

/** @throws {UpstreamError} for a connection that breaks, and for what is no answer */
async function* answersIn(
  operation: AnyOperation,
  body: AsyncIterable<Buffer>,
  settings: ResolvedSettings,
): AsyncGenerator<unknown, void> {
  const frames = new JsonFrames(settings.maxAnswerBytes);
  try {
    for await (const chunk of body)
      for (const object of frames.add(chunk)) yield answerOf(operation, object, settings);
  } catch (error) {
    if (!(error instanceof FrameError)) throw connectionError({ operation, settings }, error);
    throw upstreamError(operation, error.isTooLarge ? 'UPSTREAM_TOO_LARGE' : 'UPSTREAM_INVALID');
  }
}

/** @throws FrameError */
function answerOf(
  operation: AnyOperation,
  body: Buffer,
  { maxAnswerValues }: ResolvedSettings,
): unknown {
  if (hasTooManyValues(body, maxAnswerValues)) throw new FrameError(true);
  const answer = readResponseBody(operation, { body, headers: {} });
  if (answer === unreadable) throw new FrameError(false);
  return answer;
}

/** Origin and path of a URL of an answer; no origin for text that is no URL, or that has a user. */
function placeOf(text: string): { readonly origin: string; readonly path: string } {
  if (!URL.canParse(text)) return { origin: '', path: '' };
  const { origin, pathname, search, username, password } = new URL(text);
  return { origin: username === '' && password === '' ? origin : '', path: pathname + search };
}

/**
 * The URL of a new upload, on the service's own origin: a header must not redirect the gateway to
 * another host. Text without a path names no upload: an empty one would be the base address.
 */
function readUploadAddress(
  { connections: { baseUrl } }: Call,
  { headers: { location } }: CallResult,
): string | typeof unreadable {
  if (location === undefined || !withPath.test(location)) return unreadable;
  if (!URL.canParse(location, baseUrl.href)) return unreadable;
  const { origin, pathname, search, username } = new URL(location, baseUrl);
  return origin === baseUrl.origin && username === '' ? pathname + search : unreadable;
}

/** A URL, or the path of one, that is not `/`. */
const withPath = /^\s*(https?:\/\/[^/]+)?\/[^?#\s]/i;

function chunkRequest(api: Api, chunk: UploadChunk): Pick<RequestOptions, 'headers' | 'body'> {
  const { start, length, total, contentType, body } = chunk;
  const bytes = length === 0 ? '*' : `${start}-${start + length - 1}`;
  const headers = {
    'content-type': contentType,
    'content-length': String(length),
    'content-range': `bytes ${bytes}/${total ?? '*'}`,
    ...commonHeaders(api),
  };
  // undici accepts any async iterable as a body and reads only as much as the socket accepts; its
  // types allow streams only.
  return { headers, body: length === 0 ? null : (body as Readable) };
}

const progressHeaders = (api: Api, total: number | undefined): Record<string, string> => ({
  'content-length': '0',
  'content-range': `bytes */${total ?? '*'}`,
  ...commonHeaders(api),
});

const commonHeaders = ({ calls }: Api): Record<string, string> => ({
  'accept-encoding': 'identity',
  'user-agent': calls.userAgent,
});

async function sendToUpload(request: MediaRequest): Promise<UploadProgress> {
  const response = await send(request);
  const { statusCode, headers } = response;
  if (statusCode !== 308 && statusCode !== 200 && statusCode !== 201)
    throw await rejectionOf(request, response);
  const body = await readBody(request, response);
  if (statusCode === 308) return { received: receivedBytes(headers['range']) };
  if (hasTooManyValues(body, request.settings.maxAnswerValues))
    throw upstreamError(request.operation, 'UPSTREAM_TOO_LARGE');
  const result = parseJsonObject(body);
  if (result === undefined) throw upstreamError(request.operation, 'UPSTREAM_INVALID');
  return { result };
}

/** `bytes=0-41` is 42 bytes; without the header no bytes are received. */
function receivedBytes(range: string | string[] | undefined): number {
  if (typeof range !== 'string') return 0;
  const last = /^bytes=0-(\d{1,15})$/.exec(range.trim())?.[1];
  return last === undefined ? 0 : Number(last) + 1;
}

/** Statuses that a download passes on; all others are failures. */
const downloadStatuses: ReadonlySet<number> = new Set([200, 206, 304, 412, 416]);

async function openDownload(request: MediaRequest): Promise<MediaResponse> {
  const response = await send(request);
  const { statusCode: status, headers, body } = response;
  if (!downloadStatuses.has(status)) throw await rejectionOf(request, response);
  return { status, headers, body };
}

/**
 * Sends a request over a connection that is closed afterwards: a streamed body cannot be repeated,
 * so it must not use a kept-alive connection that the service has closed.
 */
async function send(request: MediaRequest): Promise<Response> {
  const { pool, options } = request;
  const startedAt = measuredNow();
  try {
    const response = await pool.request({ ...options, reset: true });
    report(request, { outcome: 'response', status: response.statusCode, startedAt }, response);
    return response;
  } catch (error) {
    const isCancelled = options.signal instanceof AbortSignal && options.signal.aborted;
    const outcome = isCancelled ? 'cancelled' : outcomeOfError(codeOf(error), 0);
    report(request, { outcome, status: 0, startedAt });
    throw connectionError(request, error);
  }
}

/** Reports that the head of a response has arrived, or that the request has failed. */
function report(
  { operation, options, settings, baseUrl, isCounted, onAttempt }: MediaRequest,
  end: AttemptEnd & Pick<TracedAttempt, 'startedAt'>,
  response?: Response,
): void {
  settings.observer?.onTransfer(operation, end);
  if (onAttempt === undefined) return;
  const length = Number(response?.headers['content-length']);
  const size = Number.isInteger(length) ? length : undefined;
  onAttempt({ ...end, method: options.method, baseUrl, isCounted, size });
}

/**
 * Reads the body of a response that is not streamed.
 * @throws {UpstreamError} `UPSTREAM_TOO_LARGE` beyond `maxAnswerBytes`
 */
async function readBody(request: MediaRequest, response: Response): Promise<Buffer> {
  const { operation, settings } = request;
  const body: AsyncIterable<Buffer> = response.body;
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > settings.maxAnswerBytes) throw upstreamError(operation, 'UPSTREAM_TOO_LARGE');
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof UpstreamError ? error : connectionError(request, error);
  }
  return Buffer.concat(chunks, size);
}

/** The error of a response with a status that is not expected. */
async function rejectionOf(request: MediaRequest, response: Response): Promise<UpstreamError> {
  const body = await readBody(request, response);
  const { statusCode: status, headers } = response;
  const { api, clock } = request.settings;
  return new UpstreamError(
    classifyFailure(
      forContent(api, request.operation),
      { outcome: 'response', status, headers, body },
      { api, clock, isContent: true },
    ),
  );
}

function connectionError(
  { operation, settings }: Pick<MediaRequest, 'operation' | 'settings'>,
  error: unknown,
): UpstreamError {
  const errorCode = codeOf(error);
  const outcome = outcomeOfError(errorCode, 0);
  return new UpstreamError(
    classifyFailure(
      operation,
      { outcome, status: 0, headers: {}, body: Buffer.alloc(0) },
      settings,
    ),
    errorCode,
  );
}

/** @returns the error code of Node or of undici */
function codeOf(error: unknown): string {
  const { code, name } = error as { readonly code?: unknown; readonly name: string };
  return typeof code === 'string' ? code : name;
}

/** Logs only stable words: the URL of an upload is a secret. */
async function logged<T>({ log }: ResolvedSettings, transfer: Promise<T>): Promise<T> {
  try {
    return await transfer;
  } catch (error) {
    if (error instanceof UpstreamError) {
      const { service, operation, code, status, reason } = error.failure;
      const { cause } = error;
      log?.debug({ service, operation, code, status, reason, cause }, 'upload or download failed');
    }
    throw error;
  }
}

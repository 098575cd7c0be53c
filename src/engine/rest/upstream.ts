/** The interface of the upstream layer: calls, uploads and downloads. */
import type { Api } from '../api/api.ts';
import type { Identity } from '../caller/identity.ts';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { TracedAttempt } from './call/attempt-observer.ts';
import type { BreakerState } from './share/breaker.ts';
import type { Service } from '../api/register.ts';
import type { AnyOperation, Args, ResponseOf } from '../api/operation.ts';
import type { WaitObserver } from './share/wait-observer.ts';
import type { ShareUse } from './share/shares.ts';

/** A file that is small enough for memory. */
export interface FileContent {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** A request of the gateway that needs the answer of a read. */
export interface Requester {
  /** Whether no answer is needed any more: a read that waits, or would be repeated, is not sent. */
  readonly hasEnded: boolean;
}

/** A request without its credential and its body. */
export interface BuiltRequest {
  readonly method: string;
  readonly url: string;
}

/** The source of the answer of an equal read: a call in flight, or the stored answers. */
export type AnswerSource = 'shared' | 'cache';

export interface CallOptions {
  readonly identity: Identity;
  /**
   * Aborts when the caller disconnects: a read ends at once, a write that has been sent continues.
   */
  readonly signal?: AbortSignal | undefined;
  /** Absent: the answer is needed until the deadline. */
  readonly requester?: Requester | undefined;
  /** Instant of the clock after which the caller no longer waits. */
  readonly deadline: number;
  /** The caller's request headers, of which `if-match`, `if-none-match` and `range` are sent. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Overrides `idempotent` of the operation: an insert with an id of the client may be repeated.
   */
  readonly idempotent?: boolean | undefined;
  /**
   * Called for a write that continues after the deadline; `finished` resolves when the write has
   * ended.
   */
  readonly onDetachedWrite?: ((finished: Promise<void>) => void) | undefined;
  /**
   * Key of the caller that is no secret: a write ends the sharing of the caller's reads, and rate
   * limits of the caller pause no others. Absent: a caller without a token.
   */
  readonly callerKey?: string | undefined;
  /**
   * Called for a read that gets the answer of an equal read of the caller. Absent: the read is sent
   * in any case.
   */
  readonly onShared?: ((from: AnswerSource) => void) | undefined;
  /** A file that is uploaded with the call. */
  readonly file?: FileContent | undefined;
  /** Whether the call starts an upload, whose bytes other requests send. */
  readonly startsUpload?: boolean | undefined;
  /**
   * Whether the call may still be sent; asked immediately before each request, retries included.
   * Otherwise the call fails with `outdatedReason`.
   */
  readonly mayBeSent?: (() => boolean) | undefined;
  /** Learns how long the call waits for a connection, and for the end of a rate limit. */
  readonly waits?: WaitObserver | undefined;
  /** Called when the request is built, whether it is sent or not. */
  readonly onRequest?: ((request: BuiltRequest) => void) | undefined;
  /** Called for every request that is sent, retries included. */
  readonly onSend?: ((operation: AnyOperation) => void) | undefined;
  /** Called for every request that has ended, with or without a response. */
  readonly onAttempt?: ((attempt: TracedAttempt) => void) | undefined;
}

/** The connections of a service, and the requests that wait for one. */
export interface ConnectionCounts {
  readonly busy: number;
  readonly idle: number;
  readonly waiting: number;
}

/** The client of the four services. */
export interface Upstream {
  readonly api: Api;
  /**
   * One call with its retries.
   * @throws {UpstreamError} for a call that failed
   * @throws {InvalidInput} for an argument that must not be sent; no call is made then
   */
  call<O extends AnyOperation>(
    operation: O,
    args: Args<O>,
    options: CallOptions,
  ): Promise<ResponseOf<O>>;
  /**
   * After a write that was made in another way, and a change that was found: reads of the caller
   * are sent again.
   * @returns when all replicas know
   */
  endSharing(callerKey: string): Promise<void> | undefined;
  readonly media: MediaClient;
  /** Whether the service accepts TCP connections; no REST call is made. */
  reachable(service: Service): Promise<boolean>;
  /** Whether calls to each service are sent now. */
  breakers(): Readonly<Record<Service, BreakerState>>;
  /** The connections that are open now, those of uploads and downloads included. */
  connections(service: Service): ConnectionCounts;
  /** The shares of callers in the calls that wait for a connection. */
  waitingCalls(service: Service): ShareUse;
  /** Waits for open calls, then closes all connections. */
  close(): Promise<void>;
}

export interface FileInfo {
  readonly contentType: string;
  /** Bytes, where the length is known. */
  readonly length?: number | undefined;
}

/** Consecutive bytes of a file. */
export interface UploadChunk {
  /** Position of the first byte in the file. */
  readonly start: number;
  readonly length: number;
  /** Bytes of the whole file, where the length is known. */
  readonly total: number | undefined;
  readonly contentType: string;
  readonly body: AsyncIterable<Uint8Array>;
}

export type UploadOptions = Pick<CallOptions, 'signal' | 'onAttempt'>;

/**
 * The progress of an upload: bytes received from the start of the file, or the entity that the
 * upload has created.
 */
export type UploadProgress =
  | { readonly received: number }
  | { readonly result: Readonly<Record<string, unknown>> };

/** A response whose body has not been read yet. */
export interface MediaResponse {
  /** 200, 206, 304, 412 or 416. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Has to be read to its end, or destroyed. */
  readonly body: Readable;
}

/** The bytes of a file that is small enough for memory. */
export interface MediaContent {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/**
 * Uploads and downloads whose bodies are too long for memory. All methods reject like
 * `Upstream.call`.
 */
export interface MediaClient {
  /**
   * Starts a resumable upload.
   * @returns path and query of its URL on the service's origin. The URL alone allows writing: it is
   * a secret
   */
  startUpload<O extends AnyOperation>(
    operation: O,
    args: Args<O>,
    file: FileInfo,
    options: CallOptions,
  ): Promise<string>;
  /**
   * Sends a chunk, once: after a failure `queryProgress` returns where to continue.
   * @throws {UpstreamError} `NOT_FOUND` or `GONE`: the upload is lost and has to be started again
   */
  sendChunk(
    operation: AnyOperation,
    address: string,
    chunk: UploadChunk,
    options?: UploadOptions,
  ): Promise<UploadProgress>;
  /** @param total bytes of the whole file, if the length is known */
  queryProgress(
    operation: AnyOperation,
    address: string,
    total: number | undefined,
    options?: UploadOptions,
  ): Promise<UploadProgress>;
  /** The bytes of a file. `options.headers` may have `range`, `if-match` and `if-none-match`. */
  download<O extends AnyOperation>(
    operation: O,
    args: Args<O>,
    options: CallOptions,
  ): Promise<MediaResponse>;
  /**
   * The bytes of a file in memory, or a range of them: with the retries and the limits of a call.
   * `options.headers` may have `range`.
   * @throws {UpstreamError} `UPSTREAM_TOO_LARGE` beyond the limit of answers
   */
  content<O extends AnyOperation>(
    operation: O,
    args: Args<O>,
    options: CallOptions,
  ): Promise<MediaContent>;
  /**
   * The bytes at a URL that an answer of the operation has named; sent with the caller's token, and
   * only to the origin of the service and the origins of the settings.
   * @throws {UpstreamError} `UPSTREAM_INVALID` for a URL on another origin
   */
  downloadFrom(operation: AnyOperation, url: string, options: CallOptions): Promise<MediaResponse>;
  /**
   * The answers of an operation whose response has many, and no end: JSON objects, framed in one of
   * the ways of `JsonFrames`. They are read as fast as they are taken, and fail with `UPSTREAM_*`.
   * @throws {UpstreamError} `RATE_LIMITED` if no connection is free
   */
  answers<O extends AnyOperation>(
    operation: O,
    args: Args<O>,
    options: CallOptions,
  ): Promise<AsyncIterable<NonNullable<ResponseOf<O>>>>;
}

/** What the layers above know of the machine that sends calls: one call in, its answer or an `UpstreamError` out. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { AnyOperation, Args, ResponseOf, Service } from './operation.ts';

/** On whose behalf calls are made. Nothing learned for one identity is ever shown to another. */
export interface Identity {
  /** The caller's access token, forwarded as it is. Absent: the gateway's API key serves public operations. */
  readonly token?: string | undefined;
  /** Header `x-content-owner`: goes along as `onBehalfOfContentOwner` (`onBehalfOf` for captions) wherever an operation takes it. */
  readonly contentOwner?: string | undefined;
  readonly contentOwnerChannel?: string | undefined;
}

/** A file that is short enough to be held. */
export interface FileContent {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

export interface CallOptions {
  readonly identity: Identity;
  /** The caller left: reads are cut, a write already sent runs to its end. */
  readonly signal?: AbortSignal | undefined;
  /** Instant in ms of `performance.now()` after which nobody waits for the answer any more. */
  readonly deadline: number;
  /** Request headers beside those the machine sets (`if-match`). */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Overrides what the operation says of itself: an id of ours in the body makes an insert repeatable (a 409 then means it stands). */
  readonly idempotent?: boolean | undefined;
  /** Told of a write that runs on after the caller was told that it is too late; settles when it has ended. */
  readonly onDetachedWrite?: ((ended: Promise<void>) => void) | undefined;
  /** Goes up with the call, to the operation's address for uploads: behind the body, or alone where there is none. */
  readonly file?: FileContent | undefined;
  /** Called once for every request that goes out, repeats included: what cost counts. */
  readonly onSend?: ((operation: AnyOperation) => void) | undefined;
}

export interface Upstream {
  call<O extends AnyOperation>(
    operation: O,
    args: Args<O>,
    options: CallOptions,
  ): Promise<ResponseOf<O>>;
  /** Bodies too long to hold. */
  readonly media: MediaClient;
  /** Whether the service accepts connections: no token, no REST call. */
  reachable(service: Service): Promise<boolean>;
  close(): Promise<void>;
}

/** A file that is about to be uploaded. */
export interface FileInfo {
  readonly contentType: string;
  /** In bytes, where it is known beforehand. */
  readonly length?: number | undefined;
}

/** A piece of a file: `total` is the file's length, where it is known. */
export interface UploadChunk {
  readonly start: number;
  readonly length: number;
  readonly total: number | undefined;
  readonly contentType: string;
  readonly body: AsyncIterable<Uint8Array>;
}

/** How far an upload has come: bytes from its start that upstream keeps, or what the finished upload has made. */
export type UploadProgress =
  | { readonly received: number }
  | { readonly result: Readonly<Record<string, unknown>> };

/** An answer whose body is still to come. */
export interface MediaResponse {
  /** 200, 206, 304, 412 or 416. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Whoever doesn't read it to its end has to destroy it. */
  readonly body: Readable;
}

export interface MediaClient {
  /**
   * Opens a resumable upload.
   * @returns where its bytes go: path and query on the service's own origin. Whoever knows it may write, so nobody is shown it.
   */
  startUpload<O extends AnyOperation>(
    operation: O,
    args: Args<O>,
    file: FileInfo,
    options: CallOptions,
  ): Promise<string>;
  /**
   * Passes a piece on. It is never sent again: after a failure ask how much was kept.
   * @throws UpstreamError `NOT_FOUND` or `GONE`: the upload is lost, and has to begin anew
   */
  sendChunk(
    operation: AnyOperation,
    target: string,
    piece: UploadChunk,
    signal?: AbortSignal,
  ): Promise<UploadProgress>;
  /** How much upstream has kept. */
  queryProgress(
    operation: AnyOperation,
    target: string,
    total: number | undefined,
    signal?: AbortSignal,
  ): Promise<UploadProgress>;
  /** Bytes, as they come. `options.headers` may hold `range` and `if-match`. */
  download<O extends AnyOperation>(
    operation: O,
    args: Args<O>,
    options: CallOptions,
  ): Promise<MediaResponse>;
}

/** What the layers above know of the machine that sends calls: one call in, its answer or an `UpstreamError` out. */
import type { AnyOperation, Answer, Args, Service } from './operation.ts';
import type { Streams } from './stream.ts';

/** On whose behalf calls are made. Nothing learned for one identity is ever shown to another. */
export interface Identity {
  /** The caller's access token, forwarded as it is. Absent: the gateway's API key serves public operations. */
  readonly token?: string | undefined;
  /** Header `x-content-owner`: goes along as `onBehalfOfContentOwner` (`onBehalfOf` for captions) wherever an operation takes it. */
  readonly contentOwner?: string | undefined;
  readonly contentOwnerChannel?: string | undefined;
}

/** A file that is short enough to be held. */
export interface SmallFile {
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
  readonly onRunOn?: ((ended: Promise<void>) => void) | undefined;
  /** Goes up with the call, to the operation's address for uploads: behind the body, or alone where there is none. */
  readonly file?: SmallFile | undefined;
  /** Called once for every request that goes out, repeats included: what cost counts. */
  readonly onSend?: ((operation: AnyOperation) => void) | undefined;
}

export interface Upstream {
  call<O extends AnyOperation>(
    operation: O,
    args: Args<O>,
    options: CallOptions,
  ): Promise<Answer<O>>;
  /** Bodies too long to hold. */
  readonly streams: Streams;
  /** Whether the service accepts connections: no token, no REST call. */
  reachable(service: Service): Promise<boolean>;
  close(): Promise<void>;
}

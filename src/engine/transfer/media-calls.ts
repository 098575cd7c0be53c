/** Transfers of bytes that no request waits for: they count in the quota of the caller. */
import { type Clock, systemClock } from '../caller/clock.ts';
import { type AnyOperation, type Args, asDownload } from '../api/operation.ts';
import { upstreamError } from '../api/error.ts';
import type {
  CallOptions,
  MediaResponse,
  UploadChunk,
  UploadProgress,
  Upstream,
} from '../rest/upstream.ts';
import type { Identity } from '../caller/identity.ts';
import { callerKey, type Identities } from '../caller/identities.ts';
import type { Quotas } from '../cost/quota.ts';
import type { Usage } from '../read/usage.ts';

interface MediaCallSettings {
  readonly upstream: Pick<Upstream, 'media' | 'endSharing'>;
  readonly quotas: Quotas;
  /** Maximum time in ms until a download begins. */
  readonly timeoutMs: number;
  /** Delay in ms before the first repetition of a transfer. */
  readonly retryMs: number;
  /** Bytes that a transfer sends at a time. Default: that of `relayBytes`. */
  readonly partBytes?: number | undefined;
  readonly clock?: Clock | undefined;
}

interface Downloader extends Required<Pick<CallOptions, 'headers'>> {
  readonly identities: Identities;
  /** Counts the call. Absent: no request waits for it. */
  readonly usage?: Pick<Usage, 'countRequest'>;
  readonly signal: AbortSignal;
}

interface UploadTarget {
  readonly operation: AnyOperation;
  /** Path and query of its URL. */
  readonly target: string;
  readonly signal: AbortSignal;
}

/** One for the process. */
export class MediaCalls {
  readonly retryMs: number;
  readonly partBytes: number | undefined;
  readonly #settings: MediaCallSettings;

  constructor(settings: MediaCallSettings) {
    this.#settings = settings;
    this.retryMs = settings.retryMs;
    this.partBytes = settings.partBytes;
  }

  /** Opens a file. @throws UpstreamError also for a response without bytes */
  async open<O extends AnyOperation>(
    called: O,
    args: Args<O>,
    { identities, usage, headers, signal }: Downloader,
  ): Promise<MediaResponse> {
    const operation = asDownload(called);
    const { upstream, quotas, timeoutMs, clock = systemClock } = this.#settings;
    const identity = identities.of(operation);
    const quota = quotas.of(identities);
    const deadline = clock.now() + timeoutMs;
    const options = {
      identity,
      callerKey: callerKey(identity),
      headers,
      signal,
      deadline,
      onSend: (sent: AnyOperation) => {
        usage?.countRequest(sent);
        quota.spend(sent);
      },
    };
    const response = await quota.withCall(operation, () =>
      quota.makeCall(operation, () => upstream.media.download(operation, args, options)),
    );
    if (response.status === 200 || response.status === 206) return response;
    response.body.on('error', () => {}).destroy();
    throw upstreamError(operation, 'UPSTREAM_INVALID');
  }

  /** Sends bytes to an upload session, once. @throws UpstreamError */
  send({ operation, target, signal }: UploadTarget, chunk: UploadChunk): Promise<UploadProgress> {
    return this.#settings.upstream.media.sendChunk(operation, target, chunk, { signal });
  }

  /** Asks what an upload session has received. @throws UpstreamError */
  query({ operation, target, signal }: UploadTarget, total: number): Promise<UploadProgress> {
    return this.#settings.upstream.media.queryProgress(operation, target, total, { signal });
  }

  /** Reads of the caller that follow an upload are sent again. */
  endSharing(identity: Identity): Promise<void> | undefined {
    return this.#settings.upstream.endSharing(callerKey(identity));
  }
}

/** When a request is sent again, and after which pause. */
import { RequestError } from './error.ts';

/** Options of everything that is repeated. */
export interface RetryOptions {
  /** Ends the request, and every pause. */
  readonly signal?: AbortSignal | undefined;
  /** The pause after the first failure; each further one doubles it. Default: 500. */
  readonly firstPauseMs?: number | undefined;
  /** Called before a pause, for example to show it. */
  readonly onPause?: ((error: RequestError, ms: number) => void) | undefined;
}

/** What a kind of request allows. */
interface RetryLimits {
  /** Failures in a row after which the last error is thrown. */
  readonly failures: number;
  /** The longest pause that a service may ask for. Default: a minute. */
  readonly pauseMs?: number;
}

/** The longest pause that nobody has asked for. */
const longestPauseMs = 30_000;

/** Whether the same request can succeed later. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof RequestError && error.isTemporary;

/** The failures of a request in a row. */
export class Retries {
  #count = 0;
  readonly #options: RetryOptions;
  readonly #limits: RetryLimits;

  constructor(options: RetryOptions, limits: RetryLimits) {
    this.#options = options;
    this.#limits = limits;
  }

  /** Counts from zero again: something has arrived. */
  reset(): void {
    this.#count = 0;
  }

  /**
   * Waits before the next attempt.
   * @throws the error if there is to be none; the reason of the signal
   */
  async after(error: unknown, mayRepeat = isTemporary(error)) {
    const { signal, firstPauseMs = 500, onPause } = this.#options;
    const { failures, pauseMs = 60_000 } = this.#limits;
    signal?.throwIfAborted();
    if (!(error instanceof RequestError) || !mayRepeat) throw error;
    const ownMs = Math.min(longestPauseMs, firstPauseMs * 2 ** this.#count);
    // Clients that were cut off together do not come back together.
    const ms = Math.max(ownMs * (1 + Math.random() / 2), error.retryAfterMs);
    this.#count += 1;
    if (this.#count > failures || ms > pauseMs) throw error;
    onPause?.(error, ms);
    await wait(ms, signal);
  }
}

/** A browser's `addEventListener`: there is none in Node. */
type Listen = (type: 'online', end: () => void, options: { signal: AbortSignal }) => void;

/** Waits. Ends early when the device is online again. @throws the reason of the signal */
async function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  const done = new AbortController();
  const { addEventListener } = globalThis as { addEventListener?: Listen };
  await new Promise<void>((resolve) => {
    const end = (): void => resolve();
    const timer = setTimeout(end, ms);
    const options = { signal: done.signal };
    done.signal.addEventListener('abort', () => clearTimeout(timer));
    signal?.addEventListener('abort', end, options);
    addEventListener?.('online', end, options);
  });
  done.abort();
  signal?.throwIfAborted();
}

/**
 * A mutex per key: tasks of one key run one after the other in the order of their calls, tasks of
 * different keys run concurrently. No library is used: with the semaphores of libraries a new task
 * can overtake one that was resumed in the same turn, and callers that have left keep their places.
 */
import { upstreamError } from '../../upstream/error.ts';
import type { AnyOperation } from '../../upstream/operation.ts';

/** How long a caller waits for its turn. */
export interface WaitLimit {
  readonly signal?: AbortSignal | undefined;
  /** In ms of `performance.now()`. */
  readonly deadline: number;
  /** The operation that errors name. */
  readonly operation: AnyOperation;
}

type Resume = () => void;

/** One for the process. */
export class KeyedMutex {
  /** By key with a running task: the callers that wait, first come first. */
  readonly #waiting = new Map<string, Set<Resume>>();
  readonly #maxWaiting: number;

  /** @param maxWaiting maximum number of callers that wait for one key */
  constructor(maxWaiting = 100) {
    this.#maxWaiting = maxWaiting;
  }

  /**
   * Runs the task when every earlier task of the key has ended, successfully or not.
   * @param holdUntil the turn ends when its promise resolves, for example after a request that a
   * deadline has cut off; never rejects
   * @throws UpstreamError `RATE_LIMITED` if too many callers wait already; `UPSTREAM_TIMEOUT` if
   * the caller left or the deadline passed before its turn. In both cases the task did not start.
   */
  async runExclusive<T>(
    key: string,
    limit: WaitLimit,
    task: () => Promise<T>,
    holdUntil?: () => Promise<unknown>,
  ): Promise<T> {
    await this.#acquire(key, limit);
    try {
      return await task();
    } finally {
      if (holdUntil) void holdUntil().finally(() => this.#release(key));
      else this.#release(key);
    }
  }

  /** Number of keys with a running task. */
  get size(): number {
    return this.#waiting.size;
  }

  #acquire(key: string, limit: WaitLimit): Promise<void> | undefined {
    const waiting = this.#waiting.get(key);
    if (!waiting) {
      this.#waiting.set(key, new Set());
      return undefined;
    }
    if (waiting.size >= this.#maxWaiting) throw upstreamError(limit.operation, 'RATE_LIMITED');
    return waitForTurn(waiting, limit);
  }

  #release(key: string): void {
    const waiting = this.#waiting.get(key)!;
    const [resume] = waiting;
    // `resume` removes itself from the set.
    if (resume) resume();
    else this.#waiting.delete(key);
  }
}

function waitForTurn(
  waiting: Set<Resume>,
  { signal, deadline, operation }: WaitLimit,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const stopWaiting = (): void => {
      waiting.delete(resume);
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    };
    const resume = (): void => {
      stopWaiting();
      resolve();
    };
    const giveUp = (): void => {
      stopWaiting();
      reject(upstreamError(operation, 'UPSTREAM_TIMEOUT'));
    };
    const timer = setTimeout(giveUp, Math.max(0, deadline - performance.now()));
    signal?.addEventListener('abort', giveUp, { once: true });
    waiting.add(resume);
    if (signal?.aborted) giveUp();
  });
}

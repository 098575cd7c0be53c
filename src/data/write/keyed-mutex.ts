/**
 * Work that must not overlap: for one key one at a time, in the order in which it was asked; other keys go side by side.
 * Not a bulkhead of one: that lets a newcomer pass whoever was called up in the same turn, and holds on to those who have left.
 */
import { upstreamError } from '../../upstream/error.ts';
import type { AnyOperation } from '../../upstream/operation.ts';

/** Until when somebody waits for their turn. */
export interface WaitLimit {
  readonly signal?: AbortSignal | undefined;
  /** Instant in ms of `performance.now()`. */
  readonly deadline: number;
  /** What it is all about: errors name it. */
  readonly operation: AnyOperation;
}

type Begin = () => void;

export class KeyedMutex {
  /** Keys that are being worked on, and who waits for them, first come first. */
  readonly #lines = new Map<string, Set<Begin>>();
  readonly #most: number;

  /** @param most who may wait for one key at once */
  constructor(most = 100) {
    this.#most = most;
  }

  /**
   * Begins when all that was asked before has ended, however it ended.
   * @param ended when nothing of the work is under way any more, where that can be later than its result; never rejects
   * @throws UpstreamError RATE_LIMITED where too many wait already, UPSTREAM_TIMEOUT where the caller left or the deadline
   * passed before its turn: in both cases nothing was begun
   */
  async run<T>(
    key: string,
    patience: WaitLimit,
    work: () => Promise<T>,
    ended?: () => Promise<unknown>,
  ): Promise<T> {
    await this.#turn(key, patience);
    try {
      return await work();
    } finally {
      if (ended) void ended().finally(() => this.#next(key));
      else this.#next(key);
    }
  }

  /** How many keys are being worked on. */
  get size(): number {
    return this.#lines.size;
  }

  #turn(key: string, patience: WaitLimit): Promise<void> | undefined {
    const line = this.#lines.get(key);
    if (!line) {
      this.#lines.set(key, new Set());
      return undefined;
    }
    if (line.size >= this.#most) throw upstreamError(patience.operation, 'RATE_LIMITED');
    return waitIn(line, patience);
  }

  #next(key: string): void {
    const line = this.#lines.get(key)!;
    const [first] = line;
    if (first) first();
    else this.#lines.delete(key);
  }
}

function waitIn(line: Set<Begin>, { signal, deadline, operation }: WaitLimit): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      line.delete(begin);
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    };
    const begin = (): void => {
      leave();
      resolve();
    };
    const giveUp = (): void => {
      leave();
      reject(upstreamError(operation, 'UPSTREAM_TIMEOUT'));
    };
    const timer = setTimeout(giveUp, Math.max(0, deadline - performance.now()));
    signal?.addEventListener('abort', giveUp, { once: true });
    line.add(begin);
    if (signal?.aborted) giveUp();
  });
}

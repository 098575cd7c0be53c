/** A client that goes on with its requests while another one attacks the gateway. */
import { setTimeout as wait } from 'node:timers/promises';

/** What the victim has seen. */
export interface VictimReport {
  readonly requests: number;
  /** What went wrong, in few words. */
  readonly failures: readonly string[];
  /** 99 of 100 requests took at most so many ms. */
  readonly p99: number;
}

interface VictimOptions {
  /** Sends one request. @throws Error if it fails */
  readonly request: () => Promise<unknown>;
  readonly perSecond: number;
  /** Requests that wait for their answers at most. Default: any number. */
  readonly maxPending?: number | undefined;
}

/** Sends requests at a steady rate, whether the ones before have been answered or not. */
export class Victim {
  readonly #options: VictimOptions;
  readonly #pending = new Set<Promise<void>>();
  #times: number[] = [];
  #failures: string[] = [];
  readonly #awaited = new Set<() => void>();

  constructor(options: VictimOptions) {
    this.#options = options;
  }

  /** Sends requests until the work has ended. @returns what was seen meanwhile, and its result */
  async during<Result>(work: () => Promise<Result>): Promise<VictimReport & { result: Result }> {
    const state = { isOver: false };
    this.#times = [];
    this.#failures = [];
    const sending = (async () => {
      const { perSecond, maxPending = Number.POSITIVE_INFINITY } = this.#options;
      while (!state.isOver) {
        if (this.#pending.size < maxPending) this.#send();
        await wait(1_000 / perSecond);
      }
    })();
    const result = await work();
    state.isOver = true;
    await sending;
    await Promise.all(this.#pending);
    const sorted = this.#times.toSorted((one, other) => one - other);
    const p99 = sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.POSITIVE_INFINITY;
    const requests = sorted.length + this.#failures.length;
    return { requests, failures: this.#failures, p99, result };
  }

  /** Resolves when so many requests have succeeded since the work began, or one has failed. */
  untilAnswered(count: number): Promise<void> {
    return new Promise((resolve) => {
      const check = (): void => {
        if (this.#times.length < count && this.#failures.length === 0) return;
        this.#awaited.delete(check);
        resolve();
      };
      this.#awaited.add(check);
      check();
    });
  }

  #send(): void {
    const start = performance.now();
    const sent = this.#options.request().then(
      () => void this.#times.push(performance.now() - start),
      (error: unknown) => void this.#failures.push(String(error)),
    );
    this.#pending.add(sent);
    void sent.then(() => {
      this.#pending.delete(sent);
      for (const check of this.#awaited) check();
    });
  }
}

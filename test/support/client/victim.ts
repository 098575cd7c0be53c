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
}

/** Sends requests at a steady rate, whether the ones before have been answered or not. */
export class Victim {
  readonly #options: VictimOptions;
  readonly #pending = new Set<Promise<void>>();
  #times: number[] = [];
  #failures: string[] = [];

  constructor(options: VictimOptions) {
    this.#options = options;
  }

  /** Sends requests until the work has ended. @returns what was seen meanwhile, and its result */
  async during<Result>(work: () => Promise<Result>): Promise<VictimReport & { result: Result }> {
    const state = { isOver: false };
    this.#times = [];
    this.#failures = [];
    const sending = (async () => {
      while (!state.isOver) {
        this.#send();
        await wait(1_000 / this.#options.perSecond);
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

  #send(): void {
    const start = performance.now();
    const sent = this.#options.request().then(
      () => void this.#times.push(performance.now() - start),
      (error: unknown) => void this.#failures.push(String(error)),
    );
    this.#pending.add(sent);
    void sent.then(() => this.#pending.delete(sent));
  }
}

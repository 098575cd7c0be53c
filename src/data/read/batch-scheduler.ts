/**
 * When a batch leaves: as soon as no call in flight can still bring keys for it, at the latest after the patience.
 * Calls that lead elsewhere are not waited for, and nothing polls. No cycle can form: only calls in flight are
 * waited for, never other batches, and every call ends (it has a deadline).
 */

/** A call on its way, and the names of the resources whose ids its answer leads to. */
export interface Flight {
  readonly downstream: ReadonlySet<string>;
}

export class BatchScheduler {
  readonly #open = new Set<Flight>();
  #landing: (() => void)[] = [];
  readonly #patienceMs: number;

  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
  }

  /** @returns what to call when the flight has landed */
  start(downstream: ReadonlySet<string>): () => void {
    const flight: Flight = { downstream };
    this.#open.add(flight);
    return () => {
      this.#open.delete(flight);
      const waiting = this.#landing;
      this.#landing = [];
      for (const listener of waiting) listener();
    };
  }

  #feeding(resource: string): boolean {
    for (const { downstream } of this.#open) if (downstream.has(resource)) return true;
    return false;
  }

  /** Calls `dispatch` once. Looks after the current turn's resolvers have asked, and again after each landing was resolved into new keys. */
  whenReady(resource: string, dispatch: () => void): void {
    let timer: NodeJS.Timeout | undefined;
    let gone = false;
    const go = (): void => {
      if (gone) return;
      gone = true;
      clearTimeout(timer);
      dispatch();
    };
    const look = (): void => {
      if (gone) return;
      if (!this.#feeding(resource)) return go();
      timer ??= setTimeout(go, this.#patienceMs);
      // A turn for the batches that the landed answer has keys for: as calls in flight they may feed this one in turn.
      this.#landing.push(() => setImmediate(() => setImmediate(look)));
    };
    setImmediate(look);
  }
}

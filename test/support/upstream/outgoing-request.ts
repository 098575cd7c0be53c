/**
 * Waits for the HTTP requests that this process sends. A gateway may answer a query while calls are
 * still running whose values an error has made unnecessary.
 */
import { channel } from 'node:diagnostics_channel';
import { setImmediate as turn } from 'node:timers/promises';

/** Turns of the event loop without a request after which no resolver or batch sends another. */
const quietTurns = 10;

/** The requests of undici, `fetch` included, that are under way. */
export class OutgoingRequests {
  readonly #pending = new Set<unknown>();
  readonly #unsubscribe: (() => void)[] = [];

  /** Counts requests from now on, until `close`. */
  constructor() {
    const observe = (name: string, listener: (request: unknown) => void): void => {
      const onMessage = (message: unknown): void =>
        listener((message as { readonly request: unknown }).request);
      const observed = channel(`undici:request:${name}`);
      observed.subscribe(onMessage);
      this.#unsubscribe.push(() => observed.unsubscribe(onMessage));
    };
    observe('create', (request) => this.#pending.add(request));
    observe('trailers', (request) => this.#pending.delete(request));
    observe('error', (request) => this.#pending.delete(request));
  }

  get count(): number {
    return this.#pending.size;
  }

  /** Waits until no request is under way and none follows. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < quietTurns; quiet = this.count > 0 ? 0 : quiet + 1) await turn();
  }

  close(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
  }
}

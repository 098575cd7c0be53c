/**
 * Waits for the HTTP requests that this process sends. A gateway may answer a query while calls are
 * still running whose values an error has made unnecessary.
 */
import { channel } from 'node:diagnostics_channel';
import { setImmediate as turn } from 'node:timers/promises';

/** Turns of the event loop without a request after which no resolver or batch sends another. */
const quietTurns = 10;

/** A request, and its place in the order of all that was sent and answered. */
interface OrderedRequest {
  /** Path and query string. */
  readonly address: string;
  readonly sentAt: number;
  /** Infinity before the answer is complete. */
  readonly answeredAt: number;
}

/** The requests of undici, `fetch` included. */
export class OutgoingRequests {
  readonly #pending = new Map<
    unknown,
    { -readonly [Name in keyof OrderedRequest]: OrderedRequest[Name] }
  >();
  #sent: OrderedRequest[] = [];
  #order = 0;
  readonly #unsubscribe: (() => void)[] = [];

  /** Counts requests from now on, until `close`. */
  constructor() {
    const observe = (
      name: string,
      listener: (request: { readonly path: string }) => void,
    ): void => {
      const onMessage = (message: unknown): void =>
        listener((message as { readonly request: { readonly path: string } }).request);
      const observed = channel(`undici:request:${name}`);
      observed.subscribe(onMessage);
      this.#unsubscribe.push(() => observed.unsubscribe(onMessage));
    };
    observe('create', (request) => {
      const sent = { address: request.path, sentAt: this.#order++, answeredAt: Infinity };
      this.#pending.set(request, sent);
      this.#sent.push(sent);
    });
    observe('trailers', (request) => {
      const sent = this.#pending.get(request);
      if (sent) sent.answeredAt = this.#order++;
      this.#pending.delete(request);
    });
    observe('error', (request) => this.#pending.delete(request));
  }

  get count(): number {
    return this.#pending.size;
  }

  /** The requests since the last use of this. */
  take(): readonly OrderedRequest[] {
    const sent = this.#sent;
    this.#sent = [];
    return sent;
  }

  /** Waits until no request is under way and none follows. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < quietTurns; quiet = this.count > 0 ? 0 : quiet + 1) await turn();
  }

  close(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
  }
}

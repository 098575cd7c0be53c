/**
 * Parts that this process is sending to a service. While a service accepts no bytes, the gateway
 * reads none from the client. It then cannot see that the client has disconnected: the end of a
 * connection arrives after its unread bytes. Therefore a new part may replace a stalled one.
 */
import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../engine/caller/clock.ts';

/** Time without reading after which a part is stalled, in milliseconds. */
const stallMs = 2_000;

/** A part whose session is locked by this process. */
export class RunningPart {
  readonly #req: Pick<IncomingMessage, 'complete'>;
  readonly #clock: Clock;
  readonly #replaced = new AbortController();
  /** When the gateway last stopped reading the body; undefined while it waits for the client. */
  #pausedAt: number | undefined;

  constructor(req: Pick<IncomingMessage, 'complete'>, clock: Clock) {
    this.#req = req;
    this.#clock = clock;
    this.#pausedAt = clock.now();
  }

  /** Aborts when another part replaces this one. */
  get signal(): AbortSignal {
    return this.#replaced.signal;
  }

  /** Records that the gateway waits for bytes of the client, or for the service again. */
  setReading(isReading: boolean): void {
    this.#pausedAt = isReading ? undefined : this.#clock.now();
  }

  /**
   * Aborts the part if its client may have disconnected unseen; a request that is received whole
   * shows it.
   */
  replaceIfStalled(): void {
    if (this.#req.complete || this.#pausedAt === undefined) return;
    if (this.#clock.now() - this.#pausedAt >= stallMs) this.#replaced.abort();
  }
}

/** The running parts of this process, by the id of the session. */
export type RunningParts = Map<string, RunningPart>;

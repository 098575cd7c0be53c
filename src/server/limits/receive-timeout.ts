/**
 * Requests that don't arrive whole in time are closed. The platform's own limit knows no exception, and an upload takes
 * as long as it takes; so that limit is off, and bodies are looked after here.
 */
import type { IncomingMessage, Server } from 'node:http';

const late = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';

/** More time for a body that may be long: it has to be earned, so that one that stands still is closed like any other. */
export interface Patience {
  /** Bytes that earn a ms. */
  readonly rate: number;
  /** Ms that can be earned. */
  readonly most: number;
}

const none: Patience = { rate: 1, most: 0 };

interface Awaited {
  /** Until when it has to be here, in ms of `performance.now()`, with nothing earned. */
  readonly due: number;
  readonly patience: Patience;
  /** Bytes of its connection that had come before. */
  readonly before: number;
}

export class Arrivals {
  readonly #longest: number;
  /** Those that have come are found at the next look. */
  readonly #awaited = new Map<IncomingMessage, Awaited>();

  /** @param longest from the head of a request to its last byte, in ms */
  constructor(longest: number) {
    this.#longest = longest;
  }

  /** Looks after the requests of a server until it is closed. */
  watch(server: Server): void {
    const timer = setInterval(() => this.#look(), Math.min(this.#longest, 1_000)).unref();
    server.once('close', () => clearInterval(timer));
  }

  expect(req: IncomingMessage, patience = none): void {
    this.#awaited.set(req, {
      due: performance.now() + this.#longest,
      patience,
      before: req.socket.bytesRead,
    });
  }

  /** Called where the answer ends: nearly every request has come by then. */
  forget(req: IncomingMessage): void {
    if (req.complete || req.destroyed) this.#awaited.delete(req);
  }

  #look(): void {
    const now = performance.now();
    for (const [req, { due, patience, before }] of this.#awaited) {
      const earned = Math.min(patience.most, (req.socket.bytesRead - before) / patience.rate);
      if (req.complete || req.destroyed) this.#awaited.delete(req);
      else if (due + earned < now) this.#close(req);
    }
  }

  #close(req: IncomingMessage): void {
    this.#awaited.delete(req);
    const { socket } = req;
    const answering = (
      socket as { readonly _httpMessage?: { readonly headersSent: boolean } | null }
    )._httpMessage;
    if (socket.writable && !answering?.headersSent) socket.write(late);
    socket.destroy();
  }
}

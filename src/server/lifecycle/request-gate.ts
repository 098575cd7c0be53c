/** Makes requests wait while the port is being closed. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/** While the gate is closed, requests wait; when it opens, they are handled in their order. */
export class RequestGate {
  readonly #handle: RequestListener;
  /** Undefined while the gate is open. */
  #waiting: (readonly [req: IncomingMessage, res: ServerResponse])[] | undefined;

  constructor(handle: RequestListener) {
    this.#handle = handle;
  }

  /** Handles the request, immediately or when the gate opens. */
  pass(req: IncomingMessage, res: ServerResponse): void {
    if (this.#waiting) this.#waiting.push([req, res]);
    else this.#handle(req, res);
  }

  close(): void {
    this.#waiting ??= [];
  }

  /** Handles the waiting requests in their order. */
  open(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = undefined;
    for (const [req, res] of waiting) this.#handle(req, res);
  }
}

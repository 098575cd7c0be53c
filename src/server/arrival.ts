/**
 * Requests that don't arrive whole in time are closed. The platform's own limit knows no exception, and an upload takes
 * as long as it takes; so that limit is off, and bodies are looked after here.
 */
import type { IncomingMessage, Server } from 'node:http';

const late = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';

export class Arrivals {
  readonly #longest: number;
  /** Until when each has to be here, in ms of `performance.now()`; those that have come are found at the next look. */
  readonly #due = new Map<IncomingMessage, number>();

  /** @param longest from the head of a request to its last byte, in ms */
  constructor(longest: number) {
    this.#longest = longest;
  }
  /** Looks after the requests of a server until it is closed. */
  watch(server: Server): void {
    const timer = setInterval(() => this.#look(), Math.min(this.#longest, 1_000)).unref();
    server.once('close', () => clearInterval(timer));
  }
  /** @param more ms beside what every request has */
  expect(req: IncomingMessage, more = 0): void {
    this.#due.set(req, performance.now() + this.#longest + more);
  }
  /** Called where the answer ends: nearly every request has come by then. */
  forget(req: IncomingMessage): void {
    if (req.complete || req.destroyed) this.#due.delete(req);
  }
  #look(): void {
    const now = performance.now();
    for (const [req, due] of this.#due) {
      if (req.complete || req.destroyed) this.#due.delete(req);
      else if (due < now) this.#close(req);
    }
  }
  #close(req: IncomingMessage): void {
    this.#due.delete(req);
    const { socket } = req;
    const answering = (socket as { readonly _httpMessage?: { readonly headersSent: boolean } | null })._httpMessage;
    if (socket.writable && !answering?.headersSent) socket.write(late);
    socket.destroy();
  }
}

/**
 * Shares the time in which bodies are received: in each turn of the event loop so many bytes of
 * long ones. The connections of others would otherwise be read after all that a few clients have
 * sent, 64 KiB of each at a time.
 */
import type { Readable } from 'node:stream';

/** Bytes after which further bodies wait for the next turn. */
const maxBytes = 512 * 1_024;

/** Bodies that go on in each turn. */
const maxBodies = 8;

/** The bodies that a gateway receives. */
export class BodyReads {
  #bytes = 0;
  /** Whether the end of this turn is awaited. */
  #isCounting = false;
  /** Those that wait, the first one first. */
  readonly #paused: Readable[] = [];

  /** Called with each piece of a body but the last. */
  add(body: Readable, bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > maxBytes) this.#paused.push(body.pause());
    if (this.#isCounting) return;
    this.#isCounting = true;
    setImmediate(this.#endTurn);
  }

  readonly #endTurn = (): void => {
    this.#bytes = 0;
    // Of one that was rejected meanwhile, nothing is read any more.
    for (const body of this.#paused.splice(0, maxBodies))
      if (body.listenerCount('data') > 0) body.resume();
    this.#isCounting = this.#paused.length > 0;
    if (this.#isCounting) setImmediate(this.#endTurn);
  };
}

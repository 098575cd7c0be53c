/**
 * The control messages of a WebSocket: pings of both sides and their answers, as frames and as
 * messages. Each costs little, but tens of thousands fit into one write of a client, so their
 * number is limited.
 */
import type { WebSocket } from 'ws';
import { type Clock, every } from '../../engine/caller/clock.ts';

/** Messages that are accepted at once, besides late ones about operations that have ended. */
const burst = 100;

/** Messages that are accepted in a second, for as long as the WebSocket is open. */
const perSecond = 20;

interface ControlMessagesParts {
  readonly socket: WebSocket;
  readonly clock: Clock;
  /** Interval in ms at which the client gets a ping. */
  readonly pingMs: number;
  /** Maximum number of running operations, each of which both sides can end at the same time. */
  readonly maxOperations: number;
  /** Whether the client can get an answer. */
  readonly canSend: () => boolean;
  /** Called when the client did not answer a ping: it is gone, or does not read. */
  readonly expire: () => void;
  /** Called once, if the client has sent too many. */
  readonly exceed: () => void;
}

/** Sends and answers pings, and counts what the client sends. */
export class ControlMessages {
  readonly #parts: ControlMessagesParts;
  readonly #max: number;
  /** Number of messages that are accepted now; negative after one too many. */
  #accepted: number;
  #countedAt: number;
  #isAlive = true;

  constructor(parts: ControlMessagesParts) {
    const { socket, clock, pingMs, maxOperations, canSend } = parts;
    this.#parts = parts;
    this.#max = burst + maxOperations;
    this.#accepted = this.#max;
    this.#countedAt = clock.now();
    // The data of a ping has at most 125 bytes.
    socket.on('ping', (data) => {
      if (this.accept() && canSend()) socket.pong(data);
    });
    socket.on('pong', () => {
      if (this.accept()) this.setAlive();
    });
    const pings = every(clock, pingMs, () => this.#ping());
    socket.once('close', () => pings.cancel());
  }

  /** Called when anything has arrived. */
  setAlive(): void {
    this.#isAlive = true;
  }

  /** Counts a message of the client. @returns false if there were too many */
  accept(): boolean {
    if (this.#accepted < 0) return false;
    const now = this.#parts.clock.now();
    const refilled = this.#accepted + ((now - this.#countedAt) / 1_000) * perSecond;
    this.#accepted = Math.min(this.#max, refilled) - 1;
    this.#countedAt = now;
    if (this.#accepted >= 0) return true;
    this.#parts.exceed();
    return false;
  }

  #ping(): void {
    const { socket, expire } = this.#parts;
    if (!this.#isAlive) return expire();
    this.#isAlive = false;
    if (socket.readyState === socket.OPEN) socket.ping();
  }
}

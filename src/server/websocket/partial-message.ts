/**
 * The received part of a message that is not complete. It takes memory like the body of
 * a request that is not complete (`limits/body-memory.ts`), and has the same time to arrive.
 */
import type { Duplex } from 'node:stream';
import type { Clock, Timer } from '../../engine/caller/clock.ts';
import { type BodyMemory, pieceBytes, type ReceivedRequest } from '../limits/body-memory.ts';
import { FrameReader } from './frame-reader.ts';

interface PartialMessageParts {
  /** The connection below the WebSocket. */
  readonly stream: Duplex;
  readonly bodies: BodyMemory;
  readonly clock: Clock;
  /** Maximum time in ms from the first byte of a message to its last one. */
  readonly timeoutMs: number;
  /** Whether a service has accepted the caller's token. */
  readonly isAccepted: () => boolean;
  /** Called when there is too little memory: drops the WebSocket. */
  readonly reject: () => void;
  /** Called when the message has not arrived in time: drops the WebSocket. */
  readonly expire: () => void;
}

/** The only partial message of a WebSocket: messages come one after the other. */
export class PartialMessage implements ReceivedRequest {
  receivedBytes = 0;
  receiveUntil = 0;
  readonly #parts: PartialMessageParts;
  readonly #frames = new FrameReader();
  #timer: Timer | undefined;

  constructor(parts: PartialMessageParts) {
    this.#parts = parts;
    // Before `ws` reads the piece: a complete message is counted by what it starts.
    parts.stream.prependListener('data', this.#receive);
  }

  get isAccepted(): boolean {
    return this.#parts.isAccepted();
  }

  reject(): void {
    this.end();
    this.#parts.reject();
  }

  /** Called when `ws` reads and keeps nothing more. */
  end(): void {
    this.#parts.stream.off('data', this.#receive);
    this.#complete();
  }

  readonly #receive = (piece: Buffer): void => {
    const { bodies, clock, timeoutMs, expire } = this.#parts;
    const frames = this.#frames;
    frames.read(piece);
    if (frames.hasCompleted) this.#complete();
    if (frames.rest === 0) return;
    if (this.#timer === undefined) {
      this.receiveUntil = clock.now() + timeoutMs;
      this.#timer = clock.after(timeoutMs, expire);
    }
    // `ws` keeps each frame as a piece of its own.
    bodies.add(this, frames.rest + frames.restFrames * pieceBytes, false);
  };

  #complete(): void {
    if (this.#timer === undefined) return;
    this.#timer.cancel();
    this.#timer = undefined;
    this.#parts.bodies.release(this);
  }
}

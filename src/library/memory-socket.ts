/** Connections within the process. */
import { Duplex } from 'node:stream';

/**
 * One end of a connection within the process, with what `node:http` and the limits of slow clients
 * read of a socket.
 */
export class MemorySocket extends Duplex {
  bytesRead = 0;
  /** Whether the client uses https: links have this scheme. */
  readonly encrypted: boolean;
  #other!: MemorySocket;
  #sent = 0;
  /** Called when the other end wants more. */
  #continue: (() => void) | undefined;

  private constructor(encrypted: boolean) {
    super();
    this.encrypted = encrypted;
  }

  /** @returns both ends of a new connection */
  static pair(encrypted: boolean): readonly [MemorySocket, MemorySocket] {
    const [one, other] = [new MemorySocket(encrypted), new MemorySocket(encrypted)];
    one.#other = other;
    other.#other = one;
    return [one, other];
  }

  /** With those that wait, as a socket of `node:net` counts. */
  get bytesWritten(): number {
    return this.#sent + this.writableLength;
  }

  /** What the other end has taken, under the name that it has in `node:net`. */
  get _bytesDispatched(): number {
    return this.#sent;
  }

  override _read(): void {
    const next = this.#continue;
    this.#continue = undefined;
    next?.();
  }

  override _write(chunk: Buffer, _: unknown, done: () => void): void {
    const other = this.#other;
    other.#continue = () => {
      this.#sent += chunk.length;
      done();
    };
    other.bytesRead += chunk.length;
    if (chunk.length === 0) other._read();
    else other.push(chunk);
  }

  override _final(done: () => void): void {
    this.#other.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#other.destroy();
    done(error);
  }

  /** Memory has no packets to delay, and nothing that times out. */
  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  setTimeout(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

/**
 * Bounds the bytes that wait to be sent to clients, of all connections together: responses, events
 * of subscriptions, messages of WebSockets, files. A client that does not read costs the memory of
 * what was written to it. When there are too many bytes, the caller with most of them loses its
 * slowest connection first (`Shares`); nothing more could be said to it.
 */
import type { Server, Socket } from 'node:net';
import { callerKey } from '../../engine/execution/caller.ts';
import {
  anonymousCaller,
  type Holding,
  type SharePolicy,
  Shares,
} from '../../engine/rest/share/shares.ts';
import type { Identity } from '../../engine/rest/upstream.ts';

/**
 * Milliseconds between two looks at all connections. Nothing is counted at each write: in this time
 * the process cannot write more than it can make.
 */
const intervalMs = 50;

/** The connections of a gateway. */
export class UnsentBytes {
  /** What callers have of the bytes, as it was at the last look. */
  readonly shares: Shares;
  readonly #connections = new Map<Socket, ClientConnection>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: SharePolicy & { readonly total: number }) {
    this.shares = new Shares(options);
  }

  /** Watches all connections of a server. */
  watch(server: Server): void {
    server.on('connection', (socket) => {
      const connection = new ClientConnection(socket);
      this.#connections.set(socket, connection);
      this.#timer ??= setInterval(() => this.#look(), intervalMs).unref();
      socket.once('close', () => {
        this.#connections.delete(socket);
        connection.end(this.shares);
        if (this.#connections.size > 0) return;
        clearInterval(this.#timer);
        this.#timer = undefined;
      });
    });
  }

  /**
   * Says whose bytes are sent over a connection from now on: an identity, or the key of a caller.
   */
  setOwner(socket: Socket, owner: Identity | string): void {
    const connection = this.#connections.get(socket);
    if (connection) connection.owner = owner;
  }

  #look(): void {
    for (const connection of this.#connections.values()) connection.measure(this.shares);
    this.shares.makeRoom();
  }
}

/** A connection with a client, and what it has of the bytes. */
class ClientConnection implements Holding {
  owner: Identity | string = anonymousCaller;
  readonly #socket: Socket;
  /** Whose bytes the shares have counted. */
  #caller: string | undefined;
  /** Bytes that the operating system has taken, at the last look. */
  #taken = 0;
  #unsent = 0;
  #rate = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** How many looks it takes until everything is sent. */
  get slowness(): number {
    return this.#unsent / (1 + this.#rate);
  }

  measure(shares: Shares): void {
    const { writableLength: unsent } = this.#socket;
    if (unsent === 0 && this.#caller === undefined) return;
    const taken = this.#socket.bytesWritten - unsent;
    // While it has had nothing to send, nothing was measured.
    this.#rate = this.#caller === undefined ? 0 : taken - this.#taken;
    this.#taken = taken;
    this.#unsent = unsent;
    const caller = typeof this.owner === 'string' ? this.owner : callerKey(this.owner);
    if (caller !== this.#caller) this.end(shares);
    this.#caller = unsent > 0 ? caller : undefined;
    shares.resize(caller, this, unsent);
  }

  end(shares: Shares): void {
    if (this.#caller !== undefined) shares.drop(this.#caller, this);
    this.#caller = undefined;
  }

  giveWay(): void {
    this.#caller = undefined;
    this.#socket.destroy();
  }
}

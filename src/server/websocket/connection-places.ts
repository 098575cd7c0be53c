/**
 * The places of WebSockets. As a request takes its place when it is complete, a WebSocket takes
 * one when `connection_init` has arrived. Those before it wait beside the places, as many as there
 * are places: a further one drops the oldest, and never one that has a place.
 *
 * Anybody can send `connection_init`, with an invented token or without one. So a WebSocket without
 * a running operation makes room for any other one if no service has accepted its caller's token.
 * After these, callers give way by their shares.
 */
import type { Refusal, Shares } from '../../engine/rest/share/shares.ts';
import type { Connection } from './connection.ts';

/** All WebSockets of a gateway. */
export class ConnectionPlaces {
  /** What callers have of the places. */
  readonly #shares: Shares;
  /** Without `connection_init`, the oldest first. */
  readonly #waiting = new Set<Connection>();
  /** The oldest first. */
  readonly #placed = new Set<Connection>();

  constructor(shares: Shares) {
    this.#shares = shares;
  }

  /** The number of open WebSockets. */
  get count(): number {
    return this.#waiting.size + this.#placed.size;
  }

  /** Whether a further WebSocket would get a place. */
  get hasRoom(): boolean {
    const shares = this.#shares;
    return !shares.isCrowded || this.#findDroppable() !== undefined || shares.hasExcess;
  }

  *[Symbol.iterator](): Generator<Connection> {
    yield* this.#waiting;
    yield* this.#placed;
  }

  /** Adds a WebSocket that waits for `connection_init`. */
  add(connection: Connection): void {
    if (this.#waiting.size >= this.#shares.total) this.#drop(this.#waiting.values().next().value);
    this.#waiting.add(connection);
  }

  /** Called when `connection_init` has arrived. @returns why there is no place */
  take(connection: Connection): Refusal | undefined {
    this.#waiting.delete(connection);
    if (this.#shares.isCrowded) this.#drop(this.#findDroppable());
    const refusal = this.#shares.hold(connection.caller, connection);
    if (refusal === undefined) this.#placed.add(connection);
    return refusal;
  }

  /** Called when the WebSocket is closed. */
  delete(connection: Connection): void {
    this.#waiting.delete(connection);
    if (this.#placed.delete(connection)) this.#shares.drop(connection.caller, connection);
  }

  #findDroppable(): Connection | undefined {
    for (const connection of this.#placed) if (!connection.keepsPlace) return connection;
    return undefined;
  }

  #drop(connection: Connection | undefined): void {
    if (connection === undefined) return;
    this.delete(connection);
    connection.giveWay('total');
  }
}

/**
 * The places of WebSockets. As a request takes its place when it is complete, a WebSocket takes
 * one when `connection_init` has arrived. Those before it wait beside the places, as many as there
 * are places: a further one drops the oldest, and never one that has a place.
 *
 * Anybody can send `connection_init`, with an invented token or without one. So a WebSocket without
 * a running operation keeps its place against others only if a service has accepted its caller's
 * token; an operation counts among `MAX_CONCURRENT_REQUESTS`, and an invented token ends it.
 */

/** A WebSocket that waits or has a place. */
interface PlacedConnection {
  /** Whether it has a running operation, or a caller whose token a service has accepted. */
  readonly keepsPlace: boolean;
  /** Ends the WebSocket immediately, with a code by which clients connect again. */
  drop(): void;
}

/** All WebSockets of a gateway. */
export class ConnectionPlaces<Connection extends PlacedConnection> {
  readonly #max: number;
  /** Without `connection_init`, the oldest first. */
  readonly #waiting = new Set<Connection>();
  /** The oldest first. */
  readonly #placed = new Set<Connection>();

  /** @param max the number of places */
  constructor(max: number) {
    this.#max = max;
  }

  /** The number of open WebSockets. */
  get count(): number {
    return this.#waiting.size + this.#placed.size;
  }

  /** Whether a further WebSocket would get a place. */
  get hasRoom(): boolean {
    return this.#placed.size < this.#max || this.#findDroppable() !== undefined;
  }

  *[Symbol.iterator](): Generator<Connection> {
    yield* this.#waiting;
    yield* this.#placed;
  }

  /** Adds a WebSocket that waits for `connection_init`. */
  add(connection: Connection): void {
    if (this.#waiting.size >= this.#max) this.#drop(this.#waiting.values().next().value);
    this.#waiting.add(connection);
  }

  /** Called when `connection_init` has arrived. @returns false if there is no place */
  take(connection: Connection): boolean {
    this.#waiting.delete(connection);
    if (this.#placed.size >= this.#max) this.#drop(this.#findDroppable());
    if (this.#placed.size >= this.#max) return false;
    this.#placed.add(connection);
    return true;
  }

  /** Called when the WebSocket is closed. */
  delete(connection: Connection): void {
    this.#waiting.delete(connection);
    this.#placed.delete(connection);
  }

  #findDroppable(): Connection | undefined {
    for (const connection of this.#placed) if (!connection.keepsPlace) return connection;
    return undefined;
  }

  #drop(connection: Connection | undefined): void {
    if (connection === undefined) return;
    this.delete(connection);
    connection.drop();
  }
}

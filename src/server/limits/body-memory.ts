/**
 * Bounds the memory of request bodies, and of messages of WebSockets, as a whole. A body takes
 * memory by its received bytes, from the first one until the response: a request of which little
 * has arrived takes little. When there is too little memory, incomplete requests make room: first
 * those of callers whose token no service has accepted, and among them those that are nearest to
 * the end of their time.
 */

/**
 * Bytes that each received piece takes beside its content: a client can send a body in pieces of
 * one byte. A `Buffer` takes 220 bytes, and about as much again until those of requests that have
 * ended are collected.
 */
export const pieceBytes = 512;

/** The error message for a request that makes room. */
export const tooLittleMemory = 'Too many large requests at the moment; retry after 1 second.';

/** A request, or a message of a WebSocket, that is received or has been received. */
export interface ReceivedRequest {
  /** The size of its body in memory. */
  receivedBytes: number;
  /** Instant by which its body has to be complete. */
  readonly receiveUntil: number;
  /** Whether a service has accepted the caller's token. */
  readonly isAccepted: boolean;
  /**
   * Ends the request with an error that says that there is too little memory, and discards what
   * still arrives.
   */
  reject(): void;
}

/** A message of a WebSocket, while it waits, and as long as its operation runs. */
export class CompleteMessage implements ReceivedRequest {
  receivedBytes = 0;
  readonly receiveUntil = 0;
  /** Only messages that are not complete make room. */
  readonly isAccepted = true;
  isRejected = false;

  reject(): void {
    this.isRejected = true;
  }
}

/** The memory of all request bodies of a gateway. */
export class BodyMemory {
  readonly #maxBytes: number;
  #bytes = 0;
  /** Only requests whose body did not come in one piece. */
  readonly #incomplete = new Set<ReceivedRequest>();

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Called with each piece of a body; may reject the request or others. */
  add(request: ReceivedRequest, bytes: number, isLast: boolean): void {
    const size = bytes + pieceBytes;
    request.receivedBytes += size;
    this.#bytes += size;
    if (!isLast) this.#incomplete.add(request);
    else if (this.#incomplete.size > 0) this.#incomplete.delete(request);
    if (this.#bytes <= this.#maxBytes) return;
    this.#makeRoom();
    // All others are complete.
    if (this.#bytes > this.#maxBytes) this.#drop(request);
  }

  /** Called when the body is complete, if its last piece was not marked as such. */
  complete(request: ReceivedRequest): void {
    if (this.#incomplete.size > 0) this.#incomplete.delete(request);
  }

  /** Called when the request has ended. */
  release(request: ReceivedRequest): void {
    this.complete(request);
    this.#bytes -= request.receivedBytes;
    request.receivedBytes = 0;
  }

  #makeRoom(): void {
    const candidates = [...this.#incomplete].toSorted(
      (one, other) =>
        Number(one.isAccepted) - Number(other.isAccepted) || one.receiveUntil - other.receiveUntil,
    );
    for (const candidate of candidates) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#drop(candidate);
    }
  }

  #drop(request: ReceivedRequest): void {
    this.release(request);
    request.reject();
  }
}

/**
 * Limits for clients that send or read slowly. A request whose body does not arrive in time is
 * closed: Node's own `requestTimeout` has no exception for uploads, which may take as long as they
 * need; it is off. And the bytes that wait to be sent are bounded.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Clock, every, type Timer } from '../../engine/caller/clock.ts';
import { graphError } from '../../engine/schema/error/error.ts';
import { Timed, TimedList } from '../../engine/rest/share/timed-list.ts';
import type { Server, Socket } from 'node:net';
import { callerKey } from '../../engine/caller/identities.ts';
import { anonymousCaller, type Identity } from '../../engine/caller/identity.ts';
import type { Holding, Shares } from '../../engine/rest/share/shares.ts';

const timeoutError = graphError(
  'INVALID_INPUT',
  'The body of the request was not received in time. Send it again; send large files to an upload session, and continue there.',
);

const timeoutBody = JSON.stringify({ errors: [timeoutError] });

const timeoutResponse = [
  'HTTP/1.1 408 Request Timeout',
  'Connection: close',
  'Content-Type: application/json; charset=utf-8',
  `Content-Length: ${Buffer.byteLength(timeoutBody)}`,
  '',
  timeoutBody,
].join('\r\n');

/** Minimum rate at which files have to be transferred, in bytes per millisecond. */
export const minRate = 64;

/** The time in which a gateway receives the bodies of its requests. */
export class ReceiveTime {
  readonly clock: Clock;
  /** From the head of a request to the last byte of its body, in milliseconds. */
  readonly timeoutMs: number;
  readonly #receiving: TimedList;

  constructor(clock: Clock, timeoutMs: number) {
    this.clock = clock;
    this.timeoutMs = timeoutMs;
    this.#receiving = new TimedList(250, clock);
  }

  /**
   * Starts the time of a request, which ends with its response.
   * @param fileBytes maximum bytes of files: each received byte extends the time, but never beyond
   * the time of a short body from now. A client that stops sending is closed after that
   */
  limit(req: IncomingMessage, res: ServerResponse, fileBytes: number): PendingRequest {
    const pending = new PendingRequest(this, req, res, fileBytes);
    this.#receiving.add(pending);
    return pending;
  }

  /** Called when the time of a request is over, or not needed any more. */
  delete(pending: PendingRequest): void {
    this.#receiving.delete(pending);
  }
}

/** A request whose body is being received. */
class PendingRequest extends Timed {
  override endAt: number;
  readonly #time: ReceiveTime;
  readonly #req: IncomingMessage;
  readonly #res: ServerResponse;
  /** With all extra time. */
  readonly #latest: number;
  /** Bytes that the connection had received at the last check. */
  #bytes: number;

  constructor(time: ReceiveTime, req: IncomingMessage, res: ServerResponse, fileBytes: number) {
    super();
    this.endAt = time.clock.now() + time.timeoutMs;
    this.#time = time;
    this.#req = req;
    this.#res = res;
    this.#latest = this.endAt + fileBytes / minRate;
    this.#bytes = req.socket.bytesRead;
  }

  /** Called when the response is closed. A request can be rejected before its body is received. */
  end(): void {
    if (isReceived(this.#req)) this.#time.delete(this);
    else this.#req.once('close', () => this.#time.delete(this));
  }

  override check(now: number): void {
    if (this.#latest > this.endAt) this.#extend(now);
    super.check(now);
  }

  override expire(): void {
    this.#time.delete(this);
    if (!isReceived(this.#req)) closeUnfinished(this.#req, this.#res);
  }

  #extend(now: number): void {
    const { bytesRead } = this.#req.socket;
    const extended = this.endAt + (bytesRead - this.#bytes) / minRate;
    this.#bytes = bytesRead;
    this.endAt = Math.min(extended, now + this.#time.timeoutMs, this.#latest);
  }
}

const isReceived = (req: IncomingMessage): boolean => req.complete || req.destroyed;

/** Ends a connection whose client is too slow, with status 408 if no response has begun. */
export function closeUnfinished({ socket }: IncomingMessage, res: ServerResponse): void {
  // A response without a socket waits for an earlier one on the same connection.
  const canAnswer = socket.writable && res.socket !== null && !res.headersSent;
  if (canAnswer) socket.write(timeoutResponse);
  socket.destroy();
}

/**
 * Milliseconds between two looks at all connections. Nothing is counted at each write: in this time
 * the process cannot write more than it can make.
 */
const intervalMs = 50;

/**
 * The connections of a gateway, and the bytes that wait to be sent to their clients, all together:
 * responses, events of subscriptions, messages of WebSockets, files. A client that does not read
 * costs the memory of what was written to it. When there are too many bytes, the caller with most
 * of them loses its slowest connection first (`Shares`); nothing more could be said to it.
 */
export class UnsentBytes {
  /** What callers have of the bytes, as it was at the last look. */
  readonly #shares: Shares;
  readonly #clock: Clock;
  readonly #connections = new Map<Socket, ClientConnection>();
  #timer: Timer | undefined;

  constructor(shares: Shares, clock: Clock) {
    this.#shares = shares;
    this.#clock = clock;
  }

  watch(server: Server): void {
    server.on('connection', (socket) => {
      const connection = new ClientConnection(socket);
      this.#connections.set(socket, connection);
      this.#timer ??= every(this.#clock, intervalMs, () => this.#look());
      socket.once('close', () => {
        this.#connections.delete(socket);
        connection.end(this.#shares);
        if (this.#connections.size > 0) return;
        this.#timer?.cancel();
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
    for (const connection of this.#connections.values()) connection.measure(this.#shares);
    this.#shares.makeRoom();
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

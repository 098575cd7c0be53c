/**
 * Closes requests whose body does not arrive in time. Node's own `requestTimeout` has no exception
 * for uploads, which may take as long as they need; it is off.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { graphError } from '../../engine/schema/error/error.ts';
import { Timed, TimedList } from '../../engine/rest/share/timed-list.ts';

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

/**
 * Additional time for a long body in proportion to its received bytes. It never exceeds the time of
 * a short body from now: a client that stops sending is closed after that.
 */
interface ExtraTime {
  /** Bytes per millisecond of additional time. */
  readonly bytesPerMs: number;
  readonly maxMs: number;
}

const noExtraTime: ExtraTime = { bytesPerMs: 1, maxMs: 0 };

/** The requests whose bodies are being received. */
const receiving = new TimedList(250);

/** A request whose body is being received. */
class PendingRequest extends Timed {
  override endAt: number;
  readonly #req: IncomingMessage;
  readonly #res: ServerResponse;
  readonly #timeoutMs: number;
  readonly #bytesPerMs: number;
  /** With all extra time. */
  readonly #latest: number;
  /** Bytes that the connection had received at the last check. */
  #bytes: number;

  constructor(
    req: IncomingMessage,
    res: ServerResponse,
    timeoutMs: number,
    { bytesPerMs, maxMs }: ExtraTime,
  ) {
    super();
    this.endAt = performance.now() + timeoutMs;
    this.#req = req;
    this.#res = res;
    this.#timeoutMs = timeoutMs;
    this.#bytesPerMs = bytesPerMs;
    this.#latest = this.endAt + maxMs;
    this.#bytes = req.socket.bytesRead;
  }

  /** Called when the response is closed. A request can be rejected before its body is received. */
  end(): void {
    if (isReceived(this.#req)) receiving.delete(this);
    else this.#req.once('close', () => receiving.delete(this));
  }

  override check(now: number): void {
    if (this.#latest > this.endAt) this.#extend(now);
    super.check(now);
  }

  override expire(): void {
    receiving.delete(this);
    if (!isReceived(this.#req)) closeUnfinished(this.#req, this.#res);
  }

  #extend(now: number): void {
    const { bytesRead } = this.#req.socket;
    const extended = this.endAt + (bytesRead - this.#bytes) / this.#bytesPerMs;
    this.#bytes = bytesRead;
    this.endAt = Math.min(extended, now + this.#timeoutMs, this.#latest);
  }
}

/**
 * Starts the time of a request, which ends with its response.
 * @param timeoutMs from the head of the request to the last byte of its body
 */
export function limitReceiveTime(
  req: IncomingMessage,
  res: ServerResponse,
  timeoutMs: number,
  extraTime = noExtraTime,
): PendingRequest {
  const pending = new PendingRequest(req, res, timeoutMs, extraTime);
  receiving.add(pending);
  return pending;
}

const isReceived = (req: IncomingMessage): boolean => req.complete || req.destroyed;

/** Ends a connection whose client is too slow, with status 408 if no response has begun. */
export function closeUnfinished({ socket }: IncomingMessage, res: ServerResponse): void {
  // A response without a socket waits for an earlier one on the same connection.
  const canAnswer = socket.writable && res.socket !== null && !res.headersSent;
  if (canAnswer) socket.write(timeoutResponse);
  socket.destroy();
}

/**
 * Closes requests whose body does not arrive in time. Node's own `requestTimeout` has no exception
 * for uploads, which may take as long as they need; it is off.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { graphError } from '../../graph/error.ts';
import { Timed, TimedList } from '../../upstream/timed-list.ts';

const timeoutError = graphError(
  'INVALID_INPUT',
  'The body of the request was not received in time. Send it again, or send large files to an upload session.',
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
 * Additional time for a long body in proportion to its received bytes, so that a client that stops
 * sending gains none.
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
  /** Without extra time. */
  readonly #due: number;
  readonly #extraTime: ExtraTime;
  /** Bytes that the connection had received before. */
  readonly #bytesBefore: number;

  constructor(req: IncomingMessage, res: ServerResponse, due: number, extraTime: ExtraTime) {
    super();
    this.endAt = due;
    this.#req = req;
    this.#res = res;
    this.#due = due;
    this.#extraTime = extraTime;
    this.#bytesBefore = req.socket.bytesRead;
  }

  /**
   * Called when the response is closed. Nearly all bodies have been received by then; the others
   * are deleted when their time is over.
   */
  end(): void {
    if (isReceived(this.#req)) receiving.delete(this);
  }

  override expire(): void {
    const { bytesPerMs, maxMs } = this.#extraTime;
    const earnedMs = (this.#req.socket.bytesRead - this.#bytesBefore) / bytesPerMs;
    this.endAt = this.#due + Math.min(maxMs, earnedMs);
    if (performance.now() < this.endAt && !isReceived(this.#req)) return;
    receiving.delete(this);
    if (!isReceived(this.#req)) close(this.#req, this.#res);
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
  const pending = new PendingRequest(req, res, performance.now() + timeoutMs, extraTime);
  receiving.add(pending);
  return pending;
}

const isReceived = (req: IncomingMessage): boolean => req.complete || req.destroyed;

function close({ socket }: IncomingMessage, res: ServerResponse): void {
  // A response without a socket waits for an earlier one on the same connection.
  const canAnswer = socket.writable && res.socket !== null && !res.headersSent;
  if (canAnswer) socket.write(timeoutResponse);
  socket.destroy();
}

/**
 * Closes requests whose body does not arrive in time. Node's own `requestTimeout` has no exception
 * for uploads, which may take as long as they need; it is off.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { graphError } from '../../graph/error.ts';

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

interface PendingRequest {
  readonly res: ServerResponse;
  /** Time in milliseconds of `performance.now()` by which the body is due, without extra time. */
  readonly due: number;
  readonly extraTime: ExtraTime;
  /** Bytes that the connection had received before. */
  readonly bytesBefore: number;
}

const maxCheckMs = 1_000;

/** The requests whose bodies are being received, each with its due time. */
export class ReceiveTimeouts {
  readonly #timeoutMs: number;
  readonly #pending = new Map<IncomingMessage, PendingRequest>();

  /** @param timeoutMs from the head of a request to the last byte of its body */
  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** Checks the pending requests at least every second, until the server is closed. */
  watch(server: Server): void {
    const intervalMs = Math.min(this.#timeoutMs, maxCheckMs);
    const timer = setInterval(() => this.#check(), intervalMs).unref();
    server.once('close', () => clearInterval(timer));
  }

  /** Starts the time of a request. */
  add(req: IncomingMessage, res: ServerResponse, extraTime = noExtraTime): void {
    this.#pending.set(req, {
      res,
      due: performance.now() + this.#timeoutMs,
      extraTime,
      bytesBefore: req.socket.bytesRead,
    });
    // Nearly all bodies have been received by then; the next check removes the others.
    res.on('close', () => {
      if (isReceived(req)) this.#pending.delete(req);
    });
  }

  #check(): void {
    const now = performance.now();
    for (const [req, { res, due, extraTime, bytesBefore }] of this.#pending) {
      const earnedMs = (req.socket.bytesRead - bytesBefore) / extraTime.bytesPerMs;
      const isLate = due + Math.min(extraTime.maxMs, earnedMs) < now;
      if (!isReceived(req) && !isLate) continue;
      this.#pending.delete(req);
      if (!isReceived(req)) close(req, res);
    }
  }
}

const isReceived = (req: IncomingMessage): boolean => req.complete || req.destroyed;

function close({ socket }: IncomingMessage, res: ServerResponse): void {
  // A response without a socket waits for an earlier one on the same connection.
  const canAnswer = socket.writable && res.socket !== null && !res.headersSent;
  if (canAnswer) socket.write(timeoutResponse);
  socket.destroy();
}

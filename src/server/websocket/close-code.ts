/** How the gateway closes a WebSocket: codes, reason and time limit. */
import type { WebSocket } from 'ws';
import type { Clock } from '../../engine/caller/clock.ts';

/**
 * Codes by cause. `graphql-ws` clients connect again after `goingAway`, `tryAgainLater` and
 * `initTimeout`, and not after the others.
 */
export const closeCode = {
  /** The WebSocket had no operation for a long time. */
  normal: 1000,
  /** The gateway stops. */
  goingAway: 1001,
  /** A message is too long, as `ws` says it, or its JSON has too many values. */
  tooLarge: 1009,
  /** The client sends too many pings, or other control messages. */
  tooManyMessages: 1008,
  /**
   * The client reads or sends too slowly, or not at all; or there are too many WebSockets, or too
   * many large messages.
   */
  tryAgainLater: 1013,
  /** A message, or a value in the payload of `connection_init`, is invalid. */
  badRequest: 4400,
  /** The payload of `connection_init` has no valid token, or an operation came before it. */
  unauthorized: 4401,
  /** The client does not offer the protocol `graphql-transport-ws`. */
  otherProtocol: 4406,
  /** `connection_init` did not arrive in time. */
  initTimeout: 4408,
  /** An operation has the id of one that is running. */
  idInUse: 4409,
  /** The client sent `connection_init` twice. */
  secondInit: 4429,
  /** An unexpected error in the gateway. */
  internal: 4500,
} as const;

/** Maximum bytes of the reason in a close frame. */
const maxReasonBytes = 123;

/** Time in milliseconds in which the client has to answer a close frame. */
const closeTimeoutMs = 10_000;

/** Closes a WebSocket, and ends its connection if the client does not answer. */
export function closeWebSocket(
  socket: WebSocket,
  code: number,
  reason: string,
  clock: Clock,
): void {
  if (socket.readyState >= socket.CLOSING) return;
  socket.close(code, cut(reason));
  const timer = clock.after(closeTimeoutMs, () => socket.terminate());
  socket.once('close', () => timer.cancel());
}

/**
 * Closes a WebSocket and ends its connection immediately, so that nothing more of it is kept. The
 * client gets code and reason if it has read everything before.
 */
export function dropWebSocket(socket: WebSocket, code: number, reason: string): void {
  if (socket.readyState < socket.CLOSING) socket.close(code, cut(reason));
  socket.terminate();
}

/** Cuts a text to the bytes of a reason. */
function cut(reason: string): string {
  let text = reason.slice(0, maxReasonBytes).toWellFormed();
  while (Buffer.byteLength(text) > maxReasonBytes) text = text.slice(0, -1).toWellFormed();
  return text;
}

/**
 * Closes responses whose clients do not read: they would be in memory as long as the connection.
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Clock, every } from '../../engine/caller/clock.ts';
import type { HttpPlugin } from './server-request.ts';

/** Number of looks at a response in its maximum idle time. */
const looks = 4;

/** @param idleMs maximum time without a transferred byte while bytes wait */
export const limitStreamTime = (res: ServerResponse, idleMs: number, clock: Clock): void =>
  destroyIdle(res, idleMs, clock, () => res.socket !== null && res.socket.writableLength > 0);

/** @param idleMs maximum time without a transferred byte, whoever is waited for */
export const limitTransferTime = (res: ServerResponse, idleMs: number, clock: Clock): void =>
  destroyIdle(res, idleMs, clock, () => true);

/** @param waits whether something should be transferred */
function destroyIdle(
  res: ServerResponse,
  idleMs: number,
  clock: Clock,
  waits: () => boolean,
): void {
  if (res.closed || idleMs === Infinity) return;
  let sent = sentBytes(res.socket);
  let idleSince = clock.now();
  const timer = every(clock, idleMs / looks, () => {
    const now = clock.now();
    const before = sent;
    sent = sentBytes(res.socket);
    if (sent !== before || !waits()) idleSince = now;
    else if (now - idleSince >= idleMs) res.destroy();
  });
  res.once('close', () => timer.cancel());
}

/** A connection, with what Node notes of its writes. */
interface WritingSocket extends Socket {
  /** Bytes of all writes that have begun. */
  readonly _bytesDispatched?: number;
  /** With the bytes of the last write that the operating system has not taken. */
  readonly _handle?: { readonly writeQueueSize?: number } | null;
}

/** @returns the number of bytes that the operating system has taken */
const sentBytes = (socket: WritingSocket | null): number =>
  (socket?._bytesDispatched ?? 0) - (socket?._handle?.writeQueueSize ?? 0);

/** Plugin: limits the time of the responses that Yoga sends. */
export const useStreamTimeout = (idleMs: number): HttpPlugin => ({
  onResponse({ serverContext: { serverRequest } }) {
    limitStreamTime(serverRequest.res, idleMs, serverRequest.clock);
  },
});

/** The limits of connections, on each port of the process. */
import type { Server, ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '../../config.ts';
import { onClientError } from '../lifecycle/client-error.ts';

/** Longer than the idle timeout of common load balancers (60 s): they close connections first. */
const keepAliveTimeoutMs = 65_000;

/** @returns limits of the time and the size of heads, and of the time between requests */
export const connectionLimits = ({
  RECEIVE_TIMEOUT_MS: timeoutMs,
}: Pick<Config, 'RECEIVE_TIMEOUT_MS'>): ServerOptions => ({
  headersTimeout: Math.min(timeoutMs, 10_000),
  connectionsCheckingInterval: Math.min(timeoutMs, 1_000),
  maxHeaderSize: 16 * 1024,
  keepAliveTimeout: keepAliveTimeoutMs,
});

/** Answers errors that Node finds on the connections of a server. */
export function answerClientErrors(server: Server): void {
  server.on('clientError', (error, socket) =>
    onClientError(error, socket as Socket, keepAliveTimeoutMs),
  );
}

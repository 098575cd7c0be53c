/** The limits of connections, on each port of the process. */
import { type Server, type ServerOptions, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Config } from '../../config.ts';
import type { Clock } from '../../engine/caller/clock.ts';

export type ConnectionSettings = Pick<Config, 'RECEIVE_TIMEOUT_MS' | 'KEEP_ALIVE_TIMEOUT_MS'>;

/** @returns limits of the time and the size of heads, and of the time between requests */
export const connectionLimits = ({
  RECEIVE_TIMEOUT_MS: timeoutMs,
  KEEP_ALIVE_TIMEOUT_MS: keepAliveTimeout,
}: ConnectionSettings): ServerOptions => ({
  headersTimeout: Math.min(timeoutMs, 10_000),
  connectionsCheckingInterval: Math.min(timeoutMs, 1_000),
  maxHeaderSize: 16 * 1024,
  keepAliveTimeout,
});

/** Answers errors that Node finds on the connections of a server. */
export function answerClientErrors(
  server: Server,
  { KEEP_ALIVE_TIMEOUT_MS: idleMs }: ConnectionSettings,
  clock: Clock,
): void {
  server.on('clientError', (error, socket) =>
    onClientError(error, socket as Socket, idleMs, clock),
  );
}

/** Other errors are syntax errors: status 400. */
const statuses: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/** A connection, with the response to its last request as Node notes it. */
interface HttpSocket extends Socket {
  readonly _httpMessage?: ServerResponse | null;
}

/**
 * Answers an error of a connection, and closes it. For Node, the time of the headers begins with
 * the connection. But a client that opens connections in advance, as load balancers do, is not
 * late. It would take a response 408 for that of the request which it sends next.
 * @param idleMs milliseconds after which a connection without a request is closed
 */
export function onClientError(
  error: NodeJS.ErrnoException,
  socket: HttpSocket,
  idleMs: number,
  clock: Clock,
): void {
  const { code = '' } = error;
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0)
    return closeIdle(socket, idleMs, clock);
  const status = statuses[code] ?? 400;
  if (socket.writable && !socket._httpMessage?.headersSent)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`);
  socket.destroy(error);
}

function closeIdle(socket: Socket, idleMs: number, clock: Clock): void {
  const timer = clock.after(idleMs, () => {
    if (socket.bytesRead === 0) socket.destroy();
  });
  socket.once('close', () => timer.cancel());
}

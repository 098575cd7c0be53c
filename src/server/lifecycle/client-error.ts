/**
 * Connections on which Node finds an error. A listener of `clientError` replaces what Node does by
 * itself: it answers the error and closes the connection.
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { STATUS_CODES } from '../http.ts';

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
): void {
  const { code = '' } = error;
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0)
    return closeIdle(socket, idleMs);
  const status = statuses[code] ?? 400;
  if (socket.writable && !socket._httpMessage?.headersSent)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`);
  socket.destroy(error);
}

function closeIdle(socket: Socket, idleMs: number): void {
  const timer = setTimeout(() => {
    if (socket.bytesRead === 0) socket.destroy();
  }, idleMs).unref();
  socket.once('close', () => clearTimeout(timer));
}

/** The HTTP response to a request for a WebSocket that is rejected. */
import type { Duplex } from 'node:stream';
import { graphError } from '../../engine/schema/error/error.ts';
import type { HttpError } from '../http-error.ts';
import { STATUS_CODES } from '../http.ts';

/** Answers with an error in the format of GraphQL, and closes the connection. */
export function rejectUpgrade(
  { requestId, socket }: { readonly requestId: string; readonly socket: Duplex },
  { status, code, message, headers, extensions }: HttpError,
): void {
  const error = graphError(code, message, { ...extensions, requestId });
  const body = JSON.stringify({ errors: [error] });
  const allHeaders = {
    ...headers,
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-request-id': requestId,
    'x-content-type-options': 'nosniff',
  };
  const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', ''].join('\r\n');
  // Nobody else closes the connection, even if the client never does.
  socket.once('finish', () => socket.destroy());
  socket.end(head + body);
}

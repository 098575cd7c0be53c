/** The HTTP server of an upstream process. It counts its responses and reports the counts. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Sends the response of a request. */
type Send = (body: Buffer, status?: number, contentType?: string) => void;

/**
 * Listens on a free port, which it sends to the parent process. Each message of the parent is
 * answered with the calls and bytes since the previous one.
 * @param respond calls `send` once, or destroys the response
 */
export function serveCounted(
  respond: (request: IncomingMessage, send: Send, response: ServerResponse) => void,
): void {
  let calls = 0;
  let bytes = 0;
  const server = createServer((request, response) => {
    const send: Send = (body, status = 200, contentType = 'application/json') => {
      calls += 1;
      bytes += body.length;
      const headers = { 'content-type': contentType, 'content-length': body.length };
      response.writeHead(status, headers).end(body);
    };
    respond(request, send, response);
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1', () =>
    process.send!({ port: (server.address() as AddressInfo).port }),
  );
  process.on('message', () => {
    process.send!({ calls, bytes });
    calls = 0;
    bytes = 0;
  });
  process.on('disconnect', () => process.exit(0));
}

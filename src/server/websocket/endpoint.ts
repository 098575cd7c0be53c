/** Accepts WebSockets at `/graphql`: checks the requests, and keeps the open connections. */
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { handleProtocols } from 'graphql-ws';
import { type WebSocket, WebSocketServer } from 'ws';
import { showValue } from '../../engine/api/error.ts';
import type { Refusal } from '../../engine/rest/share/shares.ts';
import {
  type ClientAddresses,
  forwardedHeader,
  hostError,
  isOwnPage,
} from '../connection/client-address.ts';
import type { Cors } from '../connection/cross-origin.ts';
import { HttpError, overloaded } from '../error/http-error.ts';
import { type Logger, logOf, logRejectedUpgrade } from '../record/log.ts';
import { requestIdOf } from '../record/request-record.ts';
import { pathOf } from '../connection/server-request.ts';
import { privateHeaders } from '../response/private-response.ts';
import { ConnectionPlaces } from './connection-places.ts';
import { Connection, type ConnectionParts } from './connection.ts';
import { graphError } from '../../engine/schema/error/error.ts';

interface WebSocketEndpointParts
  extends Omit<ConnectionParts, 'socket' | 'stream' | 'headers' | 'requestId' | 'takePlace'> {
  readonly cors: Cors;
  readonly clients: ClientAddresses;
}

/** Whether a request asks for a WebSocket where GraphQL is served. */
export const isWebSocketRequest = (req: IncomingMessage): boolean =>
  req.method === 'GET' &&
  pathOf(req) === '/graphql' &&
  req.headers.upgrade?.toLowerCase() === 'websocket';

/** All WebSockets of a gateway. */
export class WebSocketEndpoint {
  readonly #parts: WebSocketEndpointParts;
  readonly #server: WebSocketServer;
  readonly #places: ConnectionPlaces;
  #isEnding = false;

  constructor(parts: WebSocketEndpointParts) {
    this.#parts = parts;
    const { limits } = parts;
    this.#places = new ConnectionPlaces(limits.shares.websockets);
    this.#server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      handleProtocols,
      maxPayload: parts.config.MAX_BODY_BYTES,
      perMessageDeflate: false,
      // One message in a turn of the event loop: a thousand can come at once.
      allowSynchronousEvents: false,
      // `Connection` answers pings, within the limit of what it may send.
      autoPong: false,
    });
    this.#server.on('wsClientError', ({ message }, socket, req) =>
      this.#reject(req, socket, invalidHandshake(message)),
    );
  }

  /** The number of open WebSockets. */
  get count(): number {
    return this.#places.count;
  }

  /** Opens a WebSocket, or rejects the request. */
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): void {
    // A client that disconnects before the WebSocket is open.
    const ignore = (): void => {};
    socket.on('error', ignore);
    const rejection = this.#rejection(req);
    if (rejection !== undefined) return this.#reject(req, socket, rejection);
    this.#server.handleUpgrade(req, socket, head, (webSocket) => {
      socket.off('error', ignore);
      this.#add(webSocket, socket, req);
    });
  }

  /** Opens no further WebSockets, and closes each when its running operations have ended. */
  end(): void {
    this.#isEnding = true;
    for (const connection of this.#places) connection.end();
  }

  /** Closes all WebSockets immediately. */
  terminate(): void {
    for (const connection of this.#places) connection.terminate();
  }

  #add(socket: WebSocket, stream: Duplex, req: IncomingMessage): void {
    const { headers } = req;
    const connection = new Connection({
      ...this.#parts,
      log: this.#logOf(req),
      socket,
      stream,
      headers,
      requestId: requestIdOf(headers),
      takePlace: (): Refusal | undefined => this.#places.take(connection),
    });
    this.#places.add(connection);
    this.#parts.observer?.onUpgrade({ status: 101 });
    socket.once('close', () => this.#places.delete(connection));
  }

  #reject(req: IncomingMessage, socket: Duplex, error: HttpError): void {
    const requestId = requestIdOf(req.headers);
    const log = this.#logOf(req);
    rejectUpgrade({ requestId, socket }, error);
    const { status, code } = error;
    logRejectedUpgrade(log, { requestId, status, code });
    const rejection = status === 503 && !this.#isEnding ? 'websockets' : undefined;
    this.#parts.observer?.onUpgrade({ status, errors: new Map([[code, 1]]), rejection });
  }

  /** @returns the log for the lines of a client */
  #logOf({ socket, headers }: IncomingMessage): Logger {
    const { log, clients } = this.#parts;
    return logOf(log, clients.logged(socket.remoteAddress, headers[forwardedHeader]));
  }

  /** @returns why the request is rejected */
  #rejection(req: IncomingMessage): HttpError | undefined {
    if (this.#isEnding) return overloaded('The gateway is stopping; connect again.');
    if (!this.#places.hasRoom) return overloaded('Too many open WebSockets; retry after 1 second.');
    const error = hostError(req);
    const { origin, host } = req.headers;
    if (error || origin === undefined || this.#allows(origin, host)) return error;
    return new HttpError(
      403,
      'INVALID_INPUT',
      `origin: ${showValue(origin)} may not open a WebSocket; expected an origin of the setting CORS_ORIGINS`,
    );
  }

  /** Browsers check no CORS headers for WebSockets. Other clients need not send an origin. */
  #allows(origin: string, host: string | undefined): boolean {
    const { config, cors } = this.#parts;
    return isOwnPage(origin, host, config.PUBLIC_URL) || cors.allows(origin);
  }
}

/** @param reason a text of `ws` that names a header */
const invalidHandshake = (reason: string): HttpError =>
  new HttpError(400, 'INVALID_INPUT', `The WebSocket handshake is invalid: ${reason}.`, {
    headers: { 'sec-websocket-version': '13' },
  });

/** Answers with an error in the format of GraphQL, and closes the connection. */
function rejectUpgrade(
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
    ...privateHeaders,
    'x-content-type-options': 'nosniff',
  };
  const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', ''].join('\r\n');
  // Nobody else closes the connection, even if the client never does.
  socket.once('finish', () => socket.destroy());
  socket.end(head + body);
}

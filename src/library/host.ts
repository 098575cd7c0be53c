/** Passes the requests of a host to its gateway. */
import { AsyncResource } from 'node:async_hooks';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { type Duplex, pipeline, Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { identityHeaders } from '../server/connection/identity.ts';
import { request as send, STATUS_CODES } from '../server/connection/http.ts';
import type { HttpGateway } from '../server/gateway/gateway.ts';
import type { Mount } from '../server/gateway/mount.ts';
import { type Logger, stackOf } from '../server/record/log.ts';
import { isWebSocketRequest } from '../server/websocket/endpoint.ts';
import { MemorySocket } from './memory-socket.ts';
import type { Caller, HostRequest, StudiographOptions } from './options.ts';

interface HostParts {
  readonly gateway: Pick<HttpGateway, 'server'>;
  readonly mount: Mount;
  readonly identify: StudiographOptions['identify'];
  readonly log: Logger;
}

/** The three ways by which requests come from a host. */
export class Host {
  readonly #parts: HostParts;
  /** The ends of `fetch` of open connections. */
  readonly #connections = new Set<MemorySocket>();

  constructor(parts: HostParts) {
    this.#parts = parts;
  }

  /**
   * Sends the request over a connection within the process: what `node:http` does for streams, and
   * the limits of bodies and slow readers, hold as for any other client.
   */
  async fetch(request: Request): Promise<Response> {
    const caller = await this.#callerHeaders(request);
    if (caller === 'failed') return Response.json(failure, { status: 500 });
    const headers = { ...Object.fromEntries(request.headers), ...caller };
    return this.#send(request, headers);
  }

  /** Answers a request of `node:http`. */
  async handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (req.readableEnded && !isEmpty(req)) return sendFailure(res, bodyWasRead);
    const { headers } = req;
    const caller = await this.#callerHeaders(req);
    if (caller === 'failed') return sendFailure(res, failure);
    // The host may log the headers afterwards: it must not see the tokens of `identify` there.
    const restore = (): void => void (req.headers = headers);
    res.prependOnceListener('finish', restore).prependOnceListener('close', restore);
    req.headers = { ...headers, ...caller };
    this.#parts.gateway.server.emit('request', req, res);
  }

  /** Opens a WebSocket. */
  async upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const ignore = (): void => {};
    socket.on('error', ignore);
    const { headers } = req;
    const caller = await this.#callerHeaders(req);
    const { mount, gateway } = this.#parts;
    mount.run(req, () => {
      if (caller === 'failed' || !isWebSocketRequest(req)) {
        const status = caller === 'failed' ? 500 : 404;
        socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`);
        return;
      }
      socket.off('error', ignore);
      // Later events of the socket must see the base URL of the mount.
      Object.assign(socket, { emit: AsyncResource.bind(socket.emit.bind(socket)) });
      req.headers = { ...headers, ...caller };
      gateway.server.emit('upgrade', req, socket, head);
    });
  }

  /** Closes the connections of `fetch`. */
  close(): void {
    for (const connection of this.#connections) connection.destroy();
  }

  /** @returns headers that replace those of the request; undefined in it removes one */
  async #callerHeaders(request: HostRequest): Promise<IncomingHttpHeaders | 'failed'> {
    const { identify, log } = this.#parts;
    if (identify === undefined) return {};
    try {
      return headersOf((await identify(request)) ?? {});
    } catch (error) {
      log.error({ error: error instanceof Error && stackOf(error) }, 'identify has failed');
      return 'failed';
    }
  }

  #connect(encrypted: boolean): MemorySocket {
    const [own, other] = MemorySocket.pair(encrypted);
    this.#connections.add(own);
    own.once('close', () => this.#connections.delete(own));
    this.#parts.gateway.server.emit('connection', other);
    return own;
  }

  #send(request: Request, headers: IncomingHttpHeaders): Promise<Response> {
    const { method, body, signal } = request;
    const { host, pathname, search, protocol } = new URL(request.url);
    const sent = Object.entries(headers).filter(([name]) => !ofConnection.has(name));
    return new Promise((resolve, reject) => {
      const outgoing = send({
        method,
        path: pathname + search,
        headers: { ...Object.fromEntries(sent), host },
        createConnection: () => this.#connect(protocol === 'https:'),
        signal,
      });
      outgoing.once('error', reject).once('response', (response: IncomingMessage) => {
        resolve(responseOf(response, method));
      });
      if (body === null) outgoing.end();
      // An error is one of the request as well.
      else pipeline(Readable.fromWeb(body as NodeStream), outgoing, () => {});
    });
  }
}

/** Longer than any process runs: only that the timer is there counts. */
const dayMs = 86_400_000;

/**
 * Keeps the process of the host alive until the promise is settled: connections within the process
 * do not, nor do the timers of the gateway.
 */
export async function keepAlive<T>(running: Promise<T>): Promise<T> {
  // oxlint-disable-next-line studiograph/no-clock -- The timers of a clock keep no process alive.
  const timer = setInterval(() => {}, dayMs);
  try {
    return await running;
  } finally {
    clearInterval(timer);
  }
}

/** Headers of one connection, which is not that of the client. */
const ofConnection: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'expect',
]);

const withoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

function responseOf(response: IncomingMessage, method: string): Response {
  const status = response.statusCode!;
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(response.headersDistinct))
    if (!ofConnection.has(name)) for (const value of values) headers.append(name, value);
  const isEmptyResponse = method === 'HEAD' || withoutBody.has(status);
  if (isEmptyResponse) response.resume();
  const body = isEmptyResponse ? null : (Readable.toWeb(response) as ReadableStream);
  return new Response(body, { status, headers });
}

/** The headers of the caller. Those without a value are removed from the request. */
function headersOf(caller: Caller): IncomingHttpHeaders {
  const bearer = (token: string | undefined): string | undefined =>
    token === undefined ? undefined : `Bearer ${token}`;
  const values: Record<string, string | undefined> = {
    authorization: bearer(caller.token),
    'x-youtube-authorization': bearer(caller.youtubeToken),
    'x-drive-authorization': bearer(caller.driveToken),
    'x-calendar-authorization': bearer(caller.calendarToken),
    'x-content-owner': caller.contentOwner,
    'x-content-owner-channel': caller.contentOwnerChannel,
  };
  return Object.fromEntries(identityHeaders.map((name) => [name, values[name]]));
}

const isEmpty = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;

const errorOf = (message: string): object => ({
  errors: [{ message, extensions: { code: 'INTERNAL' } }],
});

const failure = errorOf('The host could not say who sends the request.');

const bodyWasRead = errorOf(
  'The host has read the body of the request. Mount the gateway before parsers of bodies.',
);

function sendFailure(res: ServerResponse, body: object): void {
  res.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Passes the requests of a host to its gateway. */
import { AsyncResource } from 'node:async_hooks';
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { identityHeaders } from '../server/connection/identity.ts';
import { tokenHeaders } from '../services/shared/token-header.ts';
import type { HttpGateway } from '../server/gateway/gateway.ts';
import type { Mount } from '../server/gateway/mount.ts';
import { type Logger, stackOf } from '../server/record/log.ts';
import { isWebSocketRequest } from '../server/websocket/endpoint.ts';
import type { Caller, HostRequest, StudiographOptions } from './options.ts';
import { WebRequest, WebResponse } from './web-exchange.ts';

interface HostParts {
  readonly gateway: Pick<HttpGateway, 'handle' | 'upgrade'>;
  readonly mount: Mount;
  readonly identify: StudiographOptions['identify'];
  readonly log: Logger;
}

/** The three ways by which requests come from a host. */
export class Host {
  readonly #parts: HostParts;
  #isClosed = false;

  constructor(parts: HostParts) {
    this.#parts = parts;
  }

  /** Answers a request of the Web. It ends when its signal aborts. */
  async fetch(request: Request): Promise<Response> {
    const caller = await this.#callerHeaders(request);
    if (caller === 'failed') return Response.json(failure, { status: 500 });
    const { signal } = request;
    signal.throwIfAborted();
    const { mount, gateway } = this.#parts;
    return new Promise((resolve, reject) => {
      const web = new WebRequest(request, caller, () => response.destroy());
      const response = new WebResponse(web, resolve, reject);
      const [req, res] = nodeForms(web, response);
      // A host that sees its client leave cancels the body, too: then it is no error of the body.
      const abort = (): void => process.nextTick(() => res.destroy(signal.reason as Error));
      signal.addEventListener('abort', abort);
      mount.run(req, res, () => gateway.handle(req, res));
    });
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
    const { mount, gateway } = this.#parts;
    mount.run(req, res, () => gateway.handle(req, res));
  }

  /** Opens a WebSocket. */
  async upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const ignore = (): void => {};
    socket.on('error', ignore);
    const { headers } = req;
    const caller = await this.#callerHeaders(req);
    const { mount, gateway } = this.#parts;
    mount.run(req, socket, () => {
      if (caller === 'failed' || !isWebSocketRequest(req)) {
        const status = caller === 'failed' ? 500 : 404;
        socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`);
        return;
      }
      socket.off('error', ignore);
      // Later events of the socket must see the base URL of the mount.
      Object.assign(socket, { emit: AsyncResource.bind(socket.emit.bind(socket)) });
      req.headers = { ...headers, ...caller };
      gateway.upgrade(req, socket, head);
    });
  }

  /** From now on nobody is identified: all requests are rejected. */
  close(): void {
    this.#isClosed = true;
  }

  /** @returns headers that replace those of the request; undefined in it removes one */
  async #callerHeaders(request: HostRequest): Promise<IncomingHttpHeaders | 'failed'> {
    const { identify, log } = this.#parts;
    if (identify === undefined || this.#isClosed) return {};
    try {
      return headersOf((await identify(request)) ?? {});
    } catch (error) {
      log.error({ error: error instanceof Error && stackOf(error) }, 'identify has failed');
      return 'failed';
    }
  }
}

/** Longer than any process runs: only that the timer is there counts. */
const dayMs = 86_400_000;

/** Keeps the process alive while anything runs. */
let alive: NodeJS.Timeout | undefined;

/** What runs. */
let running = 0;

/**
 * Keeps the process of the host alive until the promise is settled: the timers of the gateway do
 * not.
 */
export async function keepAlive<T>(promise: Promise<T>): Promise<T> {
  // oxlint-disable-next-line studiograph/no-clock -- The timers of a clock keep no process alive.
  alive ??= setInterval(() => {}, dayMs);
  running += 1;
  if (running === 1) alive.ref();
  try {
    return await promise;
  } finally {
    running -= 1;
    if (running === 0) alive.unref();
  }
}

/** The gateway reads no more of them than these have. */
const nodeForms = (req: object, res: object): [IncomingMessage, ServerResponse] => [
  req as IncomingMessage,
  res as ServerResponse,
];

/** The headers of the caller. Those without a value are removed from the request. */
function headersOf(caller: Caller): IncomingHttpHeaders {
  const bearer = (token: string | undefined): string | undefined =>
    token === undefined ? undefined : `Bearer ${token}`;
  const values: Record<string, string | undefined> = {
    authorization: bearer(caller.token),
    [tokenHeaders.youtube]: bearer(caller.youtubeToken),
    [tokenHeaders.drive]: bearer(caller.driveToken),
    [tokenHeaders.calendar]: bearer(caller.calendarToken),
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

/** Passes the requests of a host to its gateway. */
import { AsyncResource } from 'node:async_hooks';
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type Clock, systemClock } from '../engine/caller/clock.ts';
import type { ErrorCode } from '../engine/schema/error/error-code.ts';
import { withHostContext } from '../server/connection/host-context.ts';
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
  /** Whether fields of the host may ask who sends a request. */
  readonly hasOwnFields: boolean;
  readonly log: Logger;
  /** By which it waits for other listeners. Default: the computer's clock. */
  readonly clock?: Clock | undefined;
}

/** How long another listener may take to answer a request for a WebSocket, as with Engine.IO. */
const foreignMs = 1_000;

/** The three ways by which requests come from a host. */
export class Host {
  readonly #parts: HostParts;
  #isClosed = false;

  constructor(parts: HostParts) {
    this.#parts = parts;
  }

  /** Answers a request of the Web. It ends when its signal aborts. */
  async fetch(request: Request): Promise<Response> {
    const url = request.url.slice(request.url.indexOf('/', 'https://'.length));
    if (this.#urlOf({ url }) === undefined) return Response.json(this.#unknown(), { status: 404 });
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
    if (this.#urlOf(req) === undefined) return sendError(res, 404, this.#unknown());
    if (req.readableEnded && !isEmpty(req)) return sendError(res, 500, bodyWasRead);
    const { headers } = req;
    const caller = await this.#callerHeaders(req);
    if (caller === 'failed') return sendError(res, 500, failure);
    // The host may log the headers afterwards: it must not see the tokens of `identify` there.
    const restore = (): void => void (req.headers = headers);
    res.prependOnceListener('finish', restore).prependOnceListener('close', restore);
    req.headers = { ...headers, ...caller };
    const { mount, gateway } = this.#parts;
    mount.run(req, res, () => gateway.handle(req, res));
  }

  /** Opens a WebSocket. Those at other paths are for other listeners of the server. */
  async upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const ignore = (): void => {};
    socket.on('error', ignore);
    if (!/^\/graphql(?:\?|$)/.test(this.#urlOf(req) ?? '')) {
      const { clock = systemClock } = this.#parts;
      const isLeft = leftAlone(socket);
      clock.after(foreignMs, () => {
        if (isLeft()) refuse(socket, 404);
        else socket.off('error', ignore);
      });
      return;
    }
    const { headers } = req;
    const caller = await this.#callerHeaders(req);
    const { mount, gateway } = this.#parts;
    mount.run(req, socket, () => {
      if (caller === 'failed' || !isWebSocketRequest(req)) {
        return refuse(socket, caller === 'failed' ? 500 : 404);
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

  #urlOf(req: Pick<IncomingMessage, 'url'>): string | undefined {
    return this.#parts.mount.urlOf(req);
  }

  #unknown(): object {
    const { basePath } = this.#parts.mount;
    return errorOf('NOT_FOUND', `Unknown path; GraphQL is served at ${basePath}/graphql.`);
  }

  #withContext(headers: IncomingHttpHeaders, context: object): IncomingHttpHeaders {
    return this.#parts.hasOwnFields ? withHostContext(headers, context) : headers;
  }

  /** @returns headers that replace those of the request; undefined in it removes one */
  async #callerHeaders(request: HostRequest): Promise<IncomingHttpHeaders | 'failed'> {
    const { identify, log } = this.#parts;
    if (this.#isClosed) return {};
    if (identify === undefined) return this.#withContext({}, { caller: undefined, request });
    try {
      const caller = (await identify(request)) ?? undefined;
      const problem = problemOf(caller ?? {});
      if (problem === undefined)
        return this.#withContext(headersOf(caller ?? {}), { caller, request });
      log.error(problem);
    } catch (error) {
      log.error({ error: error instanceof Error && stackOf(error) }, 'identify has failed');
    }
    return 'failed';
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

/** @returns what is wrong with the value of `identify`, without the value: it may be a token */
function problemOf(caller: unknown): string | undefined {
  const expected = 'expected undefined, or an object such as { token } with texts';
  if (typeof caller !== 'object' || Array.isArray(caller))
    return `identify has returned a value of the type ${typeof caller}; ${expected}`;
  const texts = new Map(Object.entries(caller ?? {}));
  const wrong = callerTexts.find((name) => typeof (texts.get(name) ?? '') !== 'string');
  return (
    wrong && `identify has returned ${wrong} of the type ${typeof texts.get(wrong)}; ${expected}`
  );
}

const callerTexts = [
  'token',
  'youtubeToken',
  'driveToken',
  'calendarToken',
  'contentOwner',
  'contentOwnerChannel',
] as const satisfies readonly (keyof Caller)[];

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

const errorOf = (code: ErrorCode, message: string): object => ({
  errors: [{ message, extensions: { code } }],
});

const failure = errorOf('INTERNAL', 'The host could not say who sends the request.');

const bodyWasRead = errorOf(
  'INTERNAL',
  'The host has read the body of the request. Mount the gateway before parsers of bodies.',
);

function sendError(res: ServerResponse, status: number, body: object): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Rejects a request for a WebSocket, and closes its connection, even if the client never does. */
function refuse(socket: Duplex, status: number): void {
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`);
}

/**
 * @returns whether nobody has written to the connection of a request for a WebSocket since then,
 * or reads from it
 */
function leftAlone(socket: Duplex): () => boolean {
  const { bytesWritten } = socket as Socket;
  return () =>
    socket.writable &&
    socket.readableFlowing === null &&
    (socket as Socket).bytesWritten === bytesWritten;
}

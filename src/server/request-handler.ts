/** Handles one HTTP request: routes it, and rejects requests that must not reach GraphQL. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Service } from '../upstream/operation.ts';
import type { Config } from '../config.ts';
import type { Cors } from './cors.ts';
import type { GraphqlHandler } from './graphql-handler.ts';
import { graphiql, type GraphiqlOptions } from './graphiql.ts';
import { HttpError, sendHttpError } from './http-error.ts';
import { identityOf } from './identity.ts';
import { readiness } from './lifecycle/health.ts';
import { ConcurrencyLimit } from './limits/concurrency-limit.ts';
import { limitReceiveTime } from './limits/receive-timeout.ts';
import { checkTransport } from './limits/transport-limit.ts';
import { type Logger, logRequest, stackOf } from './log.ts';
import {
  notificationPath,
  type NotificationReceiver,
  receiveNotification,
} from './notification.ts';
import { requestIdOf } from './request-id.ts';
import {
  type GraphqlHttpRequest,
  HttpRequest,
  pathOf,
  type ServerRequest,
} from './server-request.ts';
import { type ByteRoute, sendWhileReceiving } from './transfer/byte-route.ts';
import { isMultipart } from './transfer/multipart.ts';

/** The dependencies of the request handler. */
export interface RequestHandlerParts extends GraphiqlOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly graphql: GraphqlHandler;
  readonly cors: Cors;
  /** The GraphQL operations that run at the same time. */
  readonly operations: ConcurrencyLimit;
  /** Whether a service accepts connections. */
  readonly reachable: (service: Service) => Promise<boolean>;
  /** Uploads and downloads. */
  readonly routes?: readonly ByteRoute[] | undefined;
  /** Takes notifications of watch channels; left out: the gateway opens none. */
  readonly receiveNotification?: NotificationReceiver | undefined;
  readonly isDraining: () => boolean;
}

/** Minimum rate at which the files of a form have to arrive, in bytes per millisecond. */
const minUploadRate = 64;

const graphqlMethods = 'GET, POST';

const overloaded = (subject: string): HttpError =>
  new HttpError(503, 'OVERLOADED', `Too many concurrent ${subject}; retry after 1 second.`, {
    headers: { 'retry-after': '1' },
  });

/** Handles all requests of a gateway. */
export class RequestHandler {
  readonly #parts: RequestHandlerParts;
  readonly #graphiql: ReturnType<typeof graphiql> | undefined;
  readonly #ready: ReturnType<typeof readiness>;
  readonly #transfers: ConcurrencyLimit;

  constructor(parts: RequestHandlerParts) {
    const { config, reachable, isDraining } = parts;
    this.#parts = parts;
    this.#graphiql = config.GRAPHIQL ? graphiql(parts) : undefined;
    this.#ready = readiness(reachable, isDraining);
    this.#transfers = new ConcurrencyLimit(config.MAX_CONCURRENT_STREAMS);
  }

  /** Answers a request; never throws. */
  handle(req: IncomingMessage, res: ServerResponse): void {
    const { log, cors, routes = [], isDraining } = this.#parts;
    const request = new HttpRequest(req, res, requestIdOf(req.headers));
    res.setHeader('x-request-id', request.requestId);
    res.setHeader('x-content-type-options', 'nosniff');
    if (isDraining()) res.setHeader('connection', 'close');
    logRequest(log, request);
    const byteRoute = routes.find(({ prefix }) => req.url!.startsWith(prefix));
    if (cors.apply(req, res, byteRoute?.methods ?? graphqlMethods)) return;
    if (byteRoute === undefined) this.#limitReceiveTime(request);
    const served = byteRoute ? this.#transfer(byteRoute, request) : this.#route(request);
    served.catch((error: unknown) => {
      if (!(error instanceof HttpError)) this.#logInternal(request, error);
      if (!res.headersSent)
        sendHttpError(request, toHttpError(error), byteRoute && sendWhileReceiving);
    });
  }

  /** Routes all requests except uploads and downloads. @throws HttpError */
  async #route(request: HttpRequest): Promise<void> {
    const { req, res } = request;
    const path = pathOf(req);
    if (path === '/health') return sendJson(res, 200, { status: 'alive' });
    if (path === '/ready') {
      const { status, body } = await this.#ready();
      return sendJson(res, status, body);
    }
    const { receiveNotification: receive } = this.#parts;
    if (path === notificationPath && receive) return receiveNotification(req, res, receive);
    if (path !== '/graphql')
      throw new HttpError(404, 'NOT_FOUND', 'Unknown path; GraphQL is served at /graphql.');
    const acceptsHtml = req.method === 'GET' && req.headers.accept?.includes('text/html');
    if (this.#graphiql !== undefined && acceptsHtml) return this.#graphiql(req, res);
    await this.#graphql(request);
  }

  async #graphql(request: HttpRequest): Promise<void> {
    const { req, res } = request;
    const { graphql, operations, config } = this.#parts;
    const release = operations.acquire(res);
    if (release === undefined) throw overloaded('requests');
    try {
      checkTransport(req);
      const disconnected = new AbortController();
      request.details = {
        identity: identityOf(req.headers),
        signal: disconnected.signal,
        deadline: performance.now() + config.REQUEST_DEADLINE_MS,
        requestId: request.requestId,
      };
      res.on('close', () => {
        if (!res.writableFinished) disconnected.abort();
      });
      await graphql.serve(request as GraphqlHttpRequest);
    } catch (error) {
      release();
      throw error;
    }
  }

  async #transfer(route: ByteRoute, { req, res }: ServerRequest): Promise<void> {
    const release = this.#transfers.acquire(res);
    if (release === undefined) throw overloaded('uploads and downloads');
    try {
      await route.serve(req, res, req.url!.slice(route.prefix.length));
    } catch (error) {
      // A rejected client takes no slot, even if it continues to send.
      release();
      throw error;
    }
  }

  /** Files take longer: each received byte extends their time. */
  #limitReceiveTime({ req, res }: ServerRequest): void {
    const { config } = this.#parts;
    const extraTime = isMultipart(req.headers['content-type'])
      ? { bytesPerMs: minUploadRate, maxMs: config.MAX_UPLOAD_BYTES / minUploadRate }
      : undefined;
    limitReceiveTime(req, res, config.RECEIVE_TIMEOUT_MS, extraTime);
  }

  #logInternal({ requestId }: ServerRequest, error: unknown): void {
    const stack = error instanceof Error && stackOf(error);
    this.#parts.log.error({ requestId, error: stack }, 'internal error');
  }
}

const toHttpError = (error: unknown): HttpError =>
  error instanceof HttpError
    ? error
    : new HttpError(
        500,
        'INTERNAL',
        'An unexpected error occurred in the gateway. Report it with its requestId.',
      );

function sendJson(res: ServerResponse, status: number, body: object): void {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  res.writeHead(status, headers).end(JSON.stringify(body));
}

/** Handles one HTTP request: routes it, and rejects requests that must not reach GraphQL. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { measuredNow } from '../../engine/caller/clock.ts';
import { callerKey, type Identities } from '../../engine/caller/identities.ts';
import { anonymousCaller } from '../../engine/caller/identity.ts';
import type { Config } from '../../config.ts';
import { hostContextOf } from '../connection/host-context.ts';
import { type ClientAddresses, forwardedHeader, hostError } from '../connection/client-address.ts';
import type { SignInServer } from '../connection/caller-source.ts';
import type { Cors } from '../connection/cross-origin.ts';
import type { AgentRoute } from './agent-route.ts';
import type { GraphqlHandler } from '../pipeline/graphql-handler.ts';
import { type Explorer, explorer } from '../page/explorer.ts';
import {
  checkContentEncoding,
  checkTransport,
  isShort,
  sendHttpError,
} from '../response/error-response.ts';
import { HttpError, overloaded } from '../error/http-error.ts';
import { shareHttpError } from '../limits/server-shares.ts';
import { clientNameOf, identitiesOf } from '../connection/identity.ts';
import { type Health, readiness, type ReadinessParts } from '../lifecycle/health.ts';
import { privateHeaderList } from '../response/private-response.ts';
import { closeUnfinished, ReceiveTime } from '../limits/slow-clients.ts';
import { TransferSlots } from '../limits/transfer-slots.ts';
import { type Logger, logRequest, stackOf } from '../record/log.ts';
import type { RequestObserver } from '../record/request-observer.ts';
import { traceHeader, type Tracer } from '../record/request-trace.ts';
import type { PageSettings } from '../page/page-settings.ts';
import { pictureSources } from '../page/picture-source.ts';
import {
  type Direction,
  explorerPath,
  mcpPath,
  notificationPath,
  schemaPath,
} from '../record/route.ts';
import { schemaPage, type SchemaPrinter } from '../page/schema-page.ts';
import {
  type GraphqlHttpRequest,
  HttpRequest,
  pathOf,
  type RequestLimits,
  setHeaders,
} from '../connection/server-request.ts';
import { type ByteRoute, sendWhileReceiving } from '../transfer/byte-route.ts';
import { isMultipart } from '../document/params.ts';
import { basePathOf, type Mount } from './mount.ts';
import { type NotificationReceiver, receiveNotification } from './notification.ts';

export interface RequestHandlerParts extends Omit<ReadinessParts, 'needsStore' | 'clock'> {
  readonly config: Config;
  readonly log: Logger;
  readonly graphql: GraphqlHandler;
  /** Left out: MCP clients cannot connect. */
  readonly agents?: AgentRoute | undefined;
  /** Users whose tokens the explorer offers. Default: none. */
  readonly users?: PageSettings['users'] | undefined;
  /** Base URLs of the services, whose pictures the explorer shows. Default: Google's. */
  readonly services?: readonly string[] | undefined;
  readonly cors: Cors;
  readonly clients: ClientAddresses;
  readonly limits: RequestLimits;
  /** Uploads and downloads. */
  readonly routes?: readonly ByteRoute[] | undefined;
  /** Signs callers in. Left out: tokens of clients alone say who they are. */
  readonly access?: SignInServer | undefined;
  /** Left out: the schema is not served. */
  readonly printSchema?: SchemaPrinter | undefined;
  /** Takes notifications of watch channels; left out: the gateway opens none. */
  readonly receiveNotification?: NotificationReceiver | undefined;
  /** Where a host serves the gateway; left out: it listens on a port of its own. */
  readonly mount?: Pick<Mount, 'path'> | undefined;
  readonly observer?: RequestObserver | undefined;
  readonly tracer?: Tracer | undefined;
}

/** Methods of other paths than those of uploads and downloads. */
const methodsOf = ({ req }: HttpRequest): string =>
  pathOf(req) === mcpPath ? 'POST' : 'GET, POST';

export class RequestHandler {
  /** Numbers of running uploads and downloads. */
  readonly transfers: Record<Direction, number> = { upload: 0, download: 0 };
  /** Whether the last `/ready` was answered with 200; true before the first. */
  isReady = true;
  readonly #parts: RequestHandlerParts;
  readonly #explorer: Explorer | undefined;
  readonly #schema: ReturnType<typeof schemaPage> | undefined;
  readonly #ready: ReturnType<typeof readiness>;
  readonly #transfers: TransferSlots;
  /** Undefined in the server of a host. */
  readonly #receiveTime: ReceiveTime | undefined;

  constructor(parts: RequestHandlerParts) {
    const { config } = parts;
    this.#parts = parts;
    const { printSchema, access, users = [], services = [] } = parts;
    const signIn = access !== undefined && config.oauthClient !== undefined;
    this.#explorer = config.GRAPHIQL
      ? explorer({
          users,
          signIn,
          onlyPersisted: config.PERSISTED_ONLY,
          pictures: pictureSources(services),
        })
      : undefined;
    this.#schema = config.INTROSPECTION && printSchema ? schemaPage(printSchema) : undefined;
    const { clock, shares } = parts.limits;
    const needsStore = config.STORE_FAILURE === 'reject';
    this.#ready = readiness({ ...parts, needsStore, clock });
    const { RECEIVE_TIMEOUT_MS } = config;
    this.#transfers = new TransferSlots({
      shares: shares.transfers,
      graceMs: RECEIVE_TIMEOUT_MS,
      clock,
      cut: parts.mount ? cutResponse : closeUnfinished,
    });
    this.#receiveTime = parts.mount ? undefined : new ReceiveTime(clock, RECEIVE_TIMEOUT_MS);
  }

  /** What `/ready` answers. */
  async ready(): Promise<Health> {
    const health = await this.#ready();
    this.isReady = health.status === 200;
    return health;
  }

  /** Answers a request; never throws. */
  handle(req: IncomingMessage, res: ServerResponse): void {
    // The client has left while the gate held the request back.
    if (res.closed) return;
    const { limits } = this.#parts;
    const request = new HttpRequest(limits, req, res);
    this.#begin(request);
    // What comes later is a piece of the operation, or waits for its turn.
    limits.operations.charge(request.caller, measuredNow() - request.start);
  }

  #begin(request: HttpRequest): void {
    const { log, cors, mount, isDraining, routes = [] } = this.#parts;
    const { req, res } = request;
    if (log.isLevelEnabled('info')) {
      request.bytesBefore = req.socket.bytesWritten;
      request.peer = req.socket.remoteAddress;
    }
    res.on('close', () => this.#end(request));
    const byteRoute = routes.find(({ prefix }) => req.url!.startsWith(prefix));
    const fail = (error: unknown): void => this.#fail(request, error, byteRoute);
    // Pages of other origins may call the gateway, but not read what its own page is made of.
    const isOwn = this.#isOfExplorer(request);
    if (!isOwn && pathOf(req) === '/graphql') request.headers.push(...privateHeaderList);
    const invalidHost = hostError(req);
    if (invalidHost !== undefined) return fail(invalidHost);
    if (!isOwn && cors.apply(request, byteRoute?.methods ?? methodsOf(request))) return;
    // A port is closed; a host may still have requests.
    if (mount && isDraining()) return fail(overloaded('The gateway has been closed.'));
    try {
      const served = byteRoute ? this.#transfer(byteRoute, request) : this.#route(request);
      served.catch(fail);
    } catch (error) {
      fail(error);
    }
  }

  /** Called when the response has been sent or the client has disconnected. */
  #end(request: HttpRequest): void {
    const { log, observer, clients } = this.#parts;
    request.end();
    if (request.transfer) this.transfers[request.transfer] -= 1;
    if (log.isLevelEnabled('info'))
      logRequest(log, request, clients.logged(request.peer, request.req.headers[forwardedHeader]));
    observer?.onRequest(request);
    request.trace?.end(request);
  }

  /** Routes all requests except uploads and downloads. @throws HttpError */
  #route(request: HttpRequest): Promise<void> {
    const { req, res } = request;
    const fileBytes = isMultipart(req.headers['content-type'])
      ? this.#parts.config.MAX_UPLOAD_BYTES
      : 0;
    request.receiving = this.#receiveTime?.limit(req, res, fileBytes);
    const path = pathOf(req);
    const agents = path === mcpPath ? this.#parts.agents : undefined;
    const isGraphql = path === '/graphql' && !this.#isForExplorer(request);
    if (!agents && !isGraphql) return this.#page(request, path);
    const caller = this.#parts.access?.identitiesOf(req, path);
    if (!caller) return this.#operation(request, agents);
    return caller.then(
      (own) => (res.closed ? undefined : this.#operation(request, agents, own)),
      (error: unknown) => {
        throw agents ? agents.withChallenge(error, 'invalid_token') : error;
      },
    );
  }

  /** @throws HttpError */
  #operation(request: HttpRequest, agents?: AgentRoute, own?: Identities): Promise<void> {
    return agents ? this.#agent(request, agents, own) : this.#graphql(request, own);
  }

  /** Whether only the gateway's own page needs it. */
  #isOfExplorer(request: HttpRequest): boolean {
    const path = pathOf(request.req);
    if (path === '/graphql') return this.#isForExplorer(request);
    return path.startsWith(explorerPath);
  }

  #isForExplorer({ req }: HttpRequest): boolean {
    if (this.#explorer === undefined || req.method !== 'GET') return false;
    return req.headers.accept?.includes('text/html') ?? false;
  }

  /** Serves what is neither GraphQL nor a file. @throws HttpError */
  async #page(request: HttpRequest, path: string): Promise<void> {
    const { req, res } = request;
    setHeaders(request);
    if (path === '/health') return sendJson(res, 200, { status: 'alive' });
    if (path === '/ready') {
      const { status, body } = await this.ready();
      return sendJson(res, status, body);
    }
    const { receiveNotification: receive, agents, access } = this.#parts;
    const signingIn = access?.serve(req, res, path);
    if (signingIn) return signingIn;
    if (agents?.servePage(req, res, path)) return;
    if (path === notificationPath && receive) return receiveNotification(req, res, receive);
    if (path === schemaPath && this.#schema) return this.#schema(req, res);
    if (path === '/graphql') return this.#explorer!.page(req, res);
    if (path.startsWith(explorerPath) && this.#explorer) return this.#explorer.file(req, res);
    const { config, mount } = this.#parts;
    const basePath = config.PUBLIC_URL ? basePathOf(config.PUBLIC_URL) : (mount?.path ?? '');
    throw new HttpError(
      404,
      'NOT_FOUND',
      `Unknown path; GraphQL is served at ${basePath}/graphql.`,
    );
  }

  /** @throws HttpError */
  #graphql(request: HttpRequest, own?: Identities): Promise<void> {
    this.#identify(request, checkTransport, own);
    return this.#parts.graphql.serve(request as GraphqlHttpRequest);
  }

  /** @throws HttpError */
  async #agent(request: HttpRequest, agents: AgentRoute, own?: Identities): Promise<void> {
    agents.checkOrigin(request.req);
    try {
      this.#identify(request, ({ headers }) => checkContentEncoding(headers), own);
    } catch (error) {
      throw agents.withChallenge(error);
    }
    return agents.serve(request as GraphqlHttpRequest, own && this.#parts.access);
  }

  /**
   * Reads who sends a request with operations.
   * @param check of the request line and the headers
   * @param own who it is, if the headers do not have the tokens
   * @throws HttpError
   */
  #identify(request: HttpRequest, check: (req: IncomingMessage) => void, own?: Identities): void {
    const { req, requestId } = request;
    const { api, config, limits, tracer } = this.#parts;
    // Before anything else, because this is what the gateway does most when it is overloaded.
    if (isShort(req) && limits.operations.isCrowded) this.#checkShare(request, own);
    request.trace = tracer?.startRequest(request);
    check(req);
    request.disconnected = new AbortController();
    request.details = {
      identities: own ?? identitiesOf(api, req.headers, limits.isAccepted),
      signal: request.disconnected.signal,
      deadline: limits.clock.now() + limits.deadlineMs,
      requestId,
      hostContext: hostContextOf(req.headers),
      trace: request.trace,
      isTraced: config.TRACE && req.headers[traceHeader] === '1',
      wantsFresh: wantsFresh(req.headers['cache-control']),
      client: clientNameOf(req.headers),
      waits: request.record,
      defects: request.record,
      yieldTurn: () => request.place.yieldTurn(),
    };
    request.caller = callerKey(request.details.identities.main);
    limits.unsent.setOwner(req.socket, request.details.identities.main);
  }

  /** @throws HttpError if the operation must be rejected */
  #checkShare(request: HttpRequest, own?: Identities): void {
    const { api, limits } = this.#parts;
    const { operations, isAccepted } = limits;
    const { main } = own ?? identitiesOf(api, request.req.headers, isAccepted);
    request.caller = callerKey(main);
    const refusal = operations.refusalOf(request.caller);
    if (refusal) throw shareHttpError('operations', refusal, request.caller);
  }

  /** @throws HttpError */
  #transfer(route: ByteRoute, request: HttpRequest): Promise<void> {
    const { req, res } = request;
    request.trace = this.#parts.tracer?.startRequest(request);
    const rest = req.url!.slice(route.prefix.length);
    const caller = route.callerOf(rest);
    // A URL that the gateway did not create is rejected at once.
    if (caller !== undefined) this.#takeTransfer(request, caller, route.direction);
    setHeaders(request);
    return route.serve(req, res, rest, request);
  }

  /** @throws HttpError */
  #takeTransfer(request: HttpRequest, caller: string, direction: Direction): void {
    const taken = this.#transfers.take(request, caller);
    if (typeof taken === 'string') throw shareHttpError('transfers', taken, caller);
    request.release = taken;
    if (caller !== anonymousCaller) request.record.callerKey = caller;
    this.#parts.limits.unsent.setOwner(request.req.socket, caller);
    request.transfer = direction;
    this.transfers[direction] += 1;
  }

  #fail(request: HttpRequest, error: unknown, byteRoute: ByteRoute | undefined): void {
    // A rejected client takes no slot and no memory, even if it continues to send.
    request.free();
    const { res, requestId } = request;
    if (!(error instanceof HttpError)) {
      const stack = error instanceof Error && stackOf(error);
      this.#parts.log.error({ requestId, error: stack }, 'internal error');
    }
    // A response that has begun cannot become an error; the client must not wait for its end.
    if (res.headersSent) return res.writableEnded ? undefined : void res.destroy();
    sendHttpError(request, toHttpError(error), byteRoute && sendWhileReceiving);
  }
}

/** The connection is the host's, and may have other requests. */
const cutResponse = (_: IncomingMessage, res: ServerResponse): void => void res.destroy();

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

/** Whether a header `cache-control` of a request asks for an answer that is not stored. */
const wantsFresh = (header: string | undefined): boolean =>
  header !== undefined && /(?:^|[\s,])no-(?:cache|store)\b/i.test(header);

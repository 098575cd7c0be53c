/**
 * MCP over HTTP. Clients of the revisions until 2025 begin a session, whose id each later request
 * has. Newer ones begin none: all their requests with the same access tokens belong to one session.
 * No response is a stream: a server that only answers has nothing to send in between.
 */
import { randomUUID } from 'node:crypto';
import {
  createMcpHandler,
  isInitializeRequest,
  isLegacyRequest,
  type McpServer,
  type ServerContext,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { Config } from '../config.ts';
import type { Clock, Timer } from '../engine/caller/clock.ts';
import { callerKey } from '../engine/caller/identities.ts';
import type { Store } from '../engine/store/store.ts';
import type { Holding } from '../engine/rest/share/shares.ts';
import type {
  AgentEndpoint,
  OperationAccess,
  TokenChallenges,
} from '../server/gateway/agent-route.ts';
import type { GraphqlHttpRequest } from '../server/connection/server-request.ts';
import { HttpError } from '../server/error/http-error.ts';
import { shareHttpError } from '../server/limits/server-shares.ts';
import { limitStreamTime } from '../server/connection/stream-timeout.ts';
import { requestOf } from '../server/pipeline/pipeline.ts';
import { AgentSession } from './agent-session.ts';
import { type Offer, protocolServer } from './protocol-server.ts';
import type { ToolCall } from './tool-call.ts';

interface HttpSessionsParts {
  readonly offer: Offer;
  readonly operations: OperationAccess;
  readonly store: Store;
  readonly config: Pick<
    Config,
    'MCP_SESSION_IDLE_MS' | 'MCP_SESSION_UNITS' | 'STREAM_IDLE_TIMEOUT_MS'
  >;
}

/** A request that is being answered. */
interface Exchange {
  readonly request: GraphqlHttpRequest;
  readonly session: HttpSession;
  /** Answers it before the protocol does, or in place of it. */
  readonly answer: (response: Response) => void;
  /** Fails it in the same way. */
  readonly fail: (error: unknown) => void;
  readonly challenges: TokenChallenges | undefined;
}

/** A request before it has a session. */
interface ReceivedRequest {
  readonly request: GraphqlHttpRequest;
  /** As the protocol sees it. */
  readonly seen: Request;
  readonly challenges: TokenChallenges | undefined;
}

/** All sessions of a gateway. */
export class HttpSessions implements AgentEndpoint {
  readonly #parts: HttpSessionsParts;
  /** By their ids; those of newer clients by their access tokens. */
  readonly #sessions = new Map<string, HttpSession>();
  /** By the requests that the protocol sees. */
  readonly #exchanges = new WeakMap<Request, Exchange>();
  readonly #newer: ReturnType<typeof createMcpHandler>;

  constructor(parts: HttpSessionsParts) {
    this.#parts = parts;
    this.#newer = createMcpHandler(() => this.#protocolServer(), {
      legacy: 'reject',
      // Nothing changes that could be subscribed to.
      maxSubscriptions: 0,
    });
  }

  async serve(
    request: GraphqlHttpRequest,
    body: unknown,
    challenges?: TokenChallenges,
  ): Promise<void> {
    if (Array.isArray(body))
      throw new HttpError(400, 'INVALID_INPUT', 'Batches are not supported: send single messages.');
    const seen = new Request(requestOf(request), { signal: request.details.signal });
    const isNewer = body !== undefined && !(await isLegacyRequest(seen, body));
    const received = { request, seen, challenges };
    const response = isNewer
      ? await this.#serveNewer(received, body)
      : await this.#serveInSession(received, body);
    await this.#send(request, response);
  }

  end(): void {
    for (const session of this.#sessions.values()) session.endWhenIdle();
  }

  #serveNewer(received: ReceivedRequest, body: unknown): Promise<Response> {
    const { request, seen } = received;
    const key = `tokens ${request.details.identities.tokensKey}`;
    const session = this.#sessions.get(key) ?? this.#open(key, request);
    return this.#exchange({ ...received, session }, () =>
      this.#newer.fetch(seen, { parsedBody: body }),
    );
  }

  async #serveInSession(received: ReceivedRequest, body: unknown): Promise<Response> {
    const { request, seen } = received;
    const { 'mcp-session-id': id } = request.req.headers;
    if (id === undefined && !isInitializeRequest(body))
      throw new HttpError(400, 'INVALID_INPUT', 'mcp-session-id: missing; initialize a session');
    const session = id === undefined ? await this.#initialize(request) : this.#find(id, request);
    if (session === undefined) return notFound();
    if (request.req.method === 'DELETE') {
      session.end();
      return new Response(null, { status: 204 });
    }
    const response = await this.#exchange({ ...received, session }, () =>
      session.transport!.handleRequest(seen, { parsedBody: body }),
    );
    // A client that could not begin its session does not know its id.
    if (id === undefined && !response.ok) session.end();
    return response;
  }

  /** A session is found with the tokens that have begun it, and with no others. */
  #find(id: string | string[], { details }: GraphqlHttpRequest): HttpSession | undefined {
    const session = this.#sessions.get(String(id));
    const isOwn = session?.tokensKey === details.identities.tokensKey;
    return isOwn && session.transport ? session : undefined;
  }

  async #initialize(request: GraphqlHttpRequest): Promise<HttpSession> {
    const id = randomUUID();
    const session = this.#open(id, request);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      enableJsonResponse: true,
    });
    const server = this.#protocolServer();
    await server.connect(transport);
    session.connect(server, transport);
    return session;
  }

  /** @throws HttpError if there is no place */
  #open(key: string, { req, requestId, details, clock }: GraphqlHttpRequest): HttpSession {
    const { operations, store, config } = this.#parts;
    const { identities } = details;
    // Whose place it is stays, although other requests of the session can have another caller.
    const caller = callerKey(identities.main);
    const units = config.MCP_SESSION_UNITS;
    const session = new HttpSession({
      tokensKey: identities.tokensKey,
      idleMs: config.MCP_SESSION_IDLE_MS,
      clock,
      agent: new AgentSession({
        operations,
        store,
        units,
        headers: req.headers,
        connectionId: requestId,
        clock,
      }),
      onEnd: () => {
        this.#sessions.delete(key);
        operations.sessions.drop(caller, session);
      },
    });
    const refused = operations.sessions.hold(caller, session);
    if (refused) {
      session.end();
      throw shareHttpError('mcp_sessions', refused, caller);
    }
    this.#sessions.set(key, session);
    return session;
  }

  #protocolServer(): McpServer {
    return protocolServer(this.#parts.offer, (context) => this.#callOf(context));
  }

  #callOf({ http, mcpReq }: ServerContext): ToolCall {
    const { request, session, answer, fail, challenges } = this.#exchanges.get(http!.req!)!;
    // The protocol does not answer a request that was cancelled. Newer clients disconnect instead.
    if (session.transport)
      mcpReq.signal.addEventListener('abort', () => answer(new Response(null, { status: 202 })));
    const { identities, signal } = request.details;
    return session.agent.call({
      identities,
      leavePlace: () => request.place.end(),
      onLack:
        challenges &&
        (async (lack) => {
          const error = await challenges.errorOf(lack);
          if (error) fail(error);
        }),
      signal: AbortSignal.any([signal, mcpReq.signal]),
    });
  }

  /** Answers a request, or stops to wait when it is cancelled or its session ends. */
  async #exchange(
    { session, request, seen, challenges }: ReceivedRequest & { readonly session: HttpSession },
    serve: () => Promise<Response>,
  ): Promise<Response> {
    const stopped = Promise.withResolvers<Response>();
    const { resolve: answer, reject: fail } = stopped;
    this.#exchanges.set(seen, { request, session, answer, fail, challenges });
    const stop = (): void => answer(notFound());
    session.begin(stop);
    try {
      return await Promise.race([serve(), stopped.promise]);
    } finally {
      session.finish(stop);
    }
  }

  async #send({ res, clock }: GraphqlHttpRequest, response: Response): Promise<void> {
    const text = await response.text();
    if (res.closed) return;
    const type = response.headers.get('content-type');
    const id = response.headers.get('mcp-session-id');
    res.writeHead(response.status, {
      'cache-control': 'no-store',
      ...(type && { 'content-type': type }),
      ...(id && { 'mcp-session-id': id }),
    });
    res.end(text);
    // More than the operating system takes at once.
    if (res.socket && res.socket.writableLength > 0)
      limitStreamTime(res, this.#parts.config.STREAM_IDLE_TIMEOUT_MS, clock);
  }
}

const notFound = (): Response => {
  const error = { code: -32_001, message: 'Session not found; initialize another one.' };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 404 });
};

interface HttpSessionParts {
  readonly agent: AgentSession;
  readonly tokensKey: string;
  readonly idleMs: number;
  readonly clock: Clock;
  readonly onEnd: () => void;
}

/** One session. Its client ends it, a long time without requests, or others that need its place. */
class HttpSession implements Holding {
  /** Of the tokens that have begun it. */
  readonly tokensKey: string;
  readonly agent: AgentSession;
  /** Undefined for a newer client, which has none of its own. */
  transport: WebStandardStreamableHTTPServerTransport | undefined;
  readonly #onEnd: () => void;
  readonly #idleMs: number;
  readonly #clock: Clock;
  /** Stop the requests that are being answered. */
  readonly #running = new Set<() => void>();
  #server: McpServer | undefined;
  #idle: Timer;
  #usedAt: number;
  #isEnding = false;

  constructor({ agent, tokensKey, idleMs, clock, onEnd }: HttpSessionParts) {
    this.agent = agent;
    this.tokensKey = tokensKey;
    this.#onEnd = onEnd;
    this.#idleMs = idleMs;
    this.#clock = clock;
    this.#usedAt = clock.now();
    this.#idle = clock.after(idleMs, this.#endIfIdle);
  }

  /** Those that were not used for longest give way first, and busy ones last. */
  get slowness(): number {
    return this.#running.size > 0 ? -1 : this.#clock.now() - this.#usedAt;
  }

  connect(server: McpServer, transport: WebStandardStreamableHTTPServerTransport): void {
    this.#server = server;
    this.transport = transport;
  }

  begin(stop: () => void): void {
    this.#running.add(stop);
  }

  finish(stop: () => void): void {
    this.#running.delete(stop);
    this.#usedAt = this.#clock.now();
    if (this.#isEnding) this.endWhenIdle();
  }

  giveWay(): void {
    this.end();
  }

  endWhenIdle(): void {
    this.#isEnding = true;
    if (this.#running.size === 0) this.end();
  }

  end(): void {
    this.#idle.cancel();
    this.#onEnd();
    this.agent.end();
    for (const stop of this.#running) stop();
    void this.#server?.close();
  }

  readonly #endIfIdle = (): void => {
    const isRunning = this.#running.size > 0;
    const leftMs = isRunning ? this.#idleMs : this.#usedAt + this.#idleMs - this.#clock.now();
    if (leftMs <= 0) this.end();
    else this.#idle = this.#clock.after(leftMs, this.#endIfIdle);
  };
}

/**
 * MCP over HTTP, without sessions: any replica answers any request. A response is JSON, unless
 * something is sent before the result: the progress of a call, or a question to the user. Then it
 * is a stream of events, to clients that say that they take one.
 */
import { randomUUID } from 'node:crypto';
import {
  createMcpHandler,
  isInitializeRequest,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  isLegacyRequest,
  type JSONRPCNotification,
  type JSONRPCRequest,
  type JSONRPCResponse,
  type RequestId,
  type ServerContext,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import type { Config } from '../config.ts';
import { every } from '../engine/caller/clock.ts';
import type { Encryption } from '../engine/caller/encryption.ts';
import type { AgentEndpoint, TokenChallenges } from '../server/gateway/agent-route.ts';
import type { GraphqlHttpRequest } from '../server/connection/server-request.ts';
import { StoreUnavailable } from '../engine/store/store-unavailable.ts';
import { HttpError, overloaded } from '../server/error/http-error.ts';
import { limitStreamTime } from '../server/connection/stream-timeout.ts';
import { requestOf } from '../server/pipeline/pipeline.ts';
import { type AgentAccess, AgentCall } from './agent-call.ts';
import { CallMailbox } from './call-mailbox.ts';
import { callAddress, OlderExchange } from './older-exchange.ts';
import { asksByForm, type Offer, protocolServer } from './protocol-server.ts';
import { Questions } from './question.ts';
import { type ResponseForms, responseForms } from './response-form.ts';
import type { TokenLack } from './token-lack.ts';

interface HttpEndpointParts {
  readonly offer: Offer;
  readonly access: AgentAccess;
  /** Hides what replicas tell each other. */
  readonly encryption: Encryption;
  readonly config: Pick<Config, 'STREAM_IDLE_TIMEOUT_MS'>;
}

/** A request that is being answered. */
interface Exchange {
  readonly request: GraphqlHttpRequest;
  /** As the protocol sees it. Its signal ends the call. */
  readonly seen: Request;
  readonly forms: ResponseForms;
  /** Fails the request in place of a result. @returns false if its response has begun */
  readonly fail: (error: HttpError) => boolean;
  readonly challenges: TokenChallenges | undefined;
  call: AgentCall | undefined;
}

/** Time in ms between two comments in a stream, by which proxies see that it is in use. */
const keepAliveMs = 15_000;

/** Maximum length of what a client sends to one of its calls: other replicas may be told. */
const maxMessageLength = 65_536;

/** The response to what is no request. */
const accepted = (): Response => new Response(null, { status: 202 });

/** Answers the requests of all clients. */
export class HttpEndpoint implements AgentEndpoint {
  readonly #parts: HttpEndpointParts;
  readonly #mailbox: CallMailbox;
  readonly #questions: Questions;
  /** By the requests that the protocol sees. */
  readonly #exchanges = new WeakMap<Request, Exchange>();
  readonly #newer: ReturnType<typeof createMcpHandler>;

  constructor(parts: HttpEndpointParts) {
    const { access, encryption } = parts;
    this.#parts = parts;
    this.#mailbox = new CallMailbox(access.store, encryption);
    const shares = access.operations.questions;
    this.#questions = new Questions({ mailbox: this.#mailbox, shares });
    this.#newer = createMcpHandler(
      ({ requestInfo }) => this.#serverFor(this.#exchanges.get(requestInfo!)!),
      {
        legacy: 'reject',
        // Nothing changes that could be subscribed to.
        maxSubscriptions: 0,
        keepAliveMs: 0,
      },
    );
  }

  async serve(
    request: GraphqlHttpRequest,
    body: unknown,
    challenges?: TokenChallenges,
  ): Promise<void> {
    if (Array.isArray(body))
      throw new HttpError(400, 'INVALID_INPUT', 'Batches are not supported: send single messages.');
    const forms = responseForms(request.req.headers.accept);
    const ended = new AbortController();
    const signal = AbortSignal.any([request.details.signal, ended.signal]);
    const seen = new Request(requestOf(request), { signal });
    const failed = Promise.withResolvers<never>();
    let hasBegun = false;
    const fail = (error: HttpError): boolean => {
      if (hasBegun) return false;
      failed.reject(error);
      ended.abort();
      return true;
    };
    const exchange = { request, seen, forms, fail, challenges, call: undefined };
    this.#exchanges.set(seen, exchange);
    const response = await Promise.race([this.#answer(exchange, body), failed.promise]);
    hasBegun = true;
    await this.#send(exchange, response);
  }

  end(): void {
    this.#questions.endAll();
  }

  async #answer(exchange: Exchange, body: unknown): Promise<Response> {
    const { request, seen } = exchange;
    if (isJSONRPCResponse(body) || isCancellation(body)) {
      if (JSON.stringify(body).length > maxMessageLength)
        throw new HttpError(413, 'INVALID_INPUT', 'The message to a call is too long.');
    }
    if (isJSONRPCResponse(body)) return this.#passOn(this.#answerQuestion(request, body));
    if (!(await isLegacyRequest(seen, body))) return this.#newer.fetch(seen, { parsedBody: body });
    if (isJSONRPCRequest(body)) return this.#answerOlder(exchange, body);
    if (!isJSONRPCNotification(body)) return protocolError('The body is no JSON-RPC message.');
    return this.#passOn(isCancellation(body) ? this.#cancel(request, body) : undefined);
  }

  /** Whether anybody has waited for it is told to nobody. */
  async #passOn(sending: Promise<void> | undefined): Promise<Response> {
    await sending?.catch((error: unknown) => {
      if (!(error instanceof StoreUnavailable)) throw error;
      throw overloaded('The message cannot be passed on at the moment; send it again.');
    });
    return accepted();
  }

  async #answerQuestion({ details }: GraphqlHttpRequest, answer: JSONRPCResponse): Promise<void> {
    const { tokensKey: caller } = details.identities;
    if (answer.id !== undefined) await this.#questions.answer(caller, answer.id, answer);
  }

  /** A client of the older revisions cancels a call by a request of its own. */
  async #cancel(request: GraphqlHttpRequest, message: JSONRPCNotification): Promise<void> {
    const sessionId = sessionOf(request);
    if (sessionId === undefined) return;
    const { tokensKey: caller } = request.details.identities;
    const id = message.params!['requestId'] as RequestId;
    await this.#mailbox.send(callAddress(caller, sessionId, id), message);
  }

  async #answerOlder(exchange: Exchange, message: JSONRPCRequest): Promise<Response> {
    const { request, seen, forms } = exchange;
    const { 'mcp-protocol-version': version } = request.req.headers;
    if (version !== undefined && !SUPPORTED_PROTOCOL_VERSIONS.includes(String(version)))
      return protocolError('mcp-protocol-version: of no revision that is supported.', message.id);
    const caller = request.details.identities.tokensKey;
    const sessionId = sessionOf(request);
    const transport = new OlderExchange({
      mailbox: this.#mailbox,
      questions: this.#questions,
      clock: request.clock,
      caller,
      sessionId,
      onQuestion: () => request.place.end(),
    });
    await this.#serverFor(exchange).connect(transport);
    if (isInitializeRequest(message)) {
      const response = await transport.answer(message, seen);
      response.headers.set('mcp-session-id', newSessionId(asksByForm(message.params.capabilities)));
      return response;
    }
    const asks = forms.isStream && asksUser(sessionId) && this.#questions.hasRoomFor(caller);
    await transport.introduce(version?.toString(), asks);
    return transport.answer(message, seen);
  }

  #serverFor({ forms }: Exchange): ReturnType<typeof protocolServer> {
    return protocolServer(this.#parts.offer, (context) => this.#callOf(context), forms.isStream);
  }

  #callOf({ http, mcpReq }: ServerContext): AgentCall {
    const exchange = this.#exchanges.get(http!.req!)!;
    const { request, fail, challenges } = exchange;
    const onLack = async (lack: TokenLack): Promise<boolean> => {
      const error = await challenges!.errorOf(lack);
      return error !== undefined && fail(error);
    };
    return (exchange.call ??= new AgentCall(this.#parts.access, {
      identities: request.details.identities,
      signal: mcpReq.signal,
      headers: request.req.headers,
      connectionId: request.requestId,
      leavePlace: () => request.place.end(),
      ...(challenges && { onLack }),
    }));
  }

  async #send({ request, forms }: Exchange, response: Response): Promise<void> {
    const { res, clock } = request;
    const type = response.headers.get('content-type');
    const id = response.headers.get('mcp-session-id');
    const isStream = type === eventStream;
    const text = isStream ? undefined : await response.text();
    if (res.closed) return;
    const isWrapped = response.status === 200 && type !== null && !isStream && !forms.isJson;
    const sentType = isWrapped ? eventStream : type;
    res.writeHead(response.status, {
      'cache-control': 'no-store',
      ...(sentType && { 'content-type': sentType }),
      ...(sentType === eventStream && { 'x-accel-buffering': 'no' }),
      ...(id && { 'mcp-session-id': id }),
    });
    if (text === undefined) await this.#sendEvents(request, response.body!);
    else res.end(isWrapped ? `event: message\ndata: ${text}\n\n` : text);
    // More than the operating system takes at once.
    if (text !== undefined && res.socket && res.socket.writableLength > 0)
      limitStreamTime(res, this.#parts.config.STREAM_IDLE_TIMEOUT_MS, clock);
  }

  async #sendEvents(
    { res, clock }: GraphqlHttpRequest,
    events: ReadableStream<Uint8Array>,
  ): Promise<void> {
    limitStreamTime(res, this.#parts.config.STREAM_IDLE_TIMEOUT_MS, clock);
    const comments = every(clock, keepAliveMs, () => {
      if (!res.closed && !res.writableNeedDrain) res.write(':\n\n');
    });
    try {
      for await (const event of events) if (!res.closed) res.write(event);
    } finally {
      comments.cancel();
    }
    res.end();
  }
}

const eventStream = 'text/event-stream';

/** Whether a client asks to end one of its calls. */
const isCancellation = (body: unknown): body is JSONRPCNotification =>
  isJSONRPCNotification(body) &&
  body.method === 'notifications/cancelled' &&
  ['string', 'number'].includes(typeof body.params?.['requestId']);

const protocolError = (message: string, id: RequestId | null = null): Response =>
  Response.json({ jsonrpc: '2.0', error: { code: -32_600, message }, id }, { status: 400 });

/**
 * What clients of the older revisions say of themselves once is in the id that they send with each
 * later request. It gives no rights: whoever invents one is asked, or is not.
 */
const newSessionId = (asks: boolean): string => `${asks ? 'asks' : 'mute'}-${randomUUID()}`;

const asksUser = (sessionId: string | undefined): boolean =>
  sessionId?.startsWith('asks-') === true;

const sessionOf = ({ req }: GraphqlHttpRequest): string | undefined =>
  req.headers['mcp-session-id']?.toString().slice(0, 100);

/**
 * Serves GraphQL over HTTP. All operations pass the same plugins; two paths read requests and write
 * responses. A plain POST with JSON, as nearly all requests are, is read and answered here: Yoga
 * makes a `Request`, a `Response` and a chain of promises for each. Yoga reads and answers
 * everything else: other methods, media types and forms.
 */
import type { Api } from '../../engine/api/api.ts';
import type { IncomingMessage } from 'node:http';
import type { ExecutionResult, GraphQLError } from 'graphql';
import { toGraphError } from '../../engine/schema/error/error.ts';
import { isJsonType } from '../connection/cross-origin.ts';
import { addCaching } from '../response/caching-headers.ts';
import { shareHttpError } from '../limits/server-shares.ts';
import { eventHeaders, type EventStreams, onlyEvent } from '../response/event-streams.ts';
import { limitStreamTime } from '../connection/stream-timeout.ts';
import { type EncodedBody, jsonTypeFor } from '../response/negotiation.ts';
import type { OperationResult } from './plugin.ts';
import { paramsFromJson } from '../document/params.ts';
import type { BodyLimits } from '../document/body-limits.ts';
import { jsonOf } from '../response/response-limit.ts';
import { type GraphqlHttpRequest, setHeaders } from '../connection/server-request.ts';
import type { LoadYoga, YogaParts } from './yoga.ts';

/** The dependencies of the handler. Yoga has the same pipeline, documents and formats. */
export interface GraphqlHandlerParts extends Omit<YogaParts, 'config' | 'schema'> {
  readonly api: Api;
  readonly yoga: LoadYoga;
  readonly eventStreams: EventStreams;
  readonly bodyLimits: BodyLimits;
  /** Maximum time in ms in which a client reads nothing of a response. */
  readonly idleMs: number;
}

/** Serves the requests to `/graphql`. */
export class GraphqlHandler {
  readonly #parts: GraphqlHandlerParts;

  constructor(parts: GraphqlHandlerParts) {
    this.#parts = parts;
  }

  /** @throws HttpError if too many requests are being served */
  async serve(request: GraphqlHttpRequest): Promise<void> {
    const { pipeline, bodyLimits } = this.#parts;
    const { req } = request;
    const isOwn = !pipeline.needsYoga && isPlainPost(req);
    const mediaType = isOwn ? mediaTypeFor(req.headers.accept) : undefined;
    if (mediaType === undefined) return this.#serveByYoga(request);
    let body: Buffer;
    try {
      body = await request.readBody(bodyLimits);
    } catch (error) {
      return this.#sendResult(request, failed(this.#parts.api, error), mediaType);
    }
    const { place } = request;
    let refusal = place.take() ?? place.begin(request);
    if (refusal instanceof Promise) refusal = await refusal;
    if (refusal) throw shareHttpError('operations', refusal, place.caller);
    if (request.res.closed) return;
    let result: OperationResult;
    try {
      const read = paramsFromJson(body.toString());
      const params = this.#parts.persisted.complete(read, request.details);
      result = await pipeline.run(params instanceof Promise ? await params : params, request);
    } catch (error) {
      result = failed(this.#parts.api, error);
    }
    if (Symbol.asyncIterator in result) return this.#parts.eventStreams.send(request, result);
    return this.#sendResult(request, result, mediaType);
  }

  async #serveByYoga(request: GraphqlHttpRequest): Promise<void> {
    const serve = await this.#parts.yoga();
    setHeaders(request);
    await serve(request.req, request.res, { serverRequest: request });
  }

  #sendResult(
    request: GraphqlHttpRequest,
    result: ExecutionResult,
    mediaType: string,
  ): Promise<void> | void {
    const formatted = this.#parts.formatResult(result, request);
    if (mediaType !== eventType) {
      this.#parts.decideCaching(formatted, request);
      addCaching(request);
    }
    const { data, errors } = formatted;
    if (mediaType === eventType || data === undefined || errors?.some(concernsResponse))
      return this.#sendErrors(request, formatted, mediaType);
    const headers = ['content-type', `${mediaType}; charset=utf-8`];
    return this.#send(request, { status: 200, headers }, jsonOf(formatted));
  }

  /** These errors can set the status and headers: Yoga knows the rules. */
  async #sendErrors(
    request: GraphqlHttpRequest,
    result: ExecutionResult,
    mediaType: string,
  ): Promise<void> {
    const { fetchAPI } = await this.#parts.yoga();
    const { processRegularResult } = await import('graphql-yoga');
    const isEvent = mediaType === eventType;
    const response = processRegularResult(result, fetchAPI, isEvent ? jsonType : mediaType);
    const { status, headers } = response;
    headers.delete('content-length');
    const text = await response.text();
    if (!isEvent) return this.#send(request, { status, headers: [...headers].flat() }, text);
    headers.delete('content-type');
    const { res } = request;
    res.writeHead(status, [...request.headers, ...eventHeaders, ...[...headers].flat()]);
    res.end(onlyEvent(text));
  }

  #send(request: GraphqlHttpRequest, head: ResponseHead, text: string): Promise<void> | void {
    request.place.endTurn();
    const encoded = this.#parts.encoding.encode(text, request);
    if (encoded instanceof Promise) return encoded.then((body) => this.#write(request, head, body));
    this.#write(request, head, encoded);
  }

  #write(
    { res, headers, clock }: GraphqlHttpRequest,
    head: ResponseHead,
    { body, length, encoding }: EncodedBody,
  ): void {
    headers.push(...head.headers, 'content-length', String(length));
    if (encoding) headers.push('content-encoding', encoding);
    // Text of as many characters as bytes needs no conversion.
    res.writeHead(head.status, headers).end(body, body.length === length ? 'latin1' : 'utf8');
    // More than the operating system takes at once.
    if (res.socket && res.socket.writableLength > 0)
      limitStreamTime(res, this.#parts.idleMs, clock);
  }
}

interface ResponseHead {
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: readonly string[];
}

/** The result of an operation that was not executed. */
const failed = (api: Api, error: unknown): ExecutionResult => ({
  errors: [toGraphError(api, error)],
});

/** Whether an error of a field sets the status or headers of the response. */
const concernsResponse = ({ extensions }: GraphQLError): boolean => 'http' in extensions;

const jsonType = 'application/json';

/** Yoga chooses the type if a client accepts events and JSON. */
const eventType = 'text/event-stream';

const mediaTypeFor = (accept: string | undefined): string | undefined =>
  accept === eventType ? eventType : jsonTypeFor(accept);

/** Whether the method, the URL and the type of the body are those of a plain POST with JSON. */
const isPlainPost = ({ method, url, headers }: IncomingMessage): boolean =>
  method === 'POST' && url === '/graphql' && isJsonType(headers['content-type'] ?? '');

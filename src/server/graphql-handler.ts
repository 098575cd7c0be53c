/**
 * Serves GraphQL over HTTP by one of two paths. A plain POST with JSON whose operation is executed,
 * as nearly all requests, is served without Yoga, which makes a `Request`, a `Response` and a chain
 * of promises for each: queries and mutations as JSON, and subscriptions as events. Yoga serves
 * everything else: other methods and media types, forms, and all requests that are rejected before
 * they are executed. Both paths have the same parameters, limits, documents, executor, error format
 * and encoding of bodies.
 */
import type { IncomingMessage } from 'node:http';
import {
  type ExecutionResult,
  type GraphQLError,
  OperationTypeNode,
  type ValidatedExecutionArgs,
} from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import { isJsonType } from './connection/cross-site.ts';
import type { FormatResult } from './error-format.ts';
import { eventHeaders, type EventStreams, onlyEvent } from './event-streams.ts';
import type { Executor } from './execution/executor.ts';
import { shareHttpError } from './limits/share-http-error.ts';
import { limitStreamTime } from './limits/stream-timeout.ts';
import { jsonTypeFor } from './response/media-type.ts';
import type { PersistedDocuments } from './document/persisted-documents.ts';
import { type PreparationParts, prepareOperation } from './document/prepare-operation.ts';
import { readJsonBody } from './document/request-parser.ts';
import type { EncodedBody, ResponseEncoding } from './response/response-encoding.ts';
import { jsonOf } from './response/result-json.ts';
import { type GraphqlHttpRequest, setHeaders } from './connection/server-request.ts';
import type { LoadYoga } from './yoga.ts';

/** The dependencies of the handler. Yoga has the same documents, executor, limits and formats. */
interface GraphqlHandlerParts extends PreparationParts {
  readonly yoga: LoadYoga;
  readonly persisted: PersistedDocuments;
  readonly executor: Pick<Executor<unknown>, 'prepare' | 'executePrepared' | 'subscribePrepared'>;
  readonly encoding: ResponseEncoding;
  readonly formatResult: FormatResult;
  readonly eventStreams: EventStreams;
  readonly maxBodyBytes: number;
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
    const { executor, formatResult, maxBodyBytes, persisted } = this.#parts;
    const { req } = request;
    const mediaType = isPlainPost(req) ? mediaTypeFor(req.headers.accept) : undefined;
    if (mediaType === undefined) return this.#serveByYoga(request);
    request.params = readJsonBody(request, maxBodyBytes, persisted);
    let params: GraphQLParams;
    try {
      params = await request.params;
    } catch {
      // Yoga finds the same error, and writes it.
      return this.#serveByYoga(request);
    }
    const { place } = request;
    let refusal = place.take() ?? place.begin(request);
    if (refusal instanceof Promise) refusal = await refusal;
    if (refusal) throw shareHttpError('operations', refusal, place.caller);
    if (request.res.closed) return;
    const prepared = prepareOperation(params, this.#parts);
    if (prepared === undefined || isSubscription(prepared) !== (mediaType === eventType))
      return this.#serveByYoga(request);
    request.record.setOperation(prepared.operation);
    if (mediaType === eventType) return this.#subscribe(request, prepared, params);
    const executed = await executor.executePrepared(prepared, request.details);
    if (params.extensions) persisted.keep(params, request.details.identities);
    const result = formatResult(executed, request);
    if (result.errors?.some(concernsResponse) || result.data === undefined)
      return this.#sendErrors(request, result, mediaType);
    const headers = ['content-type', `${mediaType}; charset=utf-8`];
    return this.#send(request, { status: 200, headers }, jsonOf(result));
  }

  async #subscribe(
    request: GraphqlHttpRequest,
    prepared: ValidatedExecutionArgs,
    params: GraphQLParams,
  ): Promise<void> {
    const { executor, persisted, formatResult, eventStreams } = this.#parts;
    const results = await executor.subscribePrepared(prepared, request);
    persisted.keep(params, request.details.identities);
    if (Symbol.asyncIterator in results) return eventStreams.send(request, results);
    return this.#sendErrors(request, formatResult(results, request), eventType);
  }

  async #serveByYoga(request: GraphqlHttpRequest): Promise<void> {
    const serve = await this.#parts.yoga();
    setHeaders(request);
    await serve(request.req, request.res, { serverRequest: request });
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
    request.place.endTurn(text.length);
    const encoded = this.#parts.encoding.encode(text, request);
    if (encoded instanceof Promise) return encoded.then((body) => this.#write(request, head, body));
    this.#write(request, head, encoded);
  }

  #write(
    { res, headers }: GraphqlHttpRequest,
    head: ResponseHead,
    { body, length, encoding }: EncodedBody,
  ): void {
    const all = [...headers, ...head.headers, 'content-length', String(length)];
    if (encoding) all.push('content-encoding', encoding);
    res.writeHead(head.status, all).end(body);
    // More than the operating system takes at once.
    if (res.socket && res.socket.writableLength > 0) limitStreamTime(res, this.#parts.idleMs);
  }
}

interface ResponseHead {
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: readonly string[];
}

/** Whether an error of a field sets the status or headers of the response. */
const concernsResponse = ({ extensions }: GraphQLError): boolean => 'http' in extensions;

const jsonType = 'application/json';

/** Yoga chooses the type if a client accepts events and JSON. */
const eventType = 'text/event-stream';

const mediaTypeFor = (accept: string | undefined): string | undefined =>
  accept === eventType ? eventType : jsonTypeFor(accept);

const isSubscription = ({ operation: { operation } }: ValidatedExecutionArgs): boolean =>
  operation === OperationTypeNode.SUBSCRIPTION;

/** Whether the method, the URL and the type of the body are those of a plain POST with JSON. */
const isPlainPost = ({ method, url, headers }: IncomingMessage): boolean =>
  method === 'POST' && url === '/graphql' && isJsonType(headers['content-type'] ?? '');

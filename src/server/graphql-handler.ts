/**
 * Serves GraphQL over HTTP by one of two paths. A plain POST with JSON whose operation is executed,
 * as nearly all requests, is served without Yoga, which makes a `Request`, a `Response` and a chain
 * of promises for each. Yoga serves everything else: other methods and media types, forms,
 * subscriptions, and all requests that are rejected before they are executed. Both paths have the
 * same parameters, limits, documents, executor, error format and encoding of bodies.
 */
import type { IncomingMessage } from 'node:http';
import { type ExecutionResult, OperationTypeNode, type ValidatedExecutionArgs } from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import { isJsonType } from './cross-site.ts';
import type { Documents } from './documents.ts';
import type { FormatResult } from './error-format.ts';
import type { Executor } from './execution/executor.ts';
import { shareHttpError } from './limits/share-http-error.ts';
import { checkVariables, type VariableLimits } from './limits/variable-limit.ts';
import { jsonTypeFor } from './media-type.ts';
import type { PersistedDocuments } from './persisted-documents.ts';
import { readJsonBody } from './request-parser.ts';
import type { EncodedBody, ResponseEncoding } from './response-encoding.ts';
import { type GraphqlHttpRequest, setHeaders } from './server-request.ts';
import type { LoadYoga } from './yoga.ts';

/** The dependencies of the handler. Yoga has the same documents, executor, limits and formats. */
interface GraphqlHandlerParts {
  readonly yoga: LoadYoga;
  readonly documents: Documents;
  readonly persisted: PersistedDocuments;
  readonly executor: Pick<Executor<unknown>, 'prepare' | 'executePrepared'>;
  readonly encoding: ResponseEncoding;
  readonly formatResult: FormatResult;
  readonly variableLimits: VariableLimits;
  readonly maxBodyBytes: number;
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
    const mediaType = isPlainPost(req) ? jsonTypeFor(req.headers.accept) : undefined;
    if (mediaType === undefined) return this.#serveByYoga(request);
    request.params = readJsonBody(request, maxBodyBytes, persisted);
    let params: GraphQLParams;
    let prepared: ValidatedExecutionArgs | undefined;
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
    try {
      prepared = this.#prepare(params);
    } catch {
      // Yoga finds this error, too.
    }
    if (prepared === undefined) return this.#serveByYoga(request);
    request.record.setOperation(prepared.operation);
    const executed = await executor.executePrepared(prepared, request.details);
    if (params.extensions) persisted.keep(params, request.details.identity);
    const result = formatResult(executed, request);
    if (result.errors !== undefined) return this.#sendErrors(request, result, mediaType);
    const headers = ['content-type', `${mediaType}; charset=utf-8`];
    return this.#send(request, { status: 200, headers }, JSON.stringify(result));
  }

  async #serveByYoga(request: GraphqlHttpRequest): Promise<void> {
    const serve = await this.#parts.yoga();
    setHeaders(request);
    await serve(request.req, request.res, { serverRequest: request });
  }

  /** @returns undefined for a request that Yoga has to answer. @throws GraphQLError as well */
  #prepare({ query, operationName, variables }: GraphQLParams): ValidatedExecutionArgs | undefined {
    const { documents, executor, variableLimits } = this.#parts;
    if (variables) checkVariables(variables, variableLimits);
    const document = documents.parse(query!);
    if (documents.validate(document).length > 0) return undefined;
    const prepared = executor.prepare({ document, operationName, variableValues: variables });
    if (!('schema' in prepared)) return undefined;
    return prepared.operation.operation === OperationTypeNode.SUBSCRIPTION ? undefined : prepared;
  }

  /** Errors can set the status and headers: Yoga knows the rules. */
  async #sendErrors(
    request: GraphqlHttpRequest,
    result: ExecutionResult,
    mediaType: string,
  ): Promise<void> {
    const { fetchAPI } = await this.#parts.yoga();
    const { processRegularResult } = await import('graphql-yoga');
    const response = processRegularResult(result, fetchAPI, mediaType);
    const { status, headers } = response;
    headers.delete('content-length');
    await this.#send(request, { status, headers: [...headers].flat() }, await response.text());
  }

  #send(request: GraphqlHttpRequest, head: ResponseHead, text: string): Promise<void> | void {
    const encoded = this.#parts.encoding.encode(text, request);
    if (encoded instanceof Promise) return encoded.then((body) => write(request, head, body));
    write(request, head, encoded);
  }
}

interface ResponseHead {
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: readonly string[];
}

function write(
  { res, headers }: GraphqlHttpRequest,
  head: ResponseHead,
  { body, length, encoding }: EncodedBody,
): void {
  const all = [...headers, ...head.headers, 'content-length', String(length)];
  if (encoding) all.push('content-encoding', encoding);
  res.writeHead(head.status, all).end(body);
}

/** Whether the method, the URL and the type of the body are those of a plain POST with JSON. */
const isPlainPost = ({ method, url, headers }: IncomingMessage): boolean =>
  method === 'POST' && url === '/graphql' && isJsonType(headers['content-type'] ?? '');

/**
 * Serves GraphQL over HTTP by one of two paths. A plain POST with JSON whose operation is executed,
 * as nearly all requests, is served without Yoga, which makes a `Request`, a `Response` and a chain
 * of promises for each. Yoga serves everything else: other methods and media types, forms,
 * subscriptions, and all requests that are rejected before they are executed. Both paths have the
 * same parameters, limits, documents, executor, error format and encoding of bodies.
 */
import type { IncomingMessage } from 'node:http';
import { OperationTypeNode, type ValidatedExecutionArgs } from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import { isJsonType } from './cross-site.ts';
import type { Documents } from './documents.ts';
import type { FormatResult } from './error-format.ts';
import type { Executor } from './execution/executor.ts';
import { checkVariables, type VariableLimits } from './limits/variable-limit.ts';
import { jsonTypeFor } from './media-type.ts';
import { nameOfOperation } from './operation-name.ts';
import { readJsonBody } from './request-parser.ts';
import type { ResponseEncoding } from './response-encoding.ts';
import type { GraphqlHttpRequest } from './server-request.ts';
import type { LoadYoga } from './yoga.ts';

/** The dependencies of the handler. Yoga has the same documents, executor, limits and formats. */
interface GraphqlHandlerParts {
  readonly yoga: LoadYoga;
  readonly documents: Documents;
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

  async serve(request: GraphqlHttpRequest): Promise<void> {
    const { yoga, maxBodyBytes } = this.#parts;
    const { req, res } = request;
    const mediaType = isPlainPost(req) ? jsonTypeFor(req.headers.accept) : undefined;
    if (mediaType !== undefined) {
      request.params = readJsonBody(req, maxBodyBytes);
      const prepared = await this.#prepare(request.params);
      if (prepared !== undefined) return this.#execute(prepared, request, mediaType);
    }
    const serve = await yoga();
    await serve(req, res, { serverRequest: request });
  }

  /** @returns undefined for a request that Yoga has to answer */
  async #prepare(reading: Promise<GraphQLParams>): Promise<ValidatedExecutionArgs | undefined> {
    const { documents, executor, variableLimits } = this.#parts;
    try {
      const { query, operationName, variables } = await reading;
      if (variables) checkVariables(variables, variableLimits);
      const document = documents.parse(query!);
      if (documents.validate(document).length > 0) return undefined;
      const prepared = executor.prepare({ document, operationName, variableValues: variables });
      if (!('schema' in prepared)) return undefined;
      return prepared.operation.operation === OperationTypeNode.SUBSCRIPTION ? undefined : prepared;
    } catch {
      // Yoga finds the same error, and writes it.
      return undefined;
    }
  }

  async #execute(
    prepared: ValidatedExecutionArgs,
    request: GraphqlHttpRequest,
    mediaType: string,
  ): Promise<void> {
    const { yoga, executor, formatResult } = this.#parts;
    request.operationName = nameOfOperation(prepared.operation);
    const executed = await executor.executePrepared(prepared, request.details);
    const result = formatResult(executed, request.requestId);
    if (result.errors === undefined) {
      request.res.setHeader('content-type', `${mediaType}; charset=utf-8`);
      return this.#send(request, JSON.stringify(result));
    }
    // Errors can set the status and headers: Yoga knows the rules.
    const { fetchAPI } = await yoga();
    const { processRegularResult } = await import('graphql-yoga');
    const response = processRegularResult(result, fetchAPI, mediaType);
    request.res.statusCode = response.status;
    for (const [name, value] of response.headers) request.res.setHeader(name, value);
    await this.#send(request, await response.text());
  }

  async #send(request: GraphqlHttpRequest, text: string): Promise<void> {
    const { res } = request;
    const encoding = this.#parts.encoding.encode(text, request);
    const encoded = encoding instanceof Promise ? await encoding : encoding;
    if (encoded.encoding) res.setHeader('content-encoding', encoded.encoding);
    res.setHeader('content-length', encoded.length);
    res.end(encoded.body);
  }
}

/** Whether the method, the URL and the type of the body are those of a plain POST with JSON. */
const isPlainPost = ({ method, url, headers }: IncomingMessage): boolean =>
  method === 'POST' && url === '/graphql' && isJsonType(headers['content-type'] ?? '');

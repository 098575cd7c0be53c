/**
 * Yoga, which reads and answers every request that is no plain POST with JSON: with the plugins of
 * all operations, and around them those for HTTP.
 */
import type { GraphQLSchema } from 'graphql';
import { createYoga, mapAsyncIterator, type YogaServerInstance } from 'graphql-yoga';
import type { Config } from '../../config.ts';
import { useCrossSitePrevention } from '../connection/cross-origin.ts';
import type { FormatResult } from '../response/error-response.ts';
import { type ResponseEncoding, useResponseEncoding } from '../response/negotiation.ts';
import { type DecideCaching, useCaching } from '../response/caching-headers.ts';
import type { PersistedDocuments } from '../document/persisted-documents.ts';
import type { Pipeline } from './pipeline.ts';
import { useStreamTimeout } from '../connection/stream-timeout.ts';
import { useRequestParser } from './request-parser.ts';
import type { HttpPlugin, ServerContext } from '../connection/server-request.ts';

export interface YogaParts {
  readonly config: Config;
  readonly schema: GraphQLSchema;
  readonly pipeline: Pipeline;
  readonly persisted: PersistedDocuments;
  readonly encoding: ResponseEncoding;
  readonly formatResult: FormatResult;
  readonly decideCaching: DecideCaching;
}

/** Yoga with the plugins of the gateway. */
export type YogaServer = YogaServerInstance<ServerContext, Record<never, never>>;

/**
 * Loads Yoga at the first call: its modules would take a tenth of the time to start. The process
 * calls it soon after the start, because a request would wait for them, too.
 */
export type LoadYoga = () => Promise<YogaServer>;

/** Creates the GraphQL server. */
export function yogaServer(parts: YogaParts): YogaServer {
  const { config, schema, pipeline, persisted, encoding, formatResult, decideCaching } = parts;
  return createYoga<ServerContext>({
    schema,
    plugins: [
      useCrossSitePrevention(),
      useRequestParser(config, persisted),
      ...pipeline.plugins,
      useResultFormat(formatResult, decideCaching),
      useCaching(),
      useResponseEncoding(encoding),
      useStreamTimeout(config.STREAM_IDLE_TIMEOUT_MS),
    ],
    // The HTTP server and the plugins above replace these features of Yoga.
    parserAndValidationCache: false,
    batching: false,
    cors: false,
    graphiql: false,
    healthCheckEndpoint: '/-',
    landingPage: false,
    logging: false,
    maskedErrors: false,
    maxRequestBodySize: false,
    multipart: false,
  });
}

/**
 * Plugin: formats the errors of all results of Yoga, also those of each event of a subscription,
 * and decides who may store them. It runs after all plugins that can add errors.
 */
const useResultFormat = (formatResult: FormatResult, decideCaching: DecideCaching): HttpPlugin => ({
  onResultProcess(payload) {
    const { result, serverContext } = payload;
    const { serverRequest } = serverContext;
    if (Symbol.asyncIterator in result)
      payload.setResult(mapAsyncIterator(result, (each) => formatResult(each, serverRequest)));
    else if (!Array.isArray(result))
      payload.setResult(decideCaching(formatResult(result, serverRequest), serverRequest));
  },
});

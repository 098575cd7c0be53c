/** The GraphQL server: its plugins, in the order in which they see a request. */
import type { GraphQLSchema } from 'graphql';
import { createYoga, type YogaServerInstance } from 'graphql-yoga';
import type { Config } from '../config.ts';
import { useCrossSitePrevention } from './connection/cross-site.ts';
import type { FormatResult } from './error-format.ts';
import { useErrorFormat } from './error-format-plugin.ts';
import type { Executor } from './execution/executor.ts';
import { type Documents, useDocuments } from './document/documents.ts';
import { useExecution } from './execution-plugin.ts';
import { type ResponseEncoding, useResponseEncoding } from './response/response-encoding.ts';
import { type PersistedDocuments, usePersistedDocuments } from './document/persisted-documents.ts';
import { useStreamTimeout } from './limits/stream-timeout.ts';
import { useVariableLimits, type VariableLimits } from './validation/variable-limit.ts';
import { useOperationRecord } from './record/operation-record-plugin.ts';
import { useRequestParser } from './document/request-parser.ts';
import type { ServerContext } from './connection/server-request.ts';

/** The parts of the GraphQL server. */
interface YogaParts<Context> {
  readonly config: Config;
  readonly schema: GraphQLSchema;
  readonly documents: Documents;
  readonly persisted: PersistedDocuments;
  readonly executor: Executor<Context>;
  readonly encoding: ResponseEncoding;
  readonly formatResult: FormatResult;
  readonly variableLimits: VariableLimits;
}

/** Yoga with the plugins of the gateway. */
export type YogaServer = YogaServerInstance<ServerContext, Record<never, never>>;

/**
 * Loads Yoga at the first call: its modules would take a tenth of the time to start. The process
 * calls it soon after the start, because a request would wait for them, too.
 */
export type LoadYoga = () => Promise<YogaServer>;

/** Creates the GraphQL server. */
export function yogaServer<Context>({
  config,
  schema,
  documents,
  persisted,
  executor,
  encoding,
  formatResult,
  variableLimits,
}: YogaParts<Context>): YogaServer {
  return createYoga<ServerContext>({
    schema,
    plugins: [
      useCrossSitePrevention(),
      useRequestParser(config, persisted),
      useVariableLimits(variableLimits),
      useDocuments(documents),
      useOperationRecord(),
      useExecution(executor),
      usePersistedDocuments(persisted),
      useErrorFormat(formatResult),
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

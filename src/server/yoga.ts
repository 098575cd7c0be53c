/** The GraphQL server: its plugins, in the order in which they see a request. */
import type { DocumentNode, GraphQLSchema } from 'graphql';
import { createYoga, type YogaServerInstance } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config.ts';
import { useCrossSitePrevention } from './cross-site.ts';
import { type FormatResult, useErrorFormat } from './error-format.ts';
import { type ExecutionParts, useExecution } from './execution-plugin.ts';
import { useResponseEncoding } from './response-encoding.ts';
import { maxNesting, useDocumentLimits } from './limits/document-limit.ts';
import { ResponseLimit } from './limits/response-limit.ts';
import { useStreamTimeout } from './limits/stream-timeout.ts';
import { TurnQueue } from './limits/turn-queue.ts';
import { useValidation } from './limits/validation.ts';
import { useVariableLimits } from './limits/variable-limit.ts';
import { useOperationName } from './operation-name.ts';
import { useRequestParser } from './request-parser.ts';
import type { ServerContext } from './server-request.ts';

/** The parts of the GraphQL server. */
export interface YogaParts<Context>
  extends Pick<ExecutionParts<Context>, 'contextOf' | 'extensionsOf' | 'admission'> {
  readonly config: Config;
  readonly schema: GraphQLSchema;
  readonly formatResult: FormatResult;
}

/** Yoga with the plugins of the gateway. */
export type YogaServer = YogaServerInstance<ServerContext, Record<never, never>>;

/** Creates the GraphQL server. */
export function yogaServer<Context>({
  config,
  schema,
  formatResult,
  ...parts
}: YogaParts<Context>): YogaServer {
  const hideSuggestions = !config.INTROSPECTION;
  const documents = documentCache<DocumentNode>();
  const turns = new TurnQueue();
  return createYoga<ServerContext>({
    schema,
    plugins: [
      useCrossSitePrevention(),
      useRequestParser(config),
      useVariableLimits({ list: config.MAX_LIST, nesting: maxNesting(config) }),
      useDocumentLimits(config, (source) => documents.has(source)),
      useValidation(config.INTROSPECTION),
      useOperationName(),
      useExecution({
        contextOf: parts.contextOf,
        extensionsOf: parts.extensionsOf,
        admission: parts.admission,
        deadlineMs: config.REQUEST_DEADLINE_MS,
        responseLimit: new ResponseLimit(config.MAX_RESPONSE_BYTES, turns),
        hideSuggestions,
      }),
      useErrorFormat(formatResult),
      useResponseEncoding(turns),
      useStreamTimeout(config.STREAM_IDLE_TIMEOUT_MS),
    ],
    parserAndValidationCache: {
      documentCache: documents,
      errorCache: documentCache<Error>(),
      validationCache: true,
    },
    // The HTTP server and the plugins above replace these features of Yoga.
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

/** A cache by document text. A parsed document takes about 100 times the memory of its text. */
const documentCache = <T extends object>(): LRUCache<string, T> =>
  new LRUCache({ max: 1_000, maxSize: 400_000, sizeCalculation: (_, source) => source.length + 1 });

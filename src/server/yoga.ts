/** The GraphQL server: its plugins in the order in which they see a request. */
import type { DocumentNode, GraphQLSchema } from 'graphql';
import { createYoga, type YogaServerInstance } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config.ts';
import { useCrossSitePrevention } from './cross-site.ts';
import { nestingOf, useDocumentLimits } from './limits/document-limit.ts';
import { useErrorShape } from './error-format.ts';
import type { ServerContext } from './server-request.ts';
import { type ExecutionParts, useExecution } from './execution.ts';
import type { Logger } from './log.ts';
import { useOperationName } from './operation-name.ts';
import { useRequestParser } from './request-parser.ts';
import { useValidation } from './limits/validation.ts';
import { useVariableLimits } from './limits/variable-limit.ts';

export interface YogaParts<Context>
  extends Pick<ExecutionParts<Context>, 'contextOf' | 'extensionsOf' | 'admission'> {
  readonly config: Config;
  readonly schema: GraphQLSchema;
  readonly log: Logger;
}

export function yogaServer<Context>({
  config,
  schema,
  log,
  contextOf,
  extensionsOf,
  admission,
}: YogaParts<Context>): YogaServerInstance<ServerContext, Record<never, never>> {
  const hideSuggestions = !config.INTROSPECTION;
  const documents = kept<DocumentNode>();
  return createYoga<ServerContext>({
    schema,
    plugins: [
      useCrossSitePrevention(),
      useRequestParser(config),
      useVariableLimits({ list: config.MAX_LIST, nesting: nestingOf(config) }),
      useDocumentLimits(config, (source) => documents.has(source)),
      useValidation(config.INTROSPECTION),
      useOperationName(),
      useExecution({
        contextOf,
        extensionsOf,
        admission,
        deadlineMs: config.REQUEST_DEADLINE_MS,
        hideSuggestions,
      }),
      useErrorShape({ log, hideSuggestions }),
    ],
    // What Yoga would do beside these is done by the HTTP server, by the plugins above, or not at all.
    parserAndValidationCache: {
      documentCache: documents,
      errorCache: kept<Error>(),
      validationCache: true,
    },
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

/** Documents seen lately, by their text. A parsed one takes some hundred times the memory of its text. */
const kept = <T extends object>(): LRUCache<string, T> =>
  new LRUCache({ max: 1_000, maxSize: 400_000, sizeCalculation: (_, source) => source.length + 1 });

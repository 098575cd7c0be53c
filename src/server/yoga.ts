/** The GraphQL server: its plugins in the order in which they see a request. */
import type { GraphQLSchema } from 'graphql';
import { createYoga, type YogaServerInstance } from 'graphql-yoga';
import type { Config } from '../config.ts';
import { useCrossSitePrevention } from './cross-site.ts';
import { useErrorShape } from './error-shape.ts';
import type { ServerContext } from './exchange.ts';
import { type ExecutionParts, useExecution } from './execution.ts';
import type { Logger } from './log.ts';
import { useOperationName } from './operation-name.ts';
import { useRequestParser } from './request-parser.ts';

export interface YogaParts<Context> extends Pick<ExecutionParts<Context>, 'contextOf' | 'extensionsOf'> {
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
}: YogaParts<Context>): YogaServerInstance<ServerContext, Record<never, never>> {
  const hideSuggestions = !config.INTROSPECTION;
  return createYoga<ServerContext>({
    schema,
    plugins: [
      useCrossSitePrevention(),
      useRequestParser(config.MAX_BODY_BYTES),
      useOperationName(),
      useExecution({ contextOf, extensionsOf, deadlineMs: config.REQUEST_DEADLINE_MS, hideSuggestions }),
      useErrorShape({ log, hideSuggestions }),
    ],
    // What Yoga would do beside these is done by the HTTP server, by the plugins above, or not at all.
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

/** Request headers that common clients and libraries in browsers add to their requests. */

/** Headers of GraphQL clients, server-sent events, OpenTelemetry and Sentry, in lower case. */
export const clientHeaders: readonly string[] = [
  'apollographql-client-name',
  'apollographql-client-version',
  'graphql-client-name',
  'graphql-client-version',
  'x-apollo-operation-name',
  'last-event-id',
  'traceparent',
  'tracestate',
  'baggage',
  'sentry-trace',
];

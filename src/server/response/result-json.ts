/** The JSON of results, as clients of subscriptions get it. */
import type { ExecutionResult, GraphQLError, GraphQLFormattedError } from 'graphql';
import { EventResult } from '../execution/event-result.ts';

/** @returns the error as it is sent, without what is meant for the HTTP response */
export function sentError(error: GraphQLError): GraphQLFormattedError {
  const { extensions, ...rest } = error.toJSON();
  const { http: _, ...visible } = extensions ?? {};
  return { ...rest, extensions: visible };
}

/** @param result with formatted errors; subscribers share the JSON of an event without errors */
export function jsonOf(result: ExecutionResult): string {
  if (result instanceof EventResult) return result.json;
  const { errors } = result;
  return JSON.stringify(errors ? { ...result, errors: errors.map(sentError) } : result);
}

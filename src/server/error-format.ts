/** Plugin, last of all: every error that leaves has a code of our list and the request's id, and tells nothing of our inside. */
import { GraphQLError, Kind } from 'graphql';
import { mapAsyncIterator, type Plugin } from 'graphql-yoga';
import { graphError, restated, toGraphError } from '../graph/error.ts';
import type { ServerContext } from './server-request.ts';
import { type Logger, traceOf } from './log.ts';

/** Codes of Yoga's own refusals. */
const foreign: ReadonlySet<unknown> = new Set(['BAD_REQUEST', 'OPERATION_RESOLUTION_FAILURE']);

/** Longest message, in bytes as JSON. */
const longest = 240;

export interface ErrorShape {
  readonly log: Logger;
  readonly hideSuggestions: boolean;
}

export const useErrorShape = (shape: ErrorShape): Plugin<Record<never, never>, ServerContext> => ({
  onResultProcess(payload) {
    const { result, serverContext } = payload;
    const { requestId } = serverContext.exchange.facts;
    const shown = <R extends { readonly errors?: readonly GraphQLError[] | undefined }>(
      one: R,
    ): R =>
      one.errors === undefined
        ? one
        : { ...one, errors: one.errors.map((error) => shownError(error, requestId, shape)) };
    if (Symbol.asyncIterator in result) payload.setResult(mapAsyncIterator(result, shown));
    else if (!Array.isArray(result)) payload.setResult(shown(result));
  },
});

function shownError(
  error: GraphQLError,
  requestId: string,
  { log, hideSuggestions }: ErrorShape,
): GraphQLError {
  const { message, extensions, originalError } = coded(error);
  if (extensions['code'] === 'INTERNAL' && originalError)
    log.error({ requestId, path: error.path, error: traceOf(originalError) }, 'internal');
  const text = hideSuggestions ? message.replace(/ Did you mean .*$/s, '') : message;
  return restated(error, shorten(text), { ...extensions, requestId });
}

function coded(error: GraphQLError): GraphQLError {
  const { extensions, message, nodes, originalError } = error;
  if (foreign.has(extensions['code']))
    return graphError('INVALID_INPUT', message, { ...extensions, code: 'INVALID_INPUT' });
  // An argument whose variable turned out not to fit, as the executor found it: the caller's fault.
  const known = typeof extensions['code'] === 'string';
  if (
    !known &&
    originalError instanceof GraphQLError &&
    nodes?.[0] !== undefined &&
    nodes[0].kind !== Kind.FIELD
  )
    return graphError('INVALID_INPUT', message);
  // A value that its type cannot show: upstream sent another than its documents promise. The message would repeat it.
  if (!known && originalError instanceof GraphQLError)
    return graphError('UPSTREAM_INVALID', 'A service gave a value that cannot be read.');
  return toGraphError(error);
}

function shorten(text: string): string {
  let cut = text.slice(0, longest);
  while (Buffer.byteLength(JSON.stringify(cut)) > longest)
    cut = cut.slice(0, Math.floor(cut.length * 0.9));
  return cut.length === text.length ? text : `${cut.toWellFormed()}…`;
}

/**
 * Every error in a response has a code of the documented list and the id of its request, and
 * reveals nothing internal.
 */
import { type ExecutionResult, GraphQLError, type GraphQLSchema, Kind } from 'graphql';
import {
  graphError,
  toGraphError,
  withMessage,
  withoutSuggestion,
} from '../engine/schema/error/error.ts';
import { nullVariableError } from './validation/null-variable.ts';
import { expectedNames } from './validation/validation-hint.ts';
import { EventResult } from './execution/event-result.ts';
import { type Logger, stackOf } from './record/log.ts';
import type { GraphqlRequest } from './connection/server-request.ts';

/** Codes of errors that Yoga creates. */
const yogaCodes: ReadonlySet<unknown> = new Set(['BAD_REQUEST', 'OPERATION_RESOLUTION_FAILURE']);

/**
 * Longest message, in bytes of its JSON, without the names that it expects. A response can have
 * hundreds of errors.
 */
const maxMessageBytes = 400;

/** How errors are shown. */
interface ErrorFormatOptions {
  readonly log: Logger;
  readonly schema: GraphQLSchema;
  /** Removes `Did you mean ...`, which reveals names of the schema. */
  readonly hideSuggestions: boolean;
}

/** The part of a result that is formatted, and recorded. */
type FormattedResult = Pick<ExecutionResult, 'data' | 'errors' | 'extensions'>;

/** Formats the errors of one result, and records the result. */
export type FormatResult = <R extends FormattedResult>(
  result: R,
  request: Pick<GraphqlRequest, 'requestId' | 'record'>,
) => R;

/** @returns a function that formats the errors of one result */
export const resultFormatter =
  (options: ErrorFormatOptions): FormatResult =>
  (result, { requestId, record }) => {
    const errors = result.errors?.map((error) => formatError(error, requestId, options));
    const formatted = errors === undefined ? result : { ...result, errors };
    record.addResult(formatted, !(result instanceof EventResult) || result.takeCost());
    return formatted;
  };

function formatError(
  error: GraphQLError,
  requestId: string,
  { log, schema, hideSuggestions }: ErrorFormatOptions,
): GraphQLError {
  const { message, extensions, originalError } = withCode(error);
  if (extensions['code'] === 'INTERNAL' && originalError)
    log.error({ requestId, path: error.path, error: stackOf(originalError) }, 'internal error');
  const text = hideSuggestions
    ? shorten(withoutSuggestion(message))
    : shorten(message) + expectedNames(schema, message);
  return withMessage(error, text, { ...extensions, requestId });
}

/** @returns the error with a documented code */
function withCode(error: GraphQLError): GraphQLError {
  const { extensions, message, nodes, originalError } = error;
  if (yogaCodes.has(extensions['code']))
    return graphError('INVALID_INPUT', message, { ...extensions, code: 'INVALID_INPUT' });
  const isFromExecutor =
    typeof extensions['code'] !== 'string' && originalError instanceof GraphQLError;
  if (!isFromExecutor) return toGraphError(error);
  // A variable has a value that its argument does not accept.
  const node = nodes?.[0];
  if (node !== undefined && node.kind !== Kind.FIELD) return nullVariableError(error);
  // The executor cannot serialise a value, because the service returned another type than
  // documented. The executor's message quotes the value.
  const field = node === undefined ? 'a field' : `the field "${node.name.value}"`;
  return graphError(
    'UPSTREAM_INVALID',
    `The REST API returned a value of an unexpected type for ${field}. Leave it out, and report this with the requestId.`,
  );
}

/**
 * Takes the middle out of a text that is too long. Its start names the argument, its end says what
 * to do, and between them is a value of the client, which is as long as the client wants.
 */
function shorten(text: string): string {
  let cut = text;
  for (let kept = maxMessageBytes / 2; isTooLong(cut); kept = Math.floor(kept * 0.9))
    cut = `${text.slice(0, kept).toWellFormed()}…${text.slice(-kept).toWellFormed()}`;
  return cut;
}

/** The JSON of a text has at least as many bytes as the text has UTF-16 units. */
const isTooLong = (text: string): boolean =>
  text.length > maxMessageBytes || Buffer.byteLength(JSON.stringify(text)) > maxMessageBytes;

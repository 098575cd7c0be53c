/**
 * Errors as clients see them. Every error has a code of the documented list and the id of its
 * request, and reveals nothing internal. Errors that the HTTP server returns before GraphQL is
 * reached have the format of a GraphQL response, so that a client reads all errors the same way.
 */
import type { Api } from '../../engine/api/api.ts';
import { apiOf } from '../../engine/schema/builder.ts';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { GraphqlRequest, HttpRequest } from '../connection/server-request.ts';
import { supportedTypes } from './negotiation.ts';
import { HttpError } from '../error/http-error.ts';
import { type ExecutionResult, GraphQLError, type GraphQLSchema, Kind } from 'graphql';
import {
  graphError,
  toGraphError,
  withMessage,
  withoutSuggestion,
} from '../../engine/schema/error/error.ts';
import { expectedNames, argumentError } from '../error/words.ts';
import { EventResult } from './event-result.ts';
import { type Logger, stackOf } from '../record/log.ts';

/** Bytes of a body that is received and discarded, so that its connection stays usable. */
const maxDiscardedBytes = 64 * 1024;

/** Whether a request can be rejected before its body is received, and its connection stay open. */
export const isShort = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length']) <= maxDiscardedBytes;

/**
 * Answers a request with an error.
 * @param sendBody sends the body, once the head has been written. Default: as a whole; Node
 * discards the rest of the request's body, or the connection ends
 */
export function sendHttpError(
  request: HttpRequest,
  { status, code, message, headers, extensions }: HttpError,
  sendBody: (request: HttpRequest, body: string) => void = ({ res }, body) => void res.end(body),
): void {
  const { req, res, requestId, record } = request;
  record.addError(code);
  const error = { message, extensions: { code, ...extensions, requestId } };
  const body = JSON.stringify({ errors: [error] });
  const type = req.headers.accept?.includes('application/graphql-response+json')
    ? 'application/graphql-response+json'
    : 'application/json';
  const head = [...request.headers, ...Object.entries(headers).flat()];
  head.push('content-type', `${type}; charset=utf-8`);
  head.push('content-length', String(Buffer.byteLength(body)));
  if (!req.complete && !isShort(req)) head.push('connection', 'close');
  res.writeHead(status, head);
  sendBody(request, body);
}

/** Longest URL in bytes. */
const maxUrlBytes = 8 * 1024;

/**
 * Checks the request line and the headers of a GraphQL request before its body is read, and
 * rewrites headers that Yoga would parse.
 * @throws HttpError 414, 415 or 406
 */
export function checkTransport({ headers, url = '' }: IncomingMessage): void {
  if (url.length > maxUrlBytes) {
    const message = `The URL has ${url.length} bytes; the limit is ${maxUrlBytes}. Send a POST.`;
    throw new HttpError(414, 'QUERY_TOO_LARGE', message);
  }
  checkContentEncoding(headers);
  // Yoga parses the URL with the host header, which may be an invalid host.
  headers.host = 'gateway';
  if (headers.accept === undefined) return;
  headers.accept = supportedTypes(headers.accept);
  if (headers.accept === '') {
    const message = 'accept: no supported media type; expected for example application/json';
    throw new HttpError(406, 'INVALID_INPUT', message);
  }
}

/** @throws HttpError 415 for a compressed body */
export function checkContentEncoding({
  'content-encoding': encoding = 'identity',
}: IncomingHttpHeaders): void {
  if (encoding.toLowerCase() === 'identity') return;
  const message = 'content-encoding: compressed bodies are not supported; expected identity';
  throw new HttpError(415, 'INVALID_INPUT', message);
}

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

/** Formats the errors of one result, and records the result. */
export type FormatResult = <R extends ExecutionResult>(
  result: R,
  request: Pick<GraphqlRequest, 'requestId' | 'record'>,
) => R;

/** Errors that a response lists. Each costs time and bytes, and nobody reads hundreds of them. */
const maxErrors = 100;

/** @returns a function that formats the errors of one result */
export const resultFormatter =
  (options: ErrorFormatOptions): FormatResult =>
  (result, { requestId, record }) => {
    const errors = listed(apiOf(options.schema), result.errors)?.map((error) =>
      formatError(error, requestId, options),
    );
    for (const { originalError } of result.errors ?? [])
      if (originalError) record.defects.delete(originalError);
    for (const error of record.defects) {
      options.log.error({ requestId, error: stackOf(error) }, 'internal error');
      record.addError('INTERNAL');
    }
    record.defects.clear();
    const formatted = errors === undefined ? result : { ...result, errors };
    record.addResult(formatted, !(result instanceof EventResult) || result.takeCost());
    return formatted;
  };

/** The errors that are listed: of too many the first ones, and one that counts the others. */
function listed(
  api: Api,
  errors: readonly GraphQLError[] | undefined,
): readonly GraphQLError[] | undefined {
  if (errors === undefined || errors.length <= maxErrors) return errors;
  const rest = errors.slice(maxErrors);
  const codes: Record<string, number> = {};
  for (const error of rest) {
    const code = String(withCode(api, error).extensions['code']);
    codes[code] = (codes[code] ?? 0) + 1;
  }
  const text = Object.entries(codes).map(([code, count]) => `${count} ${code}`);
  const message = `${rest.length} more errors: ${text.join(', ')}. Their fields are null. Request fewer objects, or check the ids.`;
  return [
    ...errors.slice(0, maxErrors),
    graphError('MORE_ERRORS', message, { count: rest.length, codes }),
  ];
}

function formatError(
  error: GraphQLError,
  requestId: string,
  { log, schema, hideSuggestions }: ErrorFormatOptions,
): GraphQLError {
  const { message, extensions, originalError } = withCode(apiOf(schema), error);
  if (extensions['code'] === 'INTERNAL' && originalError)
    log.error({ requestId, path: error.path, error: stackOf(originalError) }, 'internal error');
  const text = hideSuggestions
    ? shorten(withoutSuggestion(message))
    : shorten(message) + expectedNames(schema, message);
  return withMessage(error, text, { ...extensions, requestId });
}

/** @returns the error with a documented code */
function withCode(api: Api, error: GraphQLError): GraphQLError {
  const { extensions, message, nodes, originalError } = error;
  if (yogaCodes.has(extensions['code']))
    return graphError('INVALID_INPUT', message, { ...extensions, code: 'INVALID_INPUT' });
  const isFromExecutor =
    typeof extensions['code'] !== 'string' && originalError instanceof GraphQLError;
  if (!isFromExecutor) return toGraphError(api, error);
  // A variable has a value that its argument does not accept.
  const node = nodes?.[0];
  if (node !== undefined && node.kind !== Kind.FIELD) return argumentError(error);
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

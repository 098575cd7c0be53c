/** The parameters of GraphQL over HTTP, read from a query string or from JSON. */
import type { GraphQLError } from 'graphql';
import type { GraphQLParams } from 'graphql-yoga';
import { graphError } from '../../engine/schema/error/error.ts';
import { showValue } from '../../engine/api/error.ts';
import { checkJson, type JsonLimits } from './body-limits.ts';

/** The parameters of a request. */
export interface RequestParams extends GraphQLParams {
  /** The id of a document that the gateway has, instead of its text. */
  documentId?: string;
}

/** An error for a request that does not have the format of GraphQL over HTTP: status 400. */
export const malformed = (message: string): GraphQLError =>
  graphError('INVALID_INPUT', message, { http: { status: 400 } });

/**
 * An error for a body that is too long: status 413.
 * @param limit allowed bytes
 * @param value announced or received bytes
 */
export const bodyTooLong = (limit: number, value: number): GraphQLError =>
  graphError(
    'QUERY_TOO_LARGE',
    `The body has at least ${value} bytes; the limit is ${limit}. Split it into several requests; send large files by an upload session.`,
    {
      limit,
      value,
      http: { status: 413, headers: { connection: 'close' } },
    },
  );

/** An error for a body that its client has not sent to the end. */
export const connectionClosed = (): GraphQLError =>
  malformed('The connection closed before the whole body was received.');

/** Whether a `content-type` header is that of a form. */
export const isMultipart = (contentType: string | null | undefined): boolean =>
  /^multipart\/form-data\s*(;|$)/i.test(contentType ?? '');

/** @returns the query string of a URL, decoded */
export const queryStringOf = (url: string): URLSearchParams =>
  new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');

/** @throws GraphQLError for a parameter that is missing, too large, or not what it must be */
export function paramsFromQuery(url: string, limits: JsonLimits): RequestParams {
  const query = queryStringOf(url);
  const json = (name: string): unknown => {
    const text = query.get(name);
    if (text === null || text === '') return undefined;
    checkJson(Buffer.from(text), limits);
    try {
      return JSON.parse(text);
    } catch {
      throw malformed(`${name}: ${showValue(text)} is not JSON; expected a JSON object`);
    }
  };
  return paramsFrom({
    query: query.get('query') ?? undefined,
    documentId: query.get('documentId') ?? undefined,
    operationName: query.get('operationName') || undefined,
    variables: json('variables'),
    extensions: json('extensions'),
  });
}

/** @throws GraphQLError for a text that is not a JSON object with valid parameters */
export function paramsFromJson(text: string): RequestParams {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw malformed('The body is not JSON; expected for example {"query":"{ __typename }"}');
  }
  if (Array.isArray(body))
    throw malformed(
      'The body is a JSON array; batches are not supported: send one request for each operation',
    );
  if (typeof body !== 'object' || body === null)
    throw malformed('The body is not a JSON object; expected {"query":"{ __typename }"}');
  return paramsFrom(body as Readonly<Record<string, unknown>>);
}

/**
 * Checks the type of each parameter. Unknown parameters are ignored.
 * @returns the parameters; `PersistedDocuments.complete` adds a document that they do not have
 * @throws GraphQLError
 */
export function paramsFrom(params: Readonly<Record<string, unknown>>): RequestParams {
  const { query, documentId, operationName, variables, extensions } = params;
  const hasId = documentId !== undefined && documentId !== null;
  if (hasId && (typeof documentId !== 'string' || documentId === ''))
    throw malformed(
      `documentId: ${showValue(documentId)} is not an id; expected that of a document, for example "sha256:" and its SHA-256`,
    );
  const hasHash = hasPersistedHash(params);
  if (hasId && (hasHash || (query ?? '') !== ''))
    throw malformed(
      `documentId: ${showValue(documentId)} comes with another document; expected documentId, query or extensions.persistedQuery alone`,
    );
  const isNamed = hasHash || hasId;
  if (!isNamed && (query === undefined || query === null))
    throw malformed('query: missing; expected a document');
  if (!isNamed && typeof query !== 'string')
    throw malformed(`query: ${showValue(query)} is not a string; expected a document`);
  if (!isAbsentOr('string', operationName))
    throw malformed(
      `operationName: ${showValue(operationName)} is not a string; expected a name of the document`,
    );
  if (!isAbsentOr('object', variables) || Array.isArray(variables))
    throw malformed('variables: not a JSON object; expected for example {"id":"x"}');
  if (!isAbsentOr('object', extensions) || Array.isArray(extensions))
    throw malformed('extensions: not a JSON object; expected for example {}');
  const read: RequestParams = isNamed ? {} : { query: query as string };
  if (hasId) read.documentId = documentId;
  if (operationName) read.operationName = operationName;
  if (variables) read.variables = variables as Record<string, unknown>;
  if (extensions) read.extensions = extensions as Record<string, unknown>;
  return read;
}

/** Whether the request names a document that the gateway may have. */
export const namesDocument = (params: Readonly<Record<string, unknown>>): boolean =>
  (params['documentId'] ?? null) !== null || hasPersistedHash(params);

/** Whether the request has a hash instead of a document. */
const hasPersistedHash = ({ query, extensions }: Readonly<Record<string, unknown>>): boolean =>
  (query ?? '') === '' &&
  typeof extensions === 'object' &&
  extensions !== null &&
  'persistedQuery' in extensions;

const isAbsentOr = <T extends 'string' | 'object'>(
  type: T,
  value: unknown,
): value is (T extends 'string' ? string : object) | null | undefined =>
  value === undefined || value === null || typeof value === type;

/** The parameters of GraphQL over HTTP, as each way of sending them is read. */
import type { GraphQLParams } from 'graphql-yoga';
import { graphError } from '../graph/error.ts';

export const malformed = (message: string) =>
  graphError('INVALID_INPUT', message, { http: { status: 400 } });

/** @param limit bytes that would have been taken */
export const tooLong = (limit: number, value: number) =>
  graphError('QUERY_TOO_LARGE', `The body is longer than ${limit} bytes.`, {
    limit,
    value,
    http: { status: 413, headers: { connection: 'close' } },
  });

export function paramsFromQuery(url: string): GraphQLParams {
  const query = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');
  const json = (name: string): unknown => {
    const text = query.get(name);
    if (text === null || text === '') return undefined;
    try {
      return JSON.parse(text);
    } catch {
      throw malformed(`The parameter ${name} is no JSON.`);
    }
  };
  return paramsOf({
    query: query.get('query') ?? undefined,
    operationName: query.get('operationName') || undefined,
    variables: json('variables'),
    extensions: json('extensions'),
  });
}

export function paramsFromJson(text: string): GraphQLParams {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw malformed('The body is no JSON.');
  }
  if (Array.isArray(body)) throw malformed('One operation a request: batches are not taken.');
  if (typeof body !== 'object' || body === null) throw malformed('The body is no JSON object.');
  return paramsOf(body as Readonly<Record<string, unknown>>);
}

/** The four parameters of GraphQL over HTTP, each of its type; others are ignored, as the specification demands. */
function paramsOf(given: Readonly<Record<string, unknown>>): GraphQLParams {
  const { query, operationName, variables, extensions } = given;
  if (query === undefined || query === null) throw malformed('The parameter query is missing.');
  if (typeof query !== 'string') throw malformed('The parameter query is no string.');
  if (!isAbsentOr('string', operationName))
    throw malformed('The parameter operationName is no string.');
  if (!isAbsentOr('object', variables) || Array.isArray(variables))
    throw malformed('The parameter variables is no object.');
  if (!isAbsentOr('object', extensions) || Array.isArray(extensions))
    throw malformed('The parameter extensions is no object.');
  return {
    query,
    ...(operationName ? { operationName } : {}),
    ...(variables ? { variables } : {}),
    ...(extensions ? { extensions } : {}),
  };
}

const isAbsentOr = <T extends 'string' | 'object'>(
  type: T,
  value: unknown,
): value is (T extends 'string' ? string : object) | null | undefined =>
  value === undefined || value === null || typeof value === type;

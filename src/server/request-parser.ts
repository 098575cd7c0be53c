/** Plugin: reads GraphQL parameters from a POST with a JSON body, or from a GET's query string; everything else is refused. */
import type { IncomingMessage } from 'node:http';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import type { ServerContext } from './exchange.ts';
import { graphError } from '../graph/error.ts';

/** @param maxBytes longest body, counted as it comes in: what the client says of its length is only believed when it is too much. */
export const useRequestParser = (maxBytes: number): Plugin<Record<never, never>, ServerContext> => ({
  onRequestParse({ request, serverContext, setRequestParser }) {
    if (request.method === 'GET') setRequestParser(({ url }) => fromQuery(url));
    else if (request.method === 'POST') setRequestParser(async () => fromJson(await bodyOf(serverContext.req, maxBytes)));
  },
});

const malformed = (message: string) => graphError('INVALID_INPUT', message, { http: { status: 400 } });
function fromQuery(url: string): GraphQLParams {
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
function fromJson(text: string): GraphQLParams {
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
  if (!isAbsentOr('string', operationName)) throw malformed('The parameter operationName is no string.');
  if (!isAbsentOr('object', variables) || Array.isArray(variables)) throw malformed('The parameter variables is no object.');
  if (!isAbsentOr('object', extensions) || Array.isArray(extensions)) throw malformed('The parameter extensions is no object.');
  return { query, ...(operationName ? { operationName } : {}), ...(variables ? { variables } : {}), ...(extensions ? { extensions } : {}) };
}
const isAbsentOr = <T extends 'string' | 'object'>(
  type: T,
  value: unknown,
): value is (T extends 'string' ? string : object) | null | undefined => value === undefined || value === null || typeof value === type;

async function bodyOf(req: IncomingMessage, maxBytes: number): Promise<string> {
  const tooLong = (value: number) =>
    graphError('QUERY_TOO_LARGE', `The body is longer than ${maxBytes} bytes.`, {
      limit: maxBytes,
      value,
      http: { status: 413, headers: { connection: 'close' } },
    });
  const announced = Number(req.headers['content-length'] ?? 0);
  if (announced > maxBytes) throw tooLong(announced);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of piecesOf(req)) {
    length += chunk.length;
    if (length > maxBytes) throw tooLong(length);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length).toString('utf8');
}
/** A client that leaves in the middle of its body is no fault of the gateway. */
async function* piecesOf(req: IncomingMessage): AsyncGenerator<Buffer, void, undefined> {
  try {
    yield* req as AsyncIterable<Buffer>;
  } catch {
    throw malformed('The body broke off.');
  }
}

/** Answers that never reach GraphQL, in the shape of a GraphQL answer: a client reads all errors the same way. */
import type { GraphQLError } from 'graphql';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ErrorCode, graphError } from '../graph/error.ts';

/** Refused by the server itself, with the HTTP status that says why. */
export class HttpError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;
  /** Further entries of `extensions`. */
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    code: ErrorCode,
    message: string,
    headers: Readonly<Record<string, string>> = {},
    extra: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.code = code;
    this.headers = headers;
    this.extra = extra;
  }
}

/** @param end how the answer ends; by default what is left of the request's body is not read */
export function refuse(
  req: IncomingMessage,
  res: ServerResponse,
  { status, code, message, headers, extra }: HttpError,
  requestId: string,
  end: (req: IncomingMessage, res: ServerResponse, body: string) => void = (_, out, body) =>
    void out.end(body),
): void {
  const error = graphError(code, message, { ...extra, requestId });
  const body = JSON.stringify({ errors: [error] });
  const type = req.headers.accept?.includes('application/graphql-response+json')
    ? 'application/graphql-response+json'
    : 'application/json';
  if (!req.complete) res.setHeader('connection', 'close');
  res.writeHead(status, {
    ...headers,
    'content-type': `${type}; charset=utf-8`,
    'content-length': Buffer.byteLength(body),
  });
  end(req, res, body);
}

/**
 * A request error inside GraphQL: 400 for clients that take `application/graphql-response+json`,
 * 200 for those that take `application/json` alone, as GraphQL over HTTP says.
 */
export const requestError = (
  code: ErrorCode,
  message: string,
  extra: Readonly<Record<string, unknown>> = {},
) => graphError(code, message, { ...extra, http: { status: 400, spec: true } });

/** An error of the layers below, as the whole request's. */
export const requestErrorOf = ({ message, extensions: { code, ...extra } }: GraphQLError) =>
  requestError(code as ErrorCode, message, extra);

/** Refused by a limit: the answer names the limit and what was found. */
export const overLimit = (
  code: 'QUERY_TOO_DEEP' | 'QUERY_TOO_LARGE',
  what: string,
  limit: number,
  value: number,
) => requestError(code, `${what}: ${value} where ${limit} are allowed.`, { limit, value });

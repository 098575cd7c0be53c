/**
 * Errors that the HTTP server returns before GraphQL is reached. Their body has the format of a
 * GraphQL response, so that a client reads all errors the same way.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorCode } from '../engine/schema/error/error-code.ts';
import type { ServerRequest } from './connection/server-request.ts';

/** The parts of an error response beside status, code and message. */
interface HttpErrorOptions {
  /** Response headers, for example `retry-after`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Further entries of `extensions`. */
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** A request that the server rejects with an HTTP status. */
export class HttpError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;
  readonly extensions: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    code: ErrorCode,
    message: string,
    { headers = {}, extensions = {} }: HttpErrorOptions = {},
  ) {
    super(message);
    this.name = 'HttpError';
    this.status = status;
    this.code = code;
    this.headers = headers;
    this.extensions = extensions;
  }
}

/** @returns the error of a request that cannot be served at the moment */
export const overloaded = (message: string): HttpError =>
  new HttpError(503, 'OVERLOADED', message, { headers: { 'retry-after': '1' } });

/** Sends the body of an error response whose head has been written. */
type SendBody = (req: IncomingMessage, res: ServerResponse, body: string) => void;

/** Bytes of a body that is received and discarded, so that its connection stays usable. */
const maxDiscardedBytes = 64 * 1024;

/** Whether a request can be rejected before its body is received, and its connection stay open. */
export const isShort = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length']) <= maxDiscardedBytes;

/** Node discards the rest of the request's body, or the connection ends. */
const endResponse: SendBody = (_, res, body) => void res.end(body);

/** Answers a request with an error. */
export function sendHttpError(
  request: ServerRequest,
  { status, code, message, headers, extensions }: HttpError,
  sendBody = endResponse,
): void {
  const { req, res, requestId, record } = request;
  record.addError(code);
  // Not a `GraphQLError`, whose stack trace takes longer than all the rest.
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
  sendBody(req, res, body);
}

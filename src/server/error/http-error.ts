/** Errors of requests that the server rejects before they reach GraphQL. */
import type { ErrorCode } from '../../engine/schema/error/error-code.ts';
import { ExpectedError } from '../../engine/api/stackless.ts';

/** The parts of an error response beside status, code and message. */
interface HttpErrorOptions {
  /** Response headers, for example `retry-after`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Further entries of `extensions`. */
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** A request that the server rejects with an HTTP status. */
export class HttpError extends ExpectedError {
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

/** @param allow supported methods, as the value of a header */
export const wrongMethod = (message: string, allow: string): HttpError =>
  new HttpError(405, 'INVALID_INPUT', message, { headers: { allow } });

/** @returns the error of a request that cannot be served at the moment */
export const overloaded = (message: string): HttpError =>
  new HttpError(503, 'OVERLOADED', message, { headers: { 'retry-after': '1' } });

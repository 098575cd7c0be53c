/** The JSON answers of the endpoints. */
import type { HttpResponse } from '../http/http-response.ts';

/** The answer of a request that failed. */
export const failure = (status: number, error: string, description: string): HttpResponse =>
  json(status, { error, error_description: description });

/** An answer that is kept by nobody. */
export const json = (status: number, body: object): HttpResponse => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  body: JSON.stringify(body),
});

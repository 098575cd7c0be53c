/** Tables of requests that a service of the sandbox rejects. */
import type { RequestOptions } from '../gateway/sandbox.ts';

export type RejectedRequest = readonly [
  request: string,
  call: string,
  status: number,
  reason: string,
  options?: RequestOptions,
];

/** Returns the rows as objects, whose values test titles can name. */
export const namedRequests = (rows: readonly RejectedRequest[]) =>
  rows.map(([request, call, status, reason, options]) => ({
    request,
    call,
    status,
    reason,
    options,
  }));

/** Makes requests with a body. */
export const sending =
  (method: string) =>
  (body: unknown, token = 'studio-owner'): RequestOptions => ({ method, body, token });

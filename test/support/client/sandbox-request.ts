/** Options of requests to the sandbox, with a body and without one. */
import type { RequestOptions } from '../gateway/sandbox.ts';

const sending =
  (method: string) =>
  (body: unknown, token = 'studio-owner'): RequestOptions => ({ method, body, token });

export const post = sending('POST');
export const put = sending('PUT');
export const patch = sending('PATCH');

export const remove = (token = 'studio-owner'): RequestOptions => ({ method: 'DELETE', token });

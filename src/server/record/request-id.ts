/** The id of a request, which is in its response, its errors and the log. */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** @returns an id that no other request has */
export const newRequestId = (): string => randomUUID();

/** @returns the client's `x-request-id` if it is 1 to 64 plain characters, else a new id */
export function requestIdOf({ 'x-request-id': id }: IncomingHttpHeaders): string {
  return typeof id === 'string' && /^\w[\w.-]{0,63}$/.test(id) ? id : newRequestId();
}

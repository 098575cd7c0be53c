/** The id of a request, which is in its response, its errors and the log. */
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** @returns the client's `x-request-id` if it is 1 to 64 plain characters, else a new UUID */
export function requestIdOf({ 'x-request-id': id }: IncomingHttpHeaders): string {
  return typeof id === 'string' && /^\w[\w.-]{0,63}$/.test(id) ? id : randomUUID();
}

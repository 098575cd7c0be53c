/** The word by which a request is found again, in its answer, its errors and the log. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The caller's own `x-request-id` if it is one plain word, else a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^\w[\w.-]{0,63}$/.test(given) ? given : randomUUID();
}

/**
 * Reads the identity of a WebSocket. Browsers cannot set headers of a WebSocket, so the payload of
 * the message `connection_init` may have the same names and values.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Identity } from '../../upstream/upstream.ts';
import { HttpError } from '../http-error.ts';
import { identityHeaders, identityOf } from '../identity.ts';

/**
 * @param headers of the request that opened the WebSocket
 * @param payload overrides the headers. The case of its names does not matter; other names are
 * ignored.
 * @throws HttpError 401 for a value without a Bearer token, 400 for invalid ids
 */
export function connectionIdentity(
  headers: IncomingHttpHeaders,
  payload: Readonly<Record<string, unknown>> = {},
): Identity {
  const values: Record<string, string | undefined> = {};
  for (const name of identityHeaders) values[name] = textOf(headers[name]);
  for (const [key, value] of Object.entries(payload)) {
    const name = key.toLowerCase();
    if (!identityHeaders.includes(name)) continue;
    if (typeof value !== 'string')
      throw new HttpError(400, 'INVALID_INPUT', `${name}: not a string in connection_init`);
    values[name] = value;
  }
  return identityOf(values);
}

const textOf = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

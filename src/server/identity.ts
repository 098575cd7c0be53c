/**
 * Reads the identity of a request from its headers. Values that could change the meaning of a call
 * to a REST API are rejected.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { showValue } from '../upstream/error.ts';
import type { Identity } from '../upstream/upstream.ts';
import { HttpError } from './http-error.ts';

/** A Bearer token in the characters that RFC 6750 allows: it cannot end a header line. */
const bearer = /^bearer +([\w.~+/-]{1,8192}=*)$/i;
const idPattern = /^[\w.-]{1,128}$/;

/** Names of the headers that identify a caller. */
export const identityHeaders: readonly string[] = [
  'authorization',
  'x-content-owner',
  'x-content-owner-channel',
];

/** @throws HttpError 401 for an `authorization` without a Bearer token, 400 for invalid ids */
export function identityOf(headers: IncomingHttpHeaders): Identity {
  return {
    token: tokenOf(headers.authorization),
    contentOwner: idOf(headers, 'x-content-owner'),
    contentOwnerChannel: idOf(headers, 'x-content-owner-channel'),
  };
}

function tokenOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const token = bearer.exec(header)?.[1];
  if (token !== undefined) return token;
  // The value may be a secret: the message does not repeat it.
  const message = 'authorization: not a Bearer token; expected "Bearer <access token>"';
  throw new HttpError(401, 'UNAUTHENTICATED', message, {
    headers: { 'www-authenticate': 'Bearer' },
  });
}

function idOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  if (value === undefined) return undefined;
  if (typeof value === 'string' && idPattern.test(value)) return value;
  const message = `${name}: ${showValue(value)} is not an id; expected 1 to 128 letters, digits, "_", "." or "-"`;
  throw new HttpError(400, 'INVALID_INPUT', message);
}

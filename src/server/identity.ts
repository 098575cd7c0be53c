/** On whose behalf a request is made: read from its headers, and refused if they could mean anything else upstream. */
import type { IncomingMessage } from 'node:http';
import type { Identity } from '../upstream/upstream.ts';
import { HttpError } from './http-error.ts';

/** One Bearer token in the characters that RFC 6750 allows: nothing in it can end a header line. */
const bearer = /^bearer +([\w.~+/-]{1,8192}=*)$/i;
const word = /^[\w.-]{1,128}$/;

/** @throws Refusal 401 for an `authorization` that holds no Bearer token, 400 for owner headers that are no ids. */
export function identityOf({ headers }: IncomingMessage): Identity {
  return {
    token: tokenOf(headers.authorization),
    contentOwner: idOf(headers, 'x-content-owner'),
    contentOwnerChannel: idOf(headers, 'x-content-owner-channel'),
  };
}

function tokenOf(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const token = bearer.exec(header)?.[1];
  if (token === undefined)
    throw new HttpError(401, 'UNAUTHENTICATED', 'The authorization header holds no Bearer token.', {
      'www-authenticate': 'Bearer',
    });
  return token;
}

function idOf(headers: IncomingMessage['headers'], name: string): string | undefined {
  const value = headers[name];
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || !word.test(value))
    throw new HttpError(400, 'INVALID_INPUT', `The header ${name} holds no id.`);
  return value;
}

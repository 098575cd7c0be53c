/**
 * Reads the identities of a request from its headers. Values that could change the meaning of a
 * call to a REST API are rejected.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { type Api, byService } from '../../engine/api/api.ts';
import { Identities } from '../../engine/caller/identities.ts';
import { tokenHeaders } from '../../services/shared/token-header.ts';
import { showValue } from '../../engine/api/error.ts';
import type { Identity } from '../../engine/caller/identity.ts';
import { HttpError } from '../error/http-error.ts';

/** A Bearer token in the characters that RFC 6750 allows: it cannot end a header line. */
const bearer = /^bearer +([\w.~+/-]{1,8192}=*)$/i;
const idPattern = /^[\w.-]{1,128}$/;

/** Names of the headers that have the access token of one service. */
export const serviceTokenHeaders: readonly string[] = Object.values(tokenHeaders);

/** Headers in which GraphQL clients send their names: those of Apollo, and those of Hive. */
export const clientNameHeaders = ['apollographql-client-name', 'graphql-client-name'] as const;

/** Names of the headers with the account that a caller acts for. */
export const accountHeaders: readonly string[] = ['x-content-owner', 'x-content-owner-channel'];

/** Names of the headers that identify a caller. */
export const identityHeaders: readonly string[] = [
  'authorization',
  ...serviceTokenHeaders,
  ...accountHeaders,
];

/** The name that a client sends, which proves nothing. @returns an empty text without one */
export const clientNameOf = (headers: IncomingHttpHeaders): string =>
  clientNameHeaders.map((name) => headers[name]).find((value) => typeof value === 'string') ?? '';

/**
 * @param isAccepted whether a service has accepted the token of a caller
 * @throws HttpError 401 for a header without a Bearer token, 400 for invalid ids
 */
export function identitiesOf(
  api: Api,
  headers: IncomingHttpHeaders,
  isAccepted: (caller: string) => boolean,
): Identities {
  const shared: Identity = {
    // Clients that always set it send an empty one while nobody is signed in.
    token: headers.authorization === '' ? undefined : tokenOf(headers, 'authorization'),
    ...actsForOf(headers),
  };
  if (serviceTokenHeaders.every((name) => headers[name] === undefined))
    return new Identities(shared);
  // Services with the same token have the same object.
  const known = new Map([[shared.token, shared]]);
  const identityOf = (name: string): Identity => {
    const token = tokenOf(headers, name) ?? shared.token;
    const identity = known.get(token) ?? { ...shared, token };
    known.set(token, identity);
    return identity;
  };
  const own = byService(api, (service) => identityOf(api.services[service].tokenHeader));
  return Identities.from({ api, own }, isAccepted);
}

/** The account that a caller acts for. @throws HttpError 400 for invalid ids */
export const actsForOf = (
  headers: IncomingHttpHeaders,
): Pick<Identity, 'onBehalfOf' | 'subaccount'> => ({
  onBehalfOf: idOf(headers, 'x-content-owner'),
  subaccount: idOf(headers, 'x-content-owner-channel'),
});

function tokenOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const header = headers[name];
  if (header === undefined) return undefined;
  const token = typeof header === 'string' ? bearer.exec(header)?.[1] : undefined;
  if (token !== undefined) return token;
  // The value may be a secret: the message does not repeat it.
  const message = `${name}: not a Bearer token; expected "Bearer <access token>"`;
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

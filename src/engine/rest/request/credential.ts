/**
 * The credential of a call: the caller's token, or the gateway's API key for public data, and never
 * both.
 */
import { InvalidInput, showValue, upstreamError } from '../call/error.ts';
import type { AnyOperation } from '../operation/operation.ts';
import type { Arguments } from './request.ts';
import type { Identity } from '../upstream.ts';

/**
 * Whether the call is sent with the caller's token or with the gateway's API key.
 * @throws {UpstreamError} `UNAUTHENTICATED` if neither is allowed; no call is made then
 */
export function credentialOf(
  operation: AnyOperation,
  args: Arguments,
  token: string | undefined,
  apiKey: string | undefined,
): 'token' | 'apiKey' {
  if (token !== undefined && visibleText.test(token)) return 'token';
  if (token === undefined && apiKey !== undefined && isPublic(operation, args)) return 'apiKey';
  throw upstreamError(operation, 'UNAUTHENTICATED');
}

/** Characters that a header may contain unchanged, without blanks. */
const visibleText = /^[\x21-\x7e]+$/;

/** Whether the call, with these arguments, reads only public data. */
export function isPublic(
  { auth, userParams, ownerOnlyParts }: AnyOperation,
  args: Arguments,
): boolean {
  if (auth !== 'public') return false;
  if (userParams?.some((name) => args[name] !== undefined && args[name] !== null)) return false;
  const parts = args['part'];
  if (ownerOnlyParts === undefined || !Array.isArray(parts)) return true;
  return !parts.some((part: string) => ownerOnlyParts.includes(part));
}

/**
 * Returns the arguments with the caller's content owner, if the operation takes one and the
 * arguments name none. Without a token a content owner has no meaning.
 */
export function withContentOwner(
  operation: AnyOperation,
  args: Arguments,
  { token, contentOwner, contentOwnerChannel }: Identity,
): Arguments {
  if (token === undefined || contentOwner === undefined) return args;
  const query: Arguments = operation.query;
  const owner = 'onBehalfOf' in query ? 'onBehalfOf' : 'onBehalfOfContentOwner';
  const channel = 'onBehalfOfContentOwnerChannel';
  return {
    ...(owner in query && { [owner]: contentOwner }),
    ...(channel in query &&
      contentOwnerChannel !== undefined && { [channel]: contentOwnerChannel }),
    ...args,
  };
}

const forwardedNames = ['if-match', 'if-none-match', 'range'] as const;

/**
 * Adds the caller's conditions and range to the headers of a request; all other headers of the
 * caller are dropped.
 * @throws {InvalidInput} for a value with characters that no header may contain
 */
export function addForwardedHeaders(
  headers: string[],
  given: Readonly<Record<string, string>> | undefined,
): void {
  if (given === undefined) return;
  for (const name of forwardedNames) {
    const value = given[name];
    if (value === undefined) continue;
    if (!/^[\x20-\x7e\x80-\xff]*$/.test(value))
      throw new InvalidInput(
        name,
        `${showValue(value)} is not a header value; expected text without control characters`,
      );
    headers.push(name, value);
  }
}

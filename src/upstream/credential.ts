/** Under whose name a call goes out: the caller's token, or the gateway's own key for what is public, and never both. */
import { upstreamError, InvalidInput } from './error.ts';
import type { AnyOperation } from './operation.ts';
import type { Identity } from './upstream.ts';

type Given = Readonly<Record<string, unknown>>;

/**
 * Whether the caller's token or the gateway's key serves the call.
 * @throws {UpstreamError} `UNAUTHENTICATED` when neither does: no call is made then.
 */
export function credentialOf(
  operation: AnyOperation,
  args: Given,
  token: string | undefined,
  key: string | undefined,
): 'token' | 'key' {
  if (token !== undefined && visible.test(token)) return 'token';
  if (token === undefined && key !== undefined && isPublic(operation, args)) return 'key';
  throw upstreamError(operation, 'UNAUTHENTICATED');
}

/** What may stand in a header as it is, without blanks. */
const visible = /^[\x21-\x7e]+$/;

/** Whether the call, with these arguments, asks for nothing that belongs to a person. */
export function isPublic({ auth, userParams, ownerOnlyParts }: AnyOperation, args: Given): boolean {
  if (auth !== 'public') return false;
  if (userParams?.some((name) => args[name] !== undefined && args[name] !== null)) return false;
  const parts = args['part'];
  return (
    ownerOnlyParts === undefined ||
    !Array.isArray(parts) ||
    !parts.some((part) => ownerOnlyParts.includes(part as string))
  );
}

/** The arguments with the caller's content owner filled in where the operation takes one. It says nothing without a token. */
export function withContentOwner(
  operation: AnyOperation,
  args: Given,
  { token, contentOwner, contentOwnerChannel }: Identity,
): Given {
  if (token === undefined || contentOwner === undefined) return args;
  const query = operation.query as Given;
  const owner = 'onBehalfOf' in query ? 'onBehalfOf' : 'onBehalfOfContentOwner';
  const channel = 'onBehalfOfContentOwnerChannel';
  return {
    ...(owner in query && { [owner]: contentOwner }),
    ...(channel in query &&
      contentOwnerChannel !== undefined && { [channel]: contentOwnerChannel }),
    ...args,
  };
}

const conditions = ['if-match', 'if-none-match', 'range'] as const;

/** The caller's headers that go on, as alternating names and values; everything else stays here. */
export function forwarded(headers: Readonly<Record<string, string>> | undefined): string[] {
  const out: string[] = [];
  if (headers === undefined) return out;
  for (const name of conditions) {
    const value = headers[name];
    if (value === undefined) continue;
    if (!/^[\x20-\x7e\x80-\xff]*$/.test(value))
      throw new InvalidInput(name, name === 'range' ? 'this is no range' : 'this is no etag');
    out.push(name, value);
  }
  return out;
}

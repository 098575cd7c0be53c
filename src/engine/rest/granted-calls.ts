/**
 * Renews the tokens of callers whose grants the gateway has: before a call if the token is about to
 * end, and after a service has refused it. A read is sent again then. A write is not: that it was
 * refused is certain only where no proxy stands between.
 */
import { failedWith, upstreamError } from '../api/error.ts';
import { type AnyOperation, isRead } from '../api/operation.ts';
import { GrantError } from '../caller/grant.ts';
import type { Grant } from '../caller/identity.ts';
import type { CallOptions, Upstream } from './upstream.ts';

/** @returns the same client, for callers with grants too */
export function withGrants(upstream: Upstream): Upstream {
  const { media } = upstream;
  return {
    ...upstream,
    call: (operation, args, options) =>
      granted(operation, options, () => upstream.call(operation, args, options)),
    media: {
      ...media,
      startUpload: (operation, args, file, options) =>
        granted(operation, options, () => media.startUpload(operation, args, file, options)),
      download: (operation, args, options) =>
        granted(operation, options, () => media.download(operation, args, options)),
      downloadFrom: (operation, url, options) =>
        granted(operation, options, () => media.downloadFrom(operation, url, options)),
      answers: (operation, args, options) =>
        granted(operation, options, () => media.answers(operation, args, options)),
    },
  };
}

const granted = <T>(
  operation: AnyOperation,
  { identity: { grant } }: CallOptions,
  send: () => Promise<T>,
): Promise<T> => (grant ? sendGranted(operation, grant, send) : send());

async function sendGranted<T>(
  operation: AnyOperation,
  grant: Grant,
  send: () => Promise<T>,
): Promise<T> {
  await tokenOf(operation, () => grant.ready());
  const { token } = grant;
  try {
    return await send();
  } catch (error) {
    if (!failedWith(error, 'UNAUTHENTICATED')) throw error;
    // Also after a write: the next call of the caller has another token.
    const isRenewed = await tokenOf(operation, () => grant.renew(token));
    if (!isRenewed || !isRead(operation)) throw error;
    return send();
  }
}

/** @throws UpstreamError in place of a GrantError */
async function tokenOf<T>(
  operation: AnyOperation,
  get: () => Promise<T> | undefined,
): Promise<T | undefined> {
  try {
    return await get();
  } catch (error) {
    if (!(error instanceof GrantError)) throw error;
    throw upstreamError(operation, error.code, { reason: error.message, cause: error });
  }
}

/** What a client is told while the store of sign-ins cannot be reached. */
import { StoreUnavailable } from '../engine/store/store-unavailable.ts';
import { HttpError } from '../server/error/http-error.ts';

/** @throws HttpError 503 in place of the error of the store, else the error */
export function failStore(error: unknown): never {
  if (!(error instanceof StoreUnavailable)) throw error;
  throw new HttpError(
    503,
    'UPSTREAM_UNAVAILABLE',
    'The store of sign-ins cannot be reached. Try again later.',
    { headers: { 'retry-after': '1' } },
  );
}

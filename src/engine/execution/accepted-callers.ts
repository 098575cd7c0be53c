/**
 * Callers whose access token a service has accepted. Anybody can invent tokens, so a caller who is
 * not accepted yet must not create, displace or delay anything that belongs to others.
 */
import { LRUCache } from 'lru-cache';
import { UpstreamError } from '../rest/call/error.ts';
import type { Identity } from '../rest/upstream.ts';
import { callerKey } from './caller.ts';

/**
 * A caller that others have displaced, or whose hour is over, is accepted again by the next answer.
 */
const limits = { max: 10_000, ttl: 3_600_000 };

/** One for the process. */
export class AcceptedCallers {
  readonly #keys = new LRUCache<string, true>(limits);

  /** Whether a service has accepted the caller's token in the last hour; false without a token. */
  isAccepted(identity: Identity): boolean {
    return identity.token !== undefined && this.hasAccepted(callerKey(identity));
  }

  /** The same for the key of a caller; never for all callers without a token. */
  hasAccepted(caller: string): boolean {
    return this.#keys.get(caller) === true;
  }

  /** Whether state may be kept for the caller: all callers without a token are one. */
  mayHaveState(identity: Identity): boolean {
    return identity.token === undefined || this.isAccepted(identity);
  }

  /** Called after a successful answer to a call with the caller's token. */
  accept(identity: Identity): void {
    if (identity.token !== undefined) this.#keys.set(callerKey(identity), true);
  }

  /** Forgets a caller if the error of a call says that the token is not valid, or no longer. */
  forgetIfRejected(identity: Identity, error: unknown): void {
    if (identity.token !== undefined && isUnauthenticated(error))
      this.#keys.delete(callerKey(identity));
  }
}

const isUnauthenticated = (error: unknown): boolean =>
  error instanceof UpstreamError && error.code === 'UNAUTHENTICATED';

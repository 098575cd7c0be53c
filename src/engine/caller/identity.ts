/** Who calls, as one service sees it. */
import type { AnyOperation } from '../api/operation.ts';
import type { Bucket } from '../api/register.ts';

/** What a caller has granted to the gateway. */
export interface Grant {
  /** The key of the caller, the same with each token. */
  readonly caller: string;
  /** Differs with the scopes of the tokens: what is known of scopes is kept by it. */
  readonly scopesKey: string;
  /** The access token at this moment. */
  readonly token: string;
  /**
   * Called before each call.
   * @returns undefined if the token is valid for a while; else resolves when it is
   * @throws GrantError
   */
  ready(): Promise<void> | undefined;
  /**
   * Called after a service has refused a token.
   * @returns whether there is another one
   * @throws GrantError
   */
  renew(refused: string): Promise<boolean>;
  /**
   * Absent: the grant allows what its tokens allow.
   * @throws UpstreamError MISSING_SCOPE or FORBIDDEN for an operation that it does not allow
   */
  readonly check?: ((operation: AnyOperation) => void) | undefined;
  /**
   * Units of buckets that the caller may spend, in place of those of all callers. Absent: those of
   * all, together with other callers of the same account.
   */
  readonly budget?: Readonly<Partial<Record<Bucket, number>>> | undefined;
}

/** The caller of the gateway. Data read for one identity is never shown to another. */
export interface Identity {
  /**
   * The caller's access token, sent unchanged. Absent: public operations use the gateway's API key.
   */
  readonly token?: string | undefined;
  /** The key of the caller, if it is not that of the token. */
  readonly caller?: string | undefined;
  /** What renews the token. Absent: the client does. */
  readonly grant?: Grant | undefined;
  /** The account for which the caller acts, if it is another one (`Api.delegation`). */
  readonly onBehalfOf?: string | undefined;
  /** The part of that account, if it has several. */
  readonly subaccount?: string | undefined;
}

/** The key of all callers without a token: they are one caller. */
export const anonymousCaller = 'anonymous';

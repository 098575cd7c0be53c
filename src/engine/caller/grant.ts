/**
 * Grants: what lets the gateway itself get the access tokens of a caller, so that they are renewed
 * while it works. The caller stays the same with each new token.
 */
import type { Grant, Identity } from './identity.ts';

/** There is no token: the grant has ended, or nothing answers that could renew the token. */
export class GrantError extends Error {
  readonly code: 'UNAUTHENTICATED' | 'UPSTREAM_UNAVAILABLE';

  constructor(code: GrantError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** Why an operation is refused that the grant of the caller does not include. */
export const outsideGrantReason = 'outsideGrant';

/** The account for which a caller acts. */
type ActsFor = Pick<Identity, 'onBehalfOf' | 'subaccount'>;

/** The identity of a caller whose tokens the gateway gets. */
class GrantedIdentity implements Identity {
  readonly grant: Grant;
  readonly onBehalfOf?: string | undefined;
  readonly subaccount?: string | undefined;

  constructor(grant: Grant, { onBehalfOf, subaccount }: ActsFor) {
    this.grant = grant;
    if (onBehalfOf !== undefined) this.onBehalfOf = onBehalfOf;
    if (subaccount !== undefined) this.subaccount = subaccount;
  }

  get token(): string {
    return this.grant.token;
  }

  get caller(): string {
    return this.grant.caller;
  }

  /** What a download URL has: whoever serves it finds the grant by the caller. */
  toJSON(): Identity {
    const { caller, onBehalfOf, subaccount } = this;
    return { caller, onBehalfOf, subaccount };
  }
}

export const grantedIdentity = (grant: Grant, actsFor: ActsFor = {}): Identity =>
  new GrantedIdentity(grant, actsFor);

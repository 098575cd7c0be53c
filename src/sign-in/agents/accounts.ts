/** The accounts that an agent acts for: what the authorization server needs of the sign-in. */
import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { AnyOperation } from '../../engine/api/operation.ts';
import type { Identities } from '../../engine/caller/identities.ts';
import type { AccountService } from './scopes.ts';

/** Ids of accounts. */
export type SignedInAccounts = { readonly [Name in AccountService]?: string | undefined };

interface AccountInfo {
  readonly email: string;
  /** Full names of what Google has granted. */
  readonly scopes: readonly string[];
}

/** The accounts that have signed in at the gateway. */
export interface Accounts {
  /** @returns undefined if none of the accounts is signed in (any more) */
  identitiesOf(
    accounts: SignedInAccounts,
    options: {
      /** @throws UpstreamError for an operation that is not allowed */
      readonly check: (operation: AnyOperation) => void;
    },
  ): Promise<Identities | undefined>;
  /** @returns undefined if it is not signed in (any more) */
  infoOf(id: string): Promise<AccountInfo | undefined>;
}

/** The browsers that have signed in. */
export interface BrowserSessions {
  /** The session of a page that the user opens: also if another site has led there. */
  ofPage(
    req: IncomingMessage,
  ): Promise<{ readonly accounts: SignedInAccounts } | 'ended' | undefined>;
}

/** The accounts that a user has chosen for an agent, and when. */
export interface Subject {
  readonly accounts: SignedInAccounts;
  /** By `Clock.wallTime`. */
  readonly since: number;
}

/** Cookie of the sessions of browsers. */
const sessionCookie = /(?:^|;\s*)__Host-studiograph=([\w-]+)/;

/** @returns the ids, each once */
export const idsOf = (accounts: SignedInAccounts): string[] => [
  ...new Set(Object.values(accounts).flatMap((id) => id ?? [])),
];

/** @returns what a session is known by without its cookie; undefined without a session */
export function sessionDigest({ headers: { cookie = '' } }: IncomingMessage): string | undefined {
  const value = sessionCookie.exec(cookie)?.[1];
  return value && hash('sha256', value, 'base64url');
}

/** What the authorization server needs of those who have signed in, and what it keeps of them. */
import type { AnyOperation } from '../../engine/api/operation.ts';
import type { Identities } from '../../engine/caller/identities.ts';
import type { SignedInAccounts } from '../accounts.ts';
import type { Sessions } from '../sessions.ts';

/** The accounts that have signed in at the gateway. */
export interface AgentAccounts {
  identitiesOf(
    accounts: SignedInAccounts,
    options: { readonly check: (operation: AnyOperation) => void },
  ): Promise<Identities | undefined>;
  infoOf(
    id: string,
  ): Promise<{ readonly email: string; readonly scopes: readonly string[] } | undefined>;
}

/** The sessions of browsers. */
export type BrowserSessions = Pick<Sessions, 'of'>;

/** Whether all accounts that a user has chosen for an agent are still signed in. */
export async function areSignedIn(
  chosen: SignedInAccounts,
  accounts: Pick<AgentAccounts, 'infoOf'>,
): Promise<boolean> {
  const names = new Set(Object.values(chosen).flatMap((name) => name ?? []));
  const infos = await Promise.all(Array.from(names, (name) => accounts.infoOf(name)));
  return !infos.includes(undefined);
}

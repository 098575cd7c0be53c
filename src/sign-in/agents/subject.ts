/** What the authorization server needs of those who have signed in, and what it keeps of them. */
import type { AnyOperation } from '../../engine/api/operation.ts';
import type { Identities } from '../../engine/caller/identities.ts';
import type { Accounts, SignedInAccounts } from '../accounts.ts';
import type { Sessions } from '../sessions.ts';

/** The accounts that have signed in at the gateway. */
export interface AgentAccounts extends Pick<Accounts, 'generationOf'> {
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

/** The accounts that a user has chosen for an agent. */
export interface Subject {
  readonly accounts: SignedInAccounts;
  /** By their ids: what ends with a sign-out does not come back with the next sign-in. */
  readonly generations: Readonly<Record<string, string>>;
}

/** @returns the subject as it is now. @throws StoreUnavailable */
export async function subjectOf(
  accounts: SignedInAccounts,
  known: Pick<AgentAccounts, 'generationOf'>,
): Promise<Subject> {
  const ids = new Set(Object.values(accounts).flatMap((id) => id ?? []));
  const generations = await Promise.all(
    Array.from(ids, async (id) => [id, (await known.generationOf(id)) ?? ''] as const),
  );
  return { accounts, generations: Object.fromEntries(generations) };
}

/** Whether all accounts are still signed in, without an end in the meantime. */
export async function isSignedIn(
  { generations }: Subject,
  known: Pick<AgentAccounts, 'generationOf'>,
): Promise<boolean> {
  const current = await Promise.all(
    Object.entries(generations).map(
      async ([id, generation]) => (await known.generationOf(id)) === generation,
    ),
  );
  return current.every(Boolean);
}

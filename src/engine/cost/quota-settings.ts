/** What the quotas of callers are made from. */
import type { Api } from '../api/api.ts';
import type { Bucket } from '../api/register.ts';
import type { AcceptedCallers } from '../caller/identities.ts';
import type { Store } from '../store/store.ts';
import type { Budget, UnmarkedBuckets } from './buckets.ts';
import type { ProjectUnits } from './project-units.ts';
import type { AccountDigests, SpentUnits } from './spent-units.ts';

export interface QuotaSettings {
  readonly api: Api;
  readonly store: Store;
  readonly acceptedCallers: AcceptedCallers;
  /** Hides which account has spent units. Default: digests without a secret. */
  readonly encryption?: AccountDigests | undefined;
  readonly budget: Budget;
  /** What all callers spend together. Absent: it is not counted. */
  readonly project?: ProjectUnits | undefined;
  /** Milliseconds since 1970. Default: the computer's clock. */
  readonly now?: () => number;
  /**
   * Called for each operation or call for which too few units are left, with the reason if it is
   * not the budget of the caller.
   */
  readonly onShortage?: ((bucket: Bucket, reason?: string) => void) | undefined;
}

export type ResolvedQuotaSettings = Required<
  Omit<QuotaSettings, 'onShortage' | 'project' | 'encryption'>
> &
  Pick<QuotaSettings, 'onShortage' | 'project'> & {
    readonly spentUnits: SpentUnits;
    readonly unmarked: UnmarkedBuckets | undefined;
    readonly hasBudget: boolean;
  };

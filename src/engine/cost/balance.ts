/** What is left of a bucket. */
import type { QuotaWindow } from '../api/api.ts';
import type { Bucket } from '../api/register.ts';
import type { ProjectShare } from './project-calls.ts';

/** The state of one of a caller's buckets; `limit` and `spent` are undefined without a budget. */
export interface Balance {
  readonly bucket: Bucket;
  readonly limit?: number | undefined;
  readonly spent?: number | undefined;
  /** Whether the service has rejected a call because its own quota of the day is exhausted. */
  readonly exhausted: boolean;
  readonly window: QuotaWindow;
  /** The end of the day of an exhausted bucket, otherwise that of the window. */
  readonly resetAt: string;
  /** Of all callers; undefined if it is not known what is granted. */
  readonly project?: ProjectShare | undefined;
}

/** The units that are left; null if the gateway sets no limit. */
export function remainingOf({ limit, spent = 0, exhausted }: Balance): number | null {
  if (exhausted) return 0;
  return limit === undefined ? null : Math.max(0, limit - spent);
}

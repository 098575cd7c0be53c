/** Limits of feeds with many subscribers: memory, waiting times and numbers. */

/** Limits of a hub; times are in milliseconds. */
export interface FeedLimits {
  /** Undelivered items after which a subscriber is closed. A single page may exceed it. */
  readonly maxBufferedItems: number;
  /** How long a topic keeps its batches, and its position after the last subscriber left, in ms. */
  readonly retentionMs: number;
  /** Maximum number of items that a topic keeps; the newest batch always stays. */
  readonly maxRetainedItems: number;
  /** Maximum number of topics of one identity. */
  readonly maxTopicsPerIdentity: number;
  /**
   * How long the poller waits for subscribers before it reads the next page of a backlog, in ms.
   */
  readonly drainMs: number;
  /** Minimum time between two rounds of polls in ms, also if the answer states less. */
  readonly minIntervalMs: number;
  /** Time in ms from a watch notification to the read that it causes: one read serves a burst. */
  readonly notificationDelayMs: number;
  /** Time in ms from an answer of a stream to the page with it: one page has a burst. */
  readonly streamDelayMs: number;
  /** Maximum time in ms that a stream is open: the next one shows that the token is valid. */
  readonly streamMs: number;
  /** Time in ms that a replica leaves to the one that read the last page to read the next one. */
  readonly standbyMs: number;
  /** Interval in ms at which a replica looks for pages of others: messages can be lost. */
  readonly recheckMs: number;
  /** Consecutive failures after which a poller gives up and closes its subscribers. */
  readonly maxFailures: number;
  /** First wait after a failure in ms; it doubles with every further failure. */
  readonly backoffMs: number;
  /** Longest wait after a failure in ms. */
  readonly maxBackoffMs: number;
}

/** Limits where the hub is given none. */
export const defaultLimits: FeedLimits = {
  maxBufferedItems: 1_000,
  retentionMs: 300_000,
  maxRetainedItems: 5_000,
  maxTopicsPerIdentity: 100,
  drainMs: 5_000,
  minIntervalMs: 1_000,
  notificationDelayMs: 1_000,
  streamDelayMs: 100,
  streamMs: 900_000,
  standbyMs: 1_000,
  recheckMs: 5_000,
  maxFailures: 8,
  backoffMs: 1_000,
  maxBackoffMs: 64_000,
};

/**
 * @returns the wait in ms before attempt number `failures` + 1: doubling, with up to half as much
 * jitter
 */
export function backoff(failures: number, { backoffMs, maxBackoffMs }: FeedLimits): number {
  if (failures <= 0) return 0;
  const wait = Math.min(maxBackoffMs, backoffMs * 2 ** (failures - 1));
  return wait * (1 + Math.random() / 2);
}

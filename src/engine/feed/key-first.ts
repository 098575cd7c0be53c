/** Subscriptions to feeds that the gateway's API key reads for all callers, as long as it may. */
import { failedWith } from '../api/error.ts';
import { isRefusal } from '../execution/stored-reads.ts';
import type { FeedBatch } from './batch.ts';

/** Batches of a feed, for one subscriber. */
export type Batches = AsyncIterableIterator<FeedBatch, undefined>;

/**
 * The batches that the key reads, and once it is refused, those that the caller reads.
 * @param byKey subscribes to what the key reads
 * @param readOwn subscribes after the last cursor, if there is one
 * @throws as `readOwn`, if the key reads too many feeds
 */
export function untilRefused(
  byKey: () => Batches,
  readOwn: (last?: string | null) => Batches,
): Batches {
  let current: Batches;
  let isByKey = true;
  let hasLeft = false;
  let last: string | null | undefined;
  const goOn = (): Batches => {
    isByKey = false;
    return (current = readOwn(last));
  };
  try {
    current = byKey();
  } catch (error) {
    if (!failedWith(error, 'RATE_LIMITED')) throw error;
    current = goOn();
  }
  return {
    next: async () => {
      try {
        const result = await current.next();
        if (result.value) last = result.value.cursor;
        return result;
      } catch (error) {
        if (!isByKey || !isRefusal(error)) throw error;
        return hasLeft ? { value: undefined, done: true } : goOn().next();
      }
    },
    return: () => {
      hasLeft = true;
      return current.return!();
    },
    throw: (error) => current.throw!(error),
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

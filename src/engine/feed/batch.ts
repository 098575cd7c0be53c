/** A page of a feed as clients see it, and the query form of a feed: exactly one page. */
import { sumOfCalls } from '../read/usage.ts';
import type { Execution } from '../execution/execution.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import type { EntityProjection } from '../read/walk/projection.ts';
import type { FeedPage, FeedSource } from './source/source.ts';

/** One page with a cursor: the value of a query field, or one event of a subscription. */
export interface FeedBatch extends Omit<FeedPage, 'next'> {
  /** Continues the feed after this batch; null: the feed cannot be continued. */
  readonly cursor: string | null;
}

/** @returns the page with a cursor instead of a position */
export function toBatch(source: FeedSource, { next, ...page }: FeedPage): FeedBatch {
  return { ...page, cursor: next === null ? null : encodeCursor(source, next) };
}

/**
 * Joins consecutive batches, so that a subscriber that begins late receives few events.
 * @param maxItems of a joined batch: as many as a page can have
 */
export function joinBatches(batches: readonly FeedBatch[], maxItems: number): FeedBatch[] {
  const groups: FeedBatch[][] = [];
  let count = Number.POSITIVE_INFINITY;
  for (const batch of batches) {
    count += batch.items.length;
    // A reset voids the items before it.
    if (count <= maxItems && batch.reset !== true) groups.at(-1)!.push(batch);
    else {
      groups.push([batch]);
      count = batch.items.length;
    }
  }
  return groups.map((group) => {
    const items = group.flatMap((each) => each.items);
    const leftOut = group.reduce((sum, each) => sum + (each.leftOut ?? 0), 0);
    const polling = group.map((each) => each.polling).reduce(sumOfCalls, undefined);
    const { hasMore } = group.at(-1)!;
    // Everything else is that of the last batch, except the reset of the first one.
    const sums = { items, hasMore, ...(leftOut > 0 && { leftOut }), ...(polling && { polling }) };
    return Object.assign({}, ...group, sums) as FeedBatch;
  });
}

/** The last batch from which the items of these versions were left out, and what remained. */
const remainders = new WeakMap<ReadonlySet<string>, readonly [FeedBatch, FeedBatch]>();

/** @returns the batch without these versions: the same object for all subscribers with this set */
export function withoutVersions(
  batch: FeedBatch,
  versions: ReadonlySet<string>,
  versionOf: (item: object) => string,
): FeedBatch {
  const [known, remainder] = remainders.get(versions) ?? [];
  if (known === batch) return remainder!;
  const items = batch.items.filter((item) => !versions.has(versionOf(item)));
  const rest = { ...batch, items };
  remainders.set(versions, [batch, rest]);
  return rest;
}

/**
 * @returns the number of items that a batch counts as in limits: at least 1, because an empty batch
 * takes memory, too
 */
export const weightOf = ({ items }: FeedBatch): number => Math.max(1, items.length);

/**
 * Query form of a feed: the one page after a cursor.
 * @param after left out: the beginning of the feed
 * @throws InvalidInput naming `after` for a cursor of another feed or of other arguments
 */
export async function readFeed(
  execution: Execution,
  source: FeedSource,
  after: string | null | undefined,
  selection: EntityProjection,
): Promise<FeedBatch> {
  const position = after == null ? {} : decodeCursor(source, after);
  return toBatch(source, await source.read(execution, position, selection));
}

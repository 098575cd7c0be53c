/** A round of reads: pages of a feed until the service has no more of them ready. */
import { upstreamError } from '../../api/error.ts';
import { encodeCursor } from '../cursor.ts';
import type { FeedPage, FeedSource, FeedPosition } from './source.ts';

/** Reads one page as soon as that is allowed. */
export type ReadPage = (position: FeedPosition) => Promise<FeedPage>;

interface Round {
  readonly source: FeedSource;
  readonly readPage: ReadPage;
  readonly start: FeedPosition;
  /** Takes each page with the position that it was read from; the next page waits for it. */
  readonly onPage: (page: FeedPage, position: FeedPosition) => Promise<void> | void;
}

interface RoundEnd {
  readonly pages: number;
  readonly last: FeedPage;
}

/**
 * Reads pages until the service has no more of them ready.
 * @throws UpstreamError `UPSTREAM_INVALID` for a position that comes again within the round, which
 * would lead to an endless loop without a pause; the errors of `readPage`
 */
export async function readRound(
  { source, readPage, start, onPage }: Round,
  signal: AbortSignal,
): Promise<RoundEnd> {
  const passed = new Set<string>();
  let position = start;
  for (let pages = 1; ; pages += 1) {
    const cursor = encodeCursor(source, position);
    if (passed.has(cursor)) throw upstreamError(source.operation, 'UPSTREAM_INVALID');
    passed.add(cursor);
    const page = await readPage(position);
    // The poller may have been stopped and started again since the answer came.
    signal.throwIfAborted();
    await onPage(page, position);
    if (!page.hasMore || page.next === null) return { pages, last: page };
    // After a reset the list is read from its beginning, which the round may have had already.
    if (page.reset) passed.clear();
    position = page.next;
  }
}

/**
 * Whether nothing follows the page: the service says that the feed is over and has no item left.
 */
export const isEnd = ({ next, endedAt, items }: FeedPage): boolean =>
  next === null || (endedAt !== undefined && items.length === 0);

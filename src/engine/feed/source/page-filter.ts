/** Decides which of the pages that a poller reads are sent to subscribers. */
import { sumOfCalls } from '../../read/usage.ts';
import type { SentCalls } from '../../trace/response-extensions.ts';
import { type FeedPage, type FeedPosition, isBeginning } from './source.ts';

/** Follows the pages of one series. */
export class PageFilter {
  /** The objects beside the items of the last page, as JSON. */
  #extra: string | undefined;
  /** Whether the last page that was shown said that more pages are ready. */
  #saidMore = false;

  /** What the pages that were not shown since have cost. */
  #polling: SentCalls | undefined;

  /**
   * Subscribers get empty pages only where they say something.
   * @param position where the page begins
   * @returns the page with the cost of those before it that were not shown; undefined: not shown
   */
  shown(page: FeedPage, position: FeedPosition): FeedPage | undefined {
    const polling = sumOfCalls(this.#polling, page.polling);
    const isShown = this.#isShown(page, position);
    this.#polling = isShown ? undefined : polling;
    if (!isShown) return undefined;
    return polling === page.polling ? page : { ...page, polling };
  }

  #isShown(page: FeedPage, position: FeedPosition): boolean {
    const { items, hasMore, reset, endedAt } = page;
    const hasNewExtra = this.#hasNewExtra(page);
    const isShown =
      items.length > 0 ||
      reset === true ||
      endedAt !== undefined ||
      hasNewExtra ||
      // Subscribers wait for the page that says that they have everything.
      (this.#saidMore && hasMore === false) ||
      // The first page is shown even if it is empty: it has the first cursor.
      isBeginning(position);
    if (isShown) this.#saidMore = hasMore === true;
    return isShown;
  }

  /** The first page has new objects: it is not known what the subscribers have. */
  #hasNewExtra({ extra }: FeedPage): boolean {
    if (extra === undefined) return false;
    const before = this.#extra;
    this.#extra = JSON.stringify(extra, withoutEtag);
    return this.#extra !== before;
  }
}

/** An etag may differ although nothing that a client sees has changed. */
const withoutEtag = (name: string, value: unknown): unknown =>
  name === 'etag' ? undefined : value;

/**
 * A feed as the REST API offers it. It has no page numbers: each answer has items and the position
 * from which to read on, or says that the feed has ended. `polledPages`, `syncTokenList` and
 * `entityVersions` make feeds.
 */
import type { Api } from '../../api/api.ts';
import type { AnyOperation } from '../../api/operation.ts';
import type { SentCalls } from '../../trace/response-extensions.ts';
import type { Execution } from '../../execution/execution.ts';
import type { EntityProjection } from '../../read/walk/projection.ts';
import type { WatchCalls } from '../watch/watch-renewal.ts';

/**
 * Where reading continues, as the parameters of the next read: `{ pageToken: 'x' }`. Empty: the
 * beginning.
 */
export type FeedPosition = Readonly<Record<string, string>>;

/** Whether the position is the beginning of the feed. */
export const isBeginning = (position: FeedPosition): boolean => Object.keys(position).length === 0;

/** One page of a feed, as a REST call returns it. */
export interface FeedPage {
  readonly items: readonly object[];
  /** Number of items that are left out, because nothing tells them from others. Absent: 0. */
  readonly leftOut?: number;
  /** The start of the next page; null: the feed cannot be continued. */
  readonly next: FeedPosition | null;
  /**
   * Whether the next page can be read immediately, because the service has more items ready.
   * `undefined`: the answer does not say. Items may be ready, and the next page comes at its time.
   */
  readonly hasMore: boolean | undefined;
  /** Time in ms to wait before the next read, where the answer states one. */
  readonly pollAfterMs?: number | undefined;
  /** RFC 3339 instant at which the feed ended, where the answer states one. */
  readonly endedAt?: string | undefined;
  /** Objects that the answer has beside the items, by their names in the answer. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /**
   * The position was too old. Of a feed that begins with a full list, the following pages have all
   * items; of another one, the client has to read them again.
   */
  readonly reset?: true;
  /** What the poller has spent on the page, and on those before that nobody was sent. */
  readonly polling?: SentCalls | undefined;
}

/** One feed with its arguments. */
export interface FeedSource {
  /** Digest of the feed's name and its arguments. Cursors and pollers are bound to it. */
  readonly key: string;
  /** The list operation: errors name it, and every read takes its quota units. */
  readonly operation: AnyOperation;
  /** What each read has beside its position. Absent: what the feed has depends on the caller. */
  readonly args?: Readonly<Record<string, unknown>>;
  /** Names of the parameters that a position may have. */
  readonly positionParameters: readonly string[];
  /**
   * Whether the beginning is the present: the first page has no items. Otherwise it has the earlier
   * ones.
   */
  readonly beginsNow: boolean;
  /** Maximum number of items of a page. */
  readonly maxItems: number;
  /** Time in ms between two polls where the answer states none. */
  readonly intervalMs: number;
  /** Whether items say that something has changed: what was read before may be out of date. */
  readonly reportsChanges?: true;
  /**
   * Identity of one version of an item: items that have it in common are the same event. Items that
   * never change need only their id.
   */
  readonly versionOf: (item: object) => string;
  /**
   * Adds to the items of a stored page what is no JSON: refs, and errors of invalid values. Other
   * replicas have the page as JSON; an invalid value fails at its field there, too (R43).
   */
  readonly restore?: ((items: readonly object[], api: Api) => readonly object[]) | undefined;
  /**
   * Reads exactly one page.
   * @param selection what is requested of the page, its items at `items`; left out: whole items, as
   * a poller with many subscribers reads them
   * @throws UpstreamError; a rejected position is `INVALID_INPUT` of the argument `after`
   */
  readonly read: (
    execution: Execution,
    position: FeedPosition,
    selection?: EntityProjection,
  ) => Promise<FeedPage>;
  /**
   * Opens a response that has the pages after a position, one after another as they come. It takes
   * its quota units. Absent: the service has no such response.
   * @param signal ends the response
   * @throws UpstreamError, also while it is read
   */
  readonly stream?:
    | ((
        execution: Execution,
        position: FeedPosition,
        signal: AbortSignal,
      ) => Promise<AsyncIterable<FeedPage>>)
    | undefined;
  /** The calls of watch channels; absent: the service announces no changes, the feed is polled. */
  readonly watch?: WatchCalls | undefined;
}

/** The object whose feed it is. */
export interface FeedOwner {
  /** Its GraphQL type. */
  readonly type: string;
  readonly id: string;
}

/** The options of the factories of sources with pages. */
export interface SourceOptions {
  /** Time in ms between two polls where the answer states none. Default: 60,000. */
  readonly intervalMs?: number;
  /** Items a page. Default: the most that the operation allows. */
  readonly pageSize?: number;
  /** Path that is requested of every item, regardless of the selection. Default: `id`. */
  readonly minimumPath?: string;
  /**
   * The `fields` mask of a poller, which reads whole items. Default: none, for a REST API that
   * returns whole items without a mask.
   */
  readonly wholeFields?: string;
  /** Objects of the answer beside the items: requested if selected. */
  readonly extraFields?: readonly string[];
  /** REST parameters whose argument has another name: `{ hl: 'language' }`. */
  readonly argumentNames?: Readonly<Record<string, string>>;
  /** The object whose feed this is. Errors about a missing object without an id get its id. */
  readonly owner?: FeedOwner;
  /** See `FeedSource`. Default: the item's JSON text. */
  readonly versionOf?: (item: object) => string;
  /** See `FeedSource`. */
  readonly watch?: WatchCalls;
}

/**
 * Subscribers whose start their topic does not know: another process or the query form returned
 * the cursor, or the topic no longer has it. They receive pages of their own until the topic's
 * pages can continue these.
 */
import { Audience } from './audience.ts';
import { toBatch } from '../batch.ts';
import { PageFilter } from '../source/page-filter.ts';
import { isEnd, readRound, type ReadPage } from '../source/round.ts';
import type { FeedPage, FeedSource, FeedPosition } from '../source/source.ts';

/** How far a topic has come after its last round. */
export interface TopicProgress {
  /** Version of the last item that the topic has delivered; undefined: it has delivered none. */
  readonly newest: string | undefined;
  /**
   * Whether the topic has delivered all items that the service had ready. True also if the topic
   * has ended; otherwise false if the answer did not say.
   */
  readonly isUpToDate: boolean;
}

/** Subscribers with the same start, and the position of their next page. */
export class CatchUp {
  readonly audience = new Audience();
  readonly #source: FeedSource;
  readonly #filter = new PageFilter();
  #position: FeedPosition;
  #hasStarted = false;
  /** Whether a round of the topic has ended since the cursor came. */
  #isPreceded = false;
  /** Versions of the items of the last page. */
  #lastVersions: ReadonlySet<string> = new Set();

  constructor(source: FeedSource, start: FeedPosition) {
    this.#source = source;
    this.#position = start;
  }

  /** Where it begins, as long as it has read nothing: subscribers with this cursor can join. */
  get start(): FeedPosition | undefined {
    return this.#hasStarted ? undefined : this.#position;
  }

  /**
   * A round of the topic has ended.
   * @param isOwn whether this replica has read its last page. Another one may have begun before the
   * cursor came, and the cursor may be newer than its page; it begins the next page later
   * @returns whether the catch-up can follow this round
   */
  canFollowRound(isOwn: boolean): boolean {
    const canFollow = isOwn || this.#isPreceded;
    this.#isPreceded = true;
    return canFollow;
  }

  /**
   * Reads one round, which follows the topic's own round in each iteration of the poller. The topic
   * takes over once the catch-up lacks nothing that the topic has delivered. The catch-up may be
   * ahead by a few items: its subscribers skip them when the topic delivers them.
   * @param topicProgress called after the round: the topic's progress before its last page;
   * undefined: the topic has moved on during the round, because this process was frozen and lost
   * the turn
   * @param afterPage called after each page; gives subscribers a short time to take it if more are
   * ready
   * @returns whether the catch-up is over: the topic takes over, the feed has ended, or no
   * subscriber is left
   * @throws the errors of `readRound`
   */
  async read(
    readPage: ReadPage,
    topicProgress: () => Promise<TopicProgress | undefined>,
    afterPage: (page: FeedPage) => Promise<void>,
    signal: AbortSignal,
  ): Promise<boolean> {
    this.#hasStarted = true;
    if (this.audience.size === 0) return true;
    const onPage = (page: FeedPage, position: FeedPosition): Promise<void> => {
      this.#deliver(page, position);
      return afterPage(page);
    };
    const round = { source: this.#source, readPage, start: this.#position, onPage };
    const { pages, last } = await readRound(round, signal);
    const before = this.#lastVersions;
    const versions = new Set(last.items.map((item) => this.#source.versionOf(item)));
    this.#lastVersions = versions;
    if (isEnd(last)) {
      this.audience.end();
      return true;
    }
    // Items that arrived since the topic's round may be on earlier pages of this one, too. Their
    // versions are not kept, so the topic would repeat them.
    if (pages > 1) return false;
    const progress = await topicProgress();
    const repeated = progress && repeatedVersions(progress, last, { before, versions });
    if (repeated === undefined) return false;
    this.audience.skip(repeated);
    return true;
  }

  #deliver(page: FeedPage, position: FeedPosition): void {
    if (page.next !== null) this.#position = page.next;
    const shown = this.#filter.shown(page, position);
    if (shown) this.audience.push(toBatch(this.#source, shown));
  }
}

/**
 * Versions of the items of the last two pages of a catch-up. `before` is directly before only after
 * a round of one page.
 */
interface LastVersions {
  readonly before: ReadonlySet<string>;
  readonly versions: ReadonlySet<string>;
}

/**
 * The versions that the catch-up has delivered on its last two pages, and that the topic may still
 * deliver.
 * @returns undefined if the topic cannot take over yet: it may have items that the catch-up lacks,
 * or may repeat items from before the last two pages
 */
function repeatedVersions(
  { newest, isUpToDate }: TopicProgress,
  last: FeedPage,
  { before, versions }: LastVersions,
): ReadonlySet<string> | undefined {
  // Neither lacks anything but items that arrived between the two reads, on the last page.
  if (isUpToDate && last.hasMore === false) return versions;
  if (newest === undefined) return undefined;
  // The items that follow the topic's newest one are on the last page, or on the last two.
  if (versions.has(newest)) return versions;
  return before.has(newest) ? new Set([...before, ...versions]) : undefined;
}

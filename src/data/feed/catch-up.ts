/**
 * Subscribers with a cursor that their topic does not know: an earlier process or the query form
 * returned it, or it is too old. They receive pages of their own until they have reached the
 * topic's position.
 */
import { Audience } from './audience.ts';
import { toBatch } from './batch.ts';
import { encodeCursor } from './cursor.ts';
import type { PacedReader } from './paced-reader.ts';
import { PageFilter } from './page-filter.ts';
import { readRound } from './round.ts';
import type { FeedPage, FeedSource, FeedPosition } from './source.ts';

/** Subscribers that came with the same cursor, and where their own pages continue. */
export class CatchUp {
  readonly audience = new Audience();
  readonly #source: FeedSource;
  readonly #filter = new PageFilter();
  #position: FeedPosition;
  #hasStarted = false;
  /** Versions of the items of the last page. */
  #lastVersions: ReadonlySet<string> = new Set();

  constructor(source: FeedSource, start: FeedPosition) {
    this.#source = source;
    this.#position = start;
  }

  /** Whether a subscriber with this cursor can still be added. */
  startsAt(cursor: string): boolean {
    return !this.#hasStarted && cursor === encodeCursor(this.#source, this.#position);
  }

  /**
   * Reads one round, directly after a round of the topic: the subscribers then have everything up
   * to an instant between the topic's last round and its next one. What the next one repeats is
   * left out; a long round is followed by another one, so that this is one page at most. So is a
   * page that may have been cut off before the topic's position.
   * @param newest version of the last item that the topic has delivered
   * @param afterPage waits until subscribers have taken a page of a backlog
   * @returns whether the topic takes over
   */
  async read(
    reader: PacedReader,
    newest: string | undefined,
    afterPage: (page: FeedPage) => Promise<void>,
    signal: AbortSignal,
  ): Promise<boolean> {
    this.#hasStarted = true;
    if (this.audience.size === 0) return true;
    const onPage = (page: FeedPage, position: FeedPosition): Promise<void> => {
      this.#deliver(page, position);
      return afterPage(page);
    };
    const round = { source: this.#source, reader, start: this.#position, onPage };
    const { pages, last } = await readRound(round, signal);
    const before = this.#lastVersions;
    const versions = new Set(last.items.map((item) => this.#source.versionOf(item)));
    this.#lastVersions = versions;
    if (pages > 1) return false;
    // The pages before the last two were read before the topic's last round.
    const reaches = newest !== undefined && (versions.has(newest) || before.has(newest));
    if (last.hasMore === undefined && !reaches) return false;
    this.audience.skip(versions);
    return true;
  }

  #deliver(page: FeedPage, position: FeedPosition): void {
    if (page.next !== null) this.#position = page.next;
    if (this.#filter.isShown(page, position)) this.audience.push(toBatch(this.#source, page));
  }
}

/**
 * Subscribers with a cursor that their topic does not know: an earlier process or the query form
 * returned it, or it is too old. They receive pages of their own until they have reached the
 * topic's position.
 */
import { Audience } from './audience.ts';
import { toBatch } from './batch.ts';
import { encodeCursor } from './cursor.ts';
import type { PacedReader } from './paced-reader.ts';
import { isShown, readRound } from './round.ts';
import type { FeedPage, FeedSource, FeedPosition } from './source.ts';

/** Subscribers that came with the same cursor, and where their own pages continue. */
export class CatchUp {
  readonly audience = new Audience();
  readonly #source: FeedSource;
  #position: FeedPosition;
  #hasStarted = false;

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
   * left out; a long round is followed by another one, so that this is one page at most.
   * @param afterPage waits until subscribers have taken a page of a backlog
   * @returns whether the topic takes over
   */
  async read(
    reader: PacedReader,
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
    if (pages > 1) return false;
    this.audience.skip(new Set(last.items.map((item) => this.#source.versionOf(item))));
    return true;
  }

  #deliver(page: FeedPage, position: FeedPosition): void {
    if (page.next !== null) this.#position = page.next;
    if (isShown(page, position)) this.audience.push(toBatch(this.#source, page));
  }
}

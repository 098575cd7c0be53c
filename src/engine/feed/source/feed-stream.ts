/**
 * The stream of a topic in this replica: a response that has one answer after another, as the
 * service has items. It continues after a position, like a read of a page, and a page that is taken
 * from it costs no call. What it has after it broke, and whether it may have lost anything, a read
 * of the list decides: the topic goes on after the last page that it has taken.
 */
import { sumOfCalls } from '../../read/usage.ts';
import type { SentCalls } from '../../trace/response-extensions.ts';
import { encodeCursor } from '../cursor.ts';
import { backoff, type FeedLimits } from '../limits.ts';
import type { Clock } from '../../caller/clock.ts';
import type { FeedTasks } from '../task.ts';
import { type FeedPage, type FeedPosition, type FeedSource, isBeginning } from './source.ts';

/** The dependencies of a reader. */
export interface ReaderParts {
  readonly source: FeedSource;
  readonly tasks: FeedTasks;
  readonly clock: Clock;
  readonly limits: FeedLimits;
}

/** Time in ms after which a stream that ends was no failure: the next one is opened at once. */
const steadyMs = 20_000;

/** A stream that is open, or has pages that nobody has taken. */
interface OpenStream {
  readonly openedAt: number;
  readonly connection: AbortController;
  /** The cursor before its first page that nobody has taken. */
  cursor: string;
  /** Pages that nobody has taken. */
  pages: FeedPage[];
  hasEnded: boolean;
  /** Lets it be read again after too many pages. */
  onTaken: () => void;
}

/** Opens a stream again after each that has ended; after one that failed it waits. */
export class FeedStream {
  readonly #parts: ReaderParts;
  #open: OpenStream | undefined;
  /** Streams in a row that did not last. */
  #failures = 0;
  #notBefore = 0;

  constructor(parts: ReaderParts) {
    this.#parts = parts;
  }

  /** Whether it has the page after the position, or will have it. */
  continues(position: FeedPosition): boolean {
    const { source, clock, limits } = this.#parts;
    const open = this.#open;
    if (open === undefined || open.cursor !== encodeCursor(source, position)) return false;
    if (open.pages.length > 0) return true;
    return !open.hasEnded && clock.now() - open.openedAt < limits.streamMs;
  }

  /**
   * Whether one may be opened now. The first page of a feed is always read from its list: a stream
   * that breaks before its first answer would leave no position.
   */
  mayOpenAt(position: FeedPosition): boolean {
    const { source, clock } = this.#parts;
    return source.stream !== undefined && !isBeginning(position) && clock.now() >= this.#notBefore;
  }

  /**
   * Opens a stream in the place of the one before. If the service refuses it, it is tried again
   * after a time.
   * @param signal ends it
   * @param onPage called when it has a page, and when it has ended
   * @returns what that has cost
   */
  async open(
    position: FeedPosition,
    signal: AbortSignal,
    onPage: () => void,
  ): Promise<SentCalls | undefined> {
    const { source, tasks, clock } = this.#parts;
    this.close();
    const connection = new AbortController();
    const ended = AbortSignal.any([signal, connection.signal]);
    let spent: SentCalls | undefined;
    const work = tasks.run({
      kind: 'open stream',
      signal: ended,
      work: async (execution) => {
        try {
          return await source.stream!(execution, position, ended);
        } finally {
          spent = sumOfCalls(spent, execution.usage.sent);
        }
      },
    });
    const open: OpenStream = {
      openedAt: clock.now(),
      connection,
      cursor: encodeCursor(source, position),
      pages: [],
      hasEnded: false,
      onTaken: () => {},
    };
    try {
      const pages = await work;
      this.#open = open;
      void this.#read(open, pages, ended, onPage);
    } catch {
      // The list is read now, and says what is wrong if that is more than the stream.
      this.#fail(open, ended);
    }
    signal.throwIfAborted();
    return spent;
  }

  /** The pages that have come, as one. @param pollAfterMs where no answer states it */
  take(position: FeedPosition, pollAfterMs: number): FeedPage {
    const { source } = this.#parts;
    const open = this.#open!;
    const { pages } = open;
    const last = pages.at(-1);
    // Subscribers do not get it; other replicas see that the stream is read.
    if (last === undefined) return { items: [], next: position, hasMore: undefined, pollAfterMs };
    open.pages = [];
    open.cursor = encodeCursor(source, last.next!);
    open.onTaken();
    return {
      pollAfterMs,
      ...last,
      items: pages.flatMap(({ items }) => items),
      leftOut: pages.reduce((sum, { leftOut = 0 }) => sum + leftOut, 0),
      hasMore: undefined,
    };
  }

  /** The list is read instead, or another replica reads. */
  close(): void {
    const open = this.#open;
    this.#open = undefined;
    open?.connection.abort();
    open?.onTaken();
  }

  /** Never rejects. */
  async #read(
    open: OpenStream,
    pages: AsyncIterable<FeedPage>,
    signal: AbortSignal,
    onPage: () => void,
  ): Promise<void> {
    const { maxItems } = this.#parts.source;
    try {
      for await (const page of pages) {
        if (signal.aborted || page.next === null) break;
        open.pages.push(page);
        onPage();
        const count = open.pages.reduce((sum, { items }) => sum + items.length, 0);
        if (count >= maxItems)
          await new Promise<void>((resolve) => {
            open.onTaken = resolve;
          });
      }
    } catch {
      // What it had is read from the list.
    }
    open.hasEnded = true;
    this.#fail(open, signal);
    open.connection.abort();
    if (this.#open === open) onPage();
  }

  /** @param signal of one that this replica has closed: no failure */
  #fail({ openedAt }: OpenStream, signal: AbortSignal): void {
    const { clock, limits } = this.#parts;
    if (signal.aborted) return;
    this.#failures = clock.now() - openedAt < steadyMs ? this.#failures + 1 : 0;
    this.#notBefore = clock.now() + backoff(this.#failures, limits);
  }
}

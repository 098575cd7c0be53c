/**
 * The stream of a topic in this replica: one response that has a page whenever the service has
 * items. A stream starts after a position, like the read of a page, and its pages cost no further
 * call. What a broken stream may have lost is read from the list of the feed: the topic continues
 * after the last page that was taken.
 */
import { sumOfCalls } from '../../read/usage.ts';
import type { SentCalls } from '../../trace/response-extensions.ts';
import { encodeCursor } from '../cursor.ts';
import { backoff, type FeedLimits } from '../limits.ts';
import type { Clock } from '../../caller/clock.ts';
import type { FeedTasks } from '../task.ts';
import { type FeedPage, type FeedPosition, type FeedSource, isBeginning } from './source.ts';

/** The dependencies of what reads pages: of `FeedStream`, and of `PacedReader` above it. */
export interface ReaderParts {
  readonly source: FeedSource;
  readonly tasks: FeedTasks;
  readonly clock: Clock;
  readonly limits: FeedLimits;
  /** Called for a page that reports changes, before anybody gets it. */
  readonly onChanges?: (() => Promise<void> | undefined) | undefined;
}

/** A stream that lasted this many ms has not failed: the next one may be opened at once. */
const steadyMs = 20_000;

/** A stream, open or ended, with its pages that nobody has taken. */
interface OpenStream {
  readonly openedAt: number;
  readonly connection: AbortController;
  /** The cursor after the last page that was taken; at first that of the start. */
  cursor: string;
  /** Pages that nobody has taken. */
  pages: FeedPage[];
  hasEnded: boolean;
  /** Resumes the reading of a response that has `maxItems` items which nobody has taken. */
  onTaken: () => void;
}

/** Has one stream at most. After a stream that failed, the next one may be opened later only. */
export class FeedStream {
  readonly #parts: ReaderParts;
  #open: OpenStream | undefined;
  /** Streams in a row that ended before `steadyMs`, or could not be opened. */
  #failures = 0;
  #notBefore = 0;

  constructor(parts: ReaderParts) {
    this.#parts = parts;
  }

  /** Whether the stream has pages after the position, or is open, and not for too long. */
  continues(position: FeedPosition): boolean {
    const { source, clock, limits } = this.#parts;
    const open = this.#open;
    if (open === undefined || open.cursor !== encodeCursor(source, position)) return false;
    if (open.pages.length > 0) return true;
    return !open.hasEnded && clock.now() - open.openedAt < limits.streamMs;
  }

  /**
   * Whether a stream may be opened now. The first page of a feed is always read from its list: a
   * stream that breaks before its first page would leave no position.
   */
  mayOpenAt(position: FeedPosition): boolean {
    const { source, clock } = this.#parts;
    return source.stream !== undefined && !isBeginning(position) && clock.now() >= this.#notBefore;
  }

  /**
   * Opens a stream in the place of the one before. If that fails, `mayOpenAt` is false for a time.
   * @param signal ends the stream
   * @param onPage called for each page, and at the end of a stream that nobody has closed
   * @returns the calls that the opening has sent
   * @throws the reason of the signal once it fires
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
      // The caller reads the list now: an error that is not of the stream alone comes again there.
      this.#noteEnd(open, ended);
    }
    signal.throwIfAborted();
    return spent;
  }

  /** The pages that nobody has taken, as one. @param pollAfterMs where the last one has none */
  take(position: FeedPosition, pollAfterMs: number): FeedPage {
    const { source } = this.#parts;
    const open = this.#open!;
    const { pages } = open;
    const last = pages.at(-1);
    // No subscriber gets the empty page: it shows other replicas that the stream is read.
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

  /** Ends the stream, without the pages that nobody has taken. */
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
      // What the stream lost is read from the list.
    }
    open.hasEnded = true;
    this.#noteEnd(open, signal);
    open.connection.abort();
    if (this.#open === open) onPage();
  }

  /** Notes the end of a stream. @param signal has fired if this replica closed it: no failure */
  #noteEnd({ openedAt }: OpenStream, signal: AbortSignal): void {
    const { clock, limits } = this.#parts;
    if (signal.aborted) return;
    this.#failures = clock.now() - openedAt < steadyMs ? this.#failures + 1 : 0;
    this.#notBefore = clock.now() + backoff(this.#failures, limits);
  }
}

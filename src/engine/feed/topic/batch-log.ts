/** The latest batches of a topic, for subscribers that continue after a cursor. */
import { type FeedBatch, weightOf } from '../batch.ts';
import type { FeedLimits } from '../limits.ts';

interface Entry {
  readonly batch: FeedBatch;
  /** The cursor before the batch. */
  readonly start: string;
  /** Instant in ms at which it arrived. */
  readonly at: number;
}

/** Batches by the cursor that precedes them, bounded by age and by number of items. */
export class BatchLog {
  readonly #limits: Pick<FeedLimits, 'retentionMs' | 'maxRetainedItems'>;
  readonly #entries: Entry[] = [];
  /** Sequence number of the first entry. */
  #first = 0;
  #items = 0;
  /** The sequence number of the entry that follows a cursor. */
  readonly #following = new Map<string, number>();
  #end: string;

  /** @param start cursor of the position at which the topic begins */
  constructor(start: string, limits: Pick<FeedLimits, 'retentionMs' | 'maxRetainedItems'>) {
    this.#limits = limits;
    this.#end = start;
    this.#following.set(start, 0);
  }

  /** The cursor after the last entry. */
  get end(): string {
    return this.#end;
  }

  /** @param now instant in ms */
  append(batch: FeedBatch, now: number): void {
    this.#entries.push({ batch, start: this.#end, at: now });
    this.#items += weightOf(batch);
    if (batch.cursor !== null) {
      this.#end = batch.cursor;
      this.#following.set(batch.cursor, this.#first + this.#entries.length);
    }
    this.#trim(now);
  }

  /** @returns the batches after a cursor; undefined if some of them are no longer there */
  after(cursor: string): readonly FeedBatch[] | undefined {
    const sequence = this.#following.get(cursor);
    if (sequence === undefined) return undefined;
    return this.#entries.slice(sequence - this.#first).map(({ batch }) => batch);
  }

  #trim(now: number): void {
    const { retentionMs, maxRetainedItems } = this.#limits;
    while (this.#entries.length > 1) {
      const { batch, start, at } = this.#entries[0]!;
      if (now - at <= retentionMs && this.#items <= maxRetainedItems) return;
      this.#entries.shift();
      this.#items -= weightOf(batch);
      // A cursor that occurred twice leads to its later position.
      if (this.#following.get(start) === this.#first) this.#following.delete(start);
      this.#first += 1;
    }
  }
}

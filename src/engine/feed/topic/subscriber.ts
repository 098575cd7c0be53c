/** One subscriber of a topic: an async iterator over its batches, with a bounded buffer. */
import { Slices } from '../../caller/slices.ts';
import { type FeedBatch, weightOf, withoutVersions } from '../batch.ts';

/** A subscriber was closed because it read more slowly than items arrived. */
export class SlowSubscriberError extends Error {
  /** Undelivered items that a subscriber may have. */
  readonly maxBufferedItems: number;

  constructor(maxBufferedItems: number) {
    super(
      `the subscriber has more than ${maxBufferedItems} undelivered items; subscribe again with the last cursor`,
    );
    this.name = 'SlowSubscriberError';
    this.maxBufferedItems = maxBufferedItems;
  }
}

export interface SubscriberParts {
  readonly maxBufferedItems: number;
  readonly versionOf: (item: object) => string;
  /** Called when the last undelivered batch is taken. */
  readonly onDrain: () => void;
  /** Called once, when the subscriber leaves or is closed for slowness. */
  readonly onLeave: (subscriber: Subscriber) => void;
}

interface Waiting {
  readonly resolve: (result: IteratorResult<FeedBatch, undefined>) => void;
  readonly reject: (error: unknown) => void;
}

const done = { value: undefined, done: true } as const;

/** Subscribers that wait for a batch, or for their end, get it in slices of time. */
const deliveries = new Slices();

/** Batches in the order in which they were pushed, until the feed ends or the client leaves. */
export class Subscriber implements AsyncIterableIterator<FeedBatch, undefined> {
  readonly #parts: SubscriberParts;
  readonly #queue: FeedBatch[] = [];
  /** How many of the queue's first batches are replayed ones. */
  #replayed = 0;
  #bufferedItems = 0;
  readonly #waiting: Waiting[] = [];
  /** Whether those who wait are about to get what there is. */
  #isWoken = false;
  #ended = false;
  /** Thrown once, after the last queued batch. */
  #failure: { readonly error: unknown } | undefined;
  /** The cursor of the last batch that was pushed. */
  #cursor: string | null = null;
  /** Whether that batch said that more are ready. */
  #saidMore = false;
  /** Versions that the subscriber already has although its topic will deliver them. */
  #delivered: ReadonlySet<string> | undefined;

  constructor(parts: SubscriberParts) {
    this.#parts = parts;
  }

  /** Whether nothing waits to be taken. */
  get isDrained(): boolean {
    return this.#queue.length === 0;
  }

  /** Leaves these versions out of what follows; undefined: leaves nothing out any more. */
  skip(versions: ReadonlySet<string> | undefined): void {
    this.#delivered = versions;
  }

  /** Delivers the batches that the topic still had: they do not count as undelivered. */
  replay(batches: readonly FeedBatch[]): void {
    for (const batch of batches) this.#replayed = this.#queue.push(batch);
    this.#wake();
  }

  /** Delivers a batch, or closes the subscriber if its buffer is full. */
  push(batch: FeedBatch): void {
    if (this.#ended) return;
    // After a reset, clients delete the items that do not come again.
    if (batch.reset) this.#delivered = undefined;
    const shown = this.#withoutDelivered(batch);
    if (shown === undefined) return;
    this.#cursor = shown.cursor;
    this.#saidMore = shown.hasMore === true;
    const { maxBufferedItems, onLeave } = this.#parts;
    const items = this.#bufferedItems + weightOf(shown);
    if (items > maxBufferedItems && this.#queue.length > 0) {
      this.#queue.length = 0;
      this.end({ error: new SlowSubscriberError(maxBufferedItems) });
      return onLeave(this);
    }
    this.#queue.push(shown);
    this.#bufferedItems = items;
    this.#wake();
  }

  /** No batch follows. @param failure thrown to the subscriber after its last queued batch */
  end(failure?: { readonly error: unknown }): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#failure = failure;
    this.#wake();
  }

  next(): Promise<IteratorResult<FeedBatch, undefined>> {
    // Who waits already comes first.
    if (this.#waiting.length === 0 && this.#hasNext) return this.#next();
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
    });
  }

  /** The client leaves: also a pending `next` ends. */
  return(): Promise<IteratorResult<FeedBatch, undefined>> {
    this.#queue.length = 0;
    this.#failure = undefined;
    const isFirst = !this.#ended;
    this.#ended = true;
    this.#deliver();
    if (isFirst) this.#parts.onLeave(this);
    return Promise.resolve(done);
  }

  async throw(error: unknown): Promise<IteratorResult<FeedBatch, undefined>> {
    await this.return();
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }

  /** Whether there is something to take: a batch, or the end. */
  get #hasNext(): boolean {
    return this.#queue.length > 0 || this.#ended;
  }

  #next(): Promise<IteratorResult<FeedBatch, undefined>> {
    const batch = this.#queue.shift();
    if (batch) return Promise.resolve({ value: this.#taken(batch), done: false });
    const failure = this.#failure;
    this.#failure = undefined;
    return failure ? Promise.reject(failure.error) : Promise.resolve(done);
  }

  /** Gives those who wait what there is, in a slice with other subscribers. */
  #wake(): void {
    if (this.#isWoken || this.#waiting.length === 0) return;
    this.#isWoken = true;
    deliveries.run(() => {
      this.#isWoken = false;
      this.#deliver();
    });
  }

  #deliver(): void {
    while (this.#waiting.length > 0 && this.#hasNext) {
      const { resolve, reject } = this.#waiting.shift()!;
      this.#next().then(resolve, reject);
    }
  }

  #taken(batch: FeedBatch): FeedBatch {
    if (this.#replayed > 0) this.#replayed -= 1;
    else this.#bufferedItems -= weightOf(batch);
    if (this.#queue.length === 0) this.#parts.onDrain();
    return batch;
  }

  /** @returns undefined if the batch has nothing but items that the subscriber has already */
  #withoutDelivered(batch: FeedBatch): FeedBatch | undefined {
    const delivered = this.#delivered;
    if (delivered === undefined || batch.items.length === 0) return batch;
    const shown = withoutVersions(batch, delivered, this.#parts.versionOf);
    const { items } = shown;
    const hasOther = batch.endedAt !== undefined || batch.extra !== undefined;
    if (items.length > 0) return shown;
    // The client waits for the batch that says that it has everything.
    if (this.#saidMore && batch.hasMore === false) return shown;
    if (!hasOther) return undefined;
    // The batch may end before the last item that the subscriber has.
    const cursor = batch.cursor === null ? null : (this.#cursor ?? batch.cursor);
    return { ...batch, items, cursor };
  }
}

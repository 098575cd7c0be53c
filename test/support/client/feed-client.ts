/** A client of a subscription with cursors that connects again whenever it is disconnected. */
import { setTimeout as wait } from 'node:timers/promises';
import { transports } from './subscription-client.ts';

/** What a client has received of a page. */
interface ClientPage<T> {
  readonly items: readonly T[];
  readonly cursor: string | null;
}

/** A subscription, and how a client reads its pages. */
export interface FollowedFeed<T> {
  /** The document; its variable `$after` is the cursor. */
  readonly query: string;
  readonly variables?: object;
  /** @param data of one event */
  readonly read: (data: any) => ClientPage<T>;
}

/** How a client connects. */
interface FeedClientOptions<T> {
  readonly feed: FollowedFeed<T>;
  /** A name in `transports`. */
  readonly transport: string;
  /** @returns the URL of the gateway for the next connection */
  readonly url: () => string;
}

interface Connection<T> extends FeedClientOptions<T> {
  readonly after: string | undefined;
  readonly signal: AbortSignal;
  readonly onPage: (page: ClientPage<T>) => void;
}

/** Calls `onPage` with each page. @throws Error when the connection ends, or the signal fires */
async function connect<T>({
  feed: { query, variables, read },
  transport,
  url,
  after,
  signal,
  onPage,
}: Connection<T>): Promise<never> {
  const request = { query, variables: { ...variables, after }, token: 'studio-owner' };
  const stream = await transports[transport]!(url(), request);
  const aborted = new Promise<never>((_, reject) => {
    const leave = (): void => {
      stream.leave();
      reject(signal.reason);
    };
    signal.addEventListener('abort', leave);
    if (signal.aborted) leave();
  });
  for (let count = 1; ; count += 1) {
    const { data } = (await Promise.race([stream.until(count), aborted]))[count - 1];
    if (data) onPage(read(data));
  }
}

/** A client that subscribes again with its last cursor whenever it is disconnected. */
export class FeedClient<T> {
  /** All items, in the order in which they came. */
  readonly received: T[] = [];
  /** How often it has received the first page of a connection. */
  connections = 0;
  readonly #options: FeedClientOptions<T>;
  #after: string | undefined;
  #connection = new AbortController();
  #isOver = false;
  readonly #done: Promise<void>;

  constructor(options: FeedClientOptions<T>) {
    this.#options = options;
    this.#done = this.#run();
  }

  /** Cuts the connection; the client connects again. */
  cut(): void {
    this.#connection.abort();
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    this.cut();
    await this.#done;
  }

  async #run(): Promise<void> {
    while (!this.#isOver) {
      const { signal } = (this.#connection = new AbortController());
      let isFirst = true;
      const onPage = ({ items, cursor }: ClientPage<T>): void => {
        if (signal.aborted) return;
        this.connections += Number(isFirst);
        isFirst = false;
        this.received.push(...items);
        this.#after = cursor ?? this.#after;
      };
      // Every end of a connection has the same meaning: the client connects again.
      await connect({ ...this.#options, after: this.#after, signal, onPage }).catch(() => {});
      await wait(1);
    }
  }
}

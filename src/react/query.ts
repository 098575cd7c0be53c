/** The queries of a client, which the components that use them share. */
import {
  type Client,
  type Document,
  RequestError,
  type Result,
  type Viewer,
} from '../client/client.ts';
import { isEmpty } from '../client/transport.ts';

/** What has arrived, and what went wrong: with all of it, or with a part. */
export interface Outcome<Data> {
  /** Absent also if errors have left nothing of it. */
  readonly data?: Data | undefined;
  /** With data: the errors of fields, and of payloads. */
  readonly error?: RequestError | undefined;
}

/** @returns also if there are no data; nothing if the signal is aborted */
export async function outcomeOf<Data>(
  sent: Promise<Result<Data>>,
  signal?: AbortSignal,
): Promise<Outcome<Data>> {
  try {
    const result = await sent;
    const { data, errors } = result;
    if (errors.length === 0) return { data };
    const error = new RequestError('', { status: 200, errors });
    return isEmpty(result) ? { error } : { data, error };
  } catch (cause) {
    return signal?.aborted ? {} : { error: requestError(cause) };
  }
}

/** @param cause also what the `headers` of the client have thrown */
export const requestError = (cause: unknown): RequestError =>
  cause instanceof RequestError ? cause : new RequestError(String(cause), { status: 0, cause });

/** What a query has read. */
interface QueryState<Data> {
  /** The first page of its list, and those that were loaded after it. */
  readonly pages: readonly Data[];
  readonly error?: RequestError | undefined;
  readonly isLoading: boolean;
}

/** A query with its variables. It is read when the first component subscribes to it. */
export class SharedQuery<Data> {
  state: QueryState<Data> = { pages: [], isLoading: true };
  readonly #send: (variables: object, signal: AbortSignal) => Promise<Result<Data>>;
  readonly #onUnused: () => void;
  readonly #listeners = new Set<() => void>();
  #running = new AbortController();
  /** The next page, while it is read. */
  #next: Promise<Outcome<Data>> | undefined;

  constructor(
    send: (variables: object, signal: AbortSignal) => Promise<Result<Data>>,
    onUnused: () => void,
  ) {
    this.#send = send;
    this.#onUnused = onUnused;
  }

  get isUsed(): boolean {
    return this.#listeners.size > 0;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) void this.refetch();
    return () => {
      this.#listeners.delete(listener);
      if (this.isUsed) return;
      this.#running.abort();
      this.#onUnused();
    };
  };

  readonly refetch = async (): Promise<void> => {
    this.#running.abort();
    const { signal } = (this.#running = new AbortController());
    this.#set({ ...this.state, isLoading: true });
    const { data, error } = await outcomeOf(this.#send({}, signal), signal);
    const pages = data === undefined ? this.state.pages : [data];
    if (!signal.aborted) this.#set({ pages, error, isLoading: false });
  };

  /** Forgets what it has read for another user. */
  restart(): void {
    this.#running.abort();
    this.#set({ pages: [], isLoading: true });
    if (this.isUsed) void this.refetch();
  }

  readonly update = (change: (data: Data | undefined) => Data): void => {
    const [data, ...rest] = this.state.pages;
    this.#set({ ...this.state, pages: [change(data), ...rest] });
    // What is being read can be older.
    if (this.isUsed && this.state.isLoading) void this.refetch();
  };

  /** Reads the page after a cursor, once at a time. */
  load(after: string | null | undefined): Promise<Outcome<Data>> {
    this.#next ??= this.#load(after).finally(() => (this.#next = undefined));
    return this.#next;
  }

  /** When all is read again, the page is of no use. */
  async #load(after: string | null | undefined): Promise<Outcome<Data>> {
    const { signal } = this.#running;
    const outcome = await outcomeOf(this.#send({ after }, signal), signal);
    const { data } = outcome;
    if (data !== undefined && !signal.aborted)
      this.#set({ ...this.state, pages: [...this.state.pages, data] });
    return outcome;
  }

  #set(state: QueryState<Data>): void {
    this.state = state;
    for (const listener of this.#listeners) listener();
  }
}

/** Queries that no component uses, but that may be shown again. */
const maxUnused = 50;

const queriesOf = new WeakMap<Client, Map<string, SharedQuery<any>>>();

/** The query of a client with this document and variables. @param key of both */
export function queryOf<Data>(
  client: Client,
  key: string,
  [document, variables]: readonly [document: Document<Data, any>, variables: object],
): SharedQuery<Data> {
  const queries = queriesOf.get(client) ?? new Map<string, SharedQuery<any>>();
  queriesOf.set(client, queries);
  const known = queries.get(key);
  if (known) return known;
  const query = new SharedQuery<Data>(
    (own, signal) => client.request(document, { ...variables, ...own }, { signal }),
    () => {
      const unused = [...queries].filter(([, each]) => !each.isUsed);
      if (unused.length > maxUnused) queries.delete(unused[0]![0]);
    },
  );
  queries.set(key, query);
  return query;
}

const viewers = new WeakMap<Client, SharedQuery<Viewer>>();

/** The viewer of a client. It is read again when the session of the browser may have changed. */
export function viewerOf(client: Client): SharedQuery<Viewer> {
  const known = viewers.get(client);
  if (known) return known;
  let stop: (() => void) | undefined;
  // The gateway says it once, and takes the cookie back.
  let hasEnded = false;
  const query = new SharedQuery<Viewer>(
    async (_, signal) => {
      stop ??= client.watchSession((change) => {
        // Not that of a request which was on its way while somebody signed out.
        hasEnded ||= change.hasEnded && query.state.pages[0]?.signedIn !== false;
        void query.refetch();
      });
      const viewer = await client.viewer();
      // Also if this answer is too late: no other one says it.
      hasEnded ||= viewer.ended === true;
      signal.throwIfAborted();
      hasEnded &&= !viewer.signedIn;
      const data: Viewer = hasEnded ? { ...viewer, ended: true } : viewer;
      const [last] = query.state.pages;
      if (last && JSON.stringify(last) !== JSON.stringify(data))
        for (const each of queriesOf.get(client)?.values() ?? []) each.restart();
      return { data, errors: [], extensions: {} };
    },
    () => {
      stop?.();
      stop = undefined;
    },
  );
  viewers.set(client, query);
  return query;
}

/**
 * State that replicas of the gateway share and that may be lost in a restart. Entries are strings,
 * have a kind and a key, and expire. A key may contain the digest of an access token, never the
 * token.
 */

/** The subject of an entry. In memory, entries of one kind never displace those of another. */
export type StoreKind =
  /** Quota units that an account has spent, by day and bucket. */
  | 'spent'
  /** Buckets that a service has reported as exhausted. */
  | 'exhausted'
  /** The account behind an access token. */
  | 'account'
  /** The state of upload sessions. */
  | 'upload'
  /** Records of relays of files between services. */
  | 'relay'
  /** The ids of a caller's list when an insert began. */
  | 'insert'
  /** Rights to do something alone: locks (`lease.ts`), and keepers of watch channels. */
  | 'lease'
  /** Real ids behind `primary` and `root`. */
  | 'wellKnownId'
  /** Pages of feeds that subscribers of all replicas receive. */
  | 'feedPage'
  /** The earliest next read of a feed, and the number of its consecutive failures. */
  | 'feedPace'
  /** Open watch channels, by their ids and by the topics that they belong to. */
  | 'channel'
  /** Callers who have written lately: what was stored for them before is not shown. */
  | 'written'
  /** Documents of persisted queries, and how many each caller has added. */
  | 'document'
  /** Accounts that have signed in, with their tokens. */
  | 'signedIn'
  /** Sessions of browsers: the accounts of each. */
  | 'session'
  /** What users have granted to agents, and the tokens of these. */
  | 'agent'
  /** What agents have begun without a user: their registrations and requests, and their numbers. */
  | 'agentRequest'
  /** What agents may do when their user agrees, by a code. */
  | 'confirmation'
  /** The time zones of callers. */
  | 'timeZone';

/** A value that is set if the current one is the expected one. */
export interface Replacement {
  /** undefined: no entry. */
  readonly expected: string | undefined;
  readonly value: string;
  readonly ttlMs: number;
}

/**
 * All times to live (`ttlMs`) are in milliseconds. The methods of a shared store reject with
 * `StoreUnavailable` if it fails.
 */
export interface Store {
  /** Whether other processes see the entries and messages. */
  readonly isShared: boolean;
  /** Whether the store can be reached, even if it rejects commands. */
  readonly isReachable: boolean;
  /** Whether the store has ever been reached. */
  readonly wasReached: boolean;
  /**
   * Milliseconds since 1970 at which it was reached again after it could not be: entries of before
   * can be missing. Absent: it has been reachable all the time.
   */
  readonly reachedAgainAt?: number | undefined;
  /** @returns undefined if there is no entry, or it has expired; a promise only if it must wait */
  get(kind: StoreKind, key: string): string | undefined | Promise<string | undefined>;
  set(kind: StoreKind, key: string, value: string, ttlMs: number): Promise<void>;
  /**
   * Sets a value if the current one is the expected one, in one step.
   * @returns whether the value was set
   */
  replace(kind: StoreKind, key: string, change: Replacement): Promise<boolean>;
  /** Deletes an entry if its value is `expected`, in one step. @returns whether it was deleted */
  deleteIf(kind: StoreKind, key: string, expected: string): Promise<boolean>;
  /**
   * Adds to a number, which is 0 without an entry, in one step.
   * @param ttlMs counts from the first addition
   * @returns the sum
   */
  add(kind: StoreKind, key: string, amount: number, ttlMs: number): Promise<number>;
  delete(kind: StoreKind, key: string): Promise<void>;
  /** Sends a message to the listeners of a channel in all processes, this one included. */
  publish(channel: string, message: string): Promise<void>;
  /**
   * Receives the messages of a channel until `unsubscribe`. Messages can be lost while the store
   * cannot be reached: they only announce that an entry has changed.
   * @returns ends the subscription
   */
  subscribe(channel: string, listener: (message: string) => void): () => void;
  /** Ends what was begun, and frees the connections. */
  close(): Promise<void>;
}

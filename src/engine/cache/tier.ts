/** The places where reads are stored. */

/** A place for stored reads. Its methods never fail: what it cannot do, it leaves out. */
export interface CacheTier {
  /** @returns what is stored by each key; a promise only if it must wait */
  get(keys: readonly string[]): FoundReads | Promise<FoundReads>;
  /** Stores values for a time in milliseconds. @returns when they are found, if they must wait */
  set(
    entries: readonly (readonly [key: string, bytes: Buffer])[],
    ttlMs: number,
  ): void | Promise<unknown>;
}

/** A place that replicas have in common. */
export interface SharedTier extends CacheTier {
  close(): Promise<void>;
}

/** By the places of their keys; undefined where nothing is stored. */
export type FoundReads = readonly (Buffer | undefined)[];

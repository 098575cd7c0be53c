/** The place for stored reads that replicas have in common. */

/** Its methods never fail: what it cannot do, it leaves out. */
export interface SharedTier {
  /** @returns what is stored by each key, in their order */
  get(keys: readonly string[]): Promise<readonly (Buffer | undefined)[]>;
  /** Stores values for a time in milliseconds. @returns when they are found */
  set(entries: readonly (readonly [key: string, bytes: Buffer])[], ttlMs: number): Promise<unknown>;
  close(): Promise<void>;
}

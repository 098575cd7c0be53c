/**
 * Notes of inserts that have begun, for services that take no id of the client's. If the process
 * dies before anything names the new entity, a repetition of the insert looks for it by the note
 * (`list-difference.ts`). Also notes of new entities that were undone and keep their ids, and of
 * values that a write has lost: a repetition restores them. Without a shared store, a note is lost
 * with its process.
 */
import type { Encryption } from '../caller/encryption.ts';
import type { Store } from '../store/store.ts';

/** A repetition comes within this time in ms, or creates the entity again. */
const ttlMs = 24 * 3_600_000;

interface InsertNotesSettings {
  readonly store: Store;
  readonly encryption: Pick<Encryption, 'encrypt' | 'decrypt' | 'digests'>;
}

/**
 * One for the process. A note of an insert is the ids of the caller's list before it. The store may
 * fail: the insert goes on, and a repetition may find nothing.
 */
export class InsertNotes {
  readonly #store: Store;
  readonly #encryption: InsertNotesSettings['encryption'];

  constructor({ store, encryption }: InsertNotesSettings) {
    this.#store = store;
    this.#encryption = encryption;
  }

  /** @param key names the insert and the account of the caller */
  async find(key: string): Promise<readonly string[] | undefined> {
    for (const name of this.#namesOf(key)) {
      const text = await Promise.resolve(this.#store.get('insert', name)).catch(() => undefined);
      const json = text === undefined ? undefined : this.#encryption.decrypt('insert', text);
      if (json !== undefined) return JSON.parse(json) as readonly string[];
    }
    return undefined;
  }

  /** Replaces the note of an earlier run. */
  async set(key: string, ids: readonly string[]): Promise<void> {
    const text = this.#encryption.encrypt('insert', JSON.stringify(ids));
    await this.#store.set('insert', this.#namesOf(key)[0]!, text, ttlMs).catch(() => {});
  }

  async delete(key: string): Promise<void> {
    const deleted = this.#namesOf(key).map((name) => this.#store.delete('insert', name));
    await Promise.allSettled(deleted);
  }

  /** One for each secret: a key can contain an address, which can be guessed. */
  #namesOf(key: string): readonly string[] {
    return this.#encryption.digests('insert', key);
  }
}

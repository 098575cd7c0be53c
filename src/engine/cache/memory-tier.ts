/** Stored reads in the memory of this process. */
import { LRUCache } from 'lru-cache';
import { copyOf, decodeRead, type StoredRead } from './stored-read.ts';

/** An entry must not displace all others. */
const maxShare = 0.1;

/** Bytes of an entry beside its value and the characters of its key. */
const overheadBytes = 200;

/** The part of the memory for values that are decoded. */
const decodedPart = 1 / 4;

/** Bytes of a decoded value: for each character of its JSON, and for itself. */
const decodedBytes = { perCharacter: 4, overhead: 100 };

interface Entry {
  readonly bytes: Buffer;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
  /** Undefined until somebody reads it, and after others have taken its place. */
  decoded: StoredRead | undefined;
}

/**
 * Stores reads up to a number of bytes. The entries that nobody has used for the longest time make
 * room for new ones. A part of the memory has the values that were decoded last: to decode one
 * takes longer than all the rest of a read.
 */
export class MemoryTier {
  readonly #entries: LRUCache<string, Entry>;
  readonly #decoded: LRUCache<Entry, true>;

  constructor(maxBytes: number) {
    const decodedMax = Math.floor(maxBytes * decodedPart);
    this.#entries = new LRUCache({
      maxSize: maxBytes - decodedMax,
      maxEntrySize: Math.ceil(maxBytes * maxShare),
      sizeCalculation: ({ bytes }, key) => bytes.length + key.length + overheadBytes,
      dispose: (entry) => this.#decoded.delete(entry),
    });
    this.#decoded = new LRUCache({
      maxSize: decodedMax,
      dispose: (_, entry) => {
        entry.decoded = undefined;
      },
    });
  }

  /**
   * @param now milliseconds since 1970
   * @returns a value of its own; undefined if nothing is stored that this version can read
   */
  get(key: string, now: number): StoredRead | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    if (entry.endsAt <= now) {
      this.#entries.delete(key);
      return undefined;
    }
    const decoded = entry.decoded ?? this.#decode(entry);
    return decoded && copyOf(decoded);
  }

  /** @param endsAt when it is removed, in milliseconds since 1970 */
  set(key: string, bytes: Buffer, endsAt: number): void {
    this.#entries.set(key, { bytes, endsAt, decoded: undefined });
  }

  #decode(entry: Entry): StoredRead | undefined {
    const read = decodeRead(entry.bytes);
    if (!read) return undefined;
    const size = decodedBytes.overhead + decodedBytes.perCharacter * read.characters;
    this.#decoded.set(entry, true, { size });
    // Their part has no place for one that is longer than all of it.
    if (this.#decoded.has(entry)) entry.decoded = read;
    return read;
  }
}

/** Stored reads in the memory of this process. */
import { LRUCache } from 'lru-cache';
import { decodeRead, type StoredRead } from './stored-read.ts';

/** An entry must not displace all others. */
const maxShare = 0.1;

/** Bytes of an entry, and of a group, beside its value and the characters of its name. */
const overheadBytes = 200;

/** The part of the memory for values that are decoded. */
const decodedPart = 1 / 4;

/** Bytes of a decoded value: for each character of its JSON, and for itself. */
const decodedBytes = { perCharacter: 4, overhead: 100 };

/** Entries of which the same was asked: so an id is all that each is found by. */
interface Group {
  readonly name: string;
  readonly entries: Map<string, Entry>;
}

/** Entries form a ring in the order of their use. */
class Entry {
  readonly group: Group | undefined;
  readonly id: string;
  readonly bytes: Buffer;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
  /** Undefined until somebody reads it, and after others have taken its place. */
  decoded: StoredRead | undefined;
  #older: Entry = this;
  newer: Entry = this;

  constructor(group: Group | undefined, id: string, bytes: Buffer, endsAt: number) {
    this.group = group;
    this.id = id;
    this.bytes = bytes;
    this.endsAt = endsAt;
  }

  get size(): number {
    return this.bytes.length + this.id.length + overheadBytes;
  }

  leave(): void {
    this.#older.newer = this.newer;
    this.newer.#older = this.#older;
  }

  /** @param end which all others are newer and older than */
  join(end: Entry): void {
    this.newer = end;
    this.#older = end.#older;
    this.#older.newer = this;
    end.#older = this;
  }
}

/**
 * Stores reads up to a number of bytes. The entries that nobody has used for the longest time make
 * room for new ones. A part of the memory has the values that were decoded last: to decode one
 * takes longer than all the rest of a read.
 */
export class MemoryTier {
  readonly #groups = new Map<string, Group>();
  /** No entry: the end of the ring, after which the oldest comes. */
  readonly #end = new Entry(undefined, '', Buffer.alloc(0), 0);
  readonly #maxBytes: number;
  readonly #maxEntryBytes: number;
  readonly #decoded: LRUCache<Entry, true>;
  #bytes = 0;

  constructor(maxBytes: number) {
    const decodedMax = Math.floor(maxBytes * decodedPart);
    this.#maxBytes = maxBytes - decodedMax;
    this.#maxEntryBytes = Math.ceil(maxBytes * maxShare);
    this.#decoded = new LRUCache({
      maxSize: decodedMax,
      dispose: (_, entry) => {
        entry.decoded = undefined;
      },
    });
  }

  /**
   * Finds the entries of a group.
   * @param now milliseconds since 1970
   * @returns one for each id, of which other readers have the value, too; undefined if nothing is
   * stored that this version can read
   */
  find(group: string, ids: readonly string[], now: number): readonly (StoredRead | undefined)[] {
    const entries = this.#groups.get(group)?.entries;
    const found: (StoredRead | undefined)[] = [];
    for (const id of ids) {
      const entry = entries?.get(id);
      found.push(entry && this.#read(entry, now));
    }
    return found;
  }

  #read(entry: Entry, now: number): StoredRead | undefined {
    if (entry.endsAt <= now) {
      this.#remove(entry);
      return undefined;
    }
    entry.leave();
    entry.join(this.#end);
    return entry.decoded ?? this.#decode(entry);
  }

  /** @param endsAt when it is removed, in milliseconds since 1970 */
  set(name: string, id: string, bytes: Buffer, endsAt: number): void {
    const known = this.#groups.get(name)?.entries.get(id);
    if (known) this.#remove(known);
    const isNew = !this.#groups.has(name);
    const group = this.#groups.get(name) ?? { name, entries: new Map() };
    const entry = new Entry(group, id, bytes, endsAt);
    if (entry.size + name.length > this.#maxEntryBytes) return;
    this.#groups.set(name, group);
    group.entries.set(id, entry);
    entry.join(this.#end);
    this.#bytes += entry.size + (isNew ? sizeOf(group) : 0);
    while (this.#bytes > this.#maxBytes) this.#remove(this.#end.newer);
  }

  #remove(entry: Entry): void {
    const group = entry.group!;
    group.entries.delete(entry.id);
    entry.leave();
    this.#decoded.delete(entry);
    this.#bytes -= entry.size;
    if (group.entries.size > 0) return;
    this.#groups.delete(group.name);
    this.#bytes -= sizeOf(group);
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

const sizeOf = ({ name }: Group): number => name.length + overheadBytes;

/**
 * Stores answers of reads. Each operation has a time to live (TTL). What the gateway's API key has
 * read is public, and is stored for everybody. If the operator wants it, what the token of a caller
 * has read is stored for this caller alone; it never leaves the memory of the process.
 *
 * Reads by ids are stored by entity, all others as a whole. A stored read is current until its TTL
 * is over. Until twice the TTL it is still shown, while it is read again in the background. After
 * that it is shown only if the quota for reading it again is gone.
 */
import { randomUUID } from 'node:crypto';
import { failedWith } from '../api/error.ts';
import type { AnyOperation } from '../api/operation.ts';
import type { Identity } from '../caller/identity.ts';
import { unmodified } from '../rest/call/response-body.ts';
import type { MemoryTier } from './memory-tier.ts';
import { copyOf, decodeRead, encodeRead, type StoredRead } from './stored-read.ts';
import { CallerStates, type CallerStatesParts, unsaid } from './caller-states.ts';
import { type CallArgs, type CallParts, type NamedCall, partsOf } from './call-parts.ts';
import type { SharedTier } from './shared-tier.ts';

/** A read that may be answered by a stored one. */
export interface StorableRead extends NamedCall {
  /** Who makes the calls. */
  readonly by: Identity;
  /** Whether the client wants no stored answer. What is read for it is stored for others. */
  readonly isFresh: boolean;
  /**
   * Makes the call, or one for fewer entities.
   * @param etag of what is stored @returns `unmodified` if that still holds
   */
  readonly send: (args: CallArgs, by: Identity, etag?: string) => Promise<unknown>;
  /** Makes a call in the background. */
  readonly refresh: StorableRead['send'];
  /** Called for stored reads that are parts of the answer, and for those that were just made. */
  readonly onParts: (age: ReadAge) => void;
}

/** How old parts of an answer are. */
export interface ReadAge {
  /** How many were stored; 0: they have just been read. */
  readonly stored: number;
  /** Milliseconds since the oldest was read. */
  readonly ageMs: number;
  /** Milliseconds for which it counts as current. */
  readonly ttlMs: number;
}

/** Some entities of a call are known, and the call for the others has failed. */
export class PartlyRead extends Error {
  /** The answer with the known entities. */
  readonly answer: object;
  /** Which entities are known, whether they exist or not. */
  readonly ids: ReadonlySet<string>;
  /** Why the others are not. */
  override readonly cause: unknown;

  constructor(answer: object, ids: ReadonlySet<string>, cause: unknown) {
    super('Only some entities are known.');
    this.answer = answer;
    this.ids = ids;
    this.cause = cause;
  }
}

interface CacheSettings extends CallerStatesParts {
  /** Milliseconds for which answers count as current, by the keys of operations. */
  readonly ttls: ReadonlyMap<string, number>;
  /** Whether answers to callers are stored, for each of them alone. */
  readonly ofCallers: boolean;
  readonly memory: MemoryTier;
  /** Whether answers of an operation have an etag, by which it can be read again. */
  readonly hasEtag: (operation: AnyOperation) => boolean;
  /** The cache that replicas share, with public answers alone. Absent: there is none. */
  readonly shared?: SharedTier | undefined;
}

/** Maximum time in ms that a read waits for an equal one, first of this process, then of others. */
const maxWaitMs = 3_000;

/** Milliseconds after which a read looks again whether another replica has stored its answer. */
const lookMs = 25;

/** What a read has found and read, by the ids of its parts. */
type Known = Map<string, StoredRead>;

/** The result of a read that others wait for, too. */
interface Loaded {
  readonly reads: Known;
  /** Whether another replica has made the call. */
  readonly areOfOthers: boolean;
}

/** The stored reads of a gateway. */
export class ReadCache {
  readonly states: CallerStates;
  readonly #settings: CacheSettings;
  /** Reads that are running, by the groups and ids of what they will store. */
  readonly #running = new Map<string, Map<string, Promise<unknown>>>();

  constructor(settings: CacheSettings) {
    this.#settings = settings;
    this.states = new CallerStates(settings);
  }

  /** Whether answers to callers are stored, for each of them alone. */
  get ofCallers(): boolean {
    return this.#settings.ofCallers;
  }

  /** Whether answers of the operation are stored. */
  stores({ key }: AnyOperation): boolean {
    return this.#settings.ttls.has(key);
  }

  /** Whether public answers of the operation can be older than the write that led to the state. */
  isOlder({ key }: AnyOperation, state: string | undefined): boolean {
    if (state === undefined) return false;
    const { ttls, clock } = this.#settings;
    return state === unsaid || clock.wallTime() - Number.parseInt(state, 10) < 2 * ttls.get(key)!;
  }

  /**
   * Answers a read by stored ones, as far as there are any, and stores what its call answers.
   * @returns a promise unless all of it is current in memory
   * @throws the error of the call; PartlyRead for entities whose quota is gone
   */
  read(read: StorableRead): object | Promise<object> {
    const ttlMs = this.#settings.ttls.get(read.operation.key)!;
    const parts = partsOf(read);
    const current = read.isFresh ? undefined : this.#current(read, ttlMs, parts);
    return current ?? this.#readMissing({ ...read, ttlMs, parts });
  }

  /** @returns undefined unless all parts are current in memory: most reads need no more */
  #current({ onParts }: StorableRead, ttlMs: number, parts: CallParts): object | undefined {
    const { memory, clock } = this.#settings;
    const now = clock.wallTime();
    const found = memory.find(parts.group, parts.ids, now);
    let oldest = Infinity;
    for (const read of found) {
      if (!read || ageOf(read, now) >= ttlMs) return undefined;
      if (read.readAt < oldest) oldest = read.readAt;
    }
    onParts({ stored: found.length, ageMs: ageOf({ readAt: oldest }, now), ttlMs });
    return parts.answerOf(found.map((read) => copyOf(read!).value));
  }

  async #readMissing(call: StoredCall): Promise<object> {
    const known: Known = new Map();
    const { ids } = call.parts;
    let missing = call.isFresh ? ids : await this.#find(call, ids, known);
    if (missing.length > 0 && !call.isFresh && (await this.#whenOthersEnd(call, missing)))
      missing = await this.#find(call, missing, known);
    const answer = (): object => call.parts.answerOf(ids.map((id) => known.get(id)?.value));
    let made: number | undefined;
    try {
      if (missing.length > 0) made = await this.#load(call, missing, known);
    } catch (error) {
      if (call.isFresh || !failedWith(error, 'QUOTA_EXCEEDED')) throw error;
      await this.#findKept(call, known);
      if (known.size === 0) throw error;
      this.#tellAges(call, known, made);
      if (known.size === ids.length) return answer();
      throw new PartlyRead(answer(), new Set(known.keys()), error);
    }
    this.#tellAges(call, known, made);
    return answer();
  }

  /** @param made how many reads this one has made, which are the newest; undefined: no call */
  #tellAges({ onParts, ttlMs }: StoredCall, known: Known, made?: number): void {
    if (made !== undefined) onParts({ stored: 0, ageMs: 0, ttlMs });
    const stored = known.size - (made ?? 0);
    if (stored === 0) return;
    let oldest = Infinity;
    for (const { readAt } of known.values()) oldest = Math.min(oldest, readAt);
    const ageMs = ageOf({ readAt: oldest }, this.#settings.clock.wallTime());
    onParts({ stored, ageMs, ttlMs });
  }

  /**
   * Looks for stored reads until twice their TTL. Those that are not current are read again in the
   * background.
   * @returns the ids of the others
   */
  async #find(call: StoredCall, ids: readonly string[], known: Known): Promise<readonly string[]> {
    const { ttlMs } = call;
    const found = await this.#stored(call, ids);
    const now = this.#settings.clock.wallTime();
    const missing: string[] = [];
    const old: string[] = [];
    for (const id of ids) {
      const read = found.get(id);
      const ageMs = read ? ageOf(read, now) : Infinity;
      if (ageMs >= ttlMs) (ageMs < 2 * ttlMs ? old : missing).push(id);
      if (ageMs < 2 * ttlMs) known.set(id, read!);
    }
    const running = this.#running.get(call.parts.group);
    const unread = old.filter((id) => !running?.has(id));
    if (unread.length > 0)
      // Its answer has parts of its own: this one does not wait for it.
      void this.#run({ ...call, parts: partsOf(call) }, unread, call.refresh).catch(() => {});
    return missing;
  }

  /** @returns what is stored in the memory, or else, or newer, in what replicas share */
  async #stored(call: StoredCall, ids: readonly string[]): Promise<Known> {
    const { memory, shared, keepMs, clock } = this.#settings;
    const { group } = call.parts;
    const found: Known = new Map();
    const now = clock.wallTime();
    for (const [index, read] of memory.find(group, ids, now).entries())
      if (read) found.set(ids[index]!, copyOf(read));
    if (!shared || call.caller !== undefined) return found;
    const others = ids.filter((id) => !isCurrent(call, found.get(id), now));
    if (others.length === 0) return found;
    const theirs = await shared.get(others.map((id) => keyOf(group, id)));
    for (const [index, id] of others.entries()) {
      const bytes = theirs[index];
      const read = bytes && decodeRead(bytes);
      const own = found.get(id);
      if (!read || (own && own.readAt >= read.readAt)) continue;
      found.set(id, read);
      memory.set(group, id, bytes, read.readAt + keepMs);
    }
    return found;
  }

  /** @returns whether others have read all of it; false as well if they fail or take too long */
  async #whenOthersEnd({ parts }: StoredCall, ids: readonly string[]): Promise<boolean> {
    const ofGroup = this.#running.get(parts.group);
    const running = ids.map((id) => ofGroup?.get(id));
    if (running.includes(undefined)) return false;
    const ended = Promise.all(running.map((each) => each!)).then(
      () => true,
      () => false,
    );
    const late = this.#settings.clock.sleep(maxWaitMs).then(() => false);
    return Promise.race([ended, late]);
  }

  /** Reads what is missing. @returns how many reads this one has made; undefined: no call */
  async #load(
    call: StoredCall,
    missing: readonly string[],
    known: Known,
  ): Promise<number | undefined> {
    const { reads, areOfOthers } = await this.#run(call, missing, call.send);
    for (const [id, read] of reads) known.set(id, read);
    return areOfOthers ? undefined : reads.size;
  }

  /** Reads something. Other reads that need nothing else wait for it. */
  #run(call: StoredCall, ids: readonly string[], send: StorableRead['send']): Promise<Loaded> {
    const { group } = call.parts;
    const ofGroup = this.#running.get(group) ?? new Map<string, Promise<unknown>>();
    const running = this.#readAlone(call, ids, send).finally(() => {
      for (const id of ids) if (ofGroup.get(id) === running) ofGroup.delete(id);
      if (ofGroup.size === 0) this.#running.delete(group);
    });
    for (const id of ids) ofGroup.set(id, running);
    this.#running.set(group, ofGroup);
    return running;
  }

  /** Reads something unless another replica does, whose answer is waited for. */
  async #readAlone(
    call: StoredCall,
    ids: readonly string[],
    send: StorableRead['send'],
  ): Promise<Loaded> {
    const { shared, store, clock } = this.#settings;
    if (!shared || call.caller !== undefined || call.isFresh) return this.#readNow(call, ids, send);
    const lease = { key: `read ${keyOf(call.parts.group, ids.join(' '))}`, value: randomUUID() };
    const change = { expected: undefined, value: lease.value, ttlMs: maxWaitMs };
    const until = clock.now() + maxWaitMs;
    for (;;) {
      // Without the store, each replica reads for itself.
      const isMine = await store.replace('lease', lease.key, change).catch(() => true);
      const reads = await this.#stored(call, ids);
      const now = clock.wallTime();
      if (ids.every((id) => isCurrent(call, reads.get(id), now))) {
        this.#release(lease);
        return { reads, areOfOthers: true };
      }
      if (isMine || clock.now() >= until) break;
      await clock.sleep(lookMs);
    }
    try {
      return await this.#readNow(call, ids, send, () => this.#release(lease));
    } catch (error) {
      this.#release(lease);
      throw error;
    }
  }

  /** Has no effect on the lease of another replica. */
  #release({ key, value }: { readonly key: string; readonly value: string }): void {
    void this.#settings.store.deleteIf('lease', key, value).catch(() => {});
  }

  async #readNow(
    call: StoredCall,
    ids: readonly string[],
    send: StorableRead['send'],
    onShared?: () => void,
  ): Promise<Loaded> {
    const { memory, shared, clock, keepMs } = this.#settings;
    const hasEtag = !call.byIds && this.#settings.hasEtag(call.operation);
    const old = hasEtag ? (await this.#stored(call, ids)).get(ids[0]!) : undefined;
    const readAt = clock.wallTime();
    const { group } = call.parts;
    const args = call.parts.argsFor(ids);
    const answer = await send(hasEtag ? withEtag(args) : args, call.by, etagOf(old));
    const values = call.parts.valuesOf(answer === unmodified ? old!.value : answer, ids);
    const entries = [...values].map(([id, value]) => [id, encodeRead(value, readAt)] as const);
    for (const [id, bytes] of entries) memory.set(group, id, bytes, readAt + keepMs);
    if (shared && call.caller === undefined) {
      const keyed = entries.map(([id, bytes]) => [keyOf(group, id), bytes] as const);
      void Promise.resolve(shared.set(keyed, keepMs)).then(onShared);
    }
    const reads = new Map([...values].map(([id, value]) => [id, { readAt, value }]));
    return { reads, areOfOthers: false };
  }

  /** Finds what is kept for the case that the quota is gone. */
  async #findKept(call: StoredCall, known: Known): Promise<void> {
    const left = call.parts.ids.filter((id) => !known.has(id));
    for (const [id, read] of await this.#stored(call, left)) known.set(id, read);
  }
}

/** What a part is stored by where groups are not known. */
const keyOf = (group: string, id: string): string => `${group} ${id}`;

/** The difference of the times: if the clock is set back, `readAt` is in the future. */
const ageOf = ({ readAt }: Pick<StoredRead, 'readAt'>, now: number): number =>
  Math.abs(now - readAt);

const isCurrent = ({ ttlMs }: StoredCall, read: StoredRead | undefined, now: number): boolean =>
  read !== undefined && ageOf(read, now) < ttlMs;

interface StoredCall extends StorableRead {
  readonly ttlMs: number;
  readonly parts: CallParts;
}

/** Lets an answer have its etag. A mask that names one is left alone: none may be named twice. */
function withEtag(args: CallArgs): CallArgs {
  const { fields } = args;
  if (typeof fields !== 'string' || /^\*|\betag\b/.test(fields)) return args;
  return { ...args, fields: `etag,${fields}` };
}

/** Undefined as well for an etag that no header can have. */
const etagOf = (read: StoredRead | undefined): string | undefined => {
  const { etag } = (read?.value ?? {}) as { readonly etag?: unknown };
  return typeof etag === 'string' && /^[\x21-\x7e]{1,256}$/.test(etag) ? etag : undefined;
};

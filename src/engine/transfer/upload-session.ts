/**
 * Upload sessions. What stays the same in a session is encrypted in its URL, so that any replica
 * serves any part. What changes is in the store; a replica whose store has lost it learns it from
 * the service. The bytes are never stored. The service's own upload URL allows writing: it is never
 * shown to a client, and all that the store has of a session is encrypted.
 */
import { randomBytes } from 'node:crypto';
import { type Clock, systemClock } from '../caller/clock.ts';
import { upstreamError } from '../api/error.ts';
import type { AnyOperation, Operation } from '../api/operation.ts';
import type { Identity } from '../caller/identity.ts';
import { callerKey, type Identities } from '../caller/identities.ts';
import type { Encryption } from '../caller/encryption.ts';
import { isLeased, type Lease, takeLease } from '../store/lease.ts';
import type { Store } from '../store/store.ts';

/** A failed session cannot go on: the service has rejected or lost the file. */
type UploadState = 'open' | 'completed' | 'failed';

/** The content of the URL of an upload session. Only `total` can change later. */
interface UploadGrant {
  readonly id: string;
  /** Identity that created the session, without its token; others may not read the session. */
  readonly owner: string;
  /** Key of the operation that takes the file. */
  readonly operation: Operation['key'];
  /** The service's upload URL (path and query). */
  readonly target: string;
  readonly contentType: string;
  /** Bytes of the whole file; null if unknown. A part can state it later. */
  readonly total: number | null;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /**
   * Type of the entity that the file becomes or changes, the keys that precede its id in the key,
   * and the id if the entity exists already.
   */
  readonly creates: {
    readonly type: string;
    readonly parentKey: readonly string[];
    readonly id?: string;
  };
}

export interface UploadRecord extends UploadGrant {
  readonly state: UploadState;
  /** Bytes from the start of the file that the service stored, as far as the gateway knows. */
  readonly received: number;
  /**
   * Whether `received` is the service's latest statement. False while a part is being sent and
   * after it broke off.
   */
  readonly confirmed: boolean;
  /** Full key of the created entity. */
  readonly resultKey?: readonly string[];
  /** Reason code with which the service rejected the file. */
  readonly reason?: string;
}

export interface NewUpload
  extends Pick<UploadRecord, 'contentType' | 'total' | 'creates' | 'target'> {
  readonly operation: AnyOperation;
}

/**
 * The right to send a part. Once it is not held any more, nothing about the session is stored. The
 * service protects the bytes: it takes each of them once, at its offset.
 */
export type UploadLock = Lease;

interface UploadSessionSettings {
  readonly store: Store;
  readonly encryption: Encryption;
  /** Lifetime of a session in milliseconds. */
  readonly ttlMs: number;
  /** Base URL of the gateway, as clients reach it. */
  readonly baseUrl: () => string;
  readonly clock?: Clock | undefined;
}

/** Maximum length of an upload URL; servers and proxies accept 8 KB. */
const maxUrlLength = 4_096;

/** The channel of ids of sessions of which a client has sent a new part. */
const newParts = 'upload parts';

export class UploadSessions {
  readonly #settings: UploadSessionSettings;
  readonly #clock: Clock;

  constructor(settings: UploadSessionSettings) {
    this.#settings = settings;
    this.#clock = settings.clock ?? systemClock;
  }

  /**
   * Makes a session. If the store cannot be reached, only its URL knows it.
   * @throws UpstreamError UPSTREAM_INVALID if the service's upload URL is too long
   */
  async create(identity: Identity, { operation, ...file }: NewUpload): Promise<UploadRecord> {
    const record: UploadRecord = {
      ...file,
      id: randomBytes(24).toString('base64url'),
      owner: ownerOf(identity),
      operation: operation.key,
      expiresAt: this.#clock.wallTime() + this.#settings.ttlMs,
      state: 'open',
      received: 0,
      confirmed: true,
    };
    if (this.urlOf(record).length > maxUrlLength)
      throw upstreamError(operation, 'UPSTREAM_INVALID');
    return this.save(record);
  }

  /**
   * @returns undefined if the session does not exist, has expired, or the store has lost it
   * @throws the error of the store
   */
  async find(id: string): Promise<UploadRecord | undefined> {
    const text = await this.#settings.store.get('upload', id);
    return text === undefined ? undefined : this.#recordOf(text);
  }

  /** @returns the session if the identity of its service created it, else undefined */
  async findOwn(identities: Identities, id: string): Promise<UploadRecord | undefined> {
    const record = await this.find(id);
    if (record === undefined) return undefined;
    const identity = identities.of({ key: record.operation });
    return record.owner === ownerOf(identity) ? record : undefined;
  }

  /** @returns the session; if the store does not have it, its state has to be learnt */
  async resume(grant: UploadGrant): Promise<UploadRecord> {
    const record = await this.find(grant.id).catch(() => undefined);
    return record ?? { ...grant, state: 'open', received: 0, confirmed: false };
  }

  /**
   * Overwrites the session, for a caller that has locked it. The store may fail: a later request
   * learns the state from the service.
   * @returns the record
   */
  async save(record: UploadRecord): Promise<UploadRecord> {
    const { store } = this.#settings;
    const ttlMs = record.expiresAt - this.#clock.wallTime();
    if (ttlMs > 0)
      await store.set('upload', record.id, this.#encode(record), ttlMs).catch(() => {});
    return record;
  }

  /**
   * Saves without the lock: only if the session is not locked and still is as the caller read it.
   * @returns the stored session afterwards
   */
  async saveUnlessChanged(previous: UploadRecord, next: UploadRecord): Promise<UploadRecord> {
    const ttlMs = next.expiresAt - this.#clock.wallTime();
    const { store } = this.#settings;
    try {
      if (ttlMs > 0 && !(await this.isLocked(next.id))) {
        const expected = await store.get('upload', next.id);
        const isSame = expected === undefined || isEqual(this.#recordOf(expected), previous);
        const change = { expected, value: this.#encode(next), ttlMs };
        if (isSame && (await store.replace('upload', next.id, change))) return next;
      }
      return (await this.find(next.id)) ?? next;
    } catch {
      return next;
    }
  }

  /** @returns the URL of the gateway to which a client sends the file; needs no other credential */
  urlOf(record: UploadGrant): string {
    const { encryption, baseUrl } = this.#settings;
    const { id, owner, operation, target, contentType, total, expiresAt, creates } = record;
    const grant = { id, owner, operation, target, contentType, total, expiresAt, creates };
    return `${baseUrl()}/uploads/${encryption.encrypt('upload url', JSON.stringify(grant))}`;
  }

  /**
   * @param segment the last one of the path of an upload URL
   * @returns undefined if no replica made the URL; the expiry is not checked
   */
  grantOf(segment: string): UploadGrant | undefined {
    const text = this.#settings.encryption.decrypt('upload url', segment);
    return text === undefined ? undefined : (JSON.parse(text) as UploadGrant);
  }

  /**
   * Locks a session for all replicas, until released. If the store fails, no replica is kept out.
   * @returns undefined if the session is locked already
   */
  async lock(id: string): Promise<UploadLock | undefined> {
    try {
      return await takeLease(this.#settings.store, leaseKey(id), { clock: this.#clock });
    } catch {
      return noLock;
    }
  }

  /** Whether a part is being sent; false if the store fails. */
  isLocked(id: string): Promise<boolean> {
    return isLeased(this.#settings.store, leaseKey(id)).catch(() => false);
  }

  /** Tells all replicas that a client has sent a new part of a session that is locked. */
  async announcePart(id: string): Promise<void> {
    await this.#settings.store.publish(newParts, id).catch(() => {});
  }

  /** @param listener receives the ids of `announcePart` of all replicas, this one included */
  onAnnouncedPart(listener: (id: string) => void): () => void {
    return this.#settings.store.subscribe(newParts, listener);
  }

  #encode(record: UploadRecord): string {
    return this.#settings.encryption.encrypt('upload', JSON.stringify(record));
  }

  /** @returns undefined for a session that has expired, or that another secret encrypted */
  #recordOf(text: string): UploadRecord | undefined {
    const json = this.#settings.encryption.decrypt('upload', text);
    if (json === undefined) return undefined;
    const record = JSON.parse(json) as UploadRecord;
    return record.expiresAt <= this.#clock.wallTime() ? undefined : record;
  }
}

const isEqual = (a: UploadRecord | undefined, b: UploadRecord): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

const noLock: UploadLock = { isHeld: () => false, release: () => Promise.resolve() };

/** The caller, and the account on whose behalf the caller acts. */
const ownerOf = (identity: Identity): string =>
  [callerKey(identity), identity.onBehalfOf ?? '', identity.subaccount ?? ''].join(' ');

/** The key of the caller that created the session. */
export const callerOf = ({ owner }: UploadGrant): string => owner.split(' ', 1)[0]!;

const leaseKey = (id: string): string => `upload ${id}`;

/**
 * Upload sessions: the state that the gateway stores between the parts of a file. The bytes are
 * never stored. The service's own upload URL allows writing, so it is stored encrypted and never
 * shown to a client.
 */
import { randomBytes } from 'node:crypto';
import type { AnyOperation } from '../../upstream/operation.ts';
import type { Identity } from '../../upstream/upstream.ts';
import { callerKey } from '../caller.ts';
import type { LinkSecret } from './link-secret.ts';
import { isLeased, takeLease } from '../store/lease.ts';
import type { Store } from '../store/store.ts';

/** A failed session cannot go on: the service has rejected or lost the file. */
type UploadState = 'open' | 'completed' | 'failed';

/** The stored state of one upload session. */
export interface UploadRecord {
  readonly id: string;
  /** Identity that created the session, without its token; others may not read the session. */
  readonly owner: string;
  /** Key of the operation that takes the file. */
  readonly operation: string;
  /** The service's upload URL (path and query), encrypted. */
  readonly target: string;
  readonly contentType: string;
  /** Bytes of the whole file; null if unknown. */
  readonly total: number | null;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** Type of the entity that the file becomes, and the keys that precede its id in the key. */
  readonly creates: { readonly type: string; readonly parentKey: readonly string[] };
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

/** The facts of a new session. */
export interface NewUpload extends Pick<UploadRecord, 'contentType' | 'total' | 'creates'> {
  readonly operation: AnyOperation;
  /** The service's upload URL (path and query), in plain text. */
  readonly target: string;
}

/** The dependencies of upload sessions. */
interface UploadSessionSettings {
  readonly store: Store;
  readonly linkSecret: LinkSecret;
  /** Lifetime of a session in milliseconds. */
  readonly ttlMs: number;
  /** Base URL of the gateway, as clients reach it. */
  readonly baseUrl: () => string;
}

/** Creates, stores and locks upload sessions. */
export class UploadSessions {
  readonly #settings: UploadSessionSettings;

  constructor(settings: UploadSessionSettings) {
    this.#settings = settings;
  }

  async create(
    identity: Identity,
    { operation, target, ...file }: NewUpload,
  ): Promise<UploadRecord> {
    const { linkSecret, ttlMs } = this.#settings;
    const record: UploadRecord = {
      ...file,
      id: randomBytes(24).toString('base64url'),
      owner: ownerOf(identity),
      operation: operation.key,
      target: linkSecret.encrypt('upload target', target),
      expiresAt: Date.now() + ttlMs,
      state: 'open',
      received: 0,
      confirmed: true,
    };
    return this.save(record);
  }

  /** @returns undefined if the session does not exist or has expired */
  async find(id: string): Promise<UploadRecord | undefined> {
    const text = await this.#settings.store.get('upload', id);
    if (text === undefined) return undefined;
    const record = JSON.parse(text) as UploadRecord;
    return record.expiresAt > Date.now() ? record : undefined;
  }

  /** @returns the session if this identity created it, else undefined */
  async findOwn(identity: Identity, id: string): Promise<UploadRecord | undefined> {
    const record = await this.find(id);
    return record?.owner === ownerOf(identity) ? record : undefined;
  }

  /** Overwrites the session, for a caller that has locked it. @returns the record */
  async save(record: UploadRecord): Promise<UploadRecord> {
    const ttlMs = record.expiresAt - Date.now();
    if (ttlMs > 0)
      await this.#settings.store.set('upload', record.id, JSON.stringify(record), ttlMs);
    return record;
  }

  /**
   * Saves without the lock: only if the session is not locked and still is as the caller read it.
   * @returns the stored session afterwards
   */
  async saveUnlessChanged(previous: UploadRecord, next: UploadRecord): Promise<UploadRecord> {
    const ttlMs = next.expiresAt - Date.now();
    if (ttlMs <= 0 || (await this.isLocked(next.id))) return (await this.find(next.id)) ?? previous;
    const replaced = await this.#settings.store.replace('upload', next.id, {
      expected: JSON.stringify(previous),
      value: JSON.stringify(next),
      ttlMs,
    });
    return replaced ? next : ((await this.find(next.id)) ?? next);
  }

  /** @returns the service's upload URL; undefined if another secret encrypted it */
  targetOf({ target }: UploadRecord): string | undefined {
    return this.#settings.linkSecret.decrypt('upload target', target);
  }

  /** @returns the URL of the gateway to which a client sends the file; needs no other credential */
  urlOf({ id, expiresAt }: Pick<UploadRecord, 'id' | 'expiresAt'>): string {
    const { linkSecret, baseUrl } = this.#settings;
    const signature = linkSecret.sign('upload url', `${id} ${expiresAt}`);
    return `${baseUrl()}/uploads/${id}?expires=${expiresAt}&signature=${signature}`;
  }

  /** @returns whether `urlOf` made a URL with these parts; the expiry is not checked */
  isUrl(id: string, expires: string, signature: string): boolean {
    return this.#settings.linkSecret.verify('upload url', `${id} ${expires}`, signature);
  }

  /**
   * Locks a session for all replicas, until released.
   * @returns releases the lock; undefined if the session is locked already
   */
  async lock(id: string): Promise<(() => Promise<void>) | undefined> {
    const lease = await takeLease(this.#settings.store, leaseKey(id));
    return lease && (() => lease.release());
  }

  isLocked(id: string): Promise<boolean> {
    return isLeased(this.#settings.store, leaseKey(id));
  }
}

/** The caller, and the content owner on whose behalf the caller acts. */
const ownerOf = (identity: Identity): string =>
  [callerKey(identity), identity.contentOwner ?? '', identity.contentOwnerChannel ?? ''].join(' ');

/** The key of the caller that created the session. */
export const callerOf = ({ owner }: UploadRecord): string => owner.split(' ', 1)[0]!;

const leaseKey = (id: string): string => `upload ${id}`;

/**
 * Upload sessions: what the gateway remembers between the pieces of a file. The bytes themselves are never here, and
 * upstream's address for them, which is all it takes to write there, is kept encrypted and shown to nobody.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { AnyOperation } from '../../upstream/operation.ts';
import type { Identity } from '../../upstream/upstream.ts';
import { callerKey } from '../caller.ts';
import type { LinkSecret } from './link-secret.ts';
import type { Store } from '../store/store.ts';

export type UploadState = 'open' | 'completed' | 'failed';

export interface Upload {
  readonly id: string;
  /** Who began it, without their token: nobody else is shown it. */
  readonly owner: string;
  /** The operation that the file belongs to. */
  readonly operation: string;
  /** Upstream's address for the bytes, encrypted. */
  readonly target: string;
  readonly contentType: string;
  /** Bytes of the whole file, where that is known. */
  readonly total: number | null;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** Type of what will be made, and the keys above its own. */
  readonly makes: { readonly type: string; readonly above: readonly string[] };
  readonly state: UploadState;
  /** Bytes from the start of the file that upstream has kept, as far as is known. */
  readonly received: number;
  /** Whether that is what upstream said last; false while a piece is on its way, or after it broke off. */
  readonly certain: boolean;
  /** Whole key of what was made. */
  readonly result?: readonly string[];
  /** Upstream's stable word for why it failed. */
  readonly reason?: string;
}

export interface UploadFacts extends Pick<Upload, 'contentType' | 'total' | 'makes'> {
  readonly operation: AnyOperation;
  readonly target: string;
}

export interface UploadSettings {
  readonly store: Store;
  readonly seal: LinkSecret;
  /** How long a session lasts. */
  readonly ttlMs: number;
  /** The gateway's own address, as clients reach it. */
  readonly base: () => string;
}

/** The caller, and on whose behalf they act. */
const ownerOf = (identity: Identity): string =>
  [callerKey(identity), identity.contentOwner ?? '', identity.contentOwnerChannel ?? ''].join(' ');

/** A piece that is on its way keeps others out; a gateway that died on the way, for no longer than this. */
const holdMs = 15_000;

export class Uploads {
  readonly #settings: UploadSettings;

  constructor(settings: UploadSettings) {
    this.#settings = settings;
  }

  async begin(identity: Identity, { operation, target, ...facts }: UploadFacts): Promise<Upload> {
    const { seal, ttlMs } = this.#settings;
    const upload: Upload = {
      ...facts,
      id: randomBytes(24).toString('base64url'),
      owner: ownerOf(identity),
      operation: operation.key,
      target: seal.close('upload target', target),
      expiresAt: Date.now() + ttlMs,
      state: 'open',
      received: 0,
      certain: true,
    };
    await this.save(upload);
    return upload;
  }

  async find(id: string): Promise<Upload | undefined> {
    const kept = await this.#settings.store.get(keyOf(id));
    const upload = kept === undefined ? undefined : (JSON.parse(kept) as Upload);
    return upload && upload.expiresAt > Date.now() ? upload : undefined;
  }

  /** Only what this identity has begun. */
  async findFor(identity: Identity, id: string): Promise<Upload | undefined> {
    const upload = await this.find(id);
    return upload?.owner === ownerOf(identity) ? upload : undefined;
  }

  async save(upload: Upload): Promise<Upload> {
    const left = upload.expiresAt - Date.now();
    if (left > 0) await this.#settings.store.set(keyOf(upload.id), JSON.stringify(upload), left);
    return upload;
  }

  /** For what was learnt without keeping others out. @returns what is kept afterwards: theirs, if they were quicker */
  async saveUnlessChanged(seen: Upload, now: Upload): Promise<Upload> {
    const left = now.expiresAt - Date.now();
    if (left <= 0 || (await this.isHeld(now.id))) return (await this.find(now.id)) ?? seen;
    const unchanged = await this.#settings.store.replace(
      keyOf(now.id),
      JSON.stringify(seen),
      JSON.stringify(now),
      left,
    );
    return unchanged ? now : ((await this.find(now.id)) ?? now);
  }

  /** @returns undefined where it was closed with another secret */
  targetOf({ target }: Upload): string | undefined {
    return this.#settings.seal.open('upload target', target);
  }

  /** Where the client writes: whoever has the address may, until it expires. */
  addressOf({ id, expiresAt }: Pick<Upload, 'id' | 'expiresAt'>): string {
    const signature = this.#settings.seal.sign('upload address', `${id} ${expiresAt}`);
    return `${this.#settings.base()}/uploads/${id}?expires=${expiresAt}&signature=${signature}`;
  }

  isAddress(id: string, expires: string, signature: string): boolean {
    return this.#settings.seal.isSigned('upload address', `${id} ${expires}`, signature);
  }

  /** Keeps others out, in all replicas. @returns what lets them in again; undefined: somebody else is writing */
  async hold(id: string): Promise<(() => Promise<void>) | undefined> {
    const { store } = this.#settings;
    const [key, mine] = [`${keyOf(id)} held`, randomBytes(12).toString('base64url')];
    if (!(await store.replace(key, undefined, mine, holdMs))) return undefined;
    const end = new AbortController();
    const renew = async (): Promise<void> => {
      while (!end.signal.aborted) {
        await wait(holdMs / 3, undefined, { signal: end.signal, ref: false });
        await store.replace(key, mine, mine, holdMs);
      }
    };
    renew().catch(() => {});
    return async () => {
      end.abort();
      if ((await store.get(key)) === mine) await store.delete(key);
    };
  }

  isHeld(id: string): Promise<boolean> {
    return this.#settings.store.get(`${keyOf(id)} held`).then((by) => by !== undefined);
  }
}

const keyOf = (id: string): string => `upload ${id}`;

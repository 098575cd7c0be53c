/**
 * Where the authorization server keeps clients, requests, grants and tokens: in the store that all
 * replicas share. Keys are digests and values are encrypted, so that the store shows no token, and
 * gives none to who cannot decrypt it.
 */
import { hash } from 'node:crypto';
import type { StoreAdapter, StoredPayload } from 'oidc-provider';
import type { Clock } from '../../engine/caller/clock.ts';
import type { Encryption } from '../../engine/caller/encryption.ts';
import type { Store, StoreKind } from '../../engine/store/store.ts';

/** A stored entity. The library compares times with the system's time; these are of our clock. */
interface Entry {
  /** Of its id. */
  readonly digest: string;
  readonly payload: StoredPayload;
  /** By `Clock.wallTime`. */
  readonly endsAt: number;
}

interface AgentStoreParts {
  readonly store: Store;
  readonly encryption: Encryption;
  readonly clock: Clock;
}

/** What can be created without an account must not displace the tokens of those who have one. */
const strangers: ReadonlySet<string> = new Set(['Client', 'Interaction']);

/** Entities that end with their grant. */
const granted: ReadonlySet<string> = new Set(['AccessToken', 'AuthorizationCode', 'RefreshToken']);

/** What is kept. The browser's session is that of the sign-in, so that the library needs none. */
const kept: ReadonlySet<string> = new Set([...strangers, ...granted, 'Grant']);

const hourMs = 3_600_000;

/** Maximum number of codes and refresh tokens of one grant that are used in an hour. */
const maxUsesPerHour = 60;

/** Milliseconds for which a client is kept that has no token yet. */
const newClientMs = 86_400_000;

/** All that the authorization server stores. */
export class AgentStore {
  readonly #parts: AgentStoreParts;

  constructor(parts: AgentStoreParts) {
    this.#parts = parts;
  }

  /** @param model the kind of the entities, as the library names it */
  adapterOf(model: string): StoreAdapter {
    if (!kept.has(model)) return noEntities;
    return {
      find: async (id) => {
        const entry = await this.#read(model, id);
        const grantId = granted.has(model) ? entry?.payload.grantId : undefined;
        if (grantId !== undefined && !(await this.#read('Grant', grantId))) return undefined;
        // Another one has taken its place: it was used.
        if (entry && entry.digest !== digestOf(id)) return { ...entry.payload, consumed: 1 };
        return entry?.payload;
      },
      findByUid: nothing,
      findByUserCode: nothing,
      upsert: (id, payload, expiresIn) =>
        this.#write(model, id, payload, expiresIn ? expiresIn * 1_000 : newClientMs),
      consume: (id) => this.#consume(model, id),
      destroy: (id) => this.#parts.store.delete(kindOf(model), keyOf(model, id)),
      revokeByGrantId: (grantId) => this.endGrant(grantId),
    };
  }

  /** Ends all tokens of a grant. */
  endGrant(grantId: string): Promise<void> {
    return this.#parts.store.delete(kindOf('Grant'), keyOf('Grant', grantId));
  }

  /**
   * Writes an entity again, encrypted with the secret of today, unless it has ended.
   * @param ms for which it is kept from now on. Default: as long as before
   */
  async rewrite(model: 'Client' | 'Grant', id: string, ms?: number): Promise<void> {
    const { store, clock } = this.#parts;
    const key = keyOf(model, id);
    const expected = await store.get(kindOf(model), key);
    const entry = expected === undefined ? undefined : this.#entryOf(expected);
    if (entry === undefined) return;
    const now = clock.wallTime();
    const endsAt = ms === undefined ? entry.endsAt : now + ms;
    const value = this.#encrypted({ ...entry, endsAt });
    await store.replace(kindOf(model), key, { expected, value, ttlMs: endsAt - now });
  }

  async #read(model: string, id: string): Promise<Entry | undefined> {
    const value = await this.#parts.store.get(kindOf(model), keyOf(model, id));
    return value === undefined ? undefined : this.#entryOf(value);
  }

  #entryOf(value: string): Entry | undefined {
    const text = this.#parts.encryption.decrypt('agent', value);
    if (text === undefined) return undefined;
    const entry = JSON.parse(text) as Entry;
    return entry.endsAt > this.#parts.clock.wallTime() ? entry : undefined;
  }

  #write(model: string, id: string, payload: StoredPayload, ttlMs: number): Promise<void> {
    const endsAt = this.#parts.clock.wallTime() + ttlMs;
    const value = this.#encrypted({ digest: digestOf(id), payload, endsAt });
    return this.#parts.store.set(kindOf(model), keyOf(model, id), value, ttlMs);
  }

  #encrypted(entry: Entry): string {
    return this.#parts.encryption.encrypt('agent', JSON.stringify(entry));
  }

  /**
   * Uses a code or a refresh token up. Of two that use it at the same time, one has stolen it.
   * @throws InvalidGrant after the end of its grant, if it was used; InvalidRequest if a grant is
   *   used for more tokens than an agent needs
   */
  async #consume(model: string, id: string): Promise<void> {
    const { store, clock } = this.#parts;
    const key = keyOf(model, id);
    const expected = await store.get(kindOf(model), key);
    const entry = expected === undefined ? undefined : this.#entryOf(expected);
    const { errors } = await import('oidc-provider');
    if (entry?.digest === digestOf(id) && entry.payload.consumed === undefined) {
      const { digest, payload, endsAt } = entry;
      const uses = digestOf(`uses ${payload.grantId}`);
      if ((await store.add('agent', uses, 1, hourMs)) > maxUsesPerHour)
        throw new errors.InvalidRequest('too many tokens in one hour');
      const now = clock.wallTime();
      const value = this.#encrypted({ digest, payload: { ...payload, consumed: now }, endsAt });
      const ttlMs = endsAt - now;
      if (await store.replace(kindOf(model), key, { expected, value, ttlMs })) return;
    }
    if (entry?.payload.grantId !== undefined) await this.endGrant(entry.payload.grantId);
    throw new errors.InvalidGrant('the code or refresh token was used already');
  }
}

const kindOf = (model: string): StoreKind => (strangers.has(model) ? 'agentRequest' : 'agent');

/** Of a grant there is one refresh token: the next one has the place of the one before. */
const keyOf = (model: string, id: string): string =>
  digestOf(`${model} ${model === 'RefreshToken' ? id.split('.')[0]! : id}`);

const digestOf = (text: string): string => hash('sha256', text, 'base64url');

const nothing = (): Promise<undefined> => Promise.resolve(undefined);

const noEntities: StoreAdapter = {
  find: nothing,
  findByUid: nothing,
  findByUserCode: nothing,
  upsert: nothing,
  consume: nothing,
  destroy: nothing,
  revokeByGrantId: nothing,
};

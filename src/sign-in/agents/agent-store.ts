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
  /** The refresh token of which this one has taken the place, and when. */
  readonly previous?: { readonly digest: string; readonly at: number } | undefined;
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

/**
 * Milliseconds for which a refresh token that was used gets the same next one again: clients with
 * several requests renew at the same time, and answers are lost. Whoever has stolen it gets the
 * next one so, too: that ends the grant when both have used it, more than this time apart.
 */
const graceMs = 30_000;

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
        if (entry === undefined || model !== 'RefreshToken') return entry?.payload;
        // Any token of the grant finds it: `consume` looks whether this one was used, and when.
        return { ...entry.payload, jti: id, consumed: undefined };
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

  async #write(model: string, id: string, payload: StoredPayload, ttlMs: number): Promise<void> {
    const endsAt = this.#parts.clock.wallTime() + ttlMs;
    const digest = digestOf(id);
    const previous = model === 'RefreshToken' ? await this.#previousOf(id, digest) : undefined;
    const value = this.#encrypted({ digest, payload, endsAt, previous });
    return this.#parts.store.set(kindOf(model), keyOf(model, id), value, ttlMs);
  }

  #encrypted(entry: Entry): string {
    return this.#parts.encryption.encrypt('agent', JSON.stringify(entry));
  }

  /** @returns when a refresh token was used; undefined: it was not, 0: long ago */
  #usedAt({ digest, payload, previous }: Entry, id: string): number | undefined {
    const own = digestOf(id);
    if (digest === own) return payload.consumed;
    return previous?.digest === own ? previous.at : 0;
  }

  readonly #isFresh = (usedAt: number): boolean => this.#parts.clock.wallTime() - usedAt < graceMs;

  /** @returns the one that a refresh token takes the place of */
  async #previousOf(id: string, digest: string): Promise<Entry['previous']> {
    const entry = await this.#read('RefreshToken', id);
    if (entry === undefined || entry.digest === digest) return entry?.previous;
    return { digest: entry.digest, at: entry.payload.consumed ?? 0 };
  }

  /** @returns the id after that of a refresh token: always the same one */
  nextId(grantId: string, refreshToken: string): string {
    const [digest] = this.#parts.encryption.digests('agent', `after ${refreshToken}`);
    return `${grantId}.${digest!}`;
  }

  /**
   * Uses a code or a refresh token up. A second use ends the grant; of a refresh token, only later
   * than `graceMs` after the first one.
   * @throws InvalidGrant after the end of its grant, if it was used; InvalidRequest if a grant is
   *   used for more tokens than an agent needs
   */
  async #consume(model: string, id: string): Promise<void> {
    const { store, clock } = this.#parts;
    const key = keyOf(model, id);
    const expected = await store.get(kindOf(model), key);
    const entry = expected === undefined ? undefined : this.#entryOf(expected);
    const { errors } = await import('oidc-provider');
    const usedAt = entry ? this.#usedAt(entry, id) : 0;
    const isAgain = model === 'RefreshToken' && usedAt !== undefined && this.#isFresh(usedAt);
    if (entry && (usedAt === undefined || isAgain)) {
      const uses = digestOf(`uses ${entry.payload.grantId}`);
      if ((await store.add('agent', uses, 1, hourMs)) > maxUsesPerHour)
        throw new errors.InvalidRequest('too many tokens in one hour');
      if (isAgain) return;
      const now = clock.wallTime();
      const payload = { ...entry.payload, consumed: now };
      const value = this.#encrypted({ ...entry, payload });
      const ttlMs = entry.endsAt - now;
      if (await store.replace(kindOf(model), key, { expected, value, ttlMs })) return;
      // Another one was faster, as the next look shows.
      return this.#consume(model, id);
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

/**
 * The quota units that callers have spent, by bucket and its window.
 *
 * - Anybody can invent tokens. The units of a caller who is not accepted (`AcceptedCallers`) are
 *   therefore counted in this process, where only other such callers displace them. When the caller
 *   is accepted they move to the store.
 * - The units of a token belong to the account behind the token. They move there when the account
 *   becomes known, and later tokens of the account continue with what is left.
 *
 * Reserved units are settled where they are counted at that time. No step makes a sum smaller than
 * what was spent: two replicas that move the same units count them twice for a moment.
 */
import { lruCache } from '../caller/lru-cache.ts';
import type { Identity } from '../caller/identity.ts';
import { type AcceptedCallers, callerKey } from '../caller/identities.ts';
import { Encryption } from '../caller/encryption.ts';
import type { Store } from '../store/store.ts';
import type { AccountKind, Api } from '../api/api.ts';
import type { AnyOperation } from '../api/operation.ts';
import { valuesAt } from '../read/path.ts';
import { agentPot, type UnitPot } from './buckets.ts';

/** The units of one caller in one window of a bucket, or of the agents of a caller in a day. */
export interface SpentEntry {
  readonly identity: Identity;
  /** The key of the caller. Default: that of the identity. */
  readonly owner?: string | undefined;
  readonly bucket: UnitPot;
  /** Its name: see `windowAt`. */
  readonly window: string;
  readonly ttlMs: number;
  /** Set by `SpentUnits`: the units of the caller in this process alone. */
  local?: LocalUnits | undefined;
}

interface LocalUnits {
  units: number;
}

/** Hides accounts: a store must not have addresses, nor what shows that a guess is right. */
export type AccountDigests = Pick<Encryption, 'digests'>;

/** One for the process. */
export class SpentUnits {
  readonly #api: Api;
  readonly #store: Store;
  readonly #digests: AccountDigests;
  readonly #acceptedCallers: AcceptedCallers;
  /** Of callers who are not accepted, by the key of the entry. */
  readonly #local = lruCache<LocalUnits>(10_000);
  /** Accounts to which the units of a token have been moved, by the key of the entry. */
  readonly #accounts = lruCache<string>(20_000);

  constructor(
    { api, store }: { readonly api: Api; readonly store: Store },
    acceptedCallers: AcceptedCallers,
    digests: AccountDigests = new Encryption(),
  ) {
    this.#api = api;
    this.#store = store;
    this.#digests = digests;
    this.#acceptedCallers = acceptedCallers;
  }

  /** Adds units, which may be negative. @returns all units of the account, or else of the token */
  async add(entry: SpentEntry, units: number): Promise<number> {
    if (await this.#isStored(entry)) return this.#addToStore(entry, units);
    const local = this.#localOf(entry);
    local.units += units;
    return local.units;
  }

  /** @returns the units that are spent */
  async get(entry: SpentEntry): Promise<number> {
    const account = await this.#findAccount(entry);
    const keys = [tokenKeyOf(entry)];
    if (account !== undefined) keys.push(accountKeyOf(entry, account));
    const stored = await Promise.all(
      keys.map(async (key) => Number((await this.#store.get('spent', key)) ?? 0)),
    );
    const local = this.#local.get(tokenKeyOf(entry))?.units ?? 0;
    return stored.reduce((sum, each) => sum + each, local);
  }

  /**
   * Stores the account behind a token, and moves the units of the token there. The first account of
   * a token stays.
   * @param entries the units of the token in the buckets of the account
   */
  async setAccount({ kind, id }: KnownAccount, entries: readonly SpentEntry[]): Promise<void> {
    const unknown = entries.filter((entry) => !this.#accounts.has(tokenKeyOf(entry)));
    if (unknown.length === 0) return;
    await this.#store.replace('account', tokenAccountKey(kind, unknown[0]!.identity), {
      expected: undefined,
      // Accounts that were stored under an older secret keep their digest.
      value: this.#digests.digests('account', `${kind} ${id}`)[0]!,
      ttlMs: accountTtlMs,
    });
    await Promise.all(unknown.map((entry) => this.add(entry, 0)));
  }

  /** Whether the units of the caller are in the store, or may be put there. */
  async #isStored(entry: SpentEntry): Promise<boolean> {
    const { identity } = entry;
    // Nobody can invent a grant.
    if (identity.token === undefined || identity.grant) return true;
    if (this.#acceptedCallers.isAccepted(identity)) return true;
    // Another replica has accepted the caller, or this one has forgotten it.
    const isStored =
      (await this.#store.get('spent', tokenKeyOf(entry))) !== undefined ||
      (await this.#findAccount(entry)) !== undefined;
    return isStored || this.#acceptedCallers.isAccepted(identity);
  }

  #localOf(entry: SpentEntry): LocalUnits {
    const key = tokenKeyOf(entry);
    const local = this.#local.get(key) ?? { units: 0 };
    this.#local.set(key, local);
    entry.local = local;
    return local;
  }

  async #addToStore(entry: SpentEntry, units: number): Promise<number> {
    const local = this.#takeLocal(entry);
    try {
      return await this.#addUnits(entry, units + local);
    } catch (error) {
      if (local !== 0) this.#localOf(entry).units += local;
      throw error;
    }
  }

  /** Removes the units of the caller in this process. An execution can have displaced ones. */
  #takeLocal(entry: SpentEntry): number {
    const key = tokenKeyOf(entry);
    const all = new Set([entry.local, this.#local.get(key)]);
    entry.local = undefined;
    this.#local.delete(key);
    let sum = 0;
    for (const local of all) {
      if (!local) continue;
      sum += local.units;
      local.units = 0;
    }
    return sum;
  }

  async #addUnits(entry: SpentEntry, units: number): Promise<number> {
    const { ttlMs } = entry;
    const key = tokenKeyOf(entry);
    const known = this.#accounts.get(key);
    if (known !== undefined)
      return this.#store.add('spent', accountKeyOf(entry, known), units, ttlMs);
    const added = this.#store.add('spent', key, units, ttlMs);
    // Asked after the addition: who has stored the account before finds these units, or it is found
    // here.
    const [sum, account] = await Promise.all([added, this.#findAccount(entry)]);
    if (account === undefined) return sum;
    await this.#move(entry, account);
    this.#accounts.set(key, account);
    return this.#store.add('spent', accountKeyOf(entry, account), 0, ttlMs);
  }

  /** @returns undefined if the account is not known */
  #findAccount(entry: SpentEntry): Promise<string | undefined> | string | undefined {
    const { identity, bucket } = entry;
    const kind = bucket === agentPot ? undefined : this.#api.buckets[bucket].account;
    if (kind === undefined || identity.token === undefined) return undefined;
    const known = this.#accounts.get(tokenKeyOf(entry));
    return known ?? this.#store.get('account', tokenAccountKey(kind, identity));
  }

  /** Moves the units of the token to the account, those of each addition once. */
  async #move(entry: SpentEntry, account: string): Promise<void> {
    const [from, to] = [tokenKeyOf(entry), accountKeyOf(entry, account)];
    for (;;) {
      const units = await this.#store.get('spent', from);
      if (units === undefined) return;
      await this.#store.add('spent', to, Number(units), entry.ttlMs);
      if (await this.#store.deleteIf('spent', from, units)) return;
      // Others have added units, or moved these.
      await this.#store.add('spent', to, -Number(units), entry.ttlMs);
    }
  }
}

/** Longer than tokens are valid, and longer than a day of a quota. */
const accountTtlMs = 26 * 3_600_000;

const tokenKeyOf = ({ window, bucket, identity, owner }: SpentEntry): string =>
  `${window} ${bucket} ${owner ?? callerKey(identity)}`;

const accountKeyOf = ({ window, bucket }: SpentEntry, account: string): string =>
  `${window} ${bucket} account ${account}`;

const tokenAccountKey = (kind: AccountKind, identity: Identity): string =>
  `${kind} ${callerKey(identity)}`;

/** An account that an answer has named. */
interface KnownAccount {
  readonly kind: AccountKind;
  readonly id: string;
}

/**
 * The account behind an access token, as far as an answer proves it: `Api.accountProofs` says which
 * answers name it. Buckets with the same kind of account belong to one account, others do not.
 */
export function namedAccount(
  { accountProofs }: Api,
  { key }: AnyOperation,
  args: object,
  { identity, answer }: { readonly identity: Identity; readonly answer: unknown },
): KnownAccount | undefined {
  const proof = accountProofs.get(key);
  if (!proof || identity.token === undefined || identity.onBehalfOf !== undefined) return undefined;
  const [name, value] = proof.argument;
  if ((args as Readonly<Record<string, unknown>>)[name] !== value) return undefined;
  const [id, ...others] = new Set(valuesAt(answer, proof.path));
  if (others.length > 0 || typeof id !== 'string' || id === '' || id === value) return undefined;
  return { kind: proof.kind, id };
}

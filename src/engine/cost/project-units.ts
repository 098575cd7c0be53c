/**
 * The quota units that all callers together spend in a day, over all replicas: those of the
 * project, with a forecast and with reserves, and those of each client by its name. A replica adds
 * what it has spent to the store once in a second, and learns the sum of all by that. So no call
 * waits for the store, and a limit is exceeded by what is sent within a second at most.
 *
 * No answer says which project a token belongs to: the units of all calls count for one.
 */
import { type Api, isScarce, meteredBuckets } from '../api/api.ts';
import type { AnyOperation } from '../api/operation.ts';
import type { Bucket } from '../api/register.ts';
import type { Clock, Timer } from '../caller/clock.ts';
import { anonymousCaller } from '../caller/identity.ts';
import type { Store } from '../store/store.ts';
import { unlessUnavailable } from '../store/store-unavailable.ts';
import { type Budget, dayAt, exhaustedKey, type Shortage, unitsByBucket } from './buckets.ts';
import type { CostEstimate } from './estimate.ts';

/** Per cent of each limit of the project that is kept. */
interface Reserve {
  /** For writes alone. */
  readonly writes?: number;
  /** For writes, and reads of callers with a token. */
  readonly callers?: number;
}

/** What the operator says about the units of a day. */
export interface ProjectOptions {
  /** Units that the services grant the project. A bucket without an entry: unknown. */
  readonly limits?: Budget;
  readonly reserve?: Reserve;
  /** Units by the name of a client; those of `others` are for all other names together. */
  readonly clients?: Readonly<Record<string, Budget>>;
}

interface ProjectSettings extends ProjectOptions {
  readonly api: Api;
  readonly store: Store;
  readonly clock: Clock;
}

/** Who makes a call: who comes first is refused last. */
export type CallRank = 'write' | 'caller' | 'anonymous';

/** The error reasons of calls that are not sent, by which clients recognise them. */
export const reserveReasons = {
  writes: 'reservedForWrites',
  callers: 'reservedForCallers',
  client: 'clientBudget',
} as const;

export interface ProjectBalance {
  readonly bucket: Bucket;
  readonly limit: number;
  readonly spent: number;
  /** Milliseconds until it is gone; undefined if it lasts until the day ends. */
  readonly runsOutIn: number | undefined;
  /** The instant of that, as RFC 3339. */
  readonly runsOutAt: string | undefined;
}

/** The units of a client in a bucket with a budget for its name. */
interface ClientBalance {
  readonly client: string;
  readonly bucket: Bucket;
  readonly spent: number;
}

/** Units that are counted together in the store. */
interface Count {
  readonly key: string;
  readonly ttlMs: number;
  /** The end of their day or hour, in milliseconds since 1970. */
  readonly end: number;
  /** Of all replicas, as the store has said last. */
  stored: number;
  /** Of this process: not in the store yet. */
  unsent: number;
  /** Instant of the clock. */
  askedAt: number;
  asking: Promise<void> | undefined;
}

/** The counts of the project to which a call of the moment belongs. */
interface Current {
  readonly day: Count;
  readonly hour: Count;
  /** The time for which they are these, in milliseconds since 1970. */
  readonly start: number;
  readonly end: number;
}

/** Time in ms for which the sum of all replicas is not asked for again. */
const askMs = 1_000;

const hourMs = 3_600_000;

/** How long after its end a day or an hour is still counted, and read. */
const graceMs = 2 * hourMs;

/** The name of the clients that are not listed. */
const otherClients = 'others';

/** One for the process. */
export class ProjectUnits {
  readonly #settings: Required<ProjectSettings>;
  readonly #counts = new Map<string, Count>();
  readonly #currents = new Map<Bucket, Current>();
  readonly #refuses: boolean;
  #timer: Timer | undefined;

  constructor({ limits = {}, reserve = {}, clients = {}, ...settings }: ProjectSettings) {
    this.#settings = { ...settings, limits, reserve, clients };
    const { writes = 0, callers = 0 } = reserve;
    this.#refuses = writes + callers > 0 || Object.keys(clients).length > 0;
  }

  #nameOf(client: string): string {
    return Object.hasOwn(this.#settings.clients, client) ? client : otherClients;
  }

  /** Units that clients of a name may spend; undefined: as many as they like. */
  #budgetOf(client: string | undefined, bucket: Bucket): number | undefined {
    return client === undefined
      ? undefined
      : this.#settings.clients[this.#nameOf(client)]?.[bucket];
  }

  #clientOf(client: string, bucket: Bucket): Count {
    return this.#dayOf(`client ${this.#nameOf(client)}`, bucket);
  }

  /** Counts a call that is sent. @param client its name; undefined: it is for no client */
  spend({ bucket, units }: AnyOperation, client: string | undefined): void {
    if (!units || !isScarce(this.#settings.api, bucket)) return;
    const { day, hour } = this.#currentOf(bucket);
    day.unsent += units;
    hour.unsent += units;
    if (this.#budgetOf(client, bucket) !== undefined)
      this.#clientOf(client!, bucket).unsent += units;
    this.#sendSoon();
  }

  /** @returns why a call must not be sent; undefined if it may be */
  refusalOf(
    { bucket, units }: AnyOperation,
    rank: CallRank,
    client: string | undefined,
  ): Shortage | undefined {
    if (!this.#refuses || !units) return undefined;
    return this.#reserved(bucket, units, rank) ?? this.#ofClient(bucket, units, client);
  }

  /** @returns the first budget of the client that an estimate exceeds */
  shortageOf(estimate: CostEstimate, client: string | undefined): Shortage | undefined {
    if (!this.#refuses) return undefined;
    for (const { bucket, units } of unitsByBucket(estimate)) {
      const shortage = this.#ofClient(bucket, units, client);
      if (shortage) return shortage;
    }
    return undefined;
  }

  /** Units of a bucket that reads of this rank leave to others. */
  reservedFrom(rank: CallRank, bucket: Bucket): number {
    const { limits, reserve } = this.#settings;
    const { writes = 0, callers = 0 } = reserve;
    const percent = { write: 0, caller: writes, anonymous: writes + callers }[rank];
    return Math.ceil(((limits[bucket] ?? 0) * percent) / 100);
  }

  #reserved(bucket: Bucket, units: number, rank: CallRank): Shortage | undefined {
    const limit = this.#settings.limits[bucket];
    const reserved = this.reservedFrom(rank, bucket);
    if (limit === undefined || reserved === 0) return undefined;
    const left = limit - this.#sumOf(this.#currentOf(bucket).day);
    if (left - units >= reserved) return undefined;
    const isForWrites = left - units < this.reservedFrom('caller', bucket);
    const reason = reserveReasons[isForWrites ? 'writes' : 'callers'];
    return this.#shortage(bucket, limit, left - reserved, reason);
  }

  #ofClient(bucket: Bucket, units: number, client: string | undefined): Shortage | undefined {
    const limit = this.#budgetOf(client, bucket);
    if (limit === undefined) return undefined;
    const left = limit - this.#sumOf(this.#clientOf(client!, bucket));
    return units <= left ? undefined : this.#shortage(bucket, limit, left, reserveReasons.client);
  }

  #shortage(bucket: Bucket, limit: number, left: number, reason: string): Shortage {
    return { bucket, limit, remaining: Math.max(0, left), resetAt: this.#day.resetAt, reason };
  }

  /** Units of a bucket that the services grant the project; undefined: unknown. */
  limitOf(bucket: Bucket): number | undefined {
    return this.#settings.limits[bucket];
  }

  /** A service has said to a caller with a token that its quota of the day is gone. */
  markExhaustedByToken(bucket: Bucket): void {
    const { end, resetAt } = this.#day;
    const key = this.#exhaustedKey(bucket, true);
    void this.#settings.store.set('exhausted', key, resetAt, end - this.#now).catch(() => {});
  }

  /** Whether a service has said to some replica that a bucket of today is gone. */
  async isExhausted(bucket: Bucket, hasToken: boolean): Promise<boolean> {
    const key = this.#exhaustedKey(bucket, hasToken);
    const until = Promise.resolve(this.#settings.store.get('exhausted', key));
    const end = await until.catch(unlessUnavailable(undefined));
    return end !== undefined && Date.parse(end) > this.#now;
  }

  #exhaustedKey(bucket: Bucket, hasToken: boolean): string {
    // All callers without a token have the mark of the API key.
    return exhaustedKey(bucket, this.limitOf(bucket), hasToken ? 'any token' : anonymousCaller);
  }

  /** The buckets of a day. */
  get buckets(): readonly Bucket[] {
    const { api } = this.#settings;
    return meteredBuckets(api).filter((bucket) => isScarce(api, bucket));
  }

  /** @returns undefined for a bucket whose limit is unknown */
  async balanceOf(bucket: Bucket): Promise<ProjectBalance | undefined> {
    const limit = this.#settings.limits[bucket];
    if (limit === undefined || !this.buckets.includes(bucket)) return undefined;
    const { day, hour } = this.#currentOf(bucket);
    const counts = [day, hour, this.#hourOf(bucket, 1)];
    const [spent, current, before] = (await Promise.all(
      counts.map((count) => this.#newSumOf(count)),
    )) as [number, number, number];
    // What other programs spend is not counted here.
    const left = (await this.isExhausted(bucket, false)) ? 0 : limit - spent;
    const runsOutIn = this.#forecast(left, current, before);
    const runsOutAt =
      runsOutIn === undefined ? undefined : new Date(this.#now + runsOutIn).toISOString();
    return { bucket, limit, spent, runsOutIn, runsOutAt };
  }

  /** Those of the buckets whose limits are known. */
  async balances(): Promise<readonly ProjectBalance[]> {
    const all = await Promise.all(this.buckets.map((bucket) => this.balanceOf(bucket)));
    return all.filter((each) => each !== undefined);
  }

  /** The units of the clients with budgets. */
  clientBalances(): Promise<readonly ClientBalance[]> {
    const { clients } = this.#settings;
    const all = Object.entries(clients).flatMap(([client, budget]) =>
      Object.keys(budget).map((bucket) => ({ client, bucket: bucket as Bucket })),
    );
    return Promise.all(
      all.map(async ({ client, bucket }) => {
        const spent = await this.#newSumOf(this.#clientOf(client, bucket));
        return { client, bucket, spent };
      }),
    );
  }

  /** Adds to the store what is not there yet. */
  async flush(): Promise<void> {
    this.#timer?.cancel();
    this.#timer = undefined;
    const unsent = [...this.#counts.values()].filter((count) => count.unsent !== 0);
    await Promise.all(unsent.map((count) => this.#ask(count)));
    if (unsent.some((count) => count.unsent !== 0)) this.#sendSoon();
  }

  /**
   * From the units of the last hour: those of this hour of the clock, and of the one before the
   * share that belongs to the last 60 minutes.
   */
  #forecast(left: number, current: number, before: number): number | undefined {
    if (left <= 0) return 0;
    const now = this.#now;
    const perHour = current + before * (1 - (now % hourMs) / hourMs);
    const ms = (left / perHour) * hourMs;
    return now + ms < this.#day.end ? ms : undefined;
  }

  get #now(): number {
    return this.#settings.clock.wallTime();
  }

  get #day(): ReturnType<typeof dayAt> {
    return dayAt(this.#settings.api, this.#now);
  }

  #currentOf(bucket: Bucket): Current {
    const now = this.#now;
    const known = this.#currents.get(bucket);
    if (known && now >= known.start && now < known.end) return known;
    const day = this.#dayOf('project', bucket);
    const hour = this.#hourOf(bucket, 0);
    const start = Math.max(this.#day.start, hour.end - hourMs);
    const current = { day, hour, start, end: Math.min(day.end, hour.end) };
    this.#currents.set(bucket, current);
    return current;
  }

  #dayOf(payer: string, bucket: Bucket): Count {
    const { name, end } = this.#day;
    return this.#countOf(`${name} ${bucket} ${payer}`, end);
  }

  /** Those of the project in an hour of the clock. @param ago whole hours */
  #hourOf(bucket: Bucket, ago: number): Count {
    const index = Math.floor(this.#now / hourMs) - ago;
    return this.#countOf(`hour ${index} ${bucket} project`, (index + 1) * hourMs);
  }

  #countOf(key: string, end: number): Count {
    let count = this.#counts.get(key);
    if (!count) {
      for (const [old, each] of this.#counts)
        if (each.end + graceMs < this.#now) this.#counts.delete(old);
      const ttlMs = end - this.#now + graceMs;
      count = { key, ttlMs, end, stored: 0, unsent: 0, askedAt: -Infinity, asking: undefined };
      this.#counts.set(key, count);
    }
    return count;
  }

  /** @returns what is known at once; what others have spent meanwhile is asked for */
  #sumOf(count: Count): number {
    if (this.#isOld(count)) void this.#ask(count);
    return count.stored + count.unsent;
  }

  async #newSumOf(count: Count): Promise<number> {
    if (count.asking !== undefined || this.#isOld(count)) await this.#ask(count);
    return count.stored + count.unsent;
  }

  #isOld({ askedAt }: Count): boolean {
    return this.#settings.clock.now() - askedAt >= askMs;
  }

  #sendSoon(): void {
    const { store, clock } = this.#settings;
    if (store.isShared) this.#timer ??= clock.after(askMs, () => void this.flush());
  }

  /** Never rejects: what the store has not got is sent later. */
  #ask(count: Count): Promise<void> {
    if (!this.#settings.store.isShared) return Promise.resolve();
    return (count.asking ??= this.#exchange(count).finally(() => {
      count.asking = undefined;
    }));
  }

  async #exchange(count: Count): Promise<void> {
    const { store, clock } = this.#settings;
    const { key, ttlMs, unsent } = count;
    count.askedAt = clock.now();
    try {
      const sum =
        unsent === 0 ? await store.get('spent', key) : await store.add('spent', key, unsent, ttlMs);
      count.stored = Number(sum ?? 0);
      count.unsent -= unsent;
    } catch {
      // The answer can be lost where the sum is not: then units count twice, and none too few.
    }
  }
}

/**
 * The quotas of callers, and the limits that decide whether an operation is executed. The
 * units of an operation are reserved in the store before its calls are sent, so that concurrent
 * requests cannot overspend a budget; unspent units are given back. A bucket that a service reports
 * as exhausted gets no call until its day ends.
 */
import { systemClock } from '../caller/clock.ts';
import { upstreamError, UpstreamError } from '../api/error.ts';
import { isScarce, meteredBuckets, windowOf } from '../api/api.ts';
import type { Bucket } from '../api/register.ts';
import type { AnyOperation } from '../api/operation.ts';
import { observed, type WaitObserver } from '../rest/share/wait-observer.ts';
import type { Identities } from '../caller/identities.ts';
import type { Identity } from '../caller/identity.ts';
import { storeFailure } from '../store/store-failure.ts';
import type { Balance } from './balance.ts';
import {
  agentPot,
  bucketsOf,
  dayAt,
  ExhaustedBuckets,
  type Shortage,
  type UnitPot,
  unmarkedBucketsOf,
  windowAt,
} from './buckets.ts';
import type { CostEstimate } from './estimate.ts';
import { ProjectCalls } from './project-calls.ts';
import { namedAccount, type SpentEntry, SpentUnits } from './spent-units.ts';
import { OwedUnits } from './owed-units.ts';
import type { QuotaSettings, ResolvedQuotaSettings } from './quota-settings.ts';
import { Reservation } from './reservation.ts';
import { balanceOf, type BudgetBalance, scarceUnits, type UnitBudget } from './unit-budget.ts';

export class Quotas {
  readonly #settings: ResolvedQuotaSettings;

  constructor({ now = systemClock.now, encryption, ...settings }: QuotaSettings) {
    const spentUnits = new SpentUnits(settings, settings.acceptedCallers, encryption);
    const hasBudget = Object.keys(settings.budget).length > 0;
    const unmarked = unmarkedBucketsOf(settings.store);
    this.#settings = { ...settings, now, spentUnits, unmarked, hasBudget };
  }

  /** @returns the quota of the caller, for one execution */
  of(identities: Identities, options: QuotaOptions = {}): Quota {
    return new Quota(this.#settings, identities, options);
  }
}

/** How long after its end an execution can still settle a window. */
const GRACE_MS = 3_600_000;

/** What only some executions have. */
interface QuotaOptions {
  /** Learns how long the store takes. */
  readonly waits?: WaitObserver | undefined;
  /** The budget of agents. Left out: no agent has sent the operation. */
  readonly agents?: UnitBudget | undefined;
  /** The name that the client has sent. Undefined: it is for no client. */
  readonly client?: string | undefined;
}

export class Quota {
  readonly #settings: ResolvedQuotaSettings;
  readonly #identities: Identities;
  /** Of buckets with a budget, and of agents. */
  #reservations: Map<UnitPot, Reservation> | undefined;
  readonly #exhausted: ExhaustedBuckets;
  readonly #waits: WaitObserver | undefined;
  readonly #agents: UnitBudget | undefined;
  readonly #project: ProjectCalls | undefined;
  #isSettled = false;
  #owed: OwedUnits | undefined;
  /** Whether answers are searched for the account behind the token. */
  readonly learnsAccount: boolean;

  constructor(
    settings: ResolvedQuotaSettings,
    identities: Identities,
    { waits, agents, client }: QuotaOptions,
  ) {
    const { project, acceptedCallers } = settings;
    this.#project = project && new ProjectCalls({ project, acceptedCallers, identities, client });
    const own = identities.main.grant?.budget;
    this.#settings = own ? { ...settings, budget: { ...settings.budget, ...own } } : settings;
    this.#waits = waits;
    this.#agents = agents;
    this.#identities = identities;
    this.#exhausted = new ExhaustedBuckets(settings);
    this.learnsAccount = settings.hasBudget && identities.hasToken && !own;
  }

  /**
   * Reserves the units of an estimate in all of its buckets, or in none.
   * @param isWrite whether the execution writes: then it must not stop before its end
   * @returns the first shortage; a promise only if there is one, or the store has to be asked for a
   * budget, or does not have its answer at hand
   */
  reserve(estimate: CostEstimate, isWrite = false): Promise<Shortage | undefined> | undefined {
    const ofClient = isWrite ? this.#project?.beginWrite(estimate) : undefined;
    if (ofClient) return Promise.resolve(this.#noted(ofClient));
    const buckets = bucketsOf(estimate);
    const { budget } = this.#settings;
    const lookups: Promise<boolean>[] = [];
    let hasBudget = this.#agents !== undefined;
    for (const bucket of buckets) {
      const lookup = this.#exhausted.read(bucket, this.#callerOf(bucket));
      if (lookup instanceof Promise) lookups.push(lookup);
      hasBudget ||= budget[bucket] !== undefined;
    }
    if (!hasBudget && lookups.length === 0) return undefined;
    return this.#observed(this.#reserve(estimate, lookups));
  }

  /** Begins an operation whose estimate is more than what is left. */
  owe(estimate: CostEstimate, shortage: Shortage): void {
    this.#owed = new OwedUnits(this.#needsOf(estimate), shortage, {
      potsOf: (operation) => this.#potsOf(operation),
      reserve: (...units) => this.#reserveUnits(...units),
    });
  }

  /** A read of the estimate was answered without a call. */
  avoid(operation: AnyOperation): void {
    this.#owed?.avoid(operation);
  }

  /** The units of an estimate, by where they are counted. */
  #needsOf(estimate: CostEstimate): readonly (readonly [UnitPot, number])[] {
    const ofBuckets = bucketsOf(estimate).map(
      (bucket) => [bucket, estimate.units[bucket]!] as const,
    );
    if (!this.#agents) return ofBuckets;
    return [[agentPot, scarceUnits(this.#settings.api, estimate)], ...ofBuckets];
  }

  #potsOf({ bucket }: AnyOperation): readonly UnitPot[] {
    return this.#agents && isScarce(this.#settings.api, bucket) ? [agentPot, bucket] : [bucket];
  }

  /** @param lookups each of them remembers whether its bucket is exhausted */
  async #reserve(cost: CostEstimate, lookups: readonly unknown[]): Promise<Shortage | undefined> {
    let isReserved = false;
    try {
      await Promise.all(lookups);
      for (const [pot, units] of this.#needsOf(cost)) {
        const shortage = await this.#reserveUnits(pot, units);
        if (shortage) return shortage;
      }
      isReserved = true;
      return undefined;
    } finally {
      if (!isReserved) this.#giveBack();
    }
  }

  /**
   * Makes one call outside of a query: reserves its units first, and gives back what it has not
   * spent.
   * @param work makes the call
   * @throws UpstreamError QUOTA_EXCEEDED, UPSTREAM_UNAVAILABLE if the store fails, or the error of
   * the work
   */
  async withCall<T>(operation: AnyOperation, work: () => Promise<T>): Promise<T> {
    await this.#reserveCall(operation);
    try {
      return await work();
    } finally {
      this.settle();
    }
  }

  async #reserveCall(operation: AnyOperation): Promise<void> {
    const { bucket, units } = operation;
    const cost = { calls: 1, units: { [bucket]: units ?? 0 } };
    const lookups = [this.#exhausted.read(bucket, this.#callerOf(bucket))];
    const fail = (error: unknown): never => {
      throw storeFailure(operation, error);
    };
    const shortage = await this.#observed(this.#reserve(cost, lookups)).catch(fail);
    if (shortage) throw upstreamError(operation, 'QUOTA_EXCEEDED', shortage);
  }

  /** Makes a call. @throws UpstreamError QUOTA_EXCEEDED, or the error of the call */
  async makeCall<T>(
    operation: AnyOperation,
    call: () => Promise<T>,
    by = this.#identities.of(operation),
  ): Promise<T> {
    try {
      const taken = this.takeCall(operation, by);
      if (taken) await taken;
      return await call();
    } catch (error) {
      throw await this.markExhausted(operation, error, by);
    }
  }

  /**
   * Takes a call from the reserved units, or reserves those that are missing.
   * @param by whose token the call has, or nobody's: then it has the API key. Default: the caller's
   * @returns a promise only for a call that the reserved units do not cover
   * @throws UpstreamError QUOTA_EXCEEDED, or UPSTREAM_UNAVAILABLE if the store fails
   */
  takeCall(
    operation: AnyOperation,
    by = this.#identities.of(operation),
  ): Promise<void> | undefined {
    // What the caller has exhausted was looked up for the estimate.
    const isOwn = by.token === this.#identities.of(operation).token;
    const lookup = isOwn || this.#exhausted.read(operation.bucket, by);
    return lookup instanceof Promise
      ? this.#observed(lookup).then(() => this.#takeCall(operation, by))
      : this.#takeCall(operation, by);
  }

  #takeCall(operation: AnyOperation, by: Identity): Promise<void> | undefined {
    const refusal = this.#refusalOf(operation, by) ?? this.#owed?.admit(operation);
    if (refusal instanceof Promise)
      return this.#observed(refusal).then(
        (shortage) => this.#take(operation, shortage),
        (error: unknown) => Promise.reject(storeFailure(operation, error)),
      );
    return this.#take(operation, refusal);
  }

  /** @returns why a call must not be sent, as far as the store need not be asked */
  #refusalOf(operation: AnyOperation, by: Identity): Partial<Shortage> | undefined {
    const { bucket } = operation;
    const resetAt = this.#exhausted.knownUntil(bucket, by);
    if (resetAt !== undefined) return { bucket, remaining: 0, resetAt };
    const kept = this.#project?.refusalOf(operation, by);
    return kept && this.#noted(kept);
  }

  #take(operation: AnyOperation, refusal?: Partial<Shortage>): Promise<void> | undefined {
    if (refusal) throw upstreamError(operation, 'QUOTA_EXCEEDED', refusal);
    const { bucket } = operation;
    const ofBucket = this.#takeFrom(bucket, operation);
    if (!this.#agents || !isScarce(this.#settings.api, bucket)) return ofBucket;
    const ofAgents = this.#takeFrom(agentPot, operation);
    return ofBucket && ofAgents
      ? Promise.all([ofBucket, ofAgents]).then(() => {})
      : (ofBucket ?? ofAgents);
  }

  #limitOf(pot: UnitPot): number | undefined {
    return pot === agentPot ? this.#agents?.limit : this.#settings.budget[pot];
  }

  #takeFrom(pot: UnitPot, operation: AnyOperation): Promise<void> | undefined {
    const { units } = operation;
    if (!units || this.#limitOf(pot) === undefined) return undefined;
    return this.#reservationOf(pot).take(units, () =>
      this.#observed(this.#reserveUnits(pot, units)).then(
        (shortage) => {
          if (shortage) throw upstreamError(operation, 'QUOTA_EXCEEDED', shortage);
        },
        (error: unknown) => {
          throw storeFailure(operation, error);
        },
      ),
    );
  }

  #noted(shortage: Shortage): Shortage {
    const { bucket, reason } = shortage;
    if (bucket !== undefined) this.#settings.onShortage?.(bucket, reason);
    return shortage;
  }

  /** Counts a request that is sent, retries included. @param by as that of `takeCall` */
  spend(operation: AnyOperation, by = this.#identities.of(operation)): void {
    this.#project?.spend(operation, by);
    if (!this.#reservations || !operation.units) return;
    for (const pot of this.#potsOf(operation)) {
      const reservation = this.#reservations.get(pot);
      if (!reservation) continue;
      reservation.spend(operation.units);
      if (this.#isSettled) this.#settleReservation(reservation);
    }
  }

  /** Ends the execution: unspent units are given back, and units beyond the reserved are added. */
  settle(): void {
    this.#isSettled = true;
    this.#project?.settle();
    this.#giveBack();
  }

  #giveBack(): void {
    if (!this.#reservations) return;
    for (const reservation of this.#reservations.values()) this.#settleReservation(reservation);
  }

  /** Marks the bucket if the error says that it is exhausted. @returns the error, with `resetAt` */
  async markExhausted(
    operation: AnyOperation,
    error: unknown,
    by = this.#identities.of(operation),
  ): Promise<unknown> {
    const { bucket } = operation;
    if (!(error instanceof UpstreamError) || !error.failure.meaning?.exhaustsBucket) return error;
    this.#project?.markExhausted(bucket, by);
    const resetAt = await this.#observed(this.#exhausted.mark(bucket, by));
    return new UpstreamError({ ...error.failure, remaining: 0, resetAt }, error.cause);
  }

  /**
   * Learns the account behind the token from the answer to a call, if it names one: the units of
   * the token are then those of the account.
   */
  learnAccount(operation: AnyOperation, args: object, answer: unknown): void {
    const identity = this.#identities.of(operation);
    const { api, spentUnits, budget } = this.#settings;
    const account = namedAccount(api, operation, args, { identity, answer });
    if (!account) return;
    const buckets = meteredBuckets(api).filter(
      (bucket) => budget[bucket] !== undefined && api.buckets[bucket].account === account.kind,
    );
    const entries = buckets.map((bucket) => this.#reservationOf(bucket).entry);
    // If the store fails, a later answer names the account again.
    void spentUnits.setAccount(account, entries).catch(() => {});
  }

  /** The state of the caller's buckets. */
  balances(): Promise<readonly Balance[]> {
    const { api, spentUnits, budget, now } = this.#settings;
    const balanceOf = async (bucket: Bucket): Promise<Balance> => {
      const caller = this.#callerOf(bucket);
      const exhausted = await this.#exhausted.read(bucket, caller);
      const { resetAt: end } = windowAt(api, bucket, now());
      const resetAt = (exhausted && this.#exhausted.knownUntil(bucket, caller)) || end;
      const limit = budget[bucket];
      const project = await this.#project?.balanceOf(bucket, caller);
      const state = { bucket, exhausted, window: windowOf(api, bucket), resetAt, project };
      if (limit === undefined) return state;
      const spent = await spentUnits.get(this.#reservationOf(bucket).entry);
      return { ...state, limit, spent };
    };
    return Promise.all(meteredBuckets(api).map(balanceOf));
  }

  /** Reserves units if there is a budget. @returns the shortage if too few are left */
  async #reserveUnits(pot: UnitPot, units: number): Promise<Shortage | undefined> {
    const limit = this.#limitOf(pot);
    if (limit === undefined || units <= 0) return undefined;
    const found = await this.#reservationOf(pot).reserve(units, limit);
    if (!found) return undefined;
    const { resetAt } = this.#windowOf(pot);
    return this.#noted({ ...(pot !== agentPot && { bucket: pot }), ...found, resetAt });
  }

  #windowOf(pot: UnitPot): ReturnType<typeof windowAt> {
    const { api, now } = this.#settings;
    return pot === agentPot ? dayAt(api, now()) : windowAt(api, pot, now());
  }

  /** What agents of the caller have left. @param limit their budget */
  async balanceOfAgents(limit: number): Promise<BudgetBalance> {
    const { entry } = this.#reservationOf(agentPot);
    return balanceOf(limit, await this.#settings.spentUnits.get(entry));
  }

  #observed<T>(wait: Promise<T>): Promise<T> {
    return observed(wait, 'store', this.#waits);
  }

  #reservationOf(pot: UnitPot): Reservation {
    let reservation = this.#reservations?.get(pot);
    if (!reservation) {
      const { name, end } = this.#windowOf(pot);
      const ttlMs = end - this.#settings.now() + GRACE_MS;
      const entry = { ...this.#payerOf(pot), bucket: pot, window: name, ttlMs };
      reservation = new Reservation(this.#settings.spentUnits, entry);
      this.#reservations ??= new Map();
      this.#reservations.set(pot, reservation);
    }
    return reservation;
  }

  /** Agents with tokens of several services have one budget, whichever of them are accepted. */
  #payerOf(pot: UnitPot): Pick<SpentEntry, 'identity' | 'owner'> {
    const identities = this.#identities;
    if (pot === agentPot) return { identity: identities.main, owner: identities.tokensKey };
    return { identity: this.#callerOf(pot) };
  }

  #callerOf(bucket: Bucket): Identity {
    return this.#identities.ofService(this.#settings.api.buckets[bucket].service);
  }

  #settleReservation(reservation: Reservation): void {
    const settled = reservation.settle();
    if (this.#agents) this.#agents.settled = Promise.all([this.#agents.settled, settled]);
  }
}

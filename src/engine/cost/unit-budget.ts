/**
 * Quota units that a client may spend in one session, of all scarce buckets. The units of an
 * estimate are reserved before an operation runs, so that operations that run at the same time
 * cannot each spend what is left. Units that were not spent are free again when it has ended.
 */
import { type Api, isScarce } from '../api/api.ts';
import type { AnyOperation } from '../api/operation.ts';
import type { Bucket } from '../api/register.ts';
import type { CostEstimate } from './estimate.ts';

/** The state of a budget. */
export interface BudgetBalance {
  readonly limit: number;
  /** Units that were spent. Those of repeated calls can make it exceed the limit. */
  readonly spent: number;
  /** Units that are neither spent nor reserved. */
  readonly remaining: number;
}

/** An operation that can take more units than are left. */
export interface BudgetShortage extends BudgetBalance {
  /** Units of the estimate. */
  readonly needed: number;
}

/** The budget of one session. */
export class UnitBudget {
  readonly #limit: number;
  #spent = 0;
  #reserved = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get balance(): BudgetBalance {
    const remaining = Math.max(0, this.#limit - this.#spent - this.#reserved);
    return { limit: this.#limit, spent: this.#spent, remaining };
  }

  /** @param units that are spent and that are reserved, in addition to those before */
  change({ spent = 0, reserved = 0 }: { spent?: number; reserved?: number }): void {
    this.#spent += spent;
    this.#reserved += reserved;
  }
}

/** The units that count for a session. */
export const scarceUnits = (api: Api, cost: Pick<CostEstimate, 'units'>): number =>
  Object.entries(cost.units)
    .filter(([bucket]) => isScarce(api, bucket as Bucket))
    .reduce((sum, [, units]) => sum + units, 0);

/** The units that one execution has of a budget. */
export class UnitReservation {
  readonly #budget: UnitBudget;
  readonly #api: Api;
  /** Reserved units that are not spent yet. */
  #left = 0;
  /** What an operation that was not admitted can still cost. */
  #owed = 0;

  constructor(budget: UnitBudget, api: Api) {
    this.#budget = budget;
    this.#api = api;
  }

  /** Reserves the units of an estimate, or none. @returns why not */
  reserve(estimate: CostEstimate): BudgetShortage | undefined {
    this.#owed = scarceUnits(this.#api, estimate);
    return this.#reserveOwed();
  }

  /** A read of the estimate was answered without a call. */
  avoid({ units, bucket }: AnyOperation): void {
    if (isScarce(this.#api, bucket)) this.#owed = Math.max(0, this.#owed - (units ?? 0));
  }

  /** Reserves what is owed before a call of such an operation. @returns why not */
  admit({ bucket }: AnyOperation): Pick<BudgetShortage, 'limit' | 'remaining'> | undefined {
    const shortage = isScarce(this.#api, bucket) ? this.#reserveOwed() : undefined;
    return shortage && { limit: shortage.limit, remaining: shortage.remaining };
  }

  #reserveOwed(): BudgetShortage | undefined {
    const needed = this.#owed;
    if (needed === 0) return undefined;
    const { balance } = this.#budget;
    // The product of nested lists can be Infinity, or NaN, which no comparison admits.
    if (!(needed <= balance.remaining)) return { ...balance, needed };
    this.#owed = 0;
    this.#keep(needed);
    return undefined;
  }

  /** Counts a request that is sent, retries included. */
  spend({ units, bucket }: AnyOperation): void {
    if (!units || !isScarce(this.#api, bucket)) return;
    this.#budget.change({ spent: units });
    this.#keep(-Math.min(units, this.#left));
  }

  /** Ends the execution: what was not spent is free again. */
  settle(): void {
    this.#keep(-this.#left);
  }

  #keep(units: number): void {
    this.#left += units;
    this.#budget.change({ reserved: units });
  }
}

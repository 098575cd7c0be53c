/**
 * The allowance of one execution: the calls, quota units and response fields that are left. It
 * stops the execution exactly at its limits; the estimate before is only an upper bound.
 */
import { upstreamError } from '../rest/call/error.ts';
import type { Bucket } from '../api/register.ts';
import type { AnyOperation } from '../rest/operation/operation.ts';

/** The limits of one operation. */
export interface QueryLimits {
  /** REST calls. A query that needs more keeps what it has read. */
  readonly calls: number;
  /** REST calls in the estimate of a query, which is not executed if it is above them. */
  readonly estimatedCalls: number;
  /** Quota units of any one bucket. */
  readonly units: number;
  /** Fields of the response. */
  readonly fields: number;
  /** Milliseconds that one mutation may wait between its calls. */
  readonly waitMs: number;
}

/**
 * Pages that all lists of one field of a query may read together beyond those that full pages take:
 * for pages that come short, or whose items are filtered.
 */
export const EXTRA_PAGES = 4;

/** A list is left out of the response, which would have more fields than the limit. */
export class ResponseTooLarge extends Error {
  readonly limit: number;
  /** Fields of the response with the list. */
  readonly value: number;

  constructor(limit: number, value: number) {
    super(`The response would have ${value} fields, more than the limit of ${limit}.`);
    this.name = 'ResponseTooLarge';
    this.limit = limit;
    this.value = value;
  }
}

export class Allowance {
  readonly limits: QueryLimits;
  readonly #units: Partial<Record<Bucket, number>> = {};
  /** By the list field. */
  #extraPages: Map<object, number> | undefined;
  #calls = 0;
  #fields = 0;

  constructor(limits: QueryLimits) {
    this.limits = limits;
  }

  /** @throws UpstreamError QUERY_TOO_EXPENSIVE for a call beyond the limits: it must not be sent */
  takeCall(operation: AnyOperation): void {
    const { bucket } = operation;
    const limits = this.limits;
    const units = (this.#units[bucket] ?? 0) + (operation.units ?? 0);
    if (this.#calls >= limits.calls)
      throw upstreamError(operation, 'QUERY_TOO_EXPENSIVE', { limit: limits.calls });
    if (units > limits.units)
      throw upstreamError(operation, 'QUERY_TOO_EXPENSIVE', { limit: limits.units, bucket });
    this.#calls += 1;
    this.#units[bucket] = units;
  }

  /**
   * @param listField identifies a list field of the query
   * @returns whether a page is left for it
   */
  takeExtraPage(listField: object): boolean {
    const taken = this.#extraPages?.get(listField) ?? 0;
    if (taken >= EXTRA_PAGES) return false;
    this.#extraPages ??= new Map();
    this.#extraPages.set(listField, taken + 1);
    return true;
  }

  /** @throws ResponseTooLarge if the response cannot have so many more fields */
  takeFields(count: number): void {
    const fields = this.#fields + count;
    if (fields > this.limits.fields) throw new ResponseTooLarge(this.limits.fields, fields);
    this.#fields = fields;
  }
}

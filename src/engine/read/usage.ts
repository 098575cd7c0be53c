/**
 * What one execution may use and what it has used: its allowance, and its cost so far, which is
 * `extensions.cost`.
 */
import { type Api, isScarce } from '../api/api.ts';
import type { Bucket } from '../api/register.ts';
import type { AnyOperation } from '../api/operation.ts';
import type { CostReport, SentCalls } from '../trace/response-extensions.ts';
import { upstreamError } from '../api/error.ts';
import type { FieldArguments, ListNeeds, SeparateFetchNeeds } from './needs.ts';
import { hasOwnerOnlyParts } from './list/list.ts';
import { Paths } from './path.ts';
import { type Branch, listChoice } from './walk/projection.ts';
import { entityKey, entitiesPerCall, type Ref, type Resource } from './resource.ts';
import { ExpectedError } from '../api/stackless.ts';

/** @returns the sums of two costs; undefined costs nothing */
export function sumOfCalls(
  one: SentCalls | undefined,
  other: SentCalls | undefined,
): SentCalls | undefined {
  if (!one || !other) return one ?? other;
  return {
    requests: one.requests + other.requests,
    units: sumOfCounts(one.units, other.units),
    operations: sumOfCounts(one.operations, other.operations),
  };
}

/** @returns the sums by name */
export function sumOfCounts<Name extends string>(
  one: Readonly<Partial<Record<Name, number>>>,
  other: Readonly<Partial<Record<Name, number>>>,
): Record<Name, number> {
  const sums = { ...one } as Record<Name, number>;
  for (const name of Object.keys(other) as Name[]) sums[name] = (sums[name] ?? 0) + other[name]!;
  return sums;
}

/** Counts the calls of one execution. */
export class Usage {
  #requests = 0;
  #entities = 0;
  #loads = 0;
  #shared = 0;
  #polling: SentCalls | undefined;
  readonly #units: Partial<Record<Bucket, number>> = {};
  readonly #operations: Record<string, number> = {};

  /** A REST call is sent. */
  countRequest({ key, units, bucket }: AnyOperation): void {
    this.#requests += 1;
    this.#operations[key] = (this.#operations[key] ?? 0) + 1;
    if (units !== null) this.#units[bucket] = (this.#units[bucket] ?? 0) + units;
  }

  /** A field reads an entity by its key. */
  countEntity(): void {
    this.#entities += 1;
  }

  /** A loader makes a call for such entities. */
  countLoad(): void {
    this.#loads += 1;
  }

  /** Reads are answered by stored ones, or by an equal call of another request. */
  countShared(reads = 1): void {
    this.#shared += reads;
  }

  /** The event of a subscription came from a poller, which has made these calls. */
  setPolling(calls: SentCalls): void {
    this.#polling = calls;
  }

  /** The calls of this execution alone. */
  get sent(): SentCalls {
    return { requests: this.#requests, units: this.#units, operations: this.#operations };
  }

  report(): CostReport {
    const avoided = Math.max(0, this.#entities - this.#loads) + this.#shared;
    const polling = this.#polling;
    return { ...this.sent, avoided, ...(polling && { polling }) };
  }
}

export interface QueryLimits {
  /** REST calls. A query that needs more keeps what it has read. */
  readonly calls: number;
  /** REST calls in the estimate of a query, which is not executed if it is above them. */
  readonly estimatedCalls: number;
  /** Quota units of any one scarce bucket. */
  readonly units: number;
  /** Fields of the response. */
  readonly fields: number;
  /** Milliseconds that one mutation may wait between its calls. */
  readonly waitMs: number;
}

/**
 * Calls that all lists of a query may make together beyond those that full pages take: for pages
 * that come short, or whose items are filtered.
 */
export const EXTRA_CALLS = 3;

/** A list is left out of the response, which would have more fields than the limit. */
export class ResponseTooLarge extends ExpectedError {
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

/**
 * The calls, quota units and response fields that are left to one execution. It stops the execution
 * exactly at its limits; the estimate before is only an upper bound.
 */
export class Allowance {
  readonly limits: QueryLimits;
  readonly #api: Api;
  readonly #units: Partial<Record<Bucket, number>> = {};
  #calls = 0;
  #extraCalls = 0;
  #fields = 0;

  constructor(limits: QueryLimits, api: Api) {
    this.limits = limits;
    this.#api = api;
  }

  /** @throws UpstreamError QUERY_TOO_EXPENSIVE for a call beyond the limits: it must not be sent */
  takeCall(operation: AnyOperation): void {
    const { bucket } = operation;
    const limits = this.limits;
    const units = (this.#units[bucket] ?? 0) + (operation.units ?? 0);
    if (this.#calls >= limits.calls)
      throw upstreamError(operation, 'QUERY_TOO_EXPENSIVE', { limit: limits.calls });
    if (units > limits.units && isScarce(this.#api, bucket))
      throw upstreamError(operation, 'QUERY_TOO_EXPENSIVE', { limit: limits.units, bucket });
    this.#calls += 1;
    this.#units[bucket] = units;
  }

  /**
   * @param calls those that the page takes
   * @returns whether they are left for a list
   */
  takeExtraPage(calls = 1): boolean {
    if (this.#extraCalls + calls > EXTRA_CALLS) return false;
    this.#extraCalls += calls;
    return true;
  }

  /** @throws ResponseTooLarge if the response cannot have so many more fields */
  takeFields(count: number): void {
    const fields = this.#fields + count;
    if (fields > this.limits.fields) throw new ResponseTooLarge(this.limits.fields, fields);
    this.#fields = fields;
  }
}

export interface SelectedList {
  readonly branch: Branch;
  readonly needs: ListNeeds;
  readonly args: FieldArguments;
}

/** The calls for fields of one value that are counted. */
export class CountedCalls {
  readonly #counts = new Map<string, number>();
  readonly #below = new Map<object, Map<string, CountedCalls>>();

  /**
   * @param request identifies what the calls request
   * @returns how many calls come in addition to those of other fields with the same request
   */
  add(request: string, count: number): number {
    const known = this.#counts.get(request) ?? 0;
    // Both can be Infinity, whose difference is no number.
    if (count <= known) return 0;
    this.#counts.set(request, count);
    return count - known;
  }

  /** Those for the fields of values that several fields lead to. */
  below(field: object, values: string): CountedCalls {
    let ofField = this.#below.get(field);
    if (!ofField) this.#below.set(field, (ofField = new Map()));
    let calls = ofField.get(values);
    if (!calls) ofField.set(values, (calls = new CountedCalls()));
    return calls;
  }
}

/** The entities that root fields name and that are counted: they are read together. */
export class CountedLookups {
  /** Entity keys by batch. */
  readonly #batches = new Map<string, Set<string>>();

  /**
   * @param variant names the calls that entities can share
   * @returns how many calls come in addition to those for the entities of other fields
   */
  add({ name, read }: Resource, refs: readonly Ref[], variant: string): number {
    let calls = 0;
    for (const ref of refs) {
      const parents = read.kind === 'batch' ? ref.key.slice(0, -1) : [];
      const batch = JSON.stringify([name, parents, ref.args, variant]);
      let keys = this.#batches.get(batch);
      if (!keys) this.#batches.set(batch, (keys = new Set()));
      const key = entityKey(ref);
      if (keys.has(key)) continue;
      // The first call, or all calls so far are full.
      if (keys.size % entitiesPerCall(read) === 0) calls += 1;
      keys.add(key);
    }
    return calls;
  }
}

/**
 * The request of a list. Fields of one value that list the same share calls: they request each page
 * in one tick.
 * @returns undefined for a list whose pages others do not share for certain: a page behind a cursor
 * has a size of its own, and entities that pointers lead to can arrive at different times
 */
export function listRequest({ branch, needs, args }: SelectedList): string | undefined {
  const { operation, extent } = needs;
  const { first: _, after, ...same } = args;
  if (after != null) return undefined;
  if (extent.kind === 'paged' && (extent.pointsTo !== null || extent.callsBefore !== null))
    return undefined;
  const choices = [...branch.projections.values()].map(
    (each) => listChoice(operation, each)?.value,
  );
  return JSON.stringify([branch.place, operation.key, same, choices]);
}

/**
 * The request of a separate fetch. All owner-only parts of one value are requested together.
 * @returns undefined for other values, each of which counts with a call of its own
 */
export function fetchRequest(
  { place }: Branch,
  { resource, path }: SeparateFetchNeeds,
): string | undefined {
  if (!hasOwnerOnlyParts(resource.read.operation, Paths.of(path))) return undefined;
  return JSON.stringify([place, resource.name]);
}

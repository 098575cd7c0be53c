/** The cost of a request so far: `extensions.cost`. */
import type { Bucket } from '../api/register.ts';
import type { AnyOperation } from '../rest/operation/operation.ts';
import type { CostReport, SentCalls } from '../execution/response-extensions.ts';

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

  /** A call gets the answer of an equal call of another request, whose cost it is. */
  countShared(): void {
    this.#shared += 1;
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

/** The cost of a request so far: `extensions.cost`. */
import type { AnyOperation, Bucket } from '../../upstream/operation.ts';

export interface CostReport {
  /** REST calls that were sent, retries included. */
  readonly requests: number;
  /**
   * Entities that were read by their keys, less the calls that this took, and calls whose answer
   * came from an equal call of another request.
   */
  readonly avoided: number;
  /** Quota units by bucket, of services that state units. */
  readonly units: Readonly<Partial<Record<Bucket, number>>>;
  readonly operations: Readonly<Record<string, number>>;
}

/** Counts the calls of one execution. */
export class Usage {
  #requests = 0;
  #entities = 0;
  #loads = 0;
  #shared = 0;
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

  report(): CostReport {
    const avoided = Math.max(0, this.#entities - this.#loads) + this.#shared;
    return { requests: this.#requests, avoided, units: this.#units, operations: this.#operations };
  }
}

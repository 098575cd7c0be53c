/** What a request has cost upstream: `extensions.cost`. */
import type { AnyOperation, Bucket } from '../../upstream/operation.ts';

export interface CostReport {
  /** Requests that went out, repeats included. */
  readonly requests: number;
  /** Keys that would each have been a call, less the calls made for them. */
  readonly avoided: number;
  /** Quota units a bucket; services that state no units count requests alone. */
  readonly units: Readonly<Partial<Record<Bucket, number>>>;
  readonly operations: Readonly<Record<string, number>>;
}

export class Cost {
  #requests = 0;
  #keys = 0;
  #loads = 0;
  readonly #units: Partial<Record<Bucket, number>> = {};
  readonly #operations: Record<string, number> = {};

  readonly sent = ({ key, units, bucket }: AnyOperation): void => {
    this.#requests += 1;
    this.#operations[key] = (this.#operations[key] ?? 0) + 1;
    if (units !== null) this.#units[bucket] = (this.#units[bucket] ?? 0) + units;
  };

  /** A field asked for one thing by its key. */
  asked(): void {
    this.#keys += 1;
  }

  /** A loader made one call for such keys. */
  loaded(): void {
    this.#loads += 1;
  }

  report(): CostReport {
    return {
      requests: this.#requests,
      avoided: Math.max(0, this.#keys - this.#loads),
      units: this.#units,
      operations: this.#operations,
    };
  }
}

/** Operations that reject every `If-Match`, as `writeConditionally` has learned. */
import type { AnyOperation } from '../../rest/operation/operation.ts';

/** Until the process ends, writes of these operations are sent without `If-Match`. */
export class UnconditionalOperations {
  readonly #keys = new Set<string>();
  readonly #onAdded: (operation: string) => void;

  /** @param onAdded called once for each operation, with its key */
  constructor(onAdded: (operation: string) => void = () => {}) {
    this.#onAdded = onAdded;
  }

  has({ key }: AnyOperation): boolean {
    return this.#keys.has(key);
  }

  add({ key }: AnyOperation): void {
    if (this.#keys.has(key)) return;
    this.#keys.add(key);
    this.#onAdded(key);
  }
}

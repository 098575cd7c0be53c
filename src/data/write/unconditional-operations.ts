/** Operations whose etags cannot be used as a condition. */
import type { AnyOperation } from '../../upstream/operation.ts';

/** The operations of a process that reject every condition. Their writes are sent without. */
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

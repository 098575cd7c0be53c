/**
 * What is kept with an object as long as the object lives, as in a `WeakMap`. But of that, an entry
 * whose value refers to its key is removed by a full garbage collection alone: what a document
 * needs that comes only once would be copied until then, tens of milliseconds each time.
 */
export class Attached<Key extends object, Value> {
  /** Of a property that no copy has: `{ ...key }` has its enumerable ones. */
  readonly #name = Symbol('attached');

  get(key: Key): Value | undefined {
    return (key as { readonly [name: symbol]: Value })[this.#name];
  }

  /** Called once for a key. */
  set(key: Key, value: Value): void {
    Object.defineProperty(key, this.#name, { value });
  }
}

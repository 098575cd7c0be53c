/** Makes each value once: of one selection, all parents of a list share what follows from it. */

/** @returns a function that remembers each result of `make` as long as its key lives */
export function memoize<K extends object, V extends {}>(make: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, V>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) known.set(key, (value = make(key)));
    return value;
  };
}

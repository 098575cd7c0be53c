/**
 * Caches derived values: all parents of a list share the values that derive from one selection.
 * @returns a function that caches each result of `make` for the lifetime of its key
 */
export function memoize<K extends object, V extends {}>(make: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, V>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) known.set(key, (value = make(key)));
    return value;
  };
}

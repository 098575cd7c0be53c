/** Tables of ids. */

/** Ids by name. */
export const table = <const N extends string>(
  make: (name: N) => string,
  ...names: readonly N[]
): Readonly<Record<N, string>> =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<N, string>;

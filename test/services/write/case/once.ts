/** Requests that several laws look at, made once. */

/** @returns the function, which is called once for the same arguments */
export function once<Args extends readonly unknown[], Made>(
  make: (...args: Args) => Promise<Made>,
): (...args: Args) => Promise<Made> {
  const made = new Map<string, Promise<Made>>();
  return (...args) => {
    const key = JSON.stringify(args);
    const known = made.get(key) ?? make(...args);
    made.set(key, known);
    return known;
  };
}

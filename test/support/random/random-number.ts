/** Repeatable random numbers. */

/** @returns a function that returns numbers from 0 to 1, the same ones for the same seed */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** @returns the middle one of the values; of an even number, the larger of both */
export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1]!;

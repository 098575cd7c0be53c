/** The time for what only measures. What decides has a `Clock`. */

/** @returns the present, as `performance.now()` */
export const measuredNow = (): number => performance.now();

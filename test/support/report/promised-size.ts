/** Sizes of tests that would take too long in every run. */

/** Whether tests run at the sizes that test/promises.md states: `npm run promises`. */
export const runsFull = process.env['PROMISES'] === 'full';

/** @returns the promised size in a run of `npm run promises`, a smaller one otherwise */
export const promised = <T>(full: T, quick: T): T => (runsFull ? full : quick);

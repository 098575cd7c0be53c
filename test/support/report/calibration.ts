/**
 * How slow the machine is at the start of a run: the limits that end hanging tests grow with it.
 */

/** Iterations that take `usualMs` on one core of an ordinary server of 2026. */
const iterations = 20_000_000;

const usualMs = 100;

/** At least 1; 4 where the same work takes four times as long. */
export const slowness = Math.max(1, measuredMs() / usualMs);

function measuredMs(): number {
  const start = performance.now();
  let sum = 0;
  for (let index = 0; index < iterations; index += 1) sum = (sum + index) | 0;
  // The sum is used, so that the loop is not left out.
  return performance.now() - start + (sum === 1 ? 1 : 0);
}

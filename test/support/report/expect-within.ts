/** Checks promises about elapsed time, which hold for a machine without other work only. */
import { expect } from 'vitest';
import { runsFull } from './promised-size.ts';

/**
 * For tests with the tag `fullSize`. At other sizes, other tests run at the same time: there, it
 * only checks that a time was measured.
 * @param ms what was measured @param limit in ms
 */
export function expectWithin(ms: number, limit: number): void {
  expect(Number.isFinite(ms) && ms >= 0).toBe(true);
  if (runsFull) expect(ms).toBeLessThan(limit);
}

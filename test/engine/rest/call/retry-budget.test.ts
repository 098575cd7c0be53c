/** Retries as a share of the calls in a sliding window. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RetryBudget } from '../../../../src/engine/rest/share/breaker.ts';
import { defaultSettings } from '../../../../src/engine/rest/settings.ts';

/** More retries than any of these budgets has: one without a limit must fail, and not hang. */
const maxRetries = 10_000;

/** How many retries the budget grants at an instant. */
function granted(budget: RetryBudget, now: number): number {
  let count = 0;
  while (count < maxRetries && budget.spend(now)) count += 1;
  return count;
}

describe('the retry budget', () => {
  it('is full again after the window, and no longer counts older calls', () => {
    const budget = new RetryBudget(defaultSettings.retry);
    for (let i = 0; i < 1_000; i++) budget.countCall(500);
    expect(granted(budget, 9_999)).toBe(200);
    expect(granted(budget, 10_400)).toBe(0);
    expect(granted(budget, 20_000)).toBe(10);
  });
  it('is never exceeded, in any order of calls and retries', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ after: fc.nat(3_000), call: fc.boolean() }), { maxLength: 300 }),
        (steps) => {
          const budget = new RetryBudget(defaultSettings.retry);
          let now = 0;
          let calls = 0;
          const retries: number[] = [];
          for (const { after, call } of steps) {
            now += after;
            if (call) budget.countCall(now);
            else if (budget.spend(now)) retries.push(now);
            calls += call ? 1 : 0;
            // The window moves in tenths: retries older than nine tenths may or may not count.
            const recent = retries.filter((at) => at > now - 9_000).length;
            expect(recent).toBeLessThanOrEqual(Math.max(10, 0.2 * calls));
          }
        },
      ),
    );
  });
});

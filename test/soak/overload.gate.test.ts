import { describe, expect, it } from 'vitest';
import { median } from '../../bench/median.ts';
import { overload, type OverloadRound, rejectedWithin } from '../../bench/overload.ts';
import { expectWithin } from '../support/report/expect-within.ts';
import { promised, runsFull } from '../support/report/promised-size.ts';

describe('more requests than can be served', { tags: ['R26', 'fullSize'] }, () => {
  const timeout = promised(3_600_000, 120_000);
  it('are served or rejected at once, and all are served afterwards', { timeout }, async () => {
    const rounds = promised(3, 1);
    const results: OverloadRound[] = [];
    const options = {
      rounds,
      connections: promised(4_000, 1_000),
      peakSeconds: promised(4, 1),
    };
    for await (const round of overload(['W3'], promised(4, 2), options)) results.push(round);
    expect(results).toHaveLength(rounds);
    expect(results.map(({ unsent }) => unsent)).toEqual(results.map(() => 0));
    expect(results.map(({ unanswered }) => unanswered)).toEqual(results.map(() => 0));
    expect(results.map(({ rejectedAfterwards: count }) => count)).toEqual(results.map(() => 0));
    const rejected = Math.min(...results.map(({ rejectionMs }) => rejectionMs.length));
    // In a short time, all can be waiting.
    expect(runsFull && rejected === 0).toBe(false);
    expectWithin(median(results.map((round) => rejectedWithin(round, 0.9))), 50);
    const served = median(results.map(({ cpuRatio }) => cpuRatio));
    expect(served).toBeGreaterThan(promised(0.8, 0));
  });
});

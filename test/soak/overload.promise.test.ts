import { describe, expect, it } from 'vitest';
import { median } from '../../bench/median.ts';
import { overload, type OverloadRound, rejectedWithin } from '../../bench/overload.ts';
import { expectWithin } from '../support/report/expect-within.ts';

describe('more requests than can be served', { tags: ['R26', 'fullSize'] }, () => {
  it('are served or rejected at once, and all are served afterwards', async () => {
    const rounds = 3;
    const results: OverloadRound[] = [];
    const options = { rounds, connections: 4_000, peakSeconds: 4 };
    for await (const round of overload(['W3'], 4, options)) results.push(round);
    expect(results).toHaveLength(rounds);
    expect(results.map(({ unsent }) => unsent)).toEqual(results.map(() => 0));
    expect(results.map(({ unanswered }) => unanswered)).toEqual(results.map(() => 0));
    expect(results.map(({ rejectedAfterwards: count }) => count)).toEqual(results.map(() => 0));
    const rejected = Math.min(...results.map(({ rejectionMs }) => rejectionMs.length));
    expect(rejected).toBeGreaterThan(0);
    expectWithin(median(results.map((round) => rejectedWithin(round, 0.9))), 50);
    const served = median(results.map(({ cpuRatio }) => cpuRatio));
    expect(served).toBeGreaterThan(0.8);
  });
});

/** Samples: a quick run and the rest together have each row once. */
import { describe, expect, it } from 'vitest';
import { partOf } from './part.ts';
import { partSeed, runs, sampled } from './sample.ts';

const rows = Array.from({ length: 11 }, (_, index) => index);

describe('a sample', () => {
  it('has the first row and each fourth one after it', () => {
    expect(sampled(rows, undefined, 'quick')).toEqual([0, 4, 8]);
  });
  it.each([1, 2, 3, 4, 7, 20])('and the rest have each row once, of %i rows one', (every) => {
    const both = [...sampled(rows, every, 'quick'), ...sampled(rows, every, 'rest')];
    expect(both.toSorted((a, b) => a - b)).toEqual(rows);
    expect(sampled(rows, every, 'whole')).toEqual(rows);
  });
  it.each([1, 2, 4, 150, 601])('and the rest have each of %i random runs once', (count) => {
    expect(runs(count, 4, 'quick')).toBe(Math.ceil(count / 4));
    expect(runs(count, 4, 'quick') + runs(count, 4, 'rest')).toBe(count);
    expect(runs(count, 4, 'whole')).toBe(count);
  });
  it('and the rest have seeds of their own', () => {
    expect(partSeed(5, 'rest')).not.toBe(partSeed(5, 'quick'));
    expect(partSeed(5, 'whole')).toBe(5);
    // A seed has 32 bits.
    expect(partSeed(2 ** 31 - 1, 'rest')).toBe(-(2 ** 31));
  });
});

describe('the part of a run', () => {
  it('is named by a variable', () => {
    expect([{}, { TEST_PART: 'quick' }, { TEST_PART: 'rest' }].map(partOf)).toEqual([
      'whole',
      'quick',
      'rest',
    ]);
    expect(() => partOf({ TEST_PART: 'fast' })).toThrow('"fast" is not quick, rest or whole');
  });
});

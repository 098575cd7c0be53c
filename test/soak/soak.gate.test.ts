import { describe, expect, it } from 'vitest';
import { promised } from '../support/report/promised-size.ts';
import { unexplained } from './answer-check.ts';
import { soak } from './soak.ts';

describe('a mixed load with faults, aborting and stalling clients', () => {
  it('finds no wrong answer, no write that was executed twice, and no growth', {
    tags: ['R32', 'R1', 'R10', 'fullSize'],
  }, async () => {
    const { problems, requests, writes, uploads, withErrors } = await soak({
      minutes: promised(30, 0.1),
      faultShare: 0.05,
    });
    expect(problems).toEqual([]);
    expect(Math.min(requests / 100, writes / 10, uploads, withErrors)).toBeGreaterThan(1);
  });
});

describe('the check of answers', () => {
  const expected = { data: { a: { b: [1, 2] }, c: 'x' } };
  it.each<[string, unknown, (string | number)[][], string[]]>([
    ['nothing where both are equal', expected.data, [], []],
    ['a value that differs', { a: { b: [1, 3] }, c: 'x' }, [['a', 'b', 1]], ['a.b.1']],
    ['a null without an error', { a: null, c: 'x' }, [['c']], ['a']],
    ['nothing where an error explains a null', { a: null, c: 'x' }, [['a', 'b', 1]], []],
    ['a list that is shorter', { a: { b: [1] }, c: 'x' }, [['a', 'b']], ['a.b']],
    ['all without data', null, [], ['']],
  ])('reports %s', (_, data, paths, found) => {
    expect(unexplained(expected, { data, errors: paths.map((path) => ({ path })) })).toEqual(found);
  });
});

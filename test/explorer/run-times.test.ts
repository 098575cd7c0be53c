/** When the entries of the history were run. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noteRun, timesOf } from '../../src/explorer/parts/run-times.ts';

const [one, two, three] = ['{ one }', '{ two }', '{ three }'].map((query) => ({ query }));

/** One operation after another, a millisecond apart. */
function run(...operations: readonly ({ readonly query: string } | undefined)[]): void {
  for (const [index, each] of operations.entries()) {
    vi.setSystemTime(index);
    noteRun(each!);
  }
}

describe('the times of the history', () => {
  let texts: Record<string, string> = {};
  beforeEach(() => {
    texts = {};
    vi.useFakeTimers();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => texts[key] ?? null,
      setItem: (key: string, text: string) => (texts[key] = text),
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('are those of the last runs: equal runs in a row are one entry', () => {
    run(one, one, two, one, one);
    expect(timesOf([one!, two!, one!])).toEqual([4, 2, 1]);
  });
  it('pass over runs that the history has not, and entries that have no run', () => {
    run(one, three, two);
    expect(timesOf([two!, { query: '{ before }' }, one!])).toEqual([2, undefined, 0]);
  });
  it('are found in any order of the entries, which favorites change', () => {
    run(one, two, three);
    expect(timesOf([one!, three!, two!])).toEqual([0, 2, 1]);
  });
  it('are kept however often another operation runs after them', () => {
    run(one, ...Array.from({ length: 200 }, () => two));
    expect(timesOf([two!, one!])).toEqual([200, 0]);
  });
  it('tell operations with other pictures apart', () => {
    const [a, b] = ['😀', '😁'].map((id) => ({ query: '{ one }', variables: { id } }));
    run(a, b);
    expect(timesOf([b!, a!])).toEqual([1, 0]);
  });
  it('tell operations with other variables apart', () => {
    const [a, b] = [1, 2].map((id) => ({ query: '{ one }', variables: { id } }));
    run(a, b);
    expect(timesOf([b!, a!])).toEqual([1, 0]);
  });
  it('do not stop a run where there is no space for them', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('QuotaExceededError');
      },
    });
    expect(() => run(one)).not.toThrow();
    expect(timesOf([one!])).toEqual([undefined]);
  });
  it.each(['{', 'null', '{"a":1}', '[1]'])('begin anew where %s is stored', (text) => {
    vi.stubGlobal('localStorage', {
      getItem: () => texts['times'] ?? text,
      setItem: (_: string, value: string) => (texts['times'] = value),
    });
    expect(timesOf([one!])).toEqual([undefined]);
    run(one);
    expect(timesOf([one!])).toEqual([0]);
  });
  it('are as many as a few histories, however many runs there were', () => {
    run(...Array.from({ length: 300 }, (_, index) => ({ query: `{ field${index} }` })));
    expect(JSON.parse(Object.values(texts)[0]!)).toHaveLength(100);
  });
});

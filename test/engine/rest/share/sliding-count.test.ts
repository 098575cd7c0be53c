/** Counts over a sliding window. */
import { expect, it } from 'vitest';
import { SlidingCount } from '../../../../src/engine/rest/share/breaker.ts';

it('drops what was before the window', () => {
  const count = new SlidingCount(1_000);
  count.add(10_000);
  count.add(10_500);
  expect(count.total(10_600)).toBe(2);
  expect(count.total(11_200)).toBe(1);
});

it('takes an event back only while it counts', () => {
  const count = new SlidingCount(1_000);
  count.add(10_000);
  count.add(10_500);
  count.add(10_500, -1);
  expect(count.total(10_600)).toBe(1);
  count.add(11_050);
  // It has left the window, and its place belongs to a later time.
  count.add(10_000, -1);
  expect(count.total(11_100)).toBe(1);
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../src/engine/caller/clock.ts';

const { now, sleep } = systemClock;

/** Starts a sleep and returns whether it is over. */
function observed(ms: number, signal?: AbortSignal) {
  const state = { isAwake: false };
  void sleep(ms, signal).then(() => void (state.isAwake = true));
  return state;
}

describe('systemClock', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 1_800_000_000_000 }));
  afterEach(() => void vi.useRealTimers());
  it('never runs backwards when the system time changes', () => {
    const first = now();
    vi.setSystemTime(0);
    vi.advanceTimersByTime(5);
    expect(now() - first).toBeCloseTo(5);
  });
  it('sleeps for the given time', async () => {
    const sleeper = observed(20);
    await vi.advanceTimersByTimeAsync(19);
    expect(sleeper.isAwake).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(sleeper.isAwake).toBe(true);
  });
  it.each([0, -5, Number.NEGATIVE_INFINITY])('does not sleep for %d ms', async (ms) => {
    const sleeper = observed(ms);
    await vi.advanceTimersByTimeAsync(1);
    expect(sleeper.isAwake).toBe(true);
  });
  it.each([1_000_000, 2 ** 40, Number.POSITIVE_INFINITY])(
    'ends a sleep of %d ms when the signal fires',
    async (ms) => {
      const controller = new AbortController();
      const sleeper = observed(ms, controller.signal);
      await vi.advanceTimersByTimeAsync(999_000);
      expect(sleeper.isAwake).toBe(false);
      controller.abort();
      const late = observed(ms, controller.signal);
      await vi.advanceTimersByTimeAsync(0);
      expect([sleeper.isAwake, late.isAwake, vi.getTimerCount()]).toEqual([true, true, 0]);
    },
  );
});

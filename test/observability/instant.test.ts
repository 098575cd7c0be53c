import { afterEach, describe, expect, it, vi } from 'vitest';
import { instant } from '../../src/observability/tracing/instant.ts';
import { measuredNow, systemClock } from '../../src/engine/caller/clock.ts';

describe('the instants of spans', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    // As at the start of the process.
    instant();
  });

  it('are as far apart as what was measured, whatever the system time says meanwhile', () => {
    const at = measuredNow();
    const first = instant(at);
    const now = vi.spyOn(systemClock, 'wallTime').mockReturnValue(Date.now() + 900);
    expect(instant(at + 5)).toBeCloseTo(first + 5, 3);
    now.mockReturnValue(Date.now() - 900);
    expect(instant(at + 7)).toBeCloseTo(first + 7, 3);
  });
  it('follow a system time that has been set', () => {
    const at = measuredNow();
    const first = instant(at);
    const now = vi.spyOn(systemClock, 'wallTime').mockReturnValue(Date.now() + 3_600_000);
    expect(instant(at) - first).toBeGreaterThan(3_500_000);
    now.mockRestore();
    expect(Math.abs(instant(at) - first)).toBeLessThan(1_000);
  });
});

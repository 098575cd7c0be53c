/** Time that passes only while the gateway waits: then the clock of the sandbox advances, too. */
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, vi } from 'vitest';
import { systemClock } from '../../../src/engine/caller/clock.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';

/** @param sandbox called at each wait. @returns the waits so far in the current test, in ms */
export function useSimulatedTime(sandbox: () => Sandbox): readonly number[] {
  const waits: number[] = [];
  let now = 0;
  beforeEach(() => {
    waits.length = 0;
    // The clock of a gateway that lives longer than a test never runs backwards.
    now = Math.max(now, systemClock.now());
    vi.spyOn(systemClock, 'now').mockImplementation(() => now);
    vi.spyOn(systemClock, 'wallTime').mockImplementation(() => Math.floor(now));
    vi.spyOn(systemClock, 'sleep').mockImplementation(async (ms) => {
      waits.push(ms);
      const end = now + ms;
      await turn();
      // Waits at the same time pass together.
      if (end <= now) return;
      sandbox().advance(end - now);
      now = end;
    });
  });
  afterEach(() => void vi.restoreAllMocks());
  return waits;
}

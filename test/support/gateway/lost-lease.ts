/**
 * A process that is stopped for longer than a lease lasts, while another one takes its leases: no
 * timer runs meanwhile, and the clock goes on.
 */
import { vi } from 'vitest';
import { systemClock } from '../../../src/engine/caller/clock.ts';
import { leaseMs } from '../../../src/engine/store/lease.ts';
import type { SharedMemory } from './shared-store.ts';

/** Leases that another process has. */
export interface TakenLeases {
  /** Their keys. */
  readonly keys: readonly string[];
  /** The other process ends them. */
  release(): void;
}

/** The clock of this process, until `vi.restoreAllMocks`. */
export class StoppableClock {
  #stoppedMs = 0;

  constructor() {
    const { now } = systemClock;
    vi.spyOn(systemClock, 'now').mockImplementation(() => now() + this.#stoppedMs);
  }

  /** Stops the process for so many milliseconds. */
  stop(ms: number): void {
    this.#stoppedMs += ms;
  }

  /**
   * Stops the process for as long as a lease lasts, and lets another one take its leases.
   * @param prefix of the keys of leases that are taken
   */
  loseLeases({ store, keys }: Pick<SharedMemory, 'store' | 'keys'>, prefix: string): TakenLeases {
    this.stop(leaseMs + 1);
    const start = `lease ${prefix}`;
    const taken = keys
      .filter((key) => key.startsWith(start))
      .map((key) => key.slice('lease '.length));
    for (const key of taken) void store.set('lease', key, 'another process', 60_000);
    return {
      keys: taken,
      release: () => {
        for (const key of taken) void store.delete('lease', key);
      },
    };
  }
}

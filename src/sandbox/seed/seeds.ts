/** The initial data of all services: the videos, files and calendars of a media studio. */
import type { Seeds, Simulation } from '../simulation.ts';
import { seedCalendar } from './calendar/seed.ts';
import { copyWithTables } from './copy.ts';
import { emptyCalendar, emptyLive, emptyStorage, emptyVideo } from './empty.ts';
import { seedLive } from './live/seed.ts';
import { seedStorage } from './storage/seed.ts';
import { seedVideo } from './video/seed.ts';

/** The number of sandboxes in a process whose data is kept. */
const maxKept = 8;

/**
 * Makes the data once for a start instant and a seed, which determine it, and copies it after that:
 * tests reset a sandbox to the same instant ten thousand times.
 */
function madeOnce(seed: (simulation: Simulation) => object): (simulation: Simulation) => object {
  const made = new Map<string, object>();
  return (simulation) => {
    const key = `${simulation.start.toISOString()} ${simulation.seed}`;
    const state = made.get(key) ?? seed(simulation);
    // The one that was used last is the last one.
    made.delete(key);
    made.set(key, state);
    if (made.size > maxKept) made.delete(made.keys().next().value!);
    return copyWithTables(state);
  };
}

/** By service. */
export const seeds: Seeds = {
  video: madeOnce(seedVideo),
  live: madeOnce(seedLive),
  storage: madeOnce(seedStorage),
  calendar: madeOnce(seedCalendar),
};

/** Without what the studio has: for tests that add all data. */
export const emptySeeds: Seeds = {
  video: madeOnce((simulation) => emptyVideo(seedVideo(simulation))),
  live: madeOnce((simulation) => emptyLive(seedLive(simulation))),
  storage: madeOnce((simulation) => emptyStorage(seedStorage(simulation))),
  calendar: madeOnce((simulation) => emptyCalendar(seedCalendar(simulation))),
};

/** The initial data of all services: the videos, files and calendars of a media studio. */
import type { Seeds, Simulation } from '../simulation.ts';
import { seedCalendar } from './calendar/seed.ts';
import { copyWithTables } from './copy.ts';
import { seedLive } from './live/seed.ts';
import { seedStorage } from './storage/seed.ts';
import { seedVideo } from './video/seed.ts';

/**
 * Makes the data once for a start instant and a seed, which determine it, and copies it after that:
 * tests reset a sandbox to the same instant ten thousand times.
 */
function madeOnce(seed: (simulation: Simulation) => object): (simulation: Simulation) => object {
  let made: { readonly key: string; readonly state: object } | undefined;
  return (simulation) => {
    const key = `${simulation.start.toISOString()} ${simulation.seed}`;
    if (made?.key !== key) made = { key, state: seed(simulation) };
    return copyWithTables(made.state);
  };
}

/** By service. */
export const seeds: Seeds = {
  video: madeOnce(seedVideo),
  live: madeOnce(seedLive),
  storage: madeOnce(seedStorage),
  calendar: madeOnce(seedCalendar),
};

/** The initial data of all services: the videos, files and calendars of a media studio. */
import type { Seeds } from '../simulation.ts';
import { seedCalendar } from './calendar/seed.ts';
import { seedLive } from './live/seed.ts';
import { seedStorage } from './storage/seed.ts';
import { seedVideo } from './video/seed.ts';

/** By service. */
export const seeds: Seeds = {
  video: seedVideo,
  live: seedLive,
  storage: seedStorage,
  calendar: seedCalendar,
};

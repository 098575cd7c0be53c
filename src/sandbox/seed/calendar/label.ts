/** The seeded labels of events. */
import type { EventLabel } from '../../calendar/state.ts';

/** The id of a label on Ava's primary calendar. */
export const productionLabel = '5d2f1c7e-8a4b-4f0e-9c36-2b7d1e0a9f43';

/** The labels of Ava's primary calendar. */
export const eventLabels: readonly EventLabel[] = [
  { id: productionLabel, name: 'Production', backgroundColor: '#039be5' },
  { id: 'c1a0b6d2-3e57-4d19-8f62-7a9b0c4d5e21', backgroundColor: '#33b679' },
];

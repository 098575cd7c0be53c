/**
 * Fifty production events on the release calendar, two to four months after the start instant.
 * Together they attach all attachable files.
 */
import type { Simulation } from '../../simulation.ts';
import { day, rfc3339 } from '../../time.ts';
import { eventId, ids } from '../ids.ts';
import { attachableFiles } from './attachment.ts';
import type { EventPlan } from './event-plan.ts';

const tasks = [
  'Shoot',
  'Edit',
  'Grade',
  'Mix',
  'Review',
  'Voice-over',
  'Pickup',
  'Cut-down',
  'Captions',
  'Export',
] as const;

const scenes = [
  'the pier',
  'the wheelhouse',
  'harbour at dusk',
  'Maren',
  'the crossing',
  'fog',
  'die letzte Fähre',
  '灯台',
] as const;

const slotCount = 50;

/** The `timeMin` and `timeMax` between which the release calendar has only these events. */
export const slotWindow = (
  simulation: Simulation,
): { readonly timeMin: string; readonly timeMax: string } => ({
  timeMin: rfc3339(simulation.at(59 * day)),
  timeMax: rfc3339(simulation.at(121 * day)),
});

/** The plans of the production events. */
export function slotPlans(simulation: Simulation): EventPlan[] {
  const random = simulation.random('calendar slots');
  return Array.from({ length: slotCount }, (_, index): EventPlan => {
    const first = attachableFiles[index % attachableFiles.length]!;
    const second = attachableFiles[(index * 7 + 3) % attachableFiles.length]!;
    const responseStatus = random.pick(['accepted', 'tentative', 'declined', 'needsAction']);
    return {
      id: eventId(`slot ${index}`),
      summary: `${tasks[index % tasks.length]}: ${random.pick(scenes)} (${index + 1})`,
      ...(index % 9 === 4
        ? { days: [60 + index, 1] as const }
        : { at: (60 + index) * 24 + random.int(0, 9), hours: random.int(1, 3) }),
      files: index % 5 === 0 && second !== first ? [first, second] : [first],
      ...(index % 3 === 0 && {
        guests: [
          [ids.person.ava, 'accepted'],
          [random.pick([ids.person.ben, ids.person.chloe, ids.person.emeka]), responseStatus],
        ] as const,
      }),
      more: {
        description: `Slot ${index + 1} of ${slotCount}.`,
        ...(index % 4 === 1 && { colorId: `${random.int(1, 11)}` }),
        extendedProperties: { shared: { season: index % 2 ? '2' : '3' } },
      },
    };
  });
}

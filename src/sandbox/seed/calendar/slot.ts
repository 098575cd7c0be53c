/** Fifty production slots on the release calendar, two to four months ahead, which between them have all attachable files. */
import type { Simulation } from '../../simulation.ts';
import { rfc3339, day } from '../../time.ts';
import { eventId, ids } from '../ids.ts';
import { attachable } from './attachment.ts';
import type { Plan } from './plan.ts';

const work = [
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

const scene = [
  'the pier',
  'the wheelhouse',
  'harbour at dusk',
  'Maren',
  'the crossing',
  'fog',
  'die letzte Fähre',
  '灯台',
] as const;

const slots = 50;

/** The window in which the release calendar holds these events and no others; for `timeMin` and `timeMax`. */
export const slotWindow = (
  simulation: Simulation,
): { readonly timeMin: string; readonly timeMax: string } => ({
  timeMin: rfc3339(simulation.at(59 * day)),
  timeMax: rfc3339(simulation.at(121 * day)),
});

export function slotPlans(simulation: Simulation): Plan[] {
  const random = simulation.random('calendar slots');
  return Array.from({ length: slots }, (_, index): Plan => {
    const first = attachable[index % attachable.length]!;
    const second = attachable[(index * 7 + 3) % attachable.length]!;
    const answer = random.pick(['accepted', 'tentative', 'declined', 'needsAction']);
    return {
      id: eventId(`slot ${index}`),
      summary: `${work[index % work.length]}: ${random.pick(scene)} (${index + 1})`,
      ...(index % 9 === 4
        ? { days: [60 + index, 1] as const }
        : { at: (60 + index) * 24 + random.int(0, 9), hours: random.int(1, 3) }),
      files: index % 5 === 0 && second !== first ? [first, second] : [first],
      ...(index % 3 === 0 && {
        guests: [
          [ids.person.ava, 'accepted'],
          [random.pick([ids.person.ben, ids.person.chloe, ids.person.emeka]), answer],
        ] as const,
      }),
      more: {
        description: `Slot ${index + 1} of ${slots}.`,
        ...(index % 4 === 1 && { colorId: `${random.int(1, 11)}` }),
        extendedProperties: { shared: { season: index % 2 ? '2' : '3' } },
      },
    };
  });
}

/** From a few words about an event to the event as a calendar holds it. */
import { iCalUidOf, linkOf, tagOf } from '../../calendar/identity.ts';
import type { Attendee, Event, Party } from '../../calendar/state.ts';
import type { EventTime } from '../../calendar/zone.ts';
import { displayNameOf } from '../../storage/person.ts';
import type { Simulation } from '../../simulation.ts';
import { day, hour } from '../../time.ts';
import { attachmentOf, type FileName } from './attachment.ts';

export interface Plan {
  readonly id: string;
  readonly summary: string;
  /** Hours from the start instant; whole hours on the clock. */
  readonly at?: number;
  readonly hours?: number;
  /** All day instead: days from the start instant, and how many. */
  readonly days?: readonly [first: number, length: number];
  /** E-mails with answers. */
  readonly guests?: readonly (readonly [
    email: string,
    responseStatus: Attendee['responseStatus'],
    more?: Partial<Attendee>,
  ])[];
  readonly files?: readonly FileName[];
  /** The video or broadcast that the private property names. */
  readonly videoId?: string;
  /** Who entered it; Ava unless said. */
  readonly creator?: string;
  readonly more?: Partial<Event>;
}

export interface Place {
  readonly id: string;
  readonly summary: string;
  readonly timeZone: string;
}

export const person = (email: string): Party => ({ email, displayName: displayNameOf(email) });

export const dateAt = (simulation: Simulation, days: number): string =>
  simulation
    .at(days * day)
    .toISOString()
    .slice(0, 10);

const timeAt = (simulation: Simulation, hours: number, timeZone: string): EventTime => {
  const instant = Math.floor(simulation.at(hours * hour).getTime() / hour) * hour;
  return { dateTime: new Date(instant).toISOString(), timeZone };
};

/** @param organizer the calendar that has the say, where that is another one */
export function eventOf(
  simulation: Simulation,
  place: Place,
  plan: Plan,
  ava: string,
  organizer?: Party,
): Event {
  const {
    id,
    summary,
    at = 0,
    hours = 1,
    days,
    guests,
    files,
    videoId,
    creator = ava,
    more,
  } = plan;
  const random = simulation.random(`calendar ${id}`);
  const created = simulation.at(-random.int(10, 25) * day - random.int(0, 23) * hour);
  const updated = new Date(
    created.getTime() + random.int(1, 9 * 24) * hour + random.int(0, 3_599_999),
  );
  const own = place.id.includes('@group.')
    ? { email: place.id, displayName: place.summary }
    : person(place.id);
  return {
    kind: 'calendar#event',
    etag: tagOf(updated),
    id,
    status: 'confirmed',
    htmlLink: linkOf(id, place.id),
    created: created.toISOString(),
    updated: updated.toISOString(),
    summary,
    creator: person(creator),
    organizer: organizer ?? own,
    start: days ? { date: dateAt(simulation, days[0]) } : timeAt(simulation, at, place.timeZone),
    end: days
      ? { date: dateAt(simulation, days[0] + days[1]) }
      : timeAt(simulation, at + hours, place.timeZone),
    iCalUID: iCalUidOf(id),
    sequence: random.int(0, 3),
    ...(guests && {
      attendees: guests.map(([email, responseStatus, rest]) => ({
        ...person(email),
        responseStatus,
        ...rest,
      })),
    }),
    ...(videoId !== undefined && { extendedProperties: { private: { videoId } } }),
    ...(files && { attachments: files.map(attachmentOf) }),
    reminders: { useDefault: true },
    eventType: 'default',
    ...more,
  };
}

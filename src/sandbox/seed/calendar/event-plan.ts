/** Builds seeded events from short descriptions. */
import { etagOf, htmlLinkOf, iCalUidOf } from '../../calendar/event/identity.ts';
import type { Attendee, EventEntity, EventPerson } from '../../calendar/state.ts';
import type { EventTime } from '../../calendar/time-zone.ts';
import type { Simulation } from '../../simulation.ts';
import { displayNameOf } from '../../storage/permission/person.ts';
import { day, hour } from '../../time.ts';
import { ids } from '../ids.ts';
import type { FileName } from '../storage/file-plan.ts';
import { buildAttachment } from './attachment.ts';

/** The description of a seeded event. */
export interface EventPlan {
  readonly id: string;
  readonly summary: string;
  /** Hours from the start instant, rounded down to a full hour. Default: 0. */
  readonly at?: number;
  /** The duration in hours. Default: 1. */
  readonly hours?: number;
  /** For an all-day event: days from the start instant, and the number of days. */
  readonly days?: readonly [first: number, length: number];
  /** The time zone of start and end. Default: the one of the calendar. */
  readonly timeZone?: string;
  /** E-mail addresses with response statuses. */
  readonly guests?: readonly (readonly [
    email: string,
    responseStatus: Attendee['responseStatus'],
    more?: Partial<Attendee>,
  ])[];
  readonly files?: readonly FileName[];
  /** A video or broadcast id for the private property `videoId`. */
  readonly videoId?: string;
  /** E-mail address. Default: Ava. */
  readonly creator?: string;
  /** E-mail address. Default: the calendar of the event. */
  readonly organizer?: string;
  /** Fields that replace the derived ones. */
  readonly more?: Partial<EventEntity>;
}

/** The calendar that a seeded event is on. */
interface EventCalendar {
  readonly id: string;
  readonly summary: string;
  readonly timeZone: string;
}

const personOf = (email: string): EventPerson => ({ email, displayName: displayNameOf(email) });

const dateAt = (simulation: Simulation, days: number): string =>
  simulation
    .at(days * day)
    .toISOString()
    .slice(0, 10);

function timeAt(simulation: Simulation, hours: number, timeZone: string): EventTime {
  const instant = Math.floor(simulation.at(hours * hour).getTime() / hour) * hour;
  return { dateTime: new Date(instant).toISOString(), timeZone };
}

/** The event that a plan describes. */
export function buildEvent(
  simulation: Simulation,
  calendar: EventCalendar,
  plan: EventPlan,
): EventEntity {
  const { id, summary, guests, files, videoId, creator = ids.person.ava, more } = plan;
  const random = simulation.random(`calendar ${id}`);
  const created = simulation.at(-random.int(10, 25) * day - random.int(0, 23) * hour);
  const updated = new Date(
    created.getTime() + random.int(1, 9 * 24) * hour + random.int(0, 3_599_999),
  );
  return {
    kind: 'calendar#event',
    etag: etagOf(updated),
    id,
    status: 'confirmed',
    htmlLink: htmlLinkOf(id, calendar.id),
    created: created.toISOString(),
    updated: updated.toISOString(),
    summary,
    creator: personOf(creator),
    organizer: organizerOf(calendar, plan),
    ...timesOf(simulation, calendar, plan),
    iCalUID: iCalUidOf(id),
    sequence: random.int(0, 3),
    ...(guests && { attendees: guests.map(buildAttendee) }),
    ...(videoId !== undefined && { extendedProperties: { private: { videoId } } }),
    ...(files && { attachments: files.map(buildAttachment) }),
    reminders: { useDefault: true },
    eventType: 'default',
    ...more,
  };
}

function organizerOf({ id, summary }: EventCalendar, { organizer }: EventPlan): EventPerson {
  if (organizer !== undefined) return personOf(organizer);
  return id.includes('@group.') ? { email: id, displayName: summary } : personOf(id);
}

function timesOf(
  simulation: Simulation,
  calendar: EventCalendar,
  { at = 0, hours = 1, days, timeZone = calendar.timeZone }: EventPlan,
): Pick<EventEntity, 'start' | 'end'> {
  if (days === undefined)
    return {
      start: timeAt(simulation, at, timeZone),
      end: timeAt(simulation, at + hours, timeZone),
    };
  const [first, length] = days;
  return {
    start: { date: dateAt(simulation, first) },
    end: { date: dateAt(simulation, first + length) },
  };
}

const buildAttendee = ([email, responseStatus, more]: NonNullable<
  EventPlan['guests']
>[number]): Attendee => ({ ...personOf(email), responseStatus, ...more });

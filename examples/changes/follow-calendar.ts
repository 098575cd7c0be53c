/**
 * Follows a calendar of Google Calendar: prints its events, and again after every change.
 *
 *   npx node examples/changes/follow-calendar.ts [id of a calendar]
 *
 * GATEWAY_URL and TOKEN name another gateway, and another account than that of the sandbox.
 */

import { follow, type Gateway } from './gateway.ts';

/** An event of the calendar: a single event, a series, or a changed occurrence of a series. */
export interface CalendarEvent {
  readonly eventId: string;
  readonly etag: string | null;
  readonly summary: string | null;
  /** The series of a changed occurrence. */
  readonly recurringEventId: string | null;
}

/** A copy of a calendar. */
export interface CalendarCopy {
  readonly events: ReadonlyMap<string, CalendarEvent>;
  /** The occurrences that their series no longer have: the series by the id of the occurrence. */
  readonly deletedOccurrences: ReadonlyMap<string, string>;
}

interface Change {
  readonly eventId: string;
  /** Absent: the event was deleted. */
  readonly event?: CalendarEvent;
  /** The series of a deleted occurrence. */
  readonly recurringEventId?: string | null;
}

interface ChangePage {
  readonly changes: readonly Change[];
  readonly cursor: string | null;
  readonly hasMore: boolean;
  readonly reset: boolean;
}

const document = `
  subscription FollowCalendar($calendarId: ID!, $after: String) {
    eventChanges(calendarId: $calendarId, after: $after) {
      changes {
        eventId
        ... on EventChanged { event { eventId etag summary recurringEventId } }
        ... on EventDeleted { recurringEventId }
      }
      cursor
      hasMore
      reset
    }
  }
`;

/** A copy of a calendar, which pages of changes keep up to date. */
class Copy implements CalendarCopy {
  readonly events = new Map<string, CalendarEvent>();
  readonly deletedOccurrences = new Map<string, string>();
  /** The ids that have not come again since a reset. */
  readonly #unseen = new Set<string>();
  isComplete = false;

  take({ changes, reset, hasMore }: ChangePage): this {
    if (reset)
      for (const id of [...this.events.keys(), ...this.deletedOccurrences.keys()])
        this.#unseen.add(id);
    for (const change of changes) this.#apply(change);
    this.isComplete = !hasMore;
    if (this.isComplete) this.#dropUnseen();
    return this;
  }

  #apply({ eventId, event, recurringEventId }: Change): void {
    this.#unseen.delete(eventId);
    this.#delete(eventId);
    if (event) this.events.set(eventId, event);
    else if (recurringEventId) this.deletedOccurrences.set(eventId, recurringEventId);
    else this.#deleteOccurrences(eventId);
  }

  #delete(eventId: string): void {
    this.events.delete(eventId);
    this.deletedOccurrences.delete(eventId);
  }

  /** Nothing is left of a deleted series. */
  #deleteOccurrences(seriesId: string): void {
    for (const { eventId, recurringEventId } of this.events.values())
      if (recurringEventId === seriesId) this.events.delete(eventId);
    for (const [eventId, series] of this.deletedOccurrences)
      if (series === seriesId) this.deletedOccurrences.delete(eventId);
  }

  /** Events that the full list does not have were deleted before the reset. */
  #dropUnseen(): void {
    for (const eventId of this.#unseen) this.#delete(eventId);
    this.#unseen.clear();
  }
}

/** A copy of a calendar, again after every change. Continues after a lost connection. */
export async function* followCalendar(
  gateway: Gateway,
  calendarId: string,
): AsyncGenerator<CalendarCopy> {
  const copy = new Copy();
  const take = (page: ChangePage): Copy => copy.take(page);
  for await (const { isComplete } of follow(gateway, { document, variables: { calendarId }, take }))
    if (isComplete) yield copy;
}

async function main(): Promise<void> {
  const { GATEWAY_URL: url = 'http://127.0.0.1:4000', TOKEN: token = 'studio-owner' } = process.env;
  const calendarId = process.argv[2] ?? 'primary';
  for await (const { events } of followCalendar({ url, token }, calendarId)) {
    console.log(`${new Date().toISOString()}  ${events.size} events`);
    for (const { eventId, summary } of events.values()) console.log(`  ${eventId}  ${summary}`);
  }
}

if (import.meta.main) await main();

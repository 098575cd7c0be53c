/**
 * Follows a calendar of Google Calendar: prints its events, and again after every change.
 *
 *   npx node examples/changes/follow-calendar.ts [id of a calendar]
 *
 * GATEWAY_URL and TOKEN name another gateway, and another account than that of the sandbox.
 */

import { type Client, createClient, type FollowOptions } from '../../src/client/client.ts';

/** A single event, or an occurrence of a series. */
export interface CalendarEvent {
  readonly eventId: string;
  readonly etag: string | null;
  readonly summary: string | null;
  readonly start: { readonly date: string | null; readonly dateTime: string | null } | null;
}

interface Change {
  readonly eventId: string;
  /** Absent: the event was deleted. */
  readonly event?: CalendarEvent;
}

interface ChangePage {
  readonly changes: readonly Change[];
  readonly cursor: string | null;
  readonly hasMore: boolean;
  readonly reset: boolean;
}

// Occurrences instead of series: how a series loses occurrences, and has them again, is then part
// of the changes.
const document = `
  subscription FollowCalendar($calendarId: ID!, $after: String) {
    eventChanges(calendarId: $calendarId, after: $after, expandSeries: true) {
      changes {
        eventId
        ... on EventChanged { event { eventId etag summary start { date dateTime } } }
      }
      cursor
      hasMore
      reset
    }
  }
`;

/** A copy of a calendar, which pages of changes keep up to date. */
class Copy {
  /** By id. */
  readonly events = new Map<string, CalendarEvent>();
  /** The ids that have not come again since a reset. */
  readonly #unseen = new Set<string>();
  isComplete = false;

  take({ changes, reset, hasMore }: ChangePage): void {
    if (reset) for (const id of this.events.keys()) this.#unseen.add(id);
    for (const change of changes) this.#apply(change);
    this.isComplete = !hasMore;
    if (this.isComplete) this.#dropUnseen();
  }

  #apply({ eventId, event }: Change): void {
    this.#unseen.delete(eventId);
    if (event) this.events.set(eventId, event);
    else this.events.delete(eventId);
  }

  /** Events that the full list does not have were deleted before the reset. */
  #dropUnseen(): void {
    for (const eventId of this.#unseen) this.events.delete(eventId);
    this.#unseen.clear();
  }
}

/**
 * The events of a calendar by id, again after every change. Continues after a lost connection.
 */
export async function* followCalendar(
  client: Client,
  calendarId: string,
  options?: FollowOptions,
): AsyncGenerator<ReadonlyMap<string, CalendarEvent>> {
  const copy = new Copy();
  const pages = client.follow<{ eventChanges: ChangePage }>(document, { calendarId }, options);
  for await (const { data } of pages) {
    copy.take(data.eventChanges);
    if (copy.isComplete) yield copy.events;
  }
}

async function main(): Promise<void> {
  const { GATEWAY_URL: url = 'http://127.0.0.1:4000', TOKEN: token = 'studio-owner' } = process.env;
  const headers = () => ({ authorization: `Bearer ${token}` });
  const client = createClient({ url: `${url}/graphql`, headers });
  for await (const events of followCalendar(client, process.argv[2] ?? 'primary')) {
    console.log(`${new Date().toISOString()}  ${events.size} events`);
    for (const { start, summary } of events.values())
      console.log(`  ${start?.dateTime ?? start?.date}  ${summary}`);
  }
}

if (import.meta.main) await main();

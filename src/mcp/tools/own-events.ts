/** Events of one calendar, or of all that the user owns, in the order of their starts. */
import { Temporal } from 'temporal-polyfill';
import { fitting } from './fitting.ts';
import { isDay } from './local-time.ts';
import { ToolFailure } from './tool-failure.ts';
import type { ToolRun } from './tool-run.ts';

const event = `id summary status start { dateTime date } end { dateTime date } location htmlLink
  hangoutLink organizer { email self } attendees { email responseStatus }`;

const eventsOf = (after: string): string =>
  `events(filter: { search: $text }, from: $from, to: $to, orderBy: START, first: $max${after}, maxAttendees: 10) {
    pageInfo { hasNextPage } edges { cursor node { ${event} } }
  }`;

const ofOne = `query ($calendar: ID!, $text: String, $from: DateTime, $to: DateTime, $max: Int!, $page: String) {
  calendar(id: $calendar) { ${eventsOf(', after: $page')} }
}`;

const ofAll = `query ($text: String, $from: DateTime, $to: DateTime, $max: Int!) {
  viewer { calendars(first: 20, minAccessRole: OWNER) {
    pageInfo { hasNextPage }
    nodes { summary calendar { ${eventsOf('')} } }
  } }
}`;

/** The most that a list of events reads of each calendar. */
const maxEvents = 500;

interface WantedEvents {
  /** Undefined: all calendars that the user owns. */
  readonly calendar?: string | undefined;
  readonly text?: string | undefined;
  /** A page after the first one begins where the first one did. */
  readonly from?: string | undefined;
  /** @returns the end for a beginning */
  readonly toOf: (from: string | undefined) => string | undefined;
  readonly max: number;
  readonly page?: string | undefined;
}

interface ListedEvent {
  readonly start: { readonly dateTime: string | null; readonly date: string | null } | null;
}

interface EventEdge {
  readonly cursor: string;
  readonly node: ListedEvent;
}

interface EventList {
  readonly pageInfo: { readonly hasNextPage: boolean };
  readonly edges: readonly EventEdge[];
}

interface OneCalendar {
  readonly calendar: { readonly events: EventList | null } | null;
}

interface AllCalendars {
  readonly viewer: {
    readonly calendars: {
      readonly pageInfo: { readonly hasNextPage: boolean };
      readonly nodes: readonly (OneCalendar & { readonly summary: string | null })[];
    } | null;
  } | null;
}

/** @returns a page of events. Of several calendars, each event has the name of its calendar */
export async function listEvents(wanted: WantedEvents, run: ToolRun): Promise<object> {
  const { calendar, text, max } = wanted;
  const { from, place } = wanted.page === undefined ? { from: wanted.from } : placeOf(wanted.page);
  const times = { text, from, to: wanted.toOf(from) };
  if (calendar === undefined) return ofOwn({ ...times, max }, offsetOf(place), run);
  const variables = { calendar, ...times, max, page: place };
  const events = (await run.read<OneCalendar>(ofOne, variables)).calendar?.events;
  if (!events) return {};
  const items = fitting(events.edges.map(({ node }) => node));
  const hasMore = events.pageInfo.hasNextPage || items.length < events.edges.length;
  const last = events.edges[items.length - 1];
  return { items, nextPage: hasMore && last ? pageAt(from, last.cursor) : undefined };
}

/** Events of several calendars have no cursor together: their place is their number. */
async function ofOwn(
  times: { readonly from: string | undefined; readonly max: number },
  offset: number,
  run: ToolRun,
): Promise<object> {
  const limit = offset + times.max;
  // One more tells whether there is another page.
  const variables = { ...times, max: Math.min(limit + 1, maxEvents) };
  const { viewer } = await run.read<AllCalendars>(ofAll, variables);
  const calendars = viewer?.calendars?.nodes ?? [];
  const zone = await run.zone;
  const all = calendars.flatMap(({ summary, calendar }) =>
    inOrder(calendar?.events?.edges ?? [], zone).map(({ at, event: each }) => ({
      at,
      event: { ...each, calendar: summary },
    })),
  );
  const sorted = all.toSorted((a, b) => a.at - b.at).map((each) => each.event);
  const items = fitting(sorted.slice(offset, Math.min(limit, maxEvents)));
  const end = offset + items.length;
  const hasMore =
    all.length > end || calendars.some(({ calendar }) => calendar?.events?.pageInfo.hasNextPage);
  const isFull = hasMore && end >= maxEvents;
  const notes = [
    isFull && `Only ${maxEvents} events are listed: ask for a shorter time.`,
    viewer?.calendars?.pageInfo.hasNextPage && 'Only 20 calendars of the user are read.',
  ].filter(Boolean);
  return {
    items,
    nextPage: hasMore && !isFull ? pageAt(times.from, String(end)) : undefined,
    note: notes.join(' ') || undefined,
  };
}

/**
 * Keeps the order in which a calendar has its events, whatever it is for days: otherwise, a page
 * that reads more of them could put one among those of the page before.
 */
function inOrder(
  edges: readonly EventEdge[],
  zone: string,
): readonly { readonly at: number; readonly event: ListedEvent }[] {
  let at = -Infinity;
  return edges.map(({ node }) => {
    at = Math.max(at, startOf(node, zone));
    return { at, event: node };
  });
}

function startOf({ start }: ListedEvent, zone: string): number {
  if (!start?.date || !isDay(start.date)) return Date.parse(start?.dateTime ?? '') || 0;
  return Temporal.PlainDate.from(start.date).toZonedDateTime(zone).epochMilliseconds;
}

const pageAt = (from: string | undefined, place: string): string => `${from ?? ''}_${place}`;

function placeOf(page: string): { readonly from: string | undefined; readonly place: string } {
  const [, from, place] = /^([^_]*)_(.+)$/s.exec(page) ?? [];
  if (place === undefined || (from && Number.isNaN(Date.parse(from)))) throw noPage();
  return { from: from || undefined, place };
}

function offsetOf(place = '0'): number {
  if (/^\d{1,3}$/.test(place) && Number(place) < maxEvents) return Number(place);
  throw noPage();
}

const noPage = (): ToolFailure =>
  ToolFailure.ofInput('page', 'not the nextPage of an answer to the same call');

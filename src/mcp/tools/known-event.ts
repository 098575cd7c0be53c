/** Events as the tools that change them know them: by their ids, and as they are before. */
import { timeInWords } from './local-time.ts';
import { quoted } from './quoted.ts';
import type { ToolRun } from './tool-run.ts';
import { ToolFailure } from './tool-failure.ts';

/** Names an event in a document. */
export type EventBy =
  | { readonly id: string }
  | { readonly key: { readonly calendarId: string; readonly eventId: string } };

/** The occurrences that a call concerns, as agents name them. */
export const seriesChoices = ['this', 'following', 'all'] as const;

/** The day or the time of an event. */
export interface KnownTime {
  readonly date: string | null;
  readonly dateTime: string | null;
}

/** An event before it is changed. */
export interface KnownEvent {
  readonly calendarId: string;
  readonly eventId: string;
  readonly summary: string | null;
  readonly status: string | null;
  readonly recurrence: readonly string[] | null;
  readonly recurringEventId: string | null;
  readonly start: KnownTime | null;
  readonly end: KnownTime | null;
  readonly attendees:
    | readonly { readonly email: string | null; readonly self: boolean | null }[]
    | null;
}

/** A global id has its calendar; an id of Google Calendar needs one. */
export const eventBy = (id: string, calendar = 'primary'): EventBy =>
  id.startsWith('~') ? { id } : { key: { calendarId: calendar, eventId: id } };

const known = `query ($by: EventBy!) {
  event(by: $by) {
    calendarId eventId summary status recurrence recurringEventId
    start { date dateTime } end { date dateTime }
    attendees { email self }
  }
}`;

/** @returns the event. @throws ToolFailure if there is none, or it is deleted */
export async function readEvent(by: EventBy, run: ToolRun): Promise<KnownEvent> {
  const { event } = await run.read<{ readonly event: KnownEvent | null }>(known, { by });
  if (event?.status !== 'CANCELLED' && event) return event;
  throw ToolFailure.ofNothing('The event is deleted already.');
}

/** The occurrences that a call concerns. */
type SeriesChoice = (typeof seriesChoices)[number];

/**
 * The id and the web address of a series look like those of one event: who means all occurrences
 * says so.
 * @throws ToolFailure
 */
export function checkSeries(event: KnownEvent, series: SeriesChoice | undefined): void {
  const isSeries = event.recurrence !== null && event.recurringEventId === null;
  if (!isSeries || series === 'all') return;
  throw ToolFailure.ofInput(
    'series',
    `the id is that of all occurrences of ${nameOf(event)}; expected all, or the id of one occurrence, which lists of events have`,
  );
}

/** @returns the addresses of those who would get mail: all but the user */
export const guestsOf = ({ attendees }: Pick<KnownEvent, 'attendees'>): readonly string[] =>
  (attendees ?? []).flatMap(({ email, self }) => (email === null || self ? [] : [email]));

/** @returns an event as a question names it: its title and its time */
export function eventInWords(event: KnownEvent, zone: string): string {
  const title = nameOf(event);
  const time = event.start?.dateTime ?? event.start?.date;
  return time ? `${title} on ${timeInWords(time, zone)}` : title;
}

const nameOf = ({ summary }: KnownEvent): string => quoted(summary ?? '(no title)');

/** @returns for example `3 guests`, or the addresses of a few */
export const inNumber = (people: readonly string[], word: string): string => {
  const count = `${people.length} ${word}${people.length === 1 ? '' : 's'}`;
  return people.length <= 5 ? `${count} (${people.join(', ')})` : count;
};

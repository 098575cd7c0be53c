/** What a write may not touch: properties that are fixed, and for guests those that are the organizer's. */
import { isDeepStrictEqual } from 'node:util';
import type { ApiCall } from '../handler.ts';
import { ApiError } from '../api-error.ts';
import { showEvent } from './show.ts';
import type { Attendee, Event, StoredCalendar } from './state.ts';
import { isOrganizers, shared } from './store.ts';

/** Properties that no update writes. Sent back as they were read they do no harm. */
const fixed: Readonly<Record<string, string>> = {
  kind: 'invalid',
  etag: 'invalid',
  id: 'invalid',
  created: 'invalid',
  updated: 'invalid',
  htmlLink: 'invalid',
  hangoutLink: 'invalid',
  creator: 'invalid',
  organizer: 'cannotChangeOrganizer',
  iCalUID: 'invalid',
  recurringEventId: 'invalid',
  endTimeUnspecified: 'invalid',
  locked: 'invalid',
  eventType: 'eventTypeRestriction',
  birthdayProperties: 'eventTypeRestriction',
};

/** Refuses a body that gives a fixed property another value than the caller reads. */
export function checkFixed(call: ApiCall, shelf: StoredCalendar, event: Event): void {
  const read = showEvent(call, shelf, event) as Readonly<Record<string, unknown>>;
  for (const [name, reason] of Object.entries(fixed)) {
    const given = call.body[name];
    if (given !== undefined && given !== null && !isDeepStrictEqual(given, read[name]))
      throw new ApiError(400, reason, {
        domain: reason === 'invalid' ? 'global' : 'calendar',
        message: `${name} cannot be changed.`,
      });
  }
}

/** Main fields, which a locked copy doesn't give up to anybody. */
const main = ['summary', 'description', 'location', 'start', 'end', 'recurrence'];

/** Refuses guests what belongs to the organizer, and everybody the main fields of a locked copy. */
export function checkGuest(shelf: StoredCalendar, before: Event, after: Event): void {
  if (before.locked && main.some((name) => !isDeepStrictEqual(before[name], after[name])))
    throw new ApiError(403, 'forbidden', {
      domain: 'calendar',
      message: 'The main fields of a locked event cannot be changed.',
    });
  if (isOrganizers(shelf, before) || before.guestsCanModify || before.privateCopy) return;
  const rest = (event: Event): object => ({ ...shared(event), attendees: undefined });
  if (!isDeepStrictEqual(rest(before), rest(after)) || !guestsFit(shelf, before, after))
    throw new ApiError(403, 'forbiddenForNonOrganizer', {
      domain: 'calendar',
      message: 'Shared properties can only be changed by the organizer of the event.',
    });
}

/** A guest answers for themselves, and invites others where that is allowed. */
function guestsFit(
  { calendar }: StoredCalendar,
  before: Event,
  { attendees: after = [] }: Event,
): boolean {
  const others = (list: readonly Attendee[]): Attendee[] =>
    list.filter(({ email }) => email !== calendar.id);
  const [old, now] = [others(before.attendees ?? []), others(after)];
  const kept = old.every((guest) => now.some((other) => isDeepStrictEqual(guest, other)));
  return kept && (now.length === old.length || before.guestsCanInviteOthers !== false);
}

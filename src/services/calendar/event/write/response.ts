/** The response of an attendee to an invitation. */
import type { WriteOutcome, WriteRequest } from '../../../../engine/write/strategy.ts';
import { action } from '../../../../engine/write/action.ts';
import type { JsonRecord } from '../../../../engine/write/change.ts';
import { events } from '../../operations.ts';
import { InvalidInput, upstreamError } from '../../../../engine/api/error.ts';
import { write } from '../../../../engine/schema/write/write.ts';
import { parameters, required, settings } from '../../../../engine/schema/write/write-input.ts';
import { checkGuestCount, writableAttendee } from '../attendee.ts';
import { EventRef } from '../../calendar-id.ts';
import { Event } from '../../resources.ts';
import { notifyAttendees } from './notify.ts';
import { turnOfSeries } from '../../series/turn.ts';
import { ResponseStatus } from '../../enums.ts';

interface ResponseInput {
  readonly responseStatus: string;
  readonly comment?: string | null;
  readonly additionalGuestCount?: number | null;
}

/**
 * Sends only the entry of the attendee: `attendeesOmitted` says that the list is incomplete, so
 * that the other attendees stay, and need not be read.
 */
async function respond(write: WriteRequest): Promise<WriteOutcome> {
  const { execution, operation, ref, parameters: query, selected } = write;
  const { responseStatus, comment, additionalGuestCount } = write.settings as Readonly<JsonRecord> &
    ResponseInput;
  const [calendarId, eventId] = ref!.key as [string, string];
  const key = { calendarId, eventId };
  // An attendee is always shown their own entry, whatever the limit is.
  const paths = ['attendees', 'status', ...turnOfSeries.paths];
  const read = await execution.send(events.get, { ...key, maxAttendees: 1, fields: paths.join() });
  const { attendees, status } = read;
  if (status === 'cancelled') throw upstreamError(events.get, 'GONE');
  const own = attendees?.find(({ self }) => self);
  if (!own)
    throw new InvalidInput(
      'by',
      'the calendar is not an attendee of the event; expected the copy of the event in the calendar of an attendee',
    );
  const attendee = writableAttendee({
    ...own,
    responseStatus,
    // Empty text and zero, because a missing property keeps its value.
    ...(comment !== undefined && { comment: comment ?? '' }),
    ...(additionalGuestCount !== undefined && { additionalGuests: additionalGuestCount ?? 0 }),
  });
  const requested = selected.with('etag');
  const body = { attendees: [attendee], attendeesOmitted: true };
  const args = { ...key, ...query, fields: requested.mask, body };
  const send = () => execution.send(operation, args);
  const turn = turnOfSeries.of(read, ref!);
  const answer = await (turn ? execution.runExclusive(turn, operation, send) : send());
  execution.invalidate(ref, answer as object, requested);
  return { ref };
}

const respondToEvent = write('respondToEvent', {
  description:
    'Accept or decline an invitation, for the attendee whose calendar contains the event: usually the caller. Also if the caller may not see the other attendees. All other attendees keep their responses. For a series, the response applies to all occurrences; for one occurrence, to this one. Costs 2 quota units: 1 to read the entry of the attendee, and 1 for a patch. Error `INVALID_INPUT` if the calendar is not an attendee.',
  inputDescription: 'Input of `respondToEvent`. An omitted field keeps its value.',
  operation: events.patch,
  target: Event,
  id: {
    ref: EventRef,
    description:
      'The copy of the event in the calendar of the attendee: an event, a series, or one occurrence of a series. Requires write access to the calendar.',
  },
  strategy: action({
    alsoCalls: [events.get],
    run: respond,
  }),
  settings: settings({
    responseStatus: [
      required(ResponseStatus),
      'The response. `NEEDS_ACTION` takes a response back.',
    ],
    comment: [
      'String',
      'A comment for the organizer, which accompanies the response. Null removes the comment.',
    ],
    additionalGuestCount: [
      'Int',
      'The number of guests whom the attendee brings, at least 0. Null means 0.',
    ],
  }),
  parameters: parameters(events.patch, {
    notify: notifyAttendees(
      'The attendees who receive an email about the response. Default: no attendee receives an email.',
    ),
  }),
  validate: ({ additionalGuestCount }) => {
    checkGuestCount(additionalGuestCount, 'additionalGuestCount');
  },
  result: 'The event after the response.',
});

export const responseWrites = [respondToEvent];

/** Arguments for the form of events in an answer: the time zone, and the number of attendees. */
import { checkTimeZone } from '../time-zone.ts';

export interface AnswerArguments {
  readonly timeZone?: string | null;
  readonly maxAttendees?: number | null;
}

/** The arguments of a field that returns events. They have the names of the REST parameters. */
export const answerArguments = {
  timeZone: [
    'String',
    'Time zone of the returned times as an IANA name, for example `Asia/Tokyo`. Default: the time zone of the calendar.',
  ],
  maxAttendees: [
    'Int',
    'Return at most this number of attendees of each event. An event with more attendees contains only the caller, and `attendeesOmitted` is true. Default: no limit.',
  ],
} as const;

/** @throws InvalidInput for text that is no time zone; `maxAttendees` is checked with each call */
export function checkAnswerArguments({ timeZone }: AnswerArguments): void {
  if (timeZone != null) checkTimeZone('timeZone', timeZone);
}

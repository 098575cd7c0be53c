/** Brings a written event into its stored form: attendees, attachments, times, sequence number. */
import type { ApiCall } from '../../call/handler.ts';
import { ApiError } from '../../http/api-error.ts';
import { conferenceFields } from '../conference.ts';
import { birthdayFields } from './type.ts';
import { fileIdOf } from './identity.ts';
import type { Attendee, CalendarEntity, EventAttachment, EventEntity } from '../state.ts';
import { type EventTime, instantOf, isTimeZone } from '../time-zone.ts';

/** Values that are not stored because an absent field means the same. */
const defaultValues: Readonly<Record<string, unknown>> = {
  anyoneCanAddSelf: false,
  eventLabelId: '',
  guestsCanInviteOthers: true,
  guestsCanModify: false,
  guestsCanSeeOtherGuests: true,
  transparency: 'opaque',
  visibility: 'default',
  privateCopy: false,
};

/**
 * @param before the stored event; of a new event, one with an empty etag
 * @param fields all fields of the written event, types checked
 * @throws ApiError 400 if an attachment, a conference, a label, a time or the sequence number is
 * invalid
 */
export function normalizeEvent(
  { body, simulation }: ApiCall,
  calendar: CalendarEntity,
  before: EventEntity,
  fields: Readonly<Record<string, unknown>>,
): EventEntity {
  const written = fields as EventEntity;
  const { attendees, attachments, conferenceData, hangoutLink: _, ...rest } = written;
  for (const [name, value] of Object.entries(rest))
    if (value === defaultValues[name] || (Array.isArray(value) && value.length === 0))
      delete (rest as Record<string, unknown>)[name];
  const event: EventEntity = {
    ...rest,
    ...(attendees &&
      nonEmpty('attendees', mergeAttendees(attendees, before, body['attendeesOmitted'] === true))),
    ...(attachments && nonEmpty('attachments', attachments.map(normalizeAttachment))),
    ...(conferenceData &&
      conferenceFields(simulation, calendar, conferenceData, before.conferenceData)),
    ...birthdayFields(written),
    start: normalizeTime('start', rest.start, calendar, rest.recurrence !== undefined),
    end: normalizeTime('end', rest.end, calendar),
  };
  checkLabel(calendar, before, event);
  return { ...event, sequence: nextSequence(before, event) };
}

/** An event keeps the label that the calendar has removed since. */
function checkLabel({ resource }: CalendarEntity, before: EventEntity, event: EventEntity): void {
  const { eventLabelId } = event;
  if (eventLabelId === undefined || eventLabelId === before.eventLabelId) return;
  if (!resource.labelProperties?.eventLabels?.some(({ id }) => id === eventLabelId))
    throw new ApiError(400, 'invalid', { message: 'Invalid event label id.' });
}

const nonEmpty = (name: string, list: readonly unknown[]): object =>
  list.length > 0 ? { [name]: list } : {};

/** @param isPartial whether the body lists only changed attendees (`attendeesOmitted`) */
function mergeAttendees(
  written: readonly Partial<Attendee>[],
  { attendees: before = [] }: EventEntity,
  isPartial: boolean,
): Attendee[] {
  const changes = written.map(writableAttendee);
  if (isPartial)
    return before.map((attendee) => ({
      ...attendee,
      ...changes.find(({ email }) => email === attendee.email),
    }));
  const running = new Map(before.map(({ email, asyncOperation }) => [email, asyncOperation]));
  return changes.map(({ email = '', responseStatus = 'needsAction', ...rest }) => ({
    ...rest,
    ...(running.get(email) && { asyncOperation: running.get(email)! }),
    email,
    responseStatus,
  }));
}

const readOnlyNames: ReadonlySet<string> = new Set(['self', 'organizer', 'asyncOperation']);

/** An attendee without the fields that no body sets. */
const writableAttendee = (attendee: Partial<Attendee>): Partial<Attendee> =>
  Object.fromEntries(Object.entries(attendee).filter(([name]) => !readOnlyNames.has(name)));

/** The file id derives from the address; the one of the body is ignored. */
function normalizeAttachment(written: EventAttachment): EventAttachment {
  const { fileUrl, title, mimeType, iconLink } = written;
  if (!fileUrl) throw new ApiError(400, 'required', { message: 'Missing attachment file URL.' });
  const fileId = fileIdOf(fileUrl);
  return {
    fileUrl,
    ...(title && { title }),
    ...(mimeType && { mimeType }),
    ...(iconLink && { iconLink }),
    ...(fileId && { fileId }),
  };
}

/** A time with an offset and a time zone, or a date. The start of a series must name its zone. */
function normalizeTime(
  name: 'start' | 'end',
  time: EventTime | undefined,
  { resource }: CalendarEntity,
  isRecurring = false,
): EventTime {
  const { date, dateTime, timeZone } = time ?? {};
  if ((date === undefined) === (dateTime === undefined))
    throw new ApiError(400, date === undefined ? 'required' : 'invalid', {
      message: `Invalid ${name} time: either date or dateTime.`,
    });
  if (timeZone !== undefined && !isTimeZone(timeZone))
    throw new ApiError(400, 'invalid', {
      message: `Invalid time zone definition for ${name} time.`,
    });
  if (date !== undefined) return { date };
  if (timeZone === undefined && (isRecurring || !/(Z|[+-]\d\d:?\d\d)$/i.test(dateTime!)))
    throw new ApiError(400, 'required', {
      message: `Missing time zone definition for ${name} time.`,
    });
  const own = timeZone ?? resource.timeZone;
  const instant = instantOf({ dateTime: dateTime! }, own);
  return { dateTime: new Date(instant).toISOString(), timeZone: own };
}

/** The sequence number, which grows with each change of times, recurrence or cancellation. */
function nextSequence(before: EventEntity, event: EventEntity): number {
  const { sequence } = event;
  if (sequence < before.sequence)
    throw new ApiError(400, 'invalid', {
      message: 'Invalid sequence value: it is below the current sequence number.',
    });
  const isNew = before.etag === '';
  const isRescheduled = scheduleOf(before) !== scheduleOf(event);
  return !isNew && isRescheduled ? Math.max(sequence, before.sequence + 1) : sequence;
}

const scheduleOf = ({ start, end, recurrence, status }: EventEntity): string =>
  JSON.stringify([start, end, recurrence, status === 'cancelled']);

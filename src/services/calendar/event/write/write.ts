/** Writes of Calendar events. */
import { isDeepStrictEqual } from 'node:util';
import type { Execution } from '../../../../engine/execution/execution.ts';
import { replaceIfMatch } from '../../../../engine/write/update/replace-if-match.ts';
import { calendars, events } from '../../operations.ts';
import { InvalidInput, UpstreamError, upstreamError } from '../../../../engine/api/error.ts';
import type { WriteRequest } from '../../../../engine/write/strategy.ts';
import { field } from '../../../../engine/schema/field/field-factory.ts';
import { fields } from '../../../../engine/schema/field/path-field.ts';
import { write } from '../../../../engine/schema/write/write.ts';
import type { Payload, PayloadFields } from '../../../../engine/schema/write/write-payload.ts';
import { noNeeds } from '../../../../engine/read/needs.ts';
import { changes, parameters, settings } from '../../../../engine/schema/write/write-input.ts';
import { EventRef, primaryOf } from '../../calendar-id.ts';
import { conditionalRows, deletionRows } from '../../conditional.ts';
import { type EventJson, writableBody, writeArguments } from '../../event-body.ts';
import { checkColor, eventDefaults, eventReasons, eventRows } from './input.ts';
import { checkTimes } from '../time.ts';
import { eventTypeRows } from './type-input.ts';
import { checkRecurrenceOf } from './recurrence-input.ts';
import { Event } from '../../resources.ts';
import { checkStart } from '../../series/move.ts';
import type { Divided } from '../../series/division/division.ts';
import { scopedRemoval, scopedUpdate, scopeRow } from '../../series/scope.ts';
import { notifyAttendees } from './notify.ts';
import { remove } from '../../../../engine/write/action.ts';
import { turnOfSeries } from '../../series/turn.ts';

const deleteEvent = write('deleteEvent', {
  description:
    'Delete an event. Requires write access to the calendar. Google Calendar keeps deleted events with the status `CANCELLED`. On the calendar of the organizer, the event is cancelled for all attendees; on the calendar of an attendee, only the copy of the attendee is deleted. Costs 2 quota units: the gateway reads to which series the event belongs; with the scope `ALL`, 3; with `FOLLOWING`, 6, and more if later occurrences were changed one by one: 1 for a list of these, and 1 for each that has to be deleted. If such a deletion fails, the series has ended before the named occurrence, and the error is `PARTLY_DONE`: delete the later occurrences that are left with the scope `THIS`. Error `NOT_APPLIED` if Google Calendar ignores the end of the series, as that of a guest.',
  inputDescription:
    'Input of `deleteEvent`. `updateEvent` with the status `CONFIRMED` restores a deleted event.',
  operation: events.delete,
  target: Event,
  id: {
    ref: EventRef,
    description: 'The event to delete: an event, a series, or one occurrence of a series.',
  },
  strategy: scopedRemoval(remove()),
  parameters: parameters(events.delete, {
    notify: notifyAttendees(
      'The attendees who receive an email about the cancellation. Default: no attendee receives an email.',
    ),
  }),
  settings: settings({
    ...deletionRows,
    scope: scopeRow(
      'The occurrences of the series to delete. With `FOLLOWING`, the gateway ends the series before the named occurrence, and deletes the series if no occurrence is left. The maximum cost of `FOLLOWING` is about 80 quota units; usually fewer calls are made. Default: the named event alone.',
    ),
  }),
  bulk: {
    name: 'deleteEvents',
    description:
      'Delete events, each with the scope of its entry. Occurrences of one series are deleted one after another, in any order. Costs as much as `deleteEvent` for each entry.',
    entries: 'The events to delete.',
  },
  deletes:
    'The global id of the deleted event. With the scope `ALL`, the id of the series; with `FOLLOWING`, the id of the named occurrence.',
});

/** Whether a replace by this caller is allowed and erases nothing. */
async function mayReplace(execution: Execution, event: EventJson): Promise<boolean> {
  const { attendeesOmitted, organizer, guestsCanModify, locked, privateCopy, eventType } = event;
  if (attendeesOmitted || locked || privateCopy) return false;
  if (!organizer?.self && !guestsCanModify) return false;
  // The properties of these types are fixed at creation: a replace cannot send them back.
  if (eventType === 'birthday' || eventType === 'fromGmail') return false;
  return isCreator(execution, event);
}

/**
 * Rejects changes that the event does not allow.
 * @throws UpstreamError `GONE` for a deleted event, which Google Calendar keeps: a change of the
 * status restores it
 * @throws InvalidInput for a change of a list that the caller is not shown completely
 */
function checkChanges(event: EventJson, write: WriteRequest): void {
  const changes = (path: string): boolean => write.changes.some((each) => each.path === path);
  if (event.status === 'cancelled' && !changes('status'))
    throw upstreamError(events.get, 'GONE', { id: write.ref!.key.at(-1)! });
  checkStart(event, write);
  if (event.attendeesOmitted && changes('attendees'))
    throw new InvalidInput(
      'attendees',
      'the caller may not see the whole list, and a change would remove the other entries; leave the field out',
    );
}

/**
 * Only the creator can read `source`. `creator.self` does not identify the caller: it is about the
 * calendar, which others may write to, too.
 */
async function isCreator(execution: Execution, { source, creator }: EventJson): Promise<boolean> {
  if (source) return true;
  if (!creator?.email) return false;
  try {
    const primary = await primaryOf(execution);
    return creator.email.toLowerCase() === primary.toLowerCase();
  } catch (error) {
    // A token with scopes for events only cannot read calendars: the caller is then unknown.
    const unreadable = ['MISSING_SCOPE', 'FORBIDDEN', 'NOT_FOUND'];
    if (error instanceof UpstreamError && unreadable.includes(error.code)) return false;
    throw error;
  }
}

const dividedOf = ({ extra }: Payload): Divided | undefined => extra as Divided | undefined;

/** Fields about a division, for clients with a cache. */
const divisionFields: PayloadFields = (t) => ({
  ...fields(t, {
    endedSeries: [
      Event,
      'The series that the scope `FOLLOWING` has ended before the named occurrence. A client that keeps its later occurrences has to drop them: they belong to the new series, with other ids. Null if the mutation has divided no series.',
      { key: (payload: Payload) => dividedOf(payload)?.endedSeries.key ?? null },
    ],
  }),
  movedOccurrenceCount: field(t, {
    type: 'Int',
    nullable: true,
    description:
      'The number of occurrences that the new series has taken over from `endedSeries`. Null for a series without an end, and if the mutation has divided no series.',
    needs: noNeeds,
    resolve: (payload) => dividedOf(payload)?.movedCount ?? null,
  }),
});

const updateEvent = write('updateEvent', {
  description:
    'Change an event. Requires write access to the calendar. With `ifMatch`, the mutation writes only if the event has this `etag`; otherwise the error `CONFLICT` contains the current event. Without it, the gateway merges the change into the current event: concurrent changes of different fields are kept, and of one field the last. A deleted event has the error `GONE`, unless the change sets `status`, which restores it. A change of a series that fails is undone, and the error is that of the call, or `NOT_APPLIED` if Google Calendar has ignored a part; if it cannot be undone, the error is `PARTLY_DONE`, and a repetition completes it. Costs 2 quota units, and 1 more for an occurrence; see `scope` for series. `calendars.get` is called only if `calendarId` is `primary`, or if the mode `SAFE` has to compare the creator of the event with the caller.',
  inputDescription:
    'Input of `updateEvent`. An omitted field keeps its value. Null clears a field or restores its default, unless stated otherwise.',
  operation: events.update,
  target: Event,
  id: {
    ref: EventRef,
    description: 'The event to change: an event, a series, or one occurrence of a series.',
  },
  strategy: scopedUpdate(
    replaceIfMatch<EventJson>({
      patch: events.patch,
      dropped: ['attendeesOmitted', 'privateCopy'],
      mayReplace: {
        paths: [
          'attendeesOmitted',
          'creator.email',
          'eventType',
          'guestsCanModify',
          'locked',
          'organizer.self',
          'privateCopy',
          'source',
        ],
        calls: [calendars.get],
        test: mayReplace,
      },
      turn: turnOfSeries,
      check: { paths: ['attendeesOmitted', 'recurrence'], run: checkChanges },
      defaults: eventDefaults,
      writableBody,
      args: writeArguments,
    }),
  ),
  input: changes(events.update, {
    ...eventRows,
    ...eventTypeRows,
  }),
  parameters: parameters(events.update, {
    notify: notifyAttendees(
      'The attendees who receive an email about the change. With the scope `FOLLOWING`, they receive one about the new series and one about the end of the old series; only attendees who do not use Google Calendar receive one about each copied change of an occurrence. Default: no attendee receives an email.',
    ),
  }),
  settings: settings({
    ...conditionalRows,
    scope: scopeRow(
      'The occurrences of the series to change. With `ALL` and `FOLLOWING`, `start` and `end` are those of the named occurrence, or of the first one if `by` names the series: the others move with it, as do weekdays in the rule. A rule that cannot move so, and another `start` with `THIS`, need `recurrence` as well; occurrences of another visibility, from before July 2026, need `visibility`: otherwise the error is `INVALID_INPUT`. Occurrences that were changed singly, at most 40, keep what they changed; deleted ones stay deleted. `ALL` costs 3 to 16 quota units more than `THIS`, and 2 for each occurrence that has to be written; `FOLLOWING` at least 10, and up to 6 for each copied occurrence. Default: the named event alone.',
    ),
  }),
  validate: (input) => {
    checkColor(input.colorId, input.eventLabelId);
    checkTimes(input);
  },
  adjust: (next, current) => {
    // Google Calendar refuses the properties of a working location without the type
    // (phw198/OutlookGoogleCalendarSync#1817, 2024).
    if (next.workingLocationProperties && current.eventType) next.eventType = current.eventType;
    // A changed time has to fit the other one, which the input may omit.
    if (!isDeepStrictEqual([next.start, next.end], [current.start, current.end])) checkTimes(next);
    const { start, recurrence } = next;
    const isMoved = !isDeepStrictEqual([start, recurrence], [current.start, current.recurrence]);
    if (isMoved && start && recurrence) checkRecurrenceOf({ start, recurrence });
  },
  reasons: eventReasons,
  fields: divisionFields,
  result:
    'The event after the change. With the scope `ALL`, the series; with `FOLLOWING`, the new series.',
});

export const eventWrites = [updateEvent, deleteEvent];

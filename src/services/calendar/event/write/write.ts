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
    'Change an event. Requires write access to the calendar. An omitted field keeps its value. With `ifMatch`, the mutation writes only if the event has this `etag`; otherwise the error `CONFLICT` contains the current event. Without `ifMatch`, the gateway merges the change into the current event: if the event changes between read and write, the gateway reads and merges again. Concurrent changes of different fields are kept. If two clients change the same field, the last write wins. A deleted event has the error `GONE`, unless the change sets `status`, which restores it. Costs 2 quota units, also in the mode `PATCH`, which reads to which series the event belongs: see `CalendarUpdateMode`. The gateway reads an occurrence of a series once more. `calendars.get` is called only if `calendarId` is `primary`, or if the mode `SAFE` has to compare the creator of the event with the caller. With the scope `FOLLOWING`, the gateway divides the series: it creates a new series that starts with the named occurrence and has the change, copies the occurrences that were changed or deleted one by one, and then ends the old series before the occurrence. Only the organizer can divide a series. If a call fails before the old series has ended, the gateway deletes the new series again, and the error is that of the call. If that fails, too, or if other clients change the series again and again, the error is `PARTLY_DONE`, and a repetition completes the division. The exception is an error in which only `calendar:events.delete` remains: the division is complete, a repetition fails with `NOT_FOUND` or `GONE`, and the old series may still have later occurrences that were changed one by one. Delete these with the scope `THIS`. `ALL` costs 3 more quota units than `THIS`, or 5 if `start`, `end` or `recurrence` is given, and 3 to 11 more if occurrences were changed singly, with 2 for each that has to be written. `FOLLOWING` costs at least 10 quota units, and 1 to 6 more for each occurrence whose changes are copied. If Google Calendar refuses or ignores the change of an occurrence for ever, `ALL` and `FOLLOWING` undo what they have written, and the error names the occurrence and its fields: that of the refusal, or `NOT_APPLIED`. If it does not take single changes back either after other times with `ALL`, the error is `PARTLY_DONE`: the gateway knows them for 24 hours, in the same process or in any if they share a store, and the next change of the series with `ALL` or `FOLLOWING` writes them again before its own. `FOLLOWING` also copies fields that Google does not document yet; the warning `NOT_SHOWN` names those that Google Calendar does not take.',
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
      'The occurrences of the series to change. With `ALL` and `FOLLOWING`, `start` and `end` are those of the named occurrence, or of the first one if `by` names the series: the other occurrences move with it, and keep their local distance. If the occurrence moves to another day, weekdays in the rule turn with it. A rule that cannot move with its start needs `recurrence` as well, otherwise the error is `INVALID_INPUT`: one that names days of the month or times of day, and one whose days not every month has, such as the 31st. The named occurrence gets the change. An occurrence that was changed singly keeps the fields that it changed, its times included, and takes all others from the series. An occurrence that was deleted stays deleted, and its place moves with the others: as a line `EXDATE` of the series. The gateway reads the occurrences after the change, and writes what Google Calendar has not passed on to them; at most 40 occurrences may have been changed singly. With `THIS`, another `start` of a series has the error `INVALID_INPUT`, unless `recurrence` is given as well. Before other times are written, the gateway writes each of these occurrences as it is: if Google Calendar refuses that, nothing is changed. Google Calendar gives a series one visibility since July 2026: if an occurrence from before has another one, `FOLLOWING`, and `ALL` with other times, have the error `INVALID_INPUT`, unless `visibility` makes them equal. With `FOLLOWING`, the new series has a Google Meet conference of its own, if the old one has one: its link is another one. The maximum cost of `ALL` is about 380 quota units, and of `FOLLOWING` about 230; usually fewer calls are made. Default: the named event alone.',
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

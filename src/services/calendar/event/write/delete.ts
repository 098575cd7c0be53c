/** `deleteEvent`: deletes an event, a series, or occurrences of a series. */
import { remove } from '../../../../engine/write/action.ts';
import { events } from '../../operations.ts';
import { write } from '../../../../engine/schema/write/write.ts';
import { parameters, settings } from '../../../../engine/schema/write/write-input.ts';
import { EventRef } from '../../calendar-id.ts';
import { Event } from '../resource.ts';
import { scopedRemoval, scopeRow } from '../../series/scope.ts';
import { notifyAttendees } from './notify.ts';
import { seriesIdOf } from '../../series/series.ts';

export const deleteEvent = write('deleteEvent', {
  description:
    'Delete an event. Requires write access to the calendar. Google Calendar keeps deleted events with the status `CANCELLED`. On the calendar of the organizer, the event is cancelled for all attendees; on the calendar of an attendee, only the copy of the attendee is deleted. Costs 1 quota unit; with the scope `ALL`, 2; with `FOLLOWING`, 5 if no occurrence is left, otherwise 7, and more if later occurrences were changed one by one: 1 for a list of these, and 1 for each that has to be deleted. If such a deletion fails, the series has ended before the named occurrence, and the error is `PARTLY_DONE`: delete the later occurrences that are left with the scope `THIS`.',
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
    ifMatch: [
      'String',
      'Delete only if the event still has this `etag`. Otherwise the mutation returns the error `CONFLICT`.',
    ],
    scope: scopeRow(
      'The occurrences of the series to delete. With `FOLLOWING`, the gateway ends the series before the named occurrence, and deletes the series if no occurrence is left. The estimated cost of `FOLLOWING` is the maximum, about 80 quota units, even if fewer calls are made. Default: the named event alone.',
    ),
  }),
  bulk: {
    name: 'deleteEvents',
    description:
      'Delete events, each with the scope of its entry. Entries that name occurrences of one series are deleted one after another. Costs as much as `deleteEvent` for each entry.',
    entries: 'The events to delete.',
    oneByOne: ([calendarId, eventId]) => `${calendarId} ${seriesIdOf(eventId!)}`,
  },
  deletes:
    'The global id of the deleted event. With the scope `ALL`, the id of the series; with `FOLLOWING`, the id of the named occurrence.',
});

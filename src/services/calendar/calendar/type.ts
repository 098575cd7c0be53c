/** Calendars. The settings of the caller for a calendar are in `CalendarListEntry`. */
import { ownId } from '../../../engine/read/resource.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { lookup } from '../../../engine/schema/field/lookup.ts';
import { fields, ownKey } from '../../../engine/schema/field/path-field.ts';
import { separateFetch } from '../../../engine/schema/field/separate-fetch.ts';
import { required } from '../../../engine/schema/field/input-row.ts';
import { node } from '../../../engine/schema/type/node-interface.ts';
import { callsForCalendar, resolveCalendarId } from '../calendar-id.ts';
import { EventLabel, maxEventLabels } from '../event/label.ts';
import { eventList } from '../event/list.ts';
import { busyTimes } from '../free-busy/type.ts';
import { owner } from './owner.ts';
import { CalendarWorkingHours } from './working-hours.ts';
import { Calendar, CalendarListEntry } from '../resources.ts';

export function addCalendar(): void {
  Calendar.implement({
    ...node,
    description:
      'A calendar of Google Calendar. The settings of the caller (name, colors, access) are in `CalendarListEntry`.',
    fields: (t) => ({
      calendarId: ownKey(
        t,
        'The Google Calendar id of the calendar. For the primary calendar of a user, the email address of the user.',
      ),
      ...fields(t, {
        etag: 'The version of the calendar. Changes with every update of the calendar itself, not of its events.',
        summary: 'The title of the calendar.',
        description: 'The description of the calendar. Null if the calendar has no description.',
        location: 'The geographic location of the calendar, as free text.',
        timeZone:
          'The time zone of the calendar as an IANA name, for example `Europe/Lisbon`. Default time zone of the events.',
        autoAcceptInvitations:
          'Whether the calendar accepts invitations automatically. Only for calendars of rooms and other resources.',
        dataOwnerEmail: [
          'The email address of the data owner of the calendar. Only the data owner can delete the calendar, always has the role `OWNER`, and cannot take the calendar off the own list. Others with the role `OWNER` are not data owners. Null for primary calendars.',
          { rest: 'dataOwner' },
        ],
        workingHours: [
          CalendarWorkingHours,
          'The working hours of the user, in the time zone of the calendar (assumed: Google does not name the zone). Only for primary calendars of Google Workspace users.',
        ],
        eventLabels: [
          [EventLabel],
          'The labels that the calendar defines for its events. At most 200.',
          { rest: 'labelProperties.eventLabels', maxItems: maxEventLabels },
        ],
      }),
      owner: owner(t),
      ...fields(t, 'conferenceProperties', {
        allowedConferenceSolutionTypes:
          'The types of conferences that events of the calendar may have, for example `hangoutsMeet`.',
      }),
      // An entry has the id of its calendar, so only a path that was read proves its existence.
      calendarListEntry: separateFetch(
        t,
        CalendarListEntry,
        { resource: CalendarListEntry.resource, fetch: 'always', minimumPath: 'accessRole' },
        'The settings of the caller for the calendar. Null if the calendar is not in the calendar list of the caller.',
      ),
      events: eventList(t),
      busy: busyTimes(
        t,
        ownId,
        'The times at which the calendar is busy, in order and without overlaps. Null with a warning if the caller may not see them.',
      ),
    }),
  });

  builder.queryField('calendar', (t) =>
    lookup(
      t,
      Calendar,
      {
        arguments: {
          id: [
            required('ID'),
            'The global id or the Google Calendar id of the calendar, or `primary` for the primary calendar of the caller. `primary` can cost one more call, `calendars.get`.',
          ],
        },
        ref: async ({ id }: { readonly id: string }, execution) => ({
          resource: Calendar.resource,
          key: [await resolveCalendarId(execution, id, 'id')],
        }),
        callsBefore: ({ id }: { readonly id: string }) => callsForCalendar(id),
      },
      'The calendar with the given id. With `events`, its `summary` and `description` cost no call of their own, and neither does its `timeZone`, unless `events` has the argument `timeZone`. Error `NOT_FOUND` if there is no such calendar or the caller may not see it.',
    ),
  );
}

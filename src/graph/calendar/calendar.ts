/** Calendars. The settings of the caller for a calendar are in `CalendarListEntry`. */
import { builder } from '../builder.ts';
import { lookup } from '../field/lookup.ts';
import { computed, fields, ownKey } from '../field/path-field.ts';
import { separateFetch } from '../field/separate-fetch.ts';
import { node } from '../node-interface.ts';
import { callsForCalendar, resolveCalendarId } from './calendar-id.ts';
import { eventList } from './event-list.ts';
import { Calendar, CalendarListEntry } from './resource.ts';

/** Adds the types and fields of this module to the schema. */
export function addCalendar(): void {
  Calendar.implement({
    ...node,
    description:
      'A calendar. What the caller has made of it (colour, name, role) is in `CalendarListEntry`.',
    fields: (t) => ({
      calendarId: ownKey(
        t,
        "The calendar service's own id; that of somebody's own calendar is their e-mail address.",
      ),
      ...fields(t, {
        etag: ['String', 'Names this version of the calendar; its events have etags of their own.'],
        summary: ['String', 'The name its owner gave it.'],
        description: ['String', 'What it is for.'],
        location: ['String', 'Where it belongs to, in free words.'],
        dataOwner: [
          'EmailAddress',
          'The email address of the owner of the calendar. Null for primary calendars.',
        ],
        timeZone: [
          'String',
          'The zone in which its events are told unless they say otherwise, `Europe/Lisbon`.',
        ],
      }),
      allowedConferenceSolutionTypes: computed(
        t,
        ['String'],
        {
          paths: ['conferenceProperties.allowedConferenceSolutionTypes'],
          compute: ({ conferenceProperties }) =>
            conferenceProperties?.allowedConferenceSolutionTypes ?? null,
        },
        'The types of conferences that events of the calendar may have, for example `hangoutsMeet`.',
      ),
      // An entry has the id of its calendar, so only a path that was read proves its existence.
      entry: separateFetch(
        t,
        CalendarListEntry,
        { resource: CalendarListEntry.resource, fetch: 'always', minimumPath: 'accessRole' },
        'What the caller has made of it on their list; null where it is not on it.',
      ),
      events: eventList(t),
    }),
  });

  builder.queryField('calendar', (t) =>
    lookup(
      t,
      Calendar,
      {
        arguments: {
          id: t.arg.id({
            required: true,
            description:
              "Its global id, upstream's own, or `primary` for the caller's own calendar.",
          }),
        },
        ref: async ({ id }: { readonly id: string }, execution) => ({
          resource: Calendar.resource,
          key: [await resolveCalendarId(execution, id, 'id')],
        }),
        callsBefore: ({ id }: { readonly id: string }) => callsForCalendar(id),
      },
      'A calendar by its id.',
    ),
  );
}

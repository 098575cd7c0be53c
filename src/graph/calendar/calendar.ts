/** Calendars: the same for everybody who sees them. */
import type { GraphQLResolveInfo } from 'graphql';
import { projectionOf } from '../../data/read/projection.ts';
import { loading } from '../../data/cost/field-cost.ts';
import { ownId } from '../../data/read/resource.ts';
import { builder, type Context } from '../builder.ts';
import { lookUp } from '../field/link.ts';
import { field } from '../field/field-factory.ts';
import { fields, key } from '../field/table.ts';
import { node } from '../node-interface.ts';
import { callsFor, resolveCalendarId } from './calendar-id.ts';
import { eventList } from './event-list.ts';
import { Calendar, CalendarListEntry } from './resource.ts';

Calendar.implement({
  ...node,
  description:
    'A calendar. What the caller has made of it (colour, name, role) is in `CalendarListEntry`.',
  fields: (t) => ({
    calendarId: key(
      t,
      -1,
      "The calendar service's own id; that of somebody's own calendar is their e-mail address.",
    ),
    ...fields(t, {
      etag: ['String', 'Names this version of the calendar; its events have etags of their own.'],
      summary: ['String', 'The name its owner gave it.'],
      description: ['String', 'What it is for.'],
      location: ['String', 'Where it belongs to, in free words.'],
      timeZone: [
        'String',
        'The zone in which its events are told unless they say otherwise, `Europe/Lisbon`.',
      ],
    }),
    entry: field(t, {
      type: CalendarListEntry,
      description: 'What the caller has made of it on their list; null where it is not on it.',
      needs: {
        calls: [CalendarListEntry.resource.name],
        price: loading(CalendarListEntry.resource, true),
      },
      operations: [CalendarListEntry.resource.read.operation],
      // An entry has the calendar's own id: only what was read of it proves that it is there.
      resolve: (calendar: unknown, _: object, { execution }: Context, info: GraphQLResolveInfo) => {
        const { paths, downstream } = projectionOf(info);
        return execution.load(
          { resource: CalendarListEntry.resource, key: [ownId(calendar)] },
          { paths: paths.with('accessRole'), downstream },
        );
      },
    }),
    events: eventList(t),
  }),
});

builder.queryField('calendar', (t) =>
  field(t, {
    type: Calendar,
    description: 'A calendar by its id.',
    args: {
      id: t.arg.id({
        required: true,
        description: "Its global id, upstream's own, or `primary` for the caller's own calendar.",
      }),
    },
    needs: {
      price: { ...loading(Calendar.resource), calls: (_, given) => callsFor(given()['id']) },
    },
    operations: [Calendar.resource.read.operation],
    resolve: async (_, { id }: { id: string }, context, info) =>
      lookUp(
        context,
        {
          resource: Calendar.resource,
          key: [await resolveCalendarId(context.execution, id, 'id')],
        },
        info,
      ),
  }),
);

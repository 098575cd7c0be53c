/** Where a client looks up an event. */
import { loading } from '../../data/cost/field-cost.ts';
import { calendars } from '../../upstream/calendar/index.ts';
import { builder } from '../builder.ts';
import { field } from '../field/field-factory.ts';
import { lookUp } from '../field/link.ts';
import { callsFor, eventRef, type EventName } from './calendar-id.ts';
import { Event } from './resource.ts';

builder.queryField('event', (t) =>
  field(t, {
    type: Event,
    description: 'An event by its global id, or by its calendar and its own id.',
    args: {
      id: t.arg.id({ description: 'The global id; then nothing else is needed.' }),
      calendarId: t.arg.id({
        description: "The calendar it stands on: global id, upstream's own, or `primary`.",
      }),
      eventId: t.arg.id({
        description: "Upstream's id of the event, beside that of the calendar.",
      }),
    },
    needs: {
      price: { ...loading(Event.resource), calls: (_, given) => callsFor(given()['calendarId']) },
    },
    operations: [Event.resource.read.operation, calendars.get],
    resolve: async (_, name: EventName, context, info) =>
      lookUp(context, await eventRef(context.execution, name), info),
  }),
);

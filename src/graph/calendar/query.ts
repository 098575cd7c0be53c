/** Root fields of the calendar service. */
import { loading } from '../../data/cost/field-cost.ts';
import { calendars } from '../../upstream/calendar/index.ts';
import { builder } from '../builder.ts';
import { field } from '../field/field-factory.ts';
import { lookUp } from '../field/link.ts';
import type { RefValue } from '../field/ref-input.ts';
import { callsForEvent, EventRef } from './calendar-id.ts';
import { Event } from './resource.ts';

builder.queryField('event', (t) =>
  field(t, {
    type: Event,
    description: 'An event by its global id, or by its calendar and its own id.',
    args: {
      by: t.arg({ type: EventRef.type, required: true, description: 'Which event.' }),
    },
    needs: {
      price: { ...loading(Event.resource), calls: (_, given) => callsForEvent(given()['by']) },
    },
    operations: [Event.resource.read.operation, calendars.get],
    resolve: async (_, { by }: { by: RefValue }, context, info) =>
      lookUp(context, await EventRef.resolve(context.execution, by, 'by'), info),
  }),
);

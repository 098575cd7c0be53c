/** Root fields of the calendar service. */
import { calendars } from '../../upstream/calendar/index.ts';
import { builder } from '../builder.ts';
import { lookup } from '../field/lookup.ts';
import type { RefValue } from '../field/ref-input.ts';
import { callsForEvent, EventRef } from './calendar-id.ts';
import { Event } from './resource.ts';

/** Adds the types and fields of this module to the schema. */
export function addQuery(): void {
  builder.queryField('event', (t) =>
    lookup(
      t,
      Event,
      {
        arguments: {
          by: t.arg({ type: EventRef.type, required: true, description: 'Which event.' }),
        },
        ref: ({ by }: { readonly by: RefValue }, execution) =>
          EventRef.resolve(execution, by, 'by'),
        before: [calendars.get],
        callsBefore: ({ by }: { readonly by: RefValue }) => callsForEvent(by),
      },
      'An event by its global id, or by its calendar and its own id.',
    ),
  );
}

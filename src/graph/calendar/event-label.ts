/** Labels that a calendar defines for its events. */
import type { calendar_v3 } from '@googleapis/calendar';
import { builder } from '../builder.ts';
import { fieldAt, fields } from '../field/path-field.ts';

/** The maximum number of labels of a calendar. */
export const maxEventLabels = 200;

export const EventLabel = builder.objectRef<calendar_v3.Schema$EventLabel>('EventLabel').implement({
  description: 'A label that a calendar defines for its events: a name and a color.',
  fields: (t) => ({
    labelId: fieldAt(t, 'ID', 'id', 'The Google Calendar id of the label. REST field: `id`.'),
    ...fields(t, {
      name: ['String', 'The name of the label. Null for a label that is a color only.'],
      backgroundColor: [
        'String',
        'The color of events with the label as a hexadecimal value, for example `#039be5`.',
      ],
    }),
  }),
});

/** The colors of Google Calendar, which calendars and events name by `colorId`. */
import type { calendar_v3 } from '@googleapis/calendar';
import { builder } from '../../../engine/schema/builder.ts';
import type { Field, FieldBuilder } from '../../../engine/schema/field/field-factory.ts';
import { lookup } from '../../../engine/schema/field/lookup.ts';
import { computed, fields } from '../../../engine/schema/field/path-field.ts';
import { separateFetch } from '../../../engine/schema/field/separate-fetch.ts';
import { madeType } from '../../../engine/schema/field/own-value.ts';
import { required } from '../../../engine/schema/field/input-row.ts';
import { CalendarColors } from '../resources.ts';

interface ColorValue extends calendar_v3.Schema$ColorDefinition {
  readonly colorId: string;
}

const CalendarColor = madeType<ColorValue>('CalendarColor').rows(
  'A color of calendars or of events: a pair of a background and a foreground color.',
  {
    colorId: [
      required('ID'),
      'The id of the color: the `colorId` of an event, or of a calendar list entry. Colors of events and colors of calendars have the same ids, and differ.',
    ],
    background: ['String', 'The background as a hexadecimal RGB value, for example `#a4bdfc`.'],
    foreground: ['String', 'The color of text on the background, for example `#1d1d1d`.'],
  },
);

type Palette = calendar_v3.Schema$Colors['event'];

/** The colors of a palette in the order of their ids, which are numbers. */
const colorsOf = (palette: Palette): ColorValue[] =>
  Object.entries(palette ?? {})
    .map(([colorId, color]) => ({ ...color, colorId }))
    .toSorted((a, b) => Number(a.colorId) - Number(b.colorId));

interface Colored {
  readonly colorId?: string | null;
}

/** Field with the color that `colorId` names. */
export const color = <Shape extends Colored>(
  t: FieldBuilder<Shape>,
  kind: 'calendar' | 'event',
  description: string,
): Field =>
  separateFetch(
    t,
    CalendarColor,
    {
      resource: CalendarColors.resource,
      path: kind,
      by: { paths: ['colorId'], key: ({ colorId }: Colored) => (colorId ? [] : null) },
      fetch: 'always',
      pick: (palette: Palette, { colorId }: Shape) => {
        const found = palette?.[colorId!];
        return found ? { ...found, colorId } : null;
      },
    },
    description,
  );

export function addColor(): void {
  CalendarColors.implement({
    description:
      'The colors that the `colorId` of calendars and events can name. The same for all callers.',
    fields: (t) => ({
      calendarColors: computed(
        t,
        [CalendarColor],
        { paths: ['calendar'], compute: ({ calendar }) => colorsOf(calendar) },
        'The colors of calendars, by the `colorId` of a calendar list entry. REST field: `calendar`.',
      ),
      eventColors: computed(
        t,
        [CalendarColor],
        { paths: ['event'], compute: ({ event }) => colorsOf(event) },
        'The colors of events, by the `colorId` of an event. REST field: `event`.',
      ),
      ...fields(t, {
        updatedAt: ['The time when Google Calendar last changed the colors.', { rest: 'updated' }],
      }),
    }),
  });

  builder.queryField('calendarColors', (t) =>
    lookup(
      t,
      CalendarColors,
      { arguments: {}, ref: () => ({ resource: CalendarColors.resource, key: [] }) },
      'The colors that Google Calendar offers for calendars and events. One call for a request, which `Event.color` and `CalendarListEntry.color` share. The gateway does not cache the colors between requests, but clients can: all callers receive the same ones.',
    ),
  );
}

/** The keys of colors, and how they are read. */
import type { calendar_v3 } from '@googleapis/calendar';
import { resource } from '../../../engine/schema/field/field-factory.ts';
import { colors } from '../operations.ts';

/** The colors have no key: they are the same for every caller. */
export const CalendarColors = resource<calendar_v3.Schema$Colors>({
  name: 'CalendarColors',
  key: [],
  read: {
    kind: 'single',
    operation: colors.get,
    idPath: 'updated',
    alwaysRequested: ['calendar', 'event', 'updated'],
  },
});

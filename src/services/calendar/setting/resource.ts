/** The keys of settings, and how they are read. */
import type { calendar_v3 } from '@googleapis/calendar';
import { resource } from '../../../engine/schema/field/field-factory.ts';
import { settings } from '../operations.ts';

export const CalendarSetting = resource<calendar_v3.Schema$Setting>({
  name: 'CalendarSetting',
  key: ['setting'],
  read: { kind: 'single', operation: settings.get },
});

/** Operations of `colors`: the palettes of `colorId` values. */
import type { calendar_v3 } from '@googleapis/calendar';
import { get, returns } from '../../../engine/rest/operation/operation.ts';

export const colors = {
  get: get('calendar:colors.get', '/colors', {
    units: 1,
    bucket: 'CALENDAR',
    auth: 'public',
    scopes: [
      'calendar',
      'calendar.app.created',
      'calendar.calendarlist',
      'calendar.calendarlist.readonly',
      'calendar.events.freebusy',
      'calendar.events.owned',
      'calendar.events.owned.readonly',
      'calendar.events.public.readonly',
      'calendar.readonly',
    ],
    idempotent: true,
    returns: returns<calendar_v3.Schema$Colors>(),
  }),
};

/** Operations of `channels`: the end of a notification channel. */
import type { calendar_v3 } from '@googleapis/calendar';
import { body, post } from '../../../engine/rest/operation/operation.ts';

export const channels = {
  stop: post('calendar:channels.stop', '/channels/stop', {
    units: 1,
    bucket: 'CALENDAR',
    auth: 'user',
    scopes: [
      'calendar',
      'calendar.acls',
      'calendar.acls.readonly',
      'calendar.app.created',
      'calendar.calendarlist',
      'calendar.calendarlist.readonly',
      'calendar.events',
      'calendar.events.freebusy',
      'calendar.events.owned',
      'calendar.events.owned.readonly',
      'calendar.events.public.readonly',
      'calendar.events.readonly',
      'calendar.readonly',
      'calendar.settings.readonly',
    ],
    idempotent: true,
    removes: true,
    writable: ['id', 'resourceId'],
    requiredBody: [{ path: 'id' }, { path: 'resourceId' }],
    body: body<calendar_v3.Schema$Channel>(),
  }),
};

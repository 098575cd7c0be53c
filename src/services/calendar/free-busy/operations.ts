/**
 * Operations of `freebusy`: the busy times of people and rooms, for at most 50 calendars per call.
 */
import type { calendar_v3 } from '@googleapis/calendar';
import { body, post, returns } from '../../../engine/rest/operation/operation.ts';

export const freebusy = {
  query: post('calendar:freebusy.query', '/freeBusy', {
    units: 1,
    bucket: 'CALENDAR',
    auth: 'public',
    scopes: ['calendar', 'calendar.events.freebusy', 'calendar.freebusy', 'calendar.readonly'],
    sufficientScope: 'calendar.freebusy',
    idempotent: true,
    readOnly: true,
    writable: [
      'calendarExpansionMax',
      'groupExpansionMax',
      'items[]',
      'timeMax',
      'timeMin',
      'timeZone',
    ],
    // Not in Google's documentation: applications report it for more than about 90 days.
    reasons: ['notFound', 'timeRangeTooLong'],
    requiredBody: [{ path: 'timeMin' }, { path: 'timeMax' }, { path: 'items' }],
    body: body<calendar_v3.Schema$FreeBusyRequest>(),
    returns: returns<calendar_v3.Schema$FreeBusyResponse>(),
  }),
};

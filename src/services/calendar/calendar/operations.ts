/** Operations of `calendars`: the properties of a calendar that are the same for all its users. */
import type { calendar_v3 } from '@googleapis/calendar';
import {
  body,
  del,
  get,
  patch,
  post,
  put,
  returns,
} from '../../../engine/rest/operation/operation.ts';
import * as scope from '../scope.ts';

const writable = [
  'autoAcceptInvitations',
  'description',
  'location',
  'summary',
  'timeZone',
  'labelProperties.eventLabels[]',
] as const;

export const calendars = {
  clear: post('calendar:calendars.clear', '/calendars/{calendarId}/clear', {
    units: 1,
    bucket: 'CALENDAR',
    auth: 'user',
    scopes: ['calendar', 'calendar.calendars'],
    idempotent: true,
    clears: true,
    reasons: ['invalid'],
  }),
  delete: del('calendar:calendars.delete', '/calendars/{calendarId}', {
    units: 1,
    bucket: 'CALENDAR',
    auth: 'user',
    scopes: scope.calendarWrite,
    idempotent: true,
    conditional: true,
    reasons: ['cannotDeletePrimaryCalendar'],
  }),
  get: get('calendar:calendars.get', '/calendars/{calendarId}', {
    units: 1,
    bucket: 'CALENDAR',
    auth: 'public',
    scopes: [
      'calendar',
      'calendar.app.created',
      'calendar.calendars',
      'calendar.calendars.readonly',
      'calendar.readonly',
    ],
    idempotent: true,
    returns: returns<calendar_v3.Schema$Calendar>(),
  }),
  insert: post('calendar:calendars.insert', '/calendars', {
    units: 1,
    bucket: 'CALENDAR',
    auth: 'user',
    scopes: scope.calendarWrite,
    sufficientScope: 'calendar.app.created',
    idempotent: false,
    writable,
    requiredBody: [{ path: 'summary' }],
    body: body<calendar_v3.Schema$Calendar>(),
    returns: returns<calendar_v3.Schema$Calendar>(),
    reasons: ['invalid'],
  }),
  patch: patch('calendar:calendars.patch', '/calendars/{calendarId}', {
    units: 3,
    bucket: 'CALENDAR',
    auth: 'user',
    scopes: scope.calendarWrite,
    idempotent: true,
    writable,
    conditional: true,
    body: body<calendar_v3.Schema$Calendar>(),
    returns: returns<calendar_v3.Schema$Calendar>(),
    reasons: ['invalid'],
  }),
  update: put('calendar:calendars.update', '/calendars/{calendarId}', {
    units: 1,
    bucket: 'CALENDAR',
    auth: 'user',
    scopes: scope.calendarWrite,
    idempotent: true,
    writable,
    requiredBody: [{ path: 'summary' }],
    conditional: true,
    body: body<calendar_v3.Schema$Calendar>(),
    returns: returns<calendar_v3.Schema$Calendar>(),
    reasons: ['invalid'],
  }),
};

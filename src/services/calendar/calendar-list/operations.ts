/**
 * Operations of `calendarList`: the calendars on the caller's list, with the caller's own colors
 * and reminders.
 */
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
import { flag, int, oneOf, text } from '../../../engine/rest/operation/param.ts';
import { watchFields, watchQuery, watchReasons } from '../watch/argument.ts';
import * as scope from '../scope.ts';

/** Parameters of `list` and `watch`. */
const listQuery = {
  maxResults: int(1, 250),
  // The last one since July 2026: Google's discovery document of Calendar, 8 July 2026.
  minAccessRole: oneOf('freeBusyReader', 'owner', 'reader', 'writer', 'writerWithoutPrivateAccess'),
  pageToken: text,
  showDeleted: flag,
  showHidden: flag,
  syncToken: text,
  showOwnOrganizationOnly: flag,
};

const writable = [
  'backgroundColor',
  'colorId',
  'defaultReminders[]',
  'foregroundColor',
  'hidden',
  'notificationSettings.notifications[]',
  'selected',
  'summaryOverride',
] as const;

export const calendarList = {
  delete: del('calendar:calendarList.delete', '/users/me/calendarList/{calendarId}', {
    units: 1,
    bucket: 'CALENDAR',
    auth: 'user',
    scopes: scope.listWrite,
    idempotent: true,
    conditional: true,
    reasons: ['cannotChangeOwnPrimarySubscription'],
  }),
  get: get('calendar:calendarList.get', '/users/me/calendarList/{calendarId}', {
    units: 1,
    bucket: 'CALENDAR',
    auth: 'user',
    scopes: [
      'calendar',
      'calendar.app.created',
      'calendar.calendarlist',
      'calendar.calendarlist.readonly',
      'calendar.readonly',
    ],
    idempotent: true,
    returns: returns<calendar_v3.Schema$CalendarListEntry>(),
  }),
  insert: post('calendar:calendarList.insert', '/users/me/calendarList', {
    query: { colorRgbFormat: flag },
    units: 1,
    bucket: 'CALENDAR',
    auth: 'user',
    scopes: ['calendar', 'calendar.calendarlist'],
    idempotent: true,
    writable: [...writable, 'id'],
    requiredBody: [{ path: 'id' }],
    body: body<calendar_v3.Schema$CalendarListEntry>(),
    returns: returns<calendar_v3.Schema$CalendarListEntry>(),
    reasons: ['notFound', 'invalid'],
  }),
  list: get('calendar:calendarList.list', '/users/me/calendarList', {
    query: listQuery,
    units: 1,
    bucket: 'CALENDAR',
    auth: 'user',
    scopes: scope.listRead,
    idempotent: true,
    page: {
      items: 'items',
      size: 'maxResults',
      minSize: 1,
      maxSize: 250,
      defaultSize: 100,
      token: 'pageToken',
      next: 'nextPageToken',
      sync: 'nextSyncToken',
    },
    returns: returns<calendar_v3.Schema$CalendarList>(),
  }),
  patch: patch('calendar:calendarList.patch', '/users/me/calendarList/{calendarId}', {
    query: { colorRgbFormat: flag },
    units: 3,
    bucket: 'CALENDAR',
    auth: 'user',
    scopes: scope.listWrite,
    idempotent: true,
    writable,
    conditional: true,
    body: body<calendar_v3.Schema$CalendarListEntry>(),
    returns: returns<calendar_v3.Schema$CalendarListEntry>(),
    reasons: ['invalid'],
  }),
  update: put('calendar:calendarList.update', '/users/me/calendarList/{calendarId}', {
    query: { colorRgbFormat: flag },
    units: 1,
    bucket: 'CALENDAR',
    auth: 'user',
    scopes: scope.listWrite,
    idempotent: true,
    writable,
    conditional: true,
    body: body<calendar_v3.Schema$CalendarListEntry>(),
    returns: returns<calendar_v3.Schema$CalendarListEntry>(),
    reasons: ['invalid'],
  }),
  watch: post('calendar:calendarList.watch', '/users/me/calendarList/watch', {
    query: watchQuery(listQuery),
    units: 1,
    bucket: 'CALENDAR',
    auth: 'user',
    scopes: scope.listRead,
    idempotent: false,
    writable: watchFields,
    reasons: watchReasons,
    requiredBody: [{ path: 'id' }, { path: 'type' }, { path: 'address' }],
    body: body<calendar_v3.Schema$Channel>(),
    returns: returns<calendar_v3.Schema$Channel>(),
  }),
};

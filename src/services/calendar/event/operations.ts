/**
 * Operations of `events`: single events, recurring events and their instances. `update` replaces
 * the whole event.
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
import {
  deprecated,
  flag,
  int,
  notSent,
  oneOf,
  repeat,
  required,
  text,
} from '../../../engine/rest/operation/param.ts';
import { eventFields } from './write/writable.ts';
import { watchFields, watchQuery, watchReasons } from '../watch/argument.ts';
import * as scope from '../scope.ts';

const alwaysIncludeEmail = notSent(
  'Ignored by Google Calendar: organizers, creators and attendees always have an address.',
  deprecated(flag),
);

const maxAttendees = notSent(
  'Limits the attendees in the answer; a read before a write needs all of them.',
  int(1),
);

const sendNotifications = notSent(
  'The older form of `sendUpdates`, which is always sent.',
  deprecated(flag),
);

const eventLabelVersion = int();

/** Parameters of `list` and `watch`. */
const listQuery = {
  alwaysIncludeEmail,
  eventTypes: repeat(
    oneOf('birthday', 'default', 'focusTime', 'fromGmail', 'outOfOffice', 'workingLocation'),
  ),
  iCalUID: text,
  maxAttendees: int(1),
  maxResults: int(1, 2500),
  orderBy: oneOf('startTime', 'updated'),
  pageToken: text,
  privateExtendedProperty: repeat(text),
  q: text,
  sharedExtendedProperty: repeat(text),
  showDeleted: flag,
  showHiddenInvitations: flag,
  singleEvents: flag,
  syncToken: text,
  timeMax: text,
  timeMin: text,
  timeZone: text,
  updatedMin: text,
};

/** Parameters of `patch` and `update`. */
const writeQuery = {
  alwaysIncludeEmail,
  conferenceDataVersion: int(0, 1),
  maxAttendees,
  sendNotifications,
  sendUpdates: oneOf('all', 'externalOnly', 'none'),
  supportsAttachments: flag,
  eventLabelVersion,
};

/**
 * Why the fields of an event are refused. Sources: the error pages of Google Calendar; for
 * `required` kewisch/gdata-provider#82, an attendee without an address.
 */
const writeReasons = [
  'cannotChangeOrganizer',
  'cannotUseDefaultRemindersAndSpecifyOverride',
  'eventRemindersCountExceedsLimit',
  'eventTypeRestriction',
  'forbiddenForNonOrganizer',
  'invalid',
  'malformedFocusTimeEvent',
  'malformedOutOfOfficeEvent',
  'malformedWorkingLocationEvent',
  'required',
  'requiredAccessLevel',
  'timeRangeEmpty',
] as const;

const updateReasons = [...writeReasons, 'cannotChangeOrganizerOfInstance'] as const;

export const events = {
  delete: del('calendar:events.delete', '/calendars/{calendarId}/events/{eventId}', {
    query: { sendNotifications, sendUpdates: oneOf('all', 'externalOnly', 'none') },
    units: 1,
    bucket: 'CALENDAR',
    auth: 'user',
    scopes: scope.eventWrite,
    idempotent: true,
    conditional: true,
  }),
  get: get('calendar:events.get', '/calendars/{calendarId}/events/{eventId}', {
    query: {
      alwaysIncludeEmail,
      maxAttendees: int(1),
      timeZone: text,
    },
    units: 1,
    bucket: 'CALENDAR',
    auth: 'public',
    scopes: scope.eventRead,
    idempotent: true,
    returns: returns<calendar_v3.Schema$Event>(),
  }),
  import: post('calendar:events.import', '/calendars/{calendarId}/events/import', {
    query: {
      conferenceDataVersion: int(0, 1),
      supportsAttachments: flag,
      eventLabelVersion,
    },
    units: 1,
    bucket: 'CALENDAR',
    auth: 'user',
    scopes: scope.eventWrite,
    idempotent: true,
    reasons: writeReasons,
    writable: [
      ...eventFields,
      'birthdayProperties.type',
      'eventType',
      'iCalUID',
      'organizer.displayName',
      'organizer.email',
      'organizer.id',
    ],
    requiredBody: [{ path: 'start' }, { path: 'end' }, { path: 'iCalUID' }],
    body: body<calendar_v3.Schema$Event>(),
    returns: returns<calendar_v3.Schema$Event>(),
  }),
  insert: post('calendar:events.insert', '/calendars/{calendarId}/events', {
    query: {
      conferenceDataVersion: int(0, 1),
      maxAttendees,
      sendNotifications,
      sendUpdates: oneOf('all', 'externalOnly', 'none'),
      supportsAttachments: flag,
      eventLabelVersion,
    },
    units: 1,
    bucket: 'CALENDAR',
    auth: 'user',
    scopes: scope.eventWrite,
    idempotent: false,
    writable: [...eventFields, 'birthdayProperties.type', 'eventType', 'iCalUID', 'id'],
    requiredBody: [{ path: 'start' }, { path: 'end' }],
    reasons: [...writeReasons, 'duplicate', 'invalidEventType'],
    body: body<calendar_v3.Schema$Event>(),
    returns: returns<calendar_v3.Schema$Event>(),
  }),
  instances: get(
    'calendar:events.instances',
    '/calendars/{calendarId}/events/{eventId}/instances',
    {
      query: {
        alwaysIncludeEmail,
        maxAttendees: int(1),
        maxResults: int(1, 2500),
        originalStart: text,
        pageToken: text,
        showDeleted: flag,
        timeMax: text,
        timeMin: text,
        timeZone: text,
      },
      units: 1,
      bucket: 'CALENDAR',
      auth: 'public',
      scopes: scope.eventRead,
      idempotent: true,
      page: {
        items: 'items',
        size: 'maxResults',
        minSize: 1,
        maxSize: 2500,
        defaultSize: 250,
        token: 'pageToken',
        next: 'nextPageToken',
        sync: 'nextSyncToken',
      },
      returns: returns<calendar_v3.Schema$Events>(),
    },
  ),
  list: get('calendar:events.list', '/calendars/{calendarId}/events', {
    query: listQuery,
    units: 1,
    bucket: 'CALENDAR',
    auth: 'public',
    scopes: scope.eventRead,
    idempotent: true,
    page: {
      items: 'items',
      size: 'maxResults',
      minSize: 1,
      maxSize: 2500,
      defaultSize: 250,
      token: 'pageToken',
      next: 'nextPageToken',
      sync: 'nextSyncToken',
    },
    returns: returns<calendar_v3.Schema$Events>(),
  }),
  move: post('calendar:events.move', '/calendars/{calendarId}/events/{eventId}/move', {
    query: {
      destination: required(text),
      sendNotifications,
      sendUpdates: oneOf('all', 'externalOnly', 'none'),
    },
    units: 1,
    bucket: 'CALENDAR',
    auth: 'user',
    scopes: ['calendar', 'calendar.events', 'calendar.events.owned'],
    idempotent: false,
    reasons: ['cannotChangeOrganizerOfInstance', 'eventTypeRestriction', 'requiredAccessLevel'],
    returns: returns<calendar_v3.Schema$Event>(),
  }),
  patch: patch('calendar:events.patch', '/calendars/{calendarId}/events/{eventId}', {
    query: writeQuery,
    units: 3,
    bucket: 'CALENDAR',
    auth: 'user',
    scopes: scope.eventWrite,
    idempotent: true,
    writable: eventFields,
    conditional: true,
    reasons: updateReasons,
    body: body<calendar_v3.Schema$Event>(),
    returns: returns<calendar_v3.Schema$Event>(),
  }),
  quickAdd: post('calendar:events.quickAdd', '/calendars/{calendarId}/events/quickAdd', {
    query: {
      text: required(text),
      sendNotifications,
      sendUpdates: oneOf('all', 'externalOnly', 'none'),
    },
    units: 1,
    bucket: 'CALENDAR',
    auth: 'user',
    scopes: scope.eventWrite,
    idempotent: false,
    returns: returns<calendar_v3.Schema$Event>(),
  }),
  update: put('calendar:events.update', '/calendars/{calendarId}/events/{eventId}', {
    query: writeQuery,
    units: 1,
    bucket: 'CALENDAR',
    auth: 'user',
    scopes: scope.eventWrite,
    idempotent: true,
    writable: eventFields,
    requiredBody: [{ path: 'start' }, { path: 'end' }],
    conditional: true,
    reasons: updateReasons,
    body: body<calendar_v3.Schema$Event>(),
    returns: returns<calendar_v3.Schema$Event>(),
  }),
  watch: post('calendar:events.watch', '/calendars/{calendarId}/events/watch', {
    query: { ...watchQuery(listQuery), eventTypes: listQuery.eventTypes },
    units: 1,
    bucket: 'CALENDAR',
    auth: 'user',
    scopes: scope.eventRead,
    idempotent: false,
    writable: watchFields,
    reasons: watchReasons,
    requiredBody: [{ path: 'id' }, { path: 'type' }, { path: 'address' }],
    body: body<calendar_v3.Schema$Channel>(),
    returns: returns<calendar_v3.Schema$Channel>(),
  }),
};

/** Resources of Calendar that can be read by their keys. */
import type { calendar_v3 } from '@googleapis/calendar';
import {
  acl,
  calendarList,
  calendars,
  colors,
  events,
  settings,
} from '../../upstream/calendar/index.ts';
import { resource } from '../field/field-factory.ts';

export const Calendar = resource<calendar_v3.Schema$Calendar>({
  name: 'Calendar',
  key: ['calendarId'],
  sameKeyAs: 'CalendarListEntry',
  read: { kind: 'single', operation: calendars.get },
});

export const CalendarListEntry = resource<calendar_v3.Schema$CalendarListEntry>({
  name: 'CalendarListEntry',
  key: ['calendarId'],
  sameKeyAs: 'Calendar',
  read: { kind: 'single', operation: calendarList.get },
});

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

export const Event = resource<calendar_v3.Schema$Event>({
  name: 'Event',
  key: ['calendarId', 'eventId'],
  read: { kind: 'single', operation: events.get },
});

export const AccessRule = resource<calendar_v3.Schema$AclRule>({
  name: 'AccessRule',
  key: ['calendarId', 'ruleId'],
  read: { kind: 'single', operation: acl.get },
});

export const CalendarSetting = resource<calendar_v3.Schema$Setting>({
  name: 'CalendarSetting',
  key: ['setting'],
  read: { kind: 'single', operation: settings.get },
});

/** All resources of the service that can be read by their keys. */
export const calendarResources = [
  Calendar,
  CalendarListEntry,
  CalendarColors,
  Event,
  AccessRule,
  CalendarSetting,
];

/** Resources of Calendar that can be read by their keys. */
import type { calendar_v3 } from '@googleapis/calendar';
import { acl, calendarList, calendars, events, settings } from '../../upstream/calendar/index.ts';
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
export const calendarResources = [Calendar, CalendarListEntry, Event, AccessRule, CalendarSetting];

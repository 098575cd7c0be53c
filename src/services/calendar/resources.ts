/** The resources of Google Calendar: how entities are named, and how they are read. */
import type { calendar_v3 } from '@googleapis/calendar';
import { Paths } from '../../engine/read/path.ts';
import { resource } from '../../engine/schema/field/field-factory.ts';
import { acl, calendarList, calendars, colors, events, freebusy, settings } from './operations.ts';

export const AccessRule = resource<calendar_v3.Schema$AclRule>({
  name: 'AccessRule',
  key: ['calendarId', 'ruleId'],
  read: { kind: 'single', operation: acl.get },
});

export const CalendarListEntry = resource<calendar_v3.Schema$CalendarListEntry>({
  name: 'CalendarListEntry',
  key: ['calendarId'],
  sameKeyAs: 'Calendar',
  read: { kind: 'single', operation: calendarList.get },
});

/** Minutes from the start of a day. */
export interface AvailableTimeJson {
  readonly dayOfWeek?: string | null;
  readonly periodStart?: number | null;
  readonly periodEnd?: number | null;
}

/** Not in the client of September 2026: see `corrections` in `reference/facts.json`. */
export interface WorkingHoursJson {
  readonly workingHoursEnabled?: boolean | null;
  readonly availableTimes?: readonly AvailableTimeJson[] | null;
}

export type CalendarJson = calendar_v3.Schema$Calendar & {
  readonly workingHours?: WorkingHoursJson | null;
};

export const Calendar = resource<CalendarJson>({
  name: 'Calendar',
  key: ['calendarId'],
  sameKeyAs: 'CalendarListEntry',
  read: { kind: 'single', operation: calendars.get },
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
  variantParameters: ['timeZone', 'maxAttendees'],
});

/** The value of one id in the answer of a free/busy query: of a calendar, or of a group. */
export type FreeBusyValue = calendar_v3.Schema$FreeBusyCalendar & calendar_v3.Schema$FreeBusyGroup;

export const freeBusyPaths = Paths.of('busy', 'calendars', 'errors');

/** Maximum number of calendars of a free/busy query, members of groups included. */
const maxCalendars = 50;

/** Maximum number of members of a group in a free/busy query. */
export const maxGroupMembers = 100;

/**
 * The busy times of a calendar in the time window of the ref's arguments. No global id names it.
 */
export const FreeBusy = resource<FreeBusyValue>({
  name: 'FreeBusy',
  key: ['calendarId'],
  read: {
    kind: 'bodyBatch',
    operation: freebusy.query,
    idsPerCall: maxCalendars,
    maps: ['calendars', 'groups'],
    paths: freeBusyPaths,
    bodyOf: (ids, args) => ({
      ...args,
      calendarExpansionMax: maxCalendars,
      items: ids.map((id) => ({ id })),
    }),
    isLeftOut: ({ errors }: FreeBusyValue) => errors?.[0]?.reason === 'tooManyCalendarsRequested',
  },
});

export const CalendarSetting = resource<calendar_v3.Schema$Setting>({
  name: 'CalendarSetting',
  key: ['setting'],
  read: { kind: 'single', operation: settings.get },
});

export const calendarResources = [
  Calendar,
  CalendarListEntry,
  CalendarColors,
  Event,
  AccessRule,
  CalendarSetting,
];

/** The keys of busy times, and how they are read. */
import type { calendar_v3 } from '@googleapis/calendar';
import { Paths } from '../../../engine/read/path.ts';
import { resource } from '../../../engine/schema/field/field-factory.ts';
import { freebusy } from '../operations.ts';

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

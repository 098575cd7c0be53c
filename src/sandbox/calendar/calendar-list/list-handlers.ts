/** The operations of calendars and calendar lists, of access, free/busy times and settings. */
import type { Handlers } from '../../call/handler.ts';
import {
  deleteAccessRule,
  getAccessRule,
  insertAccessRule,
  listAccessRules,
  patchAccessRule,
  updateAccessRule,
} from '../access-rule.ts';
import {
  clearCalendar,
  deleteCalendar,
  getCalendar,
  insertCalendar,
  patchCalendar,
  updateCalendar,
} from '../calendar.ts';
import {
  deleteEntry,
  getEntry,
  insertEntry,
  listEntries,
  patchEntry,
  updateEntry,
} from './calendar-list.ts';
import { getColors } from '../color.ts';
import { queryFreeBusy } from '../free-busy.ts';
import { getSetting, listSettings } from '../setting/setting.ts';
import { transferCalendar } from '../transfer.ts';

/** By operation key. */
export const calendarListHandlers: Handlers = {
  'calendar:acl.delete': deleteAccessRule,
  'calendar:acl.get': getAccessRule,
  'calendar:acl.insert': insertAccessRule,
  'calendar:acl.list': listAccessRules,
  'calendar:acl.patch': patchAccessRule,
  'calendar:acl.update': updateAccessRule,
  'calendar:calendarList.delete': deleteEntry,
  'calendar:calendarList.get': getEntry,
  'calendar:calendarList.insert': insertEntry,
  'calendar:calendarList.list': listEntries,
  'calendar:calendarList.patch': patchEntry,
  'calendar:calendarList.update': updateEntry,
  'calendar:calendars.clear': clearCalendar,
  'calendar:calendars.delete': deleteCalendar,
  'calendar:calendars.get': getCalendar,
  'calendar:calendars.insert': insertCalendar,
  'calendar:calendars.patch': patchCalendar,
  'calendar:calendars.transferOwnership': transferCalendar,
  'calendar:calendars.update': updateCalendar,
  'calendar:colors.get': getColors,
  'calendar:freebusy.query': queryFreeBusy,
  'calendar:settings.get': getSetting,
  'calendar:settings.list': listSettings,
};

/** The operations of calendars, their access rules, and calendar lists. */
import type { Handlers } from '../handler.ts';
import {
  deleteAccessRule,
  getAccessRule,
  insertAccessRule,
  listAccessRules,
  patchAccessRule,
  updateAccessRule,
} from './access-rule.ts';
import { getCalendar } from './calendar.ts';
import {
  deleteEntry,
  getEntry,
  insertEntry,
  listEntries,
  patchEntry,
  updateEntry,
} from './calendar-list.ts';
import { getColors } from './color.ts';

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
  'calendar:calendars.get': getCalendar,
  'calendar:colors.get': getColors,
};

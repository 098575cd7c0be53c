/** The Google Calendar service in the graph. */
import { accessRuleWrites } from './access-rule-write.ts';
import { addAccessRule } from './access-rule.ts';
import { addCalendarListEntry } from './calendar-list-entry.ts';
import { calendarListWrites } from './calendar-list-write.ts';
import { calendarObjectWrites } from './calendar-write.ts';
import { addCalendar } from './calendar.ts';
import { addChange } from './change.ts';
import { addChangeFeeds } from './change-feed.ts';
import { addColor } from './color.ts';
import { newEventWrites } from './event-create.ts';
import { importWrites } from './event-import.ts';
import { moveWrites } from './event-move.ts';
import { quickAddWrites } from './event-quick-add.ts';
import { resetWrites } from './event-reset.ts';
import { responseWrites } from './event-response.ts';
import { eventWrites } from './event-write.ts';
import { addEvent } from './event.ts';
import { addSetting } from './setting.ts';
import { calendarWatchWrites } from './watch-write.ts';
import { addFindFreeSlots } from './find-free-slots.ts';
import { addFreeBusy } from './free-busy-query.ts';

export { calendarResources } from './resource.ts';

/** All mutations of the service. */
export const calendarWrites = [
  ...calendarObjectWrites,
  ...calendarListWrites,
  ...accessRuleWrites,
  ...newEventWrites,
  ...importWrites,
  ...eventWrites,
  ...quickAddWrites,
  ...moveWrites,
  ...resetWrites,
  ...responseWrites,
  ...calendarWatchWrites,
];

/** Adds the service's types and queries to the schema. */
export function addCalendarService(): void {
  addCalendarListEntry();
  addCalendar();
  addChange();
  addChangeFeeds();
  addColor();
  addEvent();
  addAccessRule();
  addSetting();
  addFindFreeSlots();
  addFreeBusy();
}

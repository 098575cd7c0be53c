/** The Google Calendar service in the graph. */
import { accessRuleWrites } from './access-rule/write.ts';
import { addAccessRule } from './access-rule/type.ts';
import { addCalendarListEntry } from './calendar-list/type.ts';
import { calendarListWrites } from './calendar-list/write.ts';
import { calendarObjectWrites } from './calendar/write.ts';
import { addCalendar } from './calendar/type.ts';
import { addChange } from './change/type.ts';
import { addChangeFeeds } from './change/feed.ts';
import { addColor } from './color/type.ts';
import { newEventWrites } from './event/write/create.ts';
import { moveWrites } from './event/write/move.ts';
import { resetWrites } from './event/write/reset.ts';
import { responseWrites } from './event/write/response.ts';
import { eventWrites } from './event/write/write.ts';
import { addEvent } from './event/type.ts';
import { addSetting } from './setting/type.ts';
import { addFindFreeSlots } from './free-busy/find-free-slots.ts';
import { addFreeBusy } from './free-busy/list.ts';

export { calendarResources } from './resources.ts';

export const calendarWrites = [
  ...calendarObjectWrites,
  ...calendarListWrites,
  ...accessRuleWrites,
  ...newEventWrites,
  ...eventWrites,
  ...moveWrites,
  ...resetWrites,
  ...responseWrites,
];

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

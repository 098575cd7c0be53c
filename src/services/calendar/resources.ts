/** All resources of the service, for global ids. */
import { AccessRule } from './access-rule/resource.ts';
import { CalendarListEntry } from './calendar-list/resource.ts';
import { Calendar } from './calendar/resource.ts';
import { CalendarColors } from './color/resource.ts';
import { Event } from './event/resource.ts';
import { CalendarSetting } from './setting/resource.ts';

export const calendarResources = [
  Calendar,
  CalendarListEntry,
  CalendarColors,
  Event,
  AccessRule,
  CalendarSetting,
];

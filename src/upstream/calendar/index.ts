/** The operations of the calendar service, one export a resource. */
export * from './acl.ts';
export * from './calendar.ts';
export * from './calendar-list.ts';
export * from './channel.ts';
export * from './color.ts';
export * from './event.ts';
export * from './freebusy.ts';
export * from './setting.ts';

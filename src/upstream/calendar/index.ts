/** The operations of the Google Calendar API, one export per resource. */
export * from './acl.ts';
export * from './calendar.ts';
export * from './calendar-list.ts';
export * from './channel.ts';
export * from './color.ts';
export * from './event.ts';
export * from './freebusy.ts';
export * from './setting.ts';

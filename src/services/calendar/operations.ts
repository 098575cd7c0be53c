/** The operations of the Google Calendar API, one export per resource. */
export * from './access-rule/operations.ts';
export * from './calendar/operations.ts';
export * from './calendar-list/operations.ts';
export * from './watch/operations.ts';
export * from './color/operations.ts';
export * from './event/operations.ts';
export * from './free-busy/operations.ts';
export * from './setting/operations.ts';

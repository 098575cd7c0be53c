/** OAuth scopes that several operations share. A token needs any one of a list. */
export const eventRead = [
  'calendar',
  'calendar.app.created',
  'calendar.events',
  'calendar.events.freebusy',
  'calendar.events.owned',
  'calendar.events.owned.readonly',
  'calendar.events.public.readonly',
  'calendar.events.readonly',
  'calendar.readonly',
];

export const eventWrite = [
  'calendar',
  'calendar.app.created',
  'calendar.events',
  'calendar.events.owned',
];

export const aclRead = ['calendar', 'calendar.acls', 'calendar.acls.readonly'];
export const aclWrite = ['calendar', 'calendar.acls'];

export const listRead = [
  'calendar',
  'calendar.calendarlist',
  'calendar.calendarlist.readonly',
  'calendar.readonly',
];

export const listWrite = ['calendar', 'calendar.app.created', 'calendar.calendarlist'];
export const calendarWrite = ['calendar', 'calendar.app.created', 'calendar.calendars'];
export const settingRead = ['calendar', 'calendar.readonly', 'calendar.settings.readonly'];

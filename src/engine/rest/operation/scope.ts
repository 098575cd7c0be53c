/** OAuth scopes: their full names, and those that do not cover a whole account. */

const prefix = 'https://www.googleapis.com/auth/';

/** @param scope a full name, or the short name that descriptors have */
export const fullScope = (scope: string): string =>
  scope.startsWith('https://') ? scope : `${prefix}${scope}`;

/** @param scope a full name */
export const shortScope = (scope: string): string =>
  scope.startsWith(prefix) ? scope.slice(prefix.length) : scope;

/**
 * Scopes that cover only some entities of an account: files of the app, own calendars, free times.
 * An operation on one entity can be rejected although the token has such a scope.
 */
export const partialScopes: ReadonlySet<string> = new Set([
  'calendar.app.created',
  'calendar.events.freebusy',
  'calendar.events.owned',
  'calendar.events.owned.readonly',
  'calendar.events.public.readonly',
  'calendar.freebusy',
  'drive.appdata',
  'drive.file',
  'drive.meet.readonly',
  'drive.photos.readonly',
  'drive.scripts',
]);

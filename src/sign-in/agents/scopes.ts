/**
 * What agents can be granted, in words: the scopes of Google that the gateway can enforce by the
 * operation that is called. Those that cover only some objects, or files without their content,
 * are none of them: the gateway has a token of the account, which reaches the rest too.
 */
import type { AnyOperation } from '../../engine/api/operation.ts';
import type { Api } from '../../engine/api/api.ts';
import { acceptedScopes } from '../../engine/api/accepted-scopes.ts';
import { upstreamError } from '../../engine/api/error.ts';
import { fullScope, scopesForAll, shortScope } from '../../services/shared/scope.ts';
import type { AccountService } from '../accounts.ts';
import { servicesOf } from '../scopes.ts';

/** What each scope lets an agent do, by short names. */
const words: Readonly<Record<string, string>> = {
  'youtube.readonly': 'See your YouTube channel, videos, playlists, subscriptions and comments',
  'youtube.upload': 'Upload videos and images to your YouTube channel',
  youtube: 'Change and delete your YouTube videos, playlists, broadcasts and subscriptions',
  'youtube.force-ssl':
    'Change and delete your YouTube videos, playlists, broadcasts, comments and captions, and write comments in your name',
  'youtube.channel-memberships.creator': 'See the paying members of your YouTube channel',
  'drive.readonly': 'See and download all your files in Google Drive',
  drive: 'Change, delete and share all your files in Google Drive',
  'drive.apps.readonly': 'See the apps that are connected to your Google Drive',
  'calendar.readonly': 'See your calendars and all their events',
  'calendar.events.readonly': 'See the events of your calendars',
  'calendar.events': 'Create, change and delete events of your calendars, and invite people',
  'calendar.settings.readonly': 'See your settings of Google Calendar',
  'calendar.calendarlist.readonly': 'See the list of your calendars',
  'calendar.calendarlist': 'Change the list of your calendars',
  'calendar.calendars.readonly': 'See names and descriptions of your calendars',
  'calendar.calendars': 'Create, change and delete calendars',
  'calendar.acls.readonly': 'See with whom your calendars are shared',
  'calendar.acls': 'Change with whom your calendars are shared',
  calendar: 'Change, delete and share your calendars and all their events',
};

/** Full names of all scopes that can be granted. */
export const grantableScopes: readonly string[] = Object.keys(words).map(fullScope);

/** Full names of what an agent gets that does not say what it wants. */
export const defaultScopes = scopesForAll('read');

/** @param scope a full name of one that can be granted */
export const wordsOf = (scope: string): string => words[shortScope(scope)]!;

/** @param scope a full name of one that can be granted */
export const serviceOfGrant = (scope: string): AccountService => servicesOf([scope])[0]!;

/** The scopes of a parameter `scope` that can be granted; those of `defaultScopes` without any. */
export function requestedScopes(scope: unknown): readonly string[] {
  if (typeof scope !== 'string' || scope.trim() === '') return defaultScopes;
  return [...new Set(scope.split(' ').map(fullScope))].filter((each) =>
    grantableScopes.includes(each),
  );
}

/**
 * Whether an account whose tokens have some scopes can do all that one scope allows.
 * @param granted full names
 */
export function covers(api: Api, granted: readonly string[], scope: string): boolean {
  const own = new Set(granted.map(shortScope));
  const short = shortScope(scope);
  if (own.has(short)) return true;
  return [...api.operations.values()]
    .filter(({ scopes }) => scopes.includes(short))
    .every(({ scopes }) => scopes.some((each) => own.has(each)));
}

/**
 * @param granted full names
 * @returns a function that rejects operations which accept none of the scopes
 */
export function limitTo(api: Api, granted: readonly string[]): (operation: AnyOperation) => void {
  const own = new Set(granted.map(shortScope));
  return (operation) => {
    if (operation.scopes.length === 0 || operation.scopes.some((each) => own.has(each))) return;
    const anyOf = acceptedScopes(api, operation).filter((each) => grantableScopes.includes(each));
    throw upstreamError(operation, 'MISSING_SCOPE', { anyOf });
  };
}

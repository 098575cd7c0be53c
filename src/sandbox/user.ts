/** The users of the sandbox, with their access tokens and scopes, and its API key. */
import { ids } from './seed/ids.ts';

/** A caller of the sandbox. */
export interface User {
  readonly token: string;
  /** The name in recorded calls, which never contain tokens. */
  readonly name: string;
  readonly description: string;
  readonly email: string;
  readonly displayName: string;
  /** Absent for people without a channel. */
  readonly channelId?: string;
  /** The content owner that the user may act for. */
  readonly contentOwner?: string;
  /** Short forms, without the address before them. */
  readonly scopes: ReadonlySet<string>;
  readonly expired?: true;
  /** Whether the user administrates the domain of the studio. */
  readonly isDomainAdmin?: true;
  /** Whether the user has the privilege to manage all calendars of the domain. */
  readonly managesCalendars?: true;
}

const allScopes: ReadonlySet<string> = new Set([
  'youtube',
  'youtube.force-ssl',
  'youtube.readonly',
  'youtube.upload',
  'youtube.channel-memberships.creator',
  'youtubepartner',
  'youtubepartner-channel-audit',
  'drive',
  'drive.appdata',
  'drive.apps.readonly',
  'drive.labels',
  'calendar',
  'calendar.events',
  'calendar.settings.readonly',
]);

const readOnlyScopes: ReadonlySet<string> = new Set([
  'youtube.readonly',
  'drive.readonly',
  'drive.metadata.readonly',
  'calendar.readonly',
]);

const ava = {
  email: ids.person.ava,
  displayName: 'Ava Lindqvist',
  channelId: ids.channel.studio,
  contentOwner: ids.contentOwner,
  managesCalendars: true,
} as const;

const buildUser = (
  token: string,
  description: string,
  rest: Omit<User, 'token' | 'name' | 'description'>,
): User => ({ token, name: token, description, ...rest });

/** The users with an access token. */
export const users: readonly User[] = [
  buildUser('studio-owner', 'Ava, the owner of the studio, with all scopes.', {
    ...ava,
    scopes: allScopes,
  }),
  buildUser(
    'studio-guest',
    'Ben, a guest: public data, and what is shared with him. He is a moderator of the live chat.',
    {
      email: ids.person.ben,
      displayName: 'Ben Okafor',
      channelId: ids.channel.ben,
      scopes: allScopes,
    },
  ),
  buildUser('studio-reader', 'Ava, with read-only scopes. Comments need more.', {
    ...ava,
    scopes: readOnlyScopes,
  }),
  buildUser('studio-expired', 'An expired token: 401.', {
    ...ava,
    scopes: allScopes,
    expired: true,
  }),
  buildUser('no-channel', 'Dana, who has no YouTube channel.', {
    email: ids.person.dana,
    displayName: 'Dana Whitlock',
    scopes: allScopes,
  }),
  buildUser('studio-admin', 'Chloe, an editor and the administrator of the domain.', {
    email: ids.person.chloe,
    displayName: 'Chloe Marchetti',
    scopes: allScopes,
    isDomainAdmin: true,
  }),
];

/** One user of each person, with the widest scopes. */
export const people: readonly User[] = users.filter(
  ({ email }, index) => users.findIndex((other) => other.email === email) === index,
);

/** The only API key that the sandbox accepts; it gives access to public data. */
export const apiKey = 'sandbox-key';

/** The user of calls that have only an API key. */
export const anonymous: User = {
  token: '',
  name: 'api-key',
  description: '',
  email: '',
  displayName: '',
  scopes: new Set(),
};

/** The user of a fixed access token; undefined for other tokens. */
export const userOf = (token: string): User | undefined =>
  users.find((user) => user.token === token);

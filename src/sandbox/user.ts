/** Who may call the sandbox, by token. */
import { ids } from './seed/ids.ts';

export interface User {
  readonly token: string;
  /** Shown in the recorded calls instead of the token. */
  readonly name: string;
  readonly description: string;
  readonly email: string;
  /** The person's name. */
  readonly displayName: string;
  /** Absent: a person without a channel. */
  readonly channelId?: string;
  /** The content owner that they may act for. */
  readonly contentOwner?: string;
  readonly scopes: ReadonlySet<string>;
  readonly expired?: true;
}

const all: ReadonlySet<string> = new Set([
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

const readOnly: ReadonlySet<string> = new Set([
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
};

const user = (
  token: string,
  description: string,
  rest: Omit<User, 'token' | 'name' | 'description'>,
): User => ({
  token,
  name: token,
  description,
  ...rest,
});

export const users: readonly User[] = [
  user('studio-owner', 'Ava, who owns the studio: everything, with all scopes', {
    ...ava,
    scopes: all,
  }),
  user('studio-guest', 'Ben, a guest: what is public or shared with him', {
    email: ids.person.ben,
    displayName: 'Ben Okafor',
    channelId: ids.channel.ben,
    scopes: all,
  }),
  user('studio-reader', 'Ava again, with read-only scopes (comments need more)', {
    ...ava,
    scopes: readOnly,
  }),
  user('studio-expired', 'a token that is no longer valid: 401', {
    ...ava,
    scopes: all,
    expired: true,
  }),
  user('no-channel', 'Dana, a person without a channel', {
    email: ids.person.dana,
    displayName: 'Dana Whitlock',
    scopes: all,
  }),
];

/** The one API key that the sandbox takes; it reads public data. */
export const apiKey = 'sandbox-key';

/** Stands for a call that came with the API key alone. */
export const anonymous: User = {
  token: '',
  name: 'api-key',
  description: '',
  email: '',
  displayName: '',
  scopes: new Set(),
};

export const userOf = (token: string): User | undefined =>
  users.find((user) => user.token === token);

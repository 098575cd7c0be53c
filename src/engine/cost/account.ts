/**
 * The account behind an access token, as far as answers prove it. YouTube names the channel of the
 * caller, Google Calendar the address of the caller's primary calendar. No answer proves that a
 * channel and an address belong together, so each service has an account of its own: the buckets of
 * YouTube belong to the channel, the bucket of Google Calendar to the address.
 */
import type { AnyOperation, Bucket } from '../rest/operation/operation.ts';
import type { Identity } from '../rest/upstream.ts';
import { valuesAt } from '../read/path.ts';

/** The kind of id that names an account. */
export type AccountKind = 'channel' | 'address';

/** An account that an answer has named. */
export interface KnownAccount {
  readonly kind: AccountKind;
  readonly id: string;
}

const kinds: Readonly<Partial<Record<Bucket, AccountKind>>> = {
  VIDEO: 'channel',
  SEARCH: 'channel',
  VIDEO_UPLOAD: 'channel',
  CALENDAR: 'address',
};

/** @returns undefined for a bucket without units */
export const accountKindOf = (bucket: Bucket): AccountKind | undefined => kinds[bucket];

/** How an answer names the account of the caller. */
interface Proof {
  readonly kind: AccountKind;
  /** The argument that makes it an answer about the caller, and its value. */
  readonly argument: readonly [name: string, value: unknown];
  /** Path of the id in the answer, or in the items of a list. */
  readonly path: string;
}

const mine = ['mine', true] as const;
const ownChannel: Proof = { kind: 'channel', argument: mine, path: 'items.snippet.channelId' };

/** By the key of the operation. */
const proofs = new Map<string, Proof>([
  ['video:channels.list', { kind: 'channel', argument: mine, path: 'items.id' }],
  ['video:playlists.list', ownChannel],
  ['video:channelSections.list', ownChannel],
  ['live:liveBroadcasts.list', ownChannel],
  ['live:liveStreams.list', ownChannel],
  ['calendar:calendars.get', { kind: 'address', argument: ['calendarId', 'primary'], path: 'id' }],
  [
    'calendar:calendarList.get',
    { kind: 'address', argument: ['calendarId', 'primary'], path: 'id' },
  ],
]);

/**
 * @param identity for a content owner, answers about the caller name a channel of the owner
 * @returns undefined if the answer names no account of the caller
 */
export function namedAccount(
  { key }: AnyOperation,
  args: object,
  { identity, answer }: { readonly identity: Identity; readonly answer: unknown },
): KnownAccount | undefined {
  const proof = proofs.get(key);
  if (!proof || identity.token === undefined || identity.contentOwner !== undefined)
    return undefined;
  const [name, value] = proof.argument;
  if ((args as Readonly<Record<string, unknown>>)[name] !== value) return undefined;
  const [id, ...others] = new Set(valuesAt(answer, proof.path));
  if (others.length > 0 || typeof id !== 'string' || id === '' || id === 'primary')
    return undefined;
  return { kind: proof.kind, id };
}

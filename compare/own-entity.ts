/**
 * The entities that checks make. All others are made inside of these and are removed with them.
 * Their names tell which they are, so that a run also finds those of a run that was killed: a file
 * with their ids would miss an entity whose answer did not arrive, and would be content.
 */
import { randomBytes } from 'node:crypto';
import { liveBroadcasts } from '../src/services/live/operations.ts';
import { calendarList, calendars, events } from '../src/services/calendar/operations.ts';
import { files } from '../src/services/storage/operations.ts';
import { playlists } from '../src/services/video/operations.ts';
import type { AnyOperation } from '../src/engine/api/operation.ts';
import { type CallOptions, type Client, InvalidToken, Unchecked } from './client.ts';
import type { OtherCredential } from './other-token.ts';
import type { Arguments } from './rest-request.ts';

const prefix = 'studiograph-compare-';

/** A name for an entity of this run. */
export const ownName = (): string => prefix + randomBytes(6).toString('hex');

const isOwnName = (name: unknown): boolean =>
  typeof name === 'string' && /^studiograph-compare-[0-9a-f]{12}$/.test(name);

/** Kinds whose entities get their ids from the service. */
export type MadeKind = 'playlist' | 'broadcast' | 'folder' | 'calendar' | 'file in a full storage';

/** An event of the first account with the second one as its guest, and the copy of the guest. */
export type OwnKind = MadeKind | 'sent invitation' | 'received invitation';

/** An entity in a list, as far as any kind of them has these fields. */
interface ListedEntity {
  readonly id: string;
  readonly name?: unknown;
  readonly summary?: unknown;
  readonly snippet?: { readonly title?: unknown };
}

interface OwnKindSpec {
  readonly insert: AnyOperation;
  readonly remove: AnyOperation;
  /** The argument of `remove`. */
  readonly idName: string;
  /** The other arguments of `remove`. */
  readonly removeArgs?: Arguments;
  /** Lists the entities among which those of earlier runs are. */
  readonly list: AnyOperation;
  readonly args: Arguments;
  readonly nameOf: (item: ListedEntity) => unknown;
  /** The account that has it. Default: the first. */
  readonly credential?: OtherCredential;
}

/** The media type of folders in Google Drive. */
export const folderType = 'application/vnd.google-apps.folder';

/** What all copies of an event have, whatever a guest does with the title. */
export const eventMark = { shared: { studiographCompare: '1' } } as const;

/** Events of the primary calendar. */
const primaryEvent = {
  insert: events.insert,
  remove: events.delete,
  idName: 'eventId',
  removeArgs: { calendarId: 'primary', sendUpdates: 'none' },
  list: events.list,
  args: { calendarId: 'primary', sharedExtendedProperty: 'studiographCompare=1' },
  nameOf: ({ summary }: ListedEntity): unknown => summary,
} as const;

const snippetTitle = ({ snippet }: ListedEntity): unknown => snippet?.title;

export const ownKinds: Readonly<Record<OwnKind, OwnKindSpec>> = {
  playlist: {
    insert: playlists.insert,
    remove: playlists.delete,
    idName: 'id',
    list: playlists.list,
    args: { part: ['snippet'], mine: true },
    nameOf: snippetTitle,
  },
  broadcast: {
    insert: liveBroadcasts.insert,
    remove: liveBroadcasts.delete,
    idName: 'id',
    list: liveBroadcasts.list,
    args: { part: ['snippet'], mine: true },
    nameOf: snippetTitle,
  },
  folder: {
    insert: files.create,
    remove: files.delete,
    idName: 'fileId',
    list: files.list,
    args: {
      q: `name contains '${prefix}' and 'me' in owners and mimeType = '${folderType}'`,
      fields: 'nextPageToken,files(id,name)',
    },
    nameOf: (item) => item.name,
  },
  calendar: {
    insert: calendars.insert,
    remove: calendars.delete,
    idName: 'calendarId',
    list: calendarList.list,
    args: { minAccessRole: 'owner', showHidden: true },
    nameOf: (item) => item.summary,
  },
  'file in a full storage': {
    insert: files.create,
    remove: files.delete,
    idName: 'fileId',
    list: files.list,
    args: {
      q: `name contains '${prefix}' and 'me' in owners`,
      fields: 'nextPageToken,files(id,name)',
    },
    nameOf: (item) => item.name,
    credential: 'fullStorage',
  },
  'sent invitation': primaryEvent,
  'received invitation': { ...primaryEvent, credential: 'second' },
};

/** The kinds that a run can have left. @param others the tokens with which it writes */
export const kindsOf = (others: ReadonlySet<OtherCredential>): OwnKind[] =>
  (Object.keys(ownKinds) as OwnKind[]).filter((kind) => {
    const { credential } = ownKinds[kind];
    return !credential || others.has(credential);
  });

/** The arguments of the removal of an entity. */
export const removalOf = (kind: OwnKind, id: string): Arguments => {
  const { idName, removeArgs } = ownKinds[kind];
  return { ...removeArgs, [idName]: id };
};

const credentialOf = (kind: OwnKind): CallOptions => {
  const { credential } = ownKinds[kind];
  return credential ? { credential } : {};
};

/** The number of pages that are searched at most for entities of earlier runs. */
export const maxSearchedPages = 10;

/** @returns ids of the entities of a kind that earlier runs have left, in the first pages */
export async function findOwn(client: Client, kind: OwnKind): Promise<string[]> {
  const { list, args, nameOf } = ownKinds[kind];
  const { items, size, maxSize } = list.page!;
  const found: string[] = [];
  let pageToken: unknown;
  for (let count = 0; count < maxSearchedPages; count += 1) {
    const page = { ...args, [size!]: maxSize, pageToken };
    const { data } = await client.send(list, page, credentialOf(kind));
    const all = (data?.[items] ?? []) as readonly ListedEntity[];
    found.push(...all.filter((item) => isOwnName(nameOf(item))).map(({ id }) => id));
    pageToken = data?.['nextPageToken'];
    if (pageToken === undefined) break;
  }
  return found;
}

/** @returns whether the entity is gone */
export async function removeOwn(client: Client, kind: OwnKind, id: string): Promise<boolean> {
  const { remove } = ownKinds[kind];
  try {
    const args = removalOf(kind, id);
    const { status } = await client.sendRemoval(remove, args, credentialOf(kind));
    return status < 300 || status === 404 || status === 410;
  } catch (error) {
    if (error instanceof Unchecked || error instanceof InvalidToken) return false;
    throw error;
  }
}

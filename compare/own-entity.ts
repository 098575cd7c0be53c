/**
 * The entities that checks make. All others are made inside of these and are removed with them.
 * Their names tell which they are, so that a run also finds those of a run that was killed: a file
 * with their ids would miss an entity whose answer did not arrive, and would be content.
 */
import { randomBytes } from 'node:crypto';
import { liveBroadcasts } from '../src/services/live/operations.ts';
import { calendarList, calendars } from '../src/services/calendar/operations.ts';
import { files } from '../src/services/storage/operations.ts';
import { playlists } from '../src/services/video/operations.ts';
import type { AnyOperation } from '../src/engine/api/operation.ts';
import { type Client, InvalidToken, Unchecked } from './client.ts';
import type { Arguments } from './rest-request.ts';

const prefix = 'studiograph-compare-';

/** A name for an entity of this run. */
export const ownName = (): string => prefix + randomBytes(6).toString('hex');

const isOwnName = (name: unknown): boolean =>
  typeof name === 'string' && /^studiograph-compare-[0-9a-f]{12}$/.test(name);

export type OwnKind = 'playlist' | 'broadcast' | 'folder' | 'calendar';

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
  /** Lists the entities among which those of earlier runs are. */
  readonly list: AnyOperation;
  readonly args: Arguments;
  readonly nameOf: (item: ListedEntity) => unknown;
}

const folderType = 'application/vnd.google-apps.folder';
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
};

/** The number of pages that are searched at most for entities of earlier runs. */
export const maxSearchedPages = 10;

/** @returns ids of the entities of a kind that earlier runs have left, in the first pages */
export async function findOwn(client: Client, kind: OwnKind): Promise<string[]> {
  const { list, args, nameOf } = ownKinds[kind];
  const { items, size, maxSize } = list.page!;
  const found: string[] = [];
  let pageToken: unknown;
  for (let page = 0; page < maxSearchedPages; page += 1) {
    const { data } = await client.send(list, { ...args, [size!]: maxSize, pageToken });
    const all = (data?.[items] ?? []) as readonly ListedEntity[];
    found.push(...all.filter((item) => isOwnName(nameOf(item))).map(({ id }) => id));
    pageToken = data?.['nextPageToken'];
    if (pageToken === undefined) break;
  }
  return found;
}

/** @returns whether the entity is gone */
export async function removeOwn(client: Client, kind: OwnKind, id: string): Promise<boolean> {
  const { remove, idName } = ownKinds[kind];
  try {
    const { status } = await client.sendRemoval(remove, { [idName]: id });
    return status < 300 || status === 404 || status === 410;
  } catch (error) {
    if (error instanceof Unchecked || error instanceof InvalidToken) return false;
    throw error;
  }
}

/** What each kind of section must and must not hold. */
import type { ApiCall } from '../handler.ts';
import { ApiError } from '../api-error.ts';
import { ids } from '../seed/ids.ts';
import { throwNotFound } from './error.ts';
import { type ChannelSectionEntity, videoState } from './state.ts';

const domain = 'youtube.channelSection';

/** How many playlists or channels one section shows. */
const mostOfList = 100;

const wrong = (reason: string, path: string): never => {
  throw new ApiError(400, reason, { domain, location: `body.${path}`, locationType: 'other' });
};

/** A section as a body tells it. */
export interface ChannelSectionBody {
  readonly snippet: {
    readonly type: string;
    readonly title?: string | null;
    readonly position?: number | null;
  };
  readonly contentDetails?: {
    readonly playlists?: string[] | null;
    readonly channels?: string[] | null;
  } | null;
}

const lists: Readonly<Record<string, 'playlists' | 'channels'>> = {
  singlePlaylist: 'playlists',
  multiplePlaylists: 'playlists',
  multipleChannels: 'channels',
};

/** A section of any other kind has the name of its kind. */
export const takesTitle = (type: string): boolean =>
  type === 'multiplePlaylists' || type === 'multipleChannels';

/** The list that its kind is made of; what else the body holds is nothing to it. */
export function listsOf({
  snippet: { type },
  contentDetails,
}: ChannelSectionBody): ChannelSectionEntity['contentDetails'] {
  const name = lists[type];
  const items = name && contentDetails?.[name];
  return items ? { [name]: items } : {};
}

/** Refuses what its kind forbids. @param channelId whose section it is */
export function checkChannelSection(
  call: ApiCall,
  channelId: string,
  given: ChannelSectionBody,
): void {
  const { type, title, position } = given.snippet;
  if (position != null && position < 0) wrong('positionInvalid', 'snippet.position');
  if (type === 'subscriptions') wrong('notEditable', 'snippet.type');
  if (takesTitle(type) && !title?.trim()) wrong('titleRequired', 'snippet.title');
  const name = lists[type];
  if (name === undefined) return;
  if (!call.parts.has('contentDetails') || !given.contentDetails)
    wrong('contentDetailsNeeded', 'contentDetails');
  const items = given.contentDetails?.[name] ?? [];
  if (type === 'singlePlaylist' && items.length !== 1)
    wrong('onePlaylistNeeded', 'contentDetails.playlists');
  if (items.length === 0) wrong(`${name}Needed`, `contentDetails.${name}`);
  if (new Set(items).size < items.length) wrong(`${name}Duplicated`, `contentDetails.${name}`);
  if (items.length > mostOfList)
    wrong(
      name === 'channels' ? 'maxChannelsExceeded' : 'maxPlaylistExceeded',
      `contentDetails.${name}`,
    );
  for (const id of items) (name === 'channels' ? checkChannel : checkPlaylist)(call, channelId, id);
}

function checkPlaylist({ simulation }: ApiCall, channelId: string, id: string): void {
  const playlist = videoState(simulation).playlists.get(id);
  const path = 'contentDetails.playlists';
  if (!playlist) return throwNotFound(domain, 'playlistNotFound', `body.${path}`);
  if (playlist.status.privacyStatus !== 'private') return;
  if (playlist.snippet.channelId === channelId) wrong('playlistIsPrivate', path);
  throwNotFound(domain, 'playlistNotFound', `body.${path}`);
}

function checkChannel({ simulation }: ApiCall, channelId: string, id: string): void {
  const path = 'contentDetails.channels';
  if (id === channelId) wrong('ownChannelInChannels', path);
  if (id === ids.account.closed || id === ids.account.suspended) wrong('channelNotActive', path);
  if (!videoState(simulation).channels.has(id))
    throwNotFound(domain, 'channelNotFound', `body.${path}`);
}

/** Rules of channel sections: which properties each type requires and forbids. */
import type { ApiCall } from '../../call/handler.ts';
import { ids } from '../../seed/ids.ts';
import { throwInvalidValue, throwIdNotFound } from '../error.ts';
import { type ChannelSectionEntity, videoState } from '../state.ts';
import type { RefusalReason } from '../../rule.ts';

const domain = 'youtube.channelSection';

/** Number of playlists or channels that a section can have. */
const maxItems = 100;

const throwInvalid = (reason: RefusalReason, path: string): never =>
  throwInvalidValue(domain, reason, `body.${path}`);

/** The body of an insert or update. */
export type ChannelSectionBody = {
  readonly snippet: {
    readonly type: string;
    readonly title?: string | null;
    readonly position?: number | null;
  };
  readonly contentDetails?: {
    readonly playlists?: string[] | null;
    readonly channels?: string[] | null;
  } | null;
};

/** The list that a section of this type has; other types have none. */
const listNames: Readonly<Record<string, 'playlists' | 'channels'>> = {
  singlePlaylist: 'playlists',
  multiplePlaylists: 'playlists',
  multipleChannels: 'channels',
};

/** Whether sections of this type have a title of their own. */
export const hasTitle = (type: string): boolean =>
  type === 'multiplePlaylists' || type === 'multipleChannels';

/** Returns the content details that the section's type has; ignores the other ones of the body. */
export function readContentDetails({
  snippet: { type },
  contentDetails,
}: ChannelSectionBody): ChannelSectionEntity['contentDetails'] {
  const name = listNames[type];
  const items = name && contentDetails?.[name];
  return items ? { [name]: items } : {};
}

/**
 * Checks the body of an insert or update.
 * @param channelId the channel of the section
 * @throws ApiError for the first violated rule
 */
export function checkChannelSection(
  call: ApiCall,
  channelId: string,
  body: ChannelSectionBody,
): void {
  const { type, title, position } = body.snippet;
  if (position != null && position < 0) throwInvalid('positionInvalid', 'snippet.position');
  if (type === 'subscriptions') throwInvalid('notEditable', 'snippet.type');
  if (hasTitle(type) && !title?.trim()) throwInvalid('titleRequired', 'snippet.title');
  const name = listNames[type];
  if (name === undefined) return;
  if (!call.parts.has('contentDetails') || !body.contentDetails)
    throwInvalid('contentDetailsNeeded', 'contentDetails');
  const items = body.contentDetails?.[name] ?? [];
  if (type === 'singlePlaylist' && items.length !== 1)
    throwInvalid('onePlaylistNeeded', 'contentDetails.playlists');
  checkItemCount(name, items);
  const checkItem = name === 'channels' ? checkChannel : checkPlaylist;
  for (const id of items) checkItem(call, channelId, id);
}

function checkItemCount(name: 'playlists' | 'channels', items: readonly string[]): void {
  const path = `contentDetails.${name}`;
  const limitReason = name === 'channels' ? 'maxChannelsExceeded' : 'maxPlaylistExceeded';
  if (items.length === 0) throwInvalid(`${name}Needed`, path);
  if (new Set(items).size < items.length) throwInvalid(`${name}Duplicated`, path);
  if (items.length > maxItems) throwInvalid(limitReason, path);
}

function checkPlaylist({ simulation }: ApiCall, channelId: string, id: string): void {
  const path = 'contentDetails.playlists';
  const playlist = videoState(simulation).playlists.get(id);
  if (!playlist) return throwIdNotFound(domain, 'playlistNotFound', `body.${path}`);
  if (playlist.status.privacyStatus !== 'private') return;
  if (playlist.snippet.channelId === channelId) throwInvalid('playlistIsPrivate', path);
  throwIdNotFound(domain, 'playlistNotFound', `body.${path}`);
}

function checkChannel({ simulation }: ApiCall, channelId: string, id: string): void {
  const path = 'contentDetails.channels';
  if (id === channelId) throwInvalid('ownChannelInChannels', path);
  if (id === ids.account.closed || id === ids.account.suspended)
    throwInvalid('channelNotActive', path);
  if (!videoState(simulation).channels.has(id))
    throwIdNotFound(domain, 'channelNotFound', `body.${path}`);
}

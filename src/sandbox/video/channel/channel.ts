/** Lists of channels, and channels as a caller sees them. */
import type { ApiCall, Handler } from '../../call/handler.ts';
import { ids, likesOf } from '../../seed/ids.ts';
import { channelNames, channelProfiles } from '../../seed/video/channel-profile.ts';
import { canActFor, getContentOwner, isManaged } from './content-owner.ts';
import { throwForbidden, throwIdNotFound } from '../error.ts';
import { findTopic } from '../category/guide-category.ts';
import { parseLanguage } from '../language.ts';
import { findByIds, listResponse } from '../list-response.ts';
import { localize } from '../localization.ts';
import { type ChannelEntity, videoState } from '../state.ts';

const domain = 'youtube.channel';

/**
 * `channels.list`: the channels of the selected filter. Without any the answer has no `items`,
 * unlike that of other lists: medialab/minet#753, openzim/youtube#160 and
 * google/googleapis.dart#255, read in November 2026.
 */
export const listChannels: Handler = (call) => {
  const channels = selectChannels(call);
  const hl = parseLanguage(call);
  checkOwnerPart(call, 'auditDetails', channels, canActFor);
  checkOwnerPart(call, 'contentOwnerDetails', channels, isManaged);
  const response = listResponse(call, channels, (channel) => serializeChannel(call, channel, hl));
  if (channels.length > 0) return response;
  const { items: _, ...empty } = response;
  return empty;
};

/** @throws ApiError 403 if the call requests the part of a channel that is not allowed */
function checkOwnerPart(
  call: ApiCall,
  part: string,
  channels: readonly ChannelEntity[],
  isAllowed: (call: ApiCall, channel: ChannelEntity) => boolean,
): void {
  if (call.parts.has(part) && !channels.every((channel) => isAllowed(call, channel)))
    throwForbidden(domain, 'channelForbidden');
}

function selectChannels(call: ApiCall): readonly ChannelEntity[] {
  const { query, user, simulation } = call;
  const { channels } = videoState(simulation);
  const all = [...channels.values()];
  const findChannel = (id: string): ChannelEntity | undefined => channels.get(id);
  if (query.has('id')) return findByIds(query.list('id'), findChannel);
  if (query.has('forHandle')) return all.filter(matchesHandle(query.text('forHandle')!));
  if (query.has('forUsername')) return findByIds(findIdByUsername(call), findChannel);
  if (query.has('categoryId')) return all.filter(matchesCategory(query.text('categoryId')!));
  if (query.flag('managedByMe')) {
    if (getContentOwner(call) === undefined) throwForbidden(domain, 'channelForbidden');
    return all.filter((channel) => isManaged(call, channel));
  }
  if (query.flag('mySubscribers')) return findByIds(findSubscriberIds(call), findChannel);
  return findByIds([user.channelId ?? ''], findChannel);
}

/** The caller's subscribers. */
const findSubscriberIds = ({ simulation, user }: ApiCall): string[] =>
  [...videoState(simulation).subscriptions.values()]
    .filter(({ publisherId }) => publisherId === user.channelId)
    .map(({ channelId }) => channelId);

/** A handle is compared without case, with or without `@`. */
export function matchesHandle(handle: string): (channel: ChannelEntity) => boolean {
  const expected = `@${handle.replace(/^@/, '')}`.toLowerCase();
  return ({ snippet }) => snippet.customUrl.toLowerCase() === expected;
}

/** The id of the channel with the requested legacy user name; an empty list if there is none. */
function findIdByUsername({ query }: ApiCall): string[] {
  const username = query.text('forUsername')!.toLowerCase();
  return channelNames
    .filter((name) => channelProfiles[name].username?.toLowerCase() === username)
    .map((name) => ids.channel[name]);
}

function matchesCategory(category: string): (channel: ChannelEntity) => boolean {
  const topic = findTopic(category);
  if (topic === undefined) return throwIdNotFound(domain, 'categoryNotFound', 'categoryId');
  return ({ topicDetails }) =>
    (topicDetails['topicCategories'] as string[]).some((url) => url.endsWith(`/${topic}`));
}

/** Returns a channel as the caller sees it. Some properties are for the owner only. */
export function serializeChannel(call: ApiCall, channel: ChannelEntity, hl?: string): object {
  const isOwner = canActFor(call, channel);
  const { uploads } = channel.contentDetails.relatedPlaylists;
  const { subscriberCount: _, ...publicStatistics } = channel.statistics;
  const { selfDeclaredMadeForKids: __, ...publicStatus } = channel.status;
  const hidesSubscribers = channel.statistics['hiddenSubscriberCount'] === true;
  return {
    ...channel,
    snippet: {
      ...channel.snippet,
      localized: localize(channel.snippet, channel.localizations, hl),
    },
    contentDetails: { relatedPlaylists: { likes: isOwner ? likesOf(channel.id) : '', uploads } },
    status: isOwner ? channel.status : publicStatus,
    statistics: hidesSubscribers && !isOwner ? publicStatistics : channel.statistics,
  };
}

/** Channels: which a list chooses, and what of them a caller is shown. */
import type { ApiCall, Handler } from '../handler.ts';
import { ids, likesOf } from '../seed/ids.ts';
import { type ChannelName, channelProfiles } from '../seed/video/channel.ts';
import { canActFor, isManaged, getContentOwner } from './content-owner.ts';
import { findTopic } from './guide-category.ts';
import { parseLanguage, localize } from './language.ts';
import { throwForbidden, throwNotFound } from './error.ts';
import { findByIds, listResponse } from './list-response.ts';
import { type ChannelEntity, videoState } from './state.ts';

const domain = 'youtube.channel';

export const listChannels: Handler = (call) => {
  const chosen = choose(call);
  const hl = parseLanguage(call);
  if (call.parts.has('auditDetails') && !chosen.every((channel) => canActFor(call, channel)))
    throwForbidden(domain, 'channelForbidden');
  if (
    call.parts.has('contentOwnerDetails') &&
    !chosen.every(({ contentOwnerDetails }) => isManaged(call, contentOwnerDetails))
  )
    throwForbidden(domain, 'channelForbidden');
  return listResponse(call, 'channelListResponse', chosen, (channel) =>
    serializeChannel(call, channel, hl),
  );
};

function choose(call: ApiCall): readonly ChannelEntity[] {
  const { query, user, simulation } = call;
  const { channels, subscriptions } = videoState(simulation);
  const all = [...channels.values()];
  const of = (id: string): ChannelEntity | undefined => channels.get(id);
  if (query.has('id')) return findByIds(query.list('id'), of);
  if (query.has('forHandle')) return all.filter(handled(query.text('forHandle')!));
  if (query.has('forUsername')) return all.filter(named(query.text('forUsername')!));
  if (query.has('categoryId')) return all.filter(filedUnder(query.text('categoryId')!));
  if (query.flag('managedByMe')) {
    if (getContentOwner(call) === undefined) return throwForbidden(domain, 'channelForbidden');
    return all.filter(({ contentOwnerDetails }) => isManaged(call, contentOwnerDetails));
  }
  if (query.flag('mySubscribers')) {
    const mine = [...subscriptions.values()].filter(
      ({ publisherId }) => publisherId === user.channelId,
    );
    return findByIds(
      mine.map(({ channelId }) => channelId),
      of,
    );
  }
  return findByIds([user.channelId ?? ''], of);
}

/** With or without the at sign, in any case. */
const handled = (handle: string) => {
  const wanted = `@${handle.replace(/^@/, '')}`.toLowerCase();
  return ({ snippet }: ChannelEntity): boolean => snippet.customUrl.toLowerCase() === wanted;
};

const named = (username: string) => {
  const name = (Object.keys(channelProfiles) as ChannelName[]).find(
    (key) => channelProfiles[key].username?.toLowerCase() === username.toLowerCase(),
  );
  return ({ id }: ChannelEntity): boolean => name !== undefined && id === ids.channel[name];
};

const filedUnder = (category: string) => {
  const topic = findTopic(category);
  if (topic === undefined) return throwNotFound(domain, 'categoryNotFound', 'categoryId');
  return ({ topicDetails }: ChannelEntity): boolean =>
    (topicDetails['topicCategories'] as string[]).some((each) => each.endsWith(`/${topic}`));
};

/** A channel as this caller sees it: the likes playlist and some of the status are the owner's. */
export function serializeChannel(call: ApiCall, channel: ChannelEntity, hl?: string): object {
  const own = canActFor(call, channel);
  const { uploads } = channel.contentDetails.relatedPlaylists;
  const { subscriberCount: _, ...statistics } = channel.statistics;
  const { selfDeclaredMadeForKids: __, ...status } = channel.status;
  return {
    ...channel,
    snippet: {
      ...channel.snippet,
      localized: localize(channel.snippet, channel.localizations, hl),
    },
    contentDetails: { relatedPlaylists: { likes: own ? likesOf(channel.id) : '', uploads } },
    status: own ? channel.status : status,
    statistics:
      channel.statistics['hiddenSubscriberCount'] === true && !own
        ? statistics
        : channel.statistics,
  };
}

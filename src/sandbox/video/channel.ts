/** Channels: which a list chooses, and what of them a caller is shown. */
import type { ApiCall, Handler } from '../handler.ts';
import { ids, likesOf } from '../seed/ids.ts';
import { type ChannelName, profiles } from '../seed/video/channel.ts';
import { actsFor, isManaged, ownerOf } from './content-owner.ts';
import { topicOf } from './guide-category.ts';
import { languageOf, localized } from './language.ts';
import { forbid, found, list, notFound } from './list.ts';
import { type Channel, videoState } from './state.ts';

const domain = 'youtube.channel';

export const listChannels: Handler = (call) => {
  const chosen = choose(call);
  const hl = languageOf(call);
  if (call.parts.has('auditDetails') && !chosen.every((channel) => actsFor(call, channel)))
    forbid(domain, 'channelForbidden');
  if (
    call.parts.has('contentOwnerDetails') &&
    !chosen.every(({ contentOwnerDetails }) => isManaged(call, contentOwnerDetails))
  )
    forbid(domain, 'channelForbidden');
  return list(call, 'channelListResponse', chosen, (channel) => showChannel(call, channel, hl));
};

function choose(call: ApiCall): readonly Channel[] {
  const { query, user, simulation } = call;
  const { channels, subscriptions } = videoState(simulation);
  const all = [...channels.values()];
  const of = (id: string): Channel | undefined => channels.get(id);
  if (query.has('id')) return found(query.list('id'), of);
  if (query.has('forHandle')) return all.filter(handled(query.text('forHandle')!));
  if (query.has('forUsername')) return all.filter(named(query.text('forUsername')!));
  if (query.has('categoryId')) return all.filter(filedUnder(query.text('categoryId')!));
  if (query.flag('managedByMe')) {
    if (ownerOf(call) === undefined) return forbid(domain, 'channelForbidden');
    return all.filter(({ contentOwnerDetails }) => isManaged(call, contentOwnerDetails));
  }
  if (query.flag('mySubscribers')) {
    const mine = [...subscriptions.values()].filter(
      ({ publisherId }) => publisherId === user.channelId,
    );
    return found(
      mine.map(({ channelId }) => channelId),
      of,
    );
  }
  return found([user.channelId ?? ''], of);
}

/** With or without the at sign, in any case. */
const handled = (handle: string) => {
  const wanted = `@${handle.replace(/^@/, '')}`.toLowerCase();
  return ({ snippet }: Channel): boolean => snippet.customUrl.toLowerCase() === wanted;
};

const named = (username: string) => {
  const name = (Object.keys(profiles) as ChannelName[]).find(
    (key) => profiles[key].username?.toLowerCase() === username.toLowerCase(),
  );
  return ({ id }: Channel): boolean => name !== undefined && id === ids.channel[name];
};

const filedUnder = (category: string) => {
  const topic = topicOf(category);
  if (topic === undefined) return notFound(domain, 'categoryNotFound', 'categoryId');
  return ({ topicDetails }: Channel): boolean =>
    (topicDetails['topicCategories'] as string[]).some((each) => each.endsWith(`/${topic}`));
};

/** A channel as this caller sees it: the likes playlist and some of the status are the owner's. */
export function showChannel(call: ApiCall, channel: Channel, hl?: string): object {
  const own = actsFor(call, channel);
  const { uploads } = channel.contentDetails.relatedPlaylists;
  const { subscriberCount: _, ...statistics } = channel.statistics;
  const { selfDeclaredMadeForKids: __, ...status } = channel.status;
  return {
    ...channel,
    snippet: {
      ...channel.snippet,
      localized: localized(channel.snippet, channel.localizations, hl),
    },
    contentDetails: { relatedPlaylists: { likes: own ? likesOf(channel.id) : '', uploads } },
    status: own ? channel.status : status,
    statistics:
      channel.statistics['hiddenSubscriberCount'] === true && !own
        ? statistics
        : channel.statistics,
  };
}

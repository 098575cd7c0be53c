/** Channels. */
import type { Call, Handler } from '../handler.ts';
import { type ChannelName, profiles } from '../seed/video/channel.ts';
import { ids } from '../seed/ids.ts';
import { languageOf, localized } from './language.ts';
import { forbid, found, list } from './list.ts';
import { type Channel, videoState } from './state.ts';

export const listChannels: Handler = (call) => {
  const chosen = choose(call);
  const hl = languageOf(call);
  if (call.parts.has('auditDetails') && chosen.some(({ id }) => id !== call.user.channelId)) forbid('youtube.channel', 'channelForbidden');
  return list(call, 'channelListResponse', chosen, (channel) => show(call, channel, hl));
};

function choose({ query, user, world }: Call): readonly Channel[] {
  const { channels } = videoState(world);
  if (query.has('id')) return found(query.list('id'), (id) => channels.get(id));
  if (query.has('forHandle')) return [...channels.values()].filter(handled(query.text('forHandle')!));
  if (query.has('forUsername')) return [...channels.values()].filter(named(query.text('forUsername')!));
  if (query.has('mySubscribers')) return found([ids.channel.ben, ids.channel.harbor, ids.channel.lumen], (id) => channels.get(id));
  if (query.has('categoryId')) return [];
  return found([user.channelId ?? ''], (id) => channels.get(id));
}
/** With or without the at sign, in any case. */
const handled = (handle: string) => {
  const wanted = `@${handle.replace(/^@/, '')}`.toLowerCase();
  return ({ snippet }: Channel): boolean => snippet.customUrl.toLowerCase() === wanted;
};
const named = (username: string) => {
  const name = (Object.keys(profiles) as ChannelName[]).find((key) => profiles[key].username?.toLowerCase() === username.toLowerCase());
  return ({ id }: Channel): boolean => name !== undefined && id === ids.channel[name];
};

/** A channel as this caller sees it: the likes playlist and some of the status are the owner's. */
function show({ user }: Call, channel: Channel, hl: string | undefined): object {
  const own = channel.id === user.channelId;
  const { uploads } = channel.contentDetails.relatedPlaylists;
  const { subscriberCount: _, ...rest } = channel.statistics;
  return {
    ...channel,
    snippet: { ...channel.snippet, localized: localized(channel.snippet, channel.localizations, hl) },
    contentDetails: { relatedPlaylists: { likes: own ? `LL${channel.id.slice(2)}` : '', uploads } },
    status: own ? { ...channel.status, selfDeclaredMadeForKids: false } : channel.status,
    statistics: channel.statistics['hiddenSubscriberCount'] === true && !own ? rest : channel.statistics,
  };
}

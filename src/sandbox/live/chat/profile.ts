/** Channels as chats show them: authors, moderators, banned channels, supporters. */
import type { Simulation } from '../../simulation.ts';
import { profileImageUrl } from '../../video/image/thumbnail.ts';
import { videoState } from '../../video/state.ts';
import { chatOwner } from './chat.ts';
import type { ChatEntity } from './entity.ts';

/** A channel as messages and lists show it. */
interface ChannelProfile {
  readonly channelId: string;
  readonly channelUrl: string;
  readonly displayName: string;
  readonly profileImageUrl: string;
}

/** The profile of a channel. @param imageSize width of its image in pixels */
export function profileOf(
  simulation: Simulation,
  channelId: string,
  imageSize?: number,
): ChannelProfile {
  return {
    channelId,
    channelUrl: `http://www.video.example/channel/${channelId}`,
    displayName: videoState(simulation).channels.get(channelId)?.snippet.title ?? '',
    profileImageUrl: profileImageUrl(channelId, imageSize),
  };
}

/** `authorDetails` of a message. */
export function authorDetails(
  simulation: Simulation,
  chat: ChatEntity,
  channelId: string,
  imageSize?: number,
): object {
  const owner = chatOwner(simulation, chat);
  return {
    ...profileOf(simulation, channelId, imageSize),
    isVerified: isVerified(simulation, channelId),
    isChatOwner: channelId === owner,
    isChatSponsor: isMember(simulation, owner, channelId),
    isChatModerator: chat.moderators.some((moderator) => moderator.channelId === channelId),
  };
}

/** In the sandbox, channels with at least 100,000 subscribers. */
const isVerified = (simulation: Simulation, channelId: string): boolean =>
  Number(videoState(simulation).channels.get(channelId)?.statistics['subscriberCount'] ?? 0) >=
  100_000;

/** Whether the channel is a paying member of the owner's channel by now. */
export function isMember(simulation: Simulation, owner: string, channelId: string): boolean {
  const now = simulation.now().getTime();
  const members = videoState(simulation).members.get(owner) ?? [];
  return members.some(
    (member) => member.channelId === channelId && Date.parse(member.memberSince) <= now,
  );
}

/** Functions that make the ids of seeded entities from names, in the format of real ids. */
import { stableBase32Id, stableId } from '../random.ts';

/** The id of a video, 11 characters. A broadcast has the id of its video. */
export const videoId = (name: string): string => stableId(`video ${name}`, 11);
export const channelId = (name: string): string => `UC${stableId(`channel ${name}`, 22)}`;

/** The id of the playlist of a channel's uploads. */
export const uploadsOf = (channel: string): string => `UU${channel.slice(2)}`;

/** The id of the playlist of the videos that a channel likes; visible to its owner only. */
export const likesOf = (channel: string): string => `LL${channel.slice(2)}`;
export const playlistId = (name: string): string => `PL${stableId(`playlist ${name}`, 32)}`;

/** The id of a channel without videos that subscribes to others. */
export const fanId = (number: number): string => channelId(`fan ${number}`);

/** @param subscriber channel id @param publisher channel id */
export const subscriptionId = (subscriber: string, publisher: string): string =>
  stableId(`subscription ${subscriber} ${publisher}`, 43);

export const levelId = (name: string): string => `UgzL${stableId(`level ${name}`, 22)}`;

export const streamId = (name: string): string =>
  `${stableId(`stream ${name}`, 22)}${1_500_000_000_000_000 + name.length}`;

export const threadId = (name: string): string => `Ugz${stableId(`thread ${name}`, 23)}`;
export const captionId = (name: string): string => `AUie${stableId(`caption ${name}`, 39)}`;

export const replyId = (thread: string, number: number): string =>
  `${thread}.${stableId(`reply ${number}`, 22)}`;

export const postId = (name: string): string => `Ugk${stableId(`post ${name}`, 23)}`;
export const fileId = (name: string): string => `1${stableId(`file ${name}`, 32)}`;
export const driveId = (name: string): string => `0A${stableId(`drive ${name}`, 11)}Uk9PVA`;

export const calendarId = (name: string): string =>
  `c_${stableBase32Id(`calendar ${name}`, 26)}@group.calendar.example`;

export const eventId = (name: string): string => stableBase32Id(`event ${name}`, 26);

export const sectionId = (channel: string, name: string): string =>
  `${channelId(channel)}.${stableId(`section ${name}`, 11)}`;

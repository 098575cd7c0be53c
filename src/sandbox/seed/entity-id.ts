/** Functions that make the ids of seeded entities from names, in the format of real ids. */
import { hash } from 'node:crypto';
import { stableBase32Id, stableId } from '../random.ts';

/** The id of a video, 11 characters. A broadcast has the id of its video. */
export const videoId = (name: string): string => stableId(`video ${name}`, 11);

/** @param name of a channel */
export const channelId = (name: string): string => `UC${stableId(`channel ${name}`, 22)}`;

/** The id of the playlist of a channel's uploads. */
export const uploadsOf = (channel: string): string => `UU${channel.slice(2)}`;

/** The id of the playlist of the videos that a channel likes; visible to its owner only. */
export const likesOf = (channel: string): string => `LL${channel.slice(2)}`;

/** @param name of a playlist */
export const playlistId = (name: string): string => `PL${stableId(`playlist ${name}`, 32)}`;

/** The id of a channel without videos that subscribes to others. */
export const fanId = (number: number): string => channelId(`fan ${number}`);

/** @param subscriber channel id @param publisher channel id */
export const subscriptionId = (subscriber: string, publisher: string): string =>
  stableId(`subscription ${subscriber} ${publisher}`, 43);

/** @param name of a membership level */
export const levelId = (name: string): string => `UgzL${stableId(`level ${name}`, 22)}`;

/** @param name of a live stream */
export const streamId = (name: string): string =>
  `${stableId(`stream ${name}`, 22)}${1_500_000_000_000_000 + name.length}`;

/** @param name of a comment thread */
export const threadId = (name: string): string => `Ugz${stableId(`thread ${name}`, 23)}`;

/** @param name of an image of a playlist */
export const playlistImageId = (name: string): string => stableId(`playlist image ${name}`, 48);

/** @param name of a caption track */
export const captionId = (name: string): string => `AUie${stableId(`caption ${name}`, 39)}`;

/** The id of a reply starts with the id of its thread. @param number of the reply */
export const replyId = (thread: string, number: number): string =>
  `${thread}.${stableId(`reply ${number}`, 22)}`;

/** @param name of a community post */
export const postId = (name: string): string => `Ugk${stableId(`post ${name}`, 23)}`;

/** @param name of a file */
export const fileId = (name: string): string => `1${stableId(`file ${name}`, 32)}`;

/** The id of a revision with bytes. @param name unique for each revision */
export const revisionId = (name: string): string => `0B${stableId(`revision ${name}`, 42)}`;

/** @param name of a comment on a file */
export const fileCommentId = (name: string): string => `AAAA${stableId(`file comment ${name}`, 7)}`;

/** @param name of a reply to a comment on a file */
export const fileReplyId = (name: string): string => `AAAB${stableId(`file reply ${name}`, 7)}`;

/** @param name of a request for access to a file */
export const accessProposalId = (name: string): string =>
  `APX${stableId(`access proposal ${name}`, 20)}`;

/** @param name of an approval of a file */
export const approvalId = (name: string): string => `AAAA${stableId(`approval ${name}`, 18)}`;

/** The id of an application: twelve digits. @param name of the application */
export const driveAppId = (name: string): string =>
  stableId(`drive app ${name}`, 12).replace(/\D/g, (letter) => `${letter.charCodeAt(0) % 10}`);

/** @param name of a shared drive */
export const driveId = (name: string): string => `0A${stableId(`drive ${name}`, 11)}Uk9PVA`;

/** @param name of a label */
export const labelId = (name: string): string => stableId(`label ${name}`, 36);

/** @param name of a field of a label, or of a choice of a field */
export const labelFieldId = (name: string): string =>
  hash('sha256', `label field ${name}`).slice(0, 10).toUpperCase();

/** @param name of the watched file or list */
export const watchChannelId = (name: string): string => stableId(`watch channel of ${name}`, 36);

/**
 * The id of a watched resource in notifications.
 * @param path without the base path of the service
 * @param person the e-mail address of the caller
 */
export const watchedResourceId = (path: string, person: string): string =>
  stableId(`resource ${path} of ${person}`, 27);

/** @param name of a secondary calendar */
export const calendarId = (name: string): string =>
  `c_${stableBase32Id(`calendar ${name}`, 26)}@group.calendar.example`;

/** @param name of an event */
export const eventId = (name: string): string => stableBase32Id(`event ${name}`, 26);

/** @param channel name of a channel @param name of a channel section */
export const sectionId = (channel: string, name: string): string =>
  `${channelId(channel)}.${stableId(`section ${name}`, 11)}`;

/** @param broadcast id of the broadcast */
export const liveChatId = (broadcast: string): string => `Cg0K${broadcast}`;

/** @param name of a message of a live chat */
export const chatMessageId = (name: string): string =>
  `LCC.${stableId(`chat message ${name}`, 40)}`;

/** The id of a moderator of a live chat. @param chat its id @param channel the moderator's */
export const chatModeratorId = (chat: string, channel: string): string =>
  stableId(`moderator ${channel} of ${chat}`, 32);

/** @param name of a ban in a live chat */
export const chatBanId = (name: string): string => stableId(`chat ban ${name}`, 32);

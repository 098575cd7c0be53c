/** Bodies of writes in live chats. */
import { ids } from '../../src/sandbox/seed/ids.ts';

const night = ids.chat.nightShift;

/** A text message. */
export const text = (messageText: string, liveChatId = night) => ({
  liveChatId,
  type: 'textMessageEvent',
  textMessageDetails: { messageText },
});

/** A poll. */
export const poll = (questionText: string, ...options: readonly string[]) => ({
  liveChatId: night,
  type: 'pollEvent',
  pollDetails: {
    metadata: { questionText, options: options.map((optionText) => ({ optionText })) },
  },
});

/** @param rest type and duration */
export const ban = (channelId: string, rest: object = { type: 'permanent' }) => ({
  liveChatId: night,
  bannedUserDetails: { channelId },
  ...rest,
});

/** A moderator. */
export const moderator = (channelId: string, liveChatId = night) => ({
  liveChatId,
  moderatorDetails: { channelId },
});

/** Requests of writes in live chats, and their bodies. */
import { findChat } from '../../../src/sandbox/live/chat/chat.ts';
import type { ChatEntity } from '../../../src/sandbox/live/chat/entity.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import type { useSandbox } from '../gateway/sandbox.ts';

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

/** Writes in live chats, and their stored state. The sandbox has the root of live chats. */
export function chatRequests(box: ReturnType<typeof useSandbox>) {
  return {
    chatOf: (id: string = night): ChatEntity => findChat(box.sandbox.simulation(), id)!,
    post: (path: string, snippet: unknown, token = 'studio-owner') =>
      box.ask(`${path}?part=snippet`, {
        method: 'POST',
        body: { snippet },
        token,
      }),
    remove: (path: string, id: string, token = 'studio-owner') =>
      box.ask(`${path}?id=${id}`, { method: 'DELETE', token }),
  };
}

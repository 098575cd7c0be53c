/** The keys of live chats and messages, and how they are read. */
import type { youtube_v3 } from '@googleapis/youtube';
import { interfaceResource, resource } from '../../../engine/schema/field/field-factory.ts';
import { liveChatMessages } from '../operations.ts';

/** A chat consists of its lists. The interval is in the answer even if the chat has no message. */
export const LiveChat = resource<object>({
  name: 'LiveChat',
  key: ['liveChatId'],
  read: {
    kind: 'proven',
    operation: liveChatMessages.list,
    args: { part: ['id'], fields: 'pollingIntervalMillis' },
    reasons: [
      liveChatMessages.list.reasons.liveChatDisabled,
      liveChatMessages.list.reasons.liveChatEnded,
    ],
  },
});

/** The interface of all messages: the ids are of one kind. */
export const ChatMessage = interfaceResource<youtube_v3.Schema$LiveChatMessage>({
  name: 'ChatMessage',
  key: ['messageId'],
  read: { kind: 'unreadable', operation: liveChatMessages.list },
});

/** Resources of YouTube Live. */
import type { youtube_v3 } from '@googleapis/youtube';
import type { FanFundingEvent as FanFundingEventShape } from './super-chat-event/operations.ts';
import {
  fanFundingEvents,
  liveBroadcasts,
  liveChatBans,
  liveChatMessages,
  liveChatModerators,
  liveStreams,
  superChatEvents,
} from './operations.ts';
import { batchRead, interfaceResource, resource } from '../../engine/schema/field/field-factory.ts';

export const Broadcast = resource<youtube_v3.Schema$LiveBroadcast>({
  name: 'Broadcast',
  key: ['broadcastId'],
  read: batchRead(liveBroadcasts.list),
});

export const Stream = resource<youtube_v3.Schema$LiveStream>({
  name: 'Stream',
  key: ['streamId'],
  read: batchRead(liveStreams.list),
});

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

export const ChatModerator = resource<youtube_v3.Schema$LiveChatModerator>({
  name: 'ChatModerator',
  key: ['moderatorId'],
  read: { kind: 'unreadable', operation: liveChatModerators.list },
});

export const LiveChatBan = resource<youtube_v3.Schema$LiveChatBan>({
  name: 'LiveChatBan',
  key: ['banId'],
  read: { kind: 'unreadable', operation: liveChatBans.insert },
});

export const SuperChatEvent = resource<youtube_v3.Schema$SuperChatEvent>({
  name: 'SuperChatEvent',
  key: ['superChatEventId'],
  read: { kind: 'unreadable', operation: superChatEvents.list },
});

export const FanFundingEvent = resource<FanFundingEventShape>({
  name: 'FanFundingEvent',
  key: ['fanFundingEventId'],
  read: { kind: 'unreadable', operation: fanFundingEvents.list },
});

/** All resources of the service, whose ids are arguments of fields. */
export const liveResources = [
  Broadcast,
  Stream,
  LiveChat,
  ChatMessage,
  ChatModerator,
  LiveChatBan,
  SuperChatEvent,
  FanFundingEvent,
];

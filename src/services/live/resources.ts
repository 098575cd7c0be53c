/** The resources of YouTube Live Streaming: how entities are named, and how they are read. */
import type { youtube_v3 } from '@googleapis/youtube';
import { batchRead, interfaceResource, resource } from '../../engine/schema/field/field-factory.ts';
import {
  type FanFundingEvent as FanFundingEventShape,
  fanFundingEvents,
  liveBroadcasts,
  liveChatBans,
  liveChatMessages,
  liveChatModerators,
  liveStreams,
  superChatEvents,
} from './operations.ts';

export const Broadcast = resource<youtube_v3.Schema$LiveBroadcast>({
  name: 'Broadcast',
  key: ['broadcastId'],
  read: batchRead(liveBroadcasts.list),
});

export const LiveChatBan = resource<youtube_v3.Schema$LiveChatBan>({
  name: 'LiveChatBan',
  key: ['banId'],
  read: { kind: 'unreadable', operation: liveChatBans.insert },
});

export const ChatModerator = resource<youtube_v3.Schema$LiveChatModerator>({
  name: 'ChatModerator',
  key: ['moderatorId'],
  read: { kind: 'unreadable', operation: liveChatModerators.list },
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

export const Stream = resource<youtube_v3.Schema$LiveStream>({
  name: 'Stream',
  key: ['streamId'],
  read: batchRead(liveStreams.list),
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

/** All resources of the service, for global ids. */
import { Broadcast } from './broadcast/resource.ts';
import { LiveChat, ChatMessage, ChatModerator, LiveChatBan } from './chat/resource.ts';
import { Stream } from './stream/resource.ts';
import { SuperChatEvent, FanFundingEvent } from './super-chat-event/resource.ts';

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

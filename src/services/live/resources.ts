/** All resources of the service, for global ids. */
import { Broadcast } from './broadcast/resource.ts';
import { LiveChat, ChatMessage } from './chat/resource.ts';
import { ChatModerator } from './chat-moderator/resource.ts';
import { LiveChatBan } from './chat-ban/resource.ts';
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

/** The operations of chats, of paid messages and of sponsors that the sandbox implements. */
import type { HandlerEntry, Handlers } from '../../call/handler.ts';
import { deleteBan, insertBan } from '../chat-ban.ts';
import { listChatMessages, streamChatMessages } from './message-list.ts';
import { deleteChatMessage, insertChatMessage, transitionChatMessage } from './message-write.ts';
import { deleteModerator, insertModerator, listModerators } from '../chat-moderator.ts';
import { listFanFundingEvents, listSuperChatEvents } from './paid-message.ts';
import { listSponsors } from '../sponsor.ts';

/** The reasons that YouTube documents for missing fields of messages. */
const missingMessageReasons: HandlerEntry['missingReasons'] = {
  'snippet.liveChatId': 'liveChatIdRequired',
  'snippet.type': 'typeRequired',
  'snippet.textMessageDetails.messageText|snippet.pollDetails': 'messageTextRequired',
};

/** The reasons that YouTube documents for missing fields of bans. */
const missingBanReasons: HandlerEntry['missingReasons'] = {
  'snippet.bannedUserDetails.channelId': 'bannedUserChannelIdRequired',
};

/** By operation key. */
export const chatHandlers: Handlers = {
  'live:fanFundingEvents.list': listFanFundingEvents,
  'live:liveChatBans.delete': deleteBan,
  'live:liveChatBans.insert': { handle: insertBan, missingReasons: missingBanReasons },
  'live:liveChatMessages.delete': deleteChatMessage,
  'live:liveChatMessages.insert': {
    handle: insertChatMessage,
    missingReasons: missingMessageReasons,
  },
  'live:liveChatMessages.list': listChatMessages,
  'live:liveChatMessages.streamList': streamChatMessages,
  'live:liveChatMessages.transition': transitionChatMessage,
  'live:liveChatModerators.delete': deleteModerator,
  'live:liveChatModerators.insert': insertModerator,
  'live:liveChatModerators.list': listModerators,
  'live:sponsors.list': listSponsors,
  'live:superChatEvents.list': listSuperChatEvents,
};

/** Live chats and their moderators. */
import { liveChatModerators } from '../operations.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { connection } from '../../../engine/schema/list/connection.ts';
import { connectionType } from '../../../engine/schema/list/connection-type.ts';
import { link } from '../../../engine/schema/field/link.ts';
import { lookup } from '../../../engine/schema/field/lookup.ts';
import { fieldAt, ownKey } from '../../../engine/schema/field/path-field.ts';
import { node } from '../../../engine/schema/type/node-interface.ts';
import { ChannelProfile } from '../channel-profile.ts';
import { addEventMessages } from './event.ts';
import { addMembershipMessages } from './membership.ts';
import { addChatMessage } from './message.ts';
import { chatMessages } from './feed.ts';
import { addPaymentMessages } from './payment.ts';
import { ChatModerator, LiveChat } from './resource.ts';
import { unreadableId } from '../../../engine/schema/field/unreadable-id.ts';

const moderatorConnection = connectionType(ChatModerator, 'moderators', {
  counted: [
    liveChatModerators.list,
    'The number of moderators, over all pages, as estimated by YouTube.',
  ],
});

function addModerator(): void {
  ChatModerator.implement({
    description: 'A moderator of the live chats of a channel. Channel owner only.',
    fields: (t) => ({
      id: unreadableId(t, { mutation: 'removeChatModerator' }),
      moderatorId: ownKey(t, 'The YouTube id of the role, which is not the id of the channel.'),
      liveChatId: fieldAt(t, 'ID', 'snippet.liveChatId', 'The YouTube id of the live chat.'),
      liveChat: link(
        t,
        LiveChat,
        'snippet.liveChatId',
        'The live chat that the moderator can moderate.',
      ),
      channelId: fieldAt(
        t,
        'ID',
        'snippet.moderatorDetails.channelId',
        'The YouTube id of the channel of the moderator.',
      ),
      details: fieldAt(
        t,
        ChannelProfile,
        'snippet.moderatorDetails',
        'The name and the picture of the moderator. REST field: `moderatorDetails`.',
      ),
    }),
  });
}

/** Adds the types and fields of this module to the schema. */
export function addLiveChat(): void {
  LiveChat.implement({
    ...node,
    description:
      'The chat of a live broadcast. Opens with the creation of the broadcast, and ends with the broadcast: a chat that has ended shows no messages.',
    fields: (t) => ({
      liveChatId: ownKey(t, 'The YouTube id of the live chat.'),
      messages: chatMessages(t),
      moderators: connection(
        t,
        moderatorConnection,
        { operation: liveChatModerators.list },
        'The moderators of the chat. Channel owner only.',
      ),
    }),
  });
  addModerator();
  addChatMessage();
  addEventMessages();
  addMembershipMessages();
  addPaymentMessages();

  builder.queryField('liveChat', (t) =>
    lookup(
      t,
      LiveChat,
      'The global id or the YouTube id of the live chat, see `Broadcast.liveChatId`.',
      'A live chat. Error `NOT_FOUND` if there is no such chat. If only ids are selected, one call proves that the chat exists; YouTube counts the call as a read of the messages, see `ChatPage.pollAfterMs`.',
    ),
  );
}

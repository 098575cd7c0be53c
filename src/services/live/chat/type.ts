/** Live chats. */
import { builder } from '../../../engine/schema/builder.ts';
import { lookup } from '../../../engine/schema/field/lookup.ts';
import { ownKey } from '../../../engine/schema/field/path-field.ts';
import { connection } from '../../../engine/schema/list/connection.ts';
import { node } from '../../../engine/schema/type/node-interface.ts';
import { moderatorConnection } from '../chat-moderator/type.ts';
import { liveChatModerators } from '../operations.ts';
import { addEventMessages } from './event.ts';
import { chatMessages } from './feed.ts';
import { addMembershipMessages } from './membership.ts';
import { addChatMessage } from './message.ts';
import { addPaymentMessages } from './payment.ts';
import { LiveChat } from '../resources.ts';

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
  addChatMessage();
  addEventMessages();
  addMembershipMessages();
  addPaymentMessages();

  builder.queryField('liveChat', (t) =>
    lookup(
      t,
      LiveChat,
      'The global id or the YouTube id of the live chat, see `Broadcast.liveChatId`.',
      'A live chat. Error `NOT_FOUND` if there is no such chat. If only ids are selected, one call proves that the chat exists; YouTube counts the call as a read of the messages, see `ChatMessagePage.pollAfter`.',
    ),
  );
}

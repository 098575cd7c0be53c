/** A client of the subscription to a live chat that connects again whenever it is disconnected. */
import { FeedClient, type FollowedFeed } from './feed-client.ts';

const query = `subscription ($chat: ID!, $after: String, $pictures: Int) {
  chatMessages(liveChatId: $chat, after: $after, profileImageSize: $pictures) {
    messages { messageId }
    cursor
  }
}`;

/** The ids of the messages of a chat. */
const messagesOf = (chat: string, pictures?: number): FollowedFeed<string> => ({
  query,
  variables: { chat, pictures },
  read: ({ chatMessages: { messages, cursor } }) => ({
    items: messages.map(({ messageId }: { readonly messageId: string }) => messageId),
    cursor,
  }),
});

/** A client that subscribes again with its last cursor whenever it is disconnected. */
export class ChatClient extends FeedClient<string> {
  /**
   * @param chat the id of the chat
   * @param pictures the size of pictures: other ones make another feed
   */
  constructor(transport: string, url: () => string, chat = 'chat', pictures?: number) {
    super({ feed: messagesOf(chat, pictures), transport, url });
  }
}

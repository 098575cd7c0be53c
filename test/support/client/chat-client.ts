/** A client of the subscription to a live chat that connects again whenever it is disconnected. */
import { FeedClient, type FollowedFeed } from './feed-client.ts';

const query = `subscription ($chat: ID!, $after: String) {
  chatMessages(liveChatId: $chat, after: $after) { messages { messageId } cursor }
}`;

/** The ids of the messages of a chat. @param chat its id */
const messagesOf = (chat: string): FollowedFeed<string> => ({
  query,
  variables: { chat },
  read: ({ chatMessages: { messages, cursor } }) => ({
    items: messages.map(({ messageId }: { readonly messageId: string }) => messageId),
    cursor,
  }),
});

/** A client that subscribes again with its last cursor whenever it is disconnected. */
export class ChatClient extends FeedClient<string> {
  /** @param chat the id of the chat */
  constructor(transport: string, url: () => string, chat = 'chat') {
    super({ feed: messagesOf(chat), transport, url });
  }
}

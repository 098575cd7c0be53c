/** Writes of the moderators of live chats. */
import { changes, required } from '../../../engine/schema/write/write-input.ts';
import { write } from '../../../engine/schema/write/write.ts';
import { insert } from '../../../engine/write/insert/insert.ts';
import { ChatModerator } from '../resources.ts';
import { Channel, chatRow } from '../reference.ts';
import { liveChatModerators } from '../operations.ts';

const moderatorPath = 'snippet.moderatorDetails.channelId';

const addChatModerator = write('addChatModerator', {
  description:
    'Make a channel a moderator of a live chat. Moderators can delete messages and ban viewers. Owner of the broadcast only. If the response is lost, read `LiveChat.moderators` before you repeat the mutation.',
  operation: liveChatModerators.insert,
  target: ChatModerator,
  strategy: insert({ answerSelected: true }),
  input: changes(liveChatModerators.insert, {
    liveChatId: chatRow('The live chat to moderate'),
    channelId: [
      required('ID'),
      moderatorPath,
      'The channel of the new moderator: a global id or a YouTube id.',
      { references: Channel },
    ],
  }),
  reasons: {
    forbidden: 'snippet.liveChatId',
    liveChatNotFound: 'snippet.liveChatId',
    liveChatUserNotFound: moderatorPath,
    modificationNotAllowed: moderatorPath,
  },
  result: 'The added moderator.',
});

const removeChatModerator = write('removeChatModerator', {
  description:
    'Remove a moderator from a live chat. The channel can still write in the chat. Owner of the broadcast only.',
  operation: liveChatModerators.delete,
  target: ChatModerator,
  id: 'The moderator to remove: a global id or a YouTube id, see `LiveChat.moderators`. Not the id of the channel.',
});

export const chatModeratorWrites = [addChatModerator, removeChatModerator];

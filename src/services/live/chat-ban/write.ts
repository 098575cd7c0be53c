/** Writes that ban viewers from live chats. */
import { durationAs } from '../../../engine/schema/type/duration.ts';
import { changes, required } from '../../../engine/schema/write/write-input.ts';
import { write } from '../../../engine/schema/write/write.ts';
import { insert } from '../../../engine/write/insert/insert.ts';
import { LiveChatBan } from '../resources.ts';
import { Channel, chatRow } from '../reference.ts';
import { liveChatBans } from '../operations.ts';

const bannedPath = 'snippet.bannedUserDetails.channelId';

const banChatUser = write('banChatUser', {
  description:
    'Ban a viewer from a live chat, for a time or permanently. The viewer can read the chat, but cannot write. Owner of the broadcast and moderators of the chat only. The REST API has no list of bans: keep the id of the ban to remove the ban with `unbanChatUser`.',
  operation: liveChatBans.insert,
  target: LiveChatBan,
  strategy: insert({ answerSelected: true }),
  input: changes(liveChatBans.insert, {
    liveChatId: chatRow('The live chat of the ban'),
    channelId: [
      required('ID'),
      bannedPath,
      'The channel of the viewer: a global id or a YouTube id. The owner and the moderators of the chat cannot be banned.',
      { references: Channel },
    ],
    duration: [
      'Duration',
      'snippet.banDurationSeconds',
      'The duration of a temporary ban. A whole number of seconds, at least `PT1S`. Default: a permanent ban. REST field: `banDurationSeconds`.',
      durationAs({ unit: 's', type: 'uint64', min: 1n }),
    ],
  }),
  adjust: ({ snippet }) => {
    snippet!.type = snippet!.banDurationSeconds === undefined ? 'permanent' : 'temporary';
  },
  reasons: {
    bannedUserChannelIdRequired: bannedPath,
    insufficientPermissions: 'snippet.liveChatId',
    invalidChannelId: bannedPath,
    invalidLiveChatId: 'snippet.liveChatId',
    liveChatBanInsertionNotAllowed: bannedPath,
    liveChatNotFound: 'snippet.liveChatId',
  },
  result: 'The created ban.',
});

const unbanChatUser = write('unbanChatUser', {
  description:
    'Remove a ban from a live chat, so that the viewer can write again. Owner of the broadcast and moderators of the chat only.',
  operation: liveChatBans.delete,
  target: LiveChatBan,
  id: 'The ban to remove: a global id or a YouTube id, which only `banChatUser` returns.',
});

export const chatBanWrites = [banChatUser, unbanChatUser];

/** Chat messages of text, polls, moderation and the state of the chat. */
import type { youtube_v3 } from '@googleapis/youtube';
import { liveChatMessages } from '../operations.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { durationAt } from '../../../engine/schema/type/duration.ts';
import { enumeration } from '../../../engine/schema/field/enumeration.ts';
import { fieldAt } from '../../../engine/schema/field/path-field.ts';
import { ChannelProfile } from '../channel-profile.ts';
import { messageType } from './message.ts';

const ChatPollStatus = enumeration('ChatPollStatus', 'The status of a poll in a live chat.', {
  active: 'Viewers can vote.',
  closed: 'The poll has ended.',
  unknown: 'YouTube does not state the status.',
});

/** Maximum number of options of a poll, as stated in YouTube's Help Center. */
const maxPollOptions = 4;

const ChatPollOption = builder
  .objectRef<youtube_v3.Schema$LiveChatPollDetailsPollMetadataPollOption>('ChatPollOption')
  .implement({
    description: 'An option of a poll in a live chat.',
    fields: (t) => ({
      text: fieldAt(t, 'String', 'optionText', 'The text. REST field: `optionText`.'),
      voteCount: fieldAt(
        t,
        'BigInt',
        'tally',
        'The number of votes. Null if the caller may not see the number. REST field: `tally`.',
      ),
    }),
  });

/** The type of polls. Pages of a chat also have the active poll beside the messages. */
export const PollMessage = messageType(
  'PollMessage',
  'A question of the owner of the chat, with options that viewers vote for.',
  (t) => ({
    question: fieldAt(
      t,
      'String',
      'snippet.pollDetails.metadata.questionText',
      'The question. REST field: `questionText`.',
    ),
    options: fieldAt(t, [ChatPollOption], 'snippet.pollDetails.metadata.options', {
      description: 'The options to vote for, in display order.',
      maxItems: maxPollOptions,
    }),
    status: fieldAt(t, ChatPollStatus, 'snippet.pollDetails.status', 'Whether viewers can vote.'),
  }),
);

/** Whether a ban ends. */
export const LiveChatBanType = enumeration(
  'LiveChatBanType',
  'The kind of a ban from a live chat.',
  {
    permanent: 'The viewer can never write in the chats of the channel again.',
    temporary: 'The viewer can write again after some time.',
  },
);

/** The type of bans. `links/live-channel.ts` adds the channel of the banned viewer. */
export const UserBannedMessage = messageType(
  'UserBannedMessage',
  'A moderator, the author of the message, banned a viewer.',
  (t) => ({
    bannedUserDetails: fieldAt(
      t,
      ChannelProfile,
      'snippet.userBannedDetails.bannedUserDetails',
      'The name and the picture of the banned viewer.',
    ),
    banType: fieldAt(
      t,
      LiveChatBanType,
      'snippet.userBannedDetails.banType',
      'Whether the ban ends.',
    ),
    banDuration: durationAt(
      t,
      'snippet.userBannedDetails.banDurationSeconds',
      { unit: 's', operation: liveChatMessages.list },
      'The time for which the viewer is banned. Null for a permanent ban. REST field: `banDurationSeconds`.',
    ),
  }),
);

/** Adds the types of this module to the schema. */
export function addEventMessages(): void {
  messageType(
    'TextMessage',
    'A text that a viewer, a moderator or the owner of the chat wrote.',
    (t) => ({
      text: fieldAt(
        t,
        'String',
        'snippet.textMessageDetails.messageText',
        'The text. At most 200 characters. REST field: `messageText`.',
      ),
    }),
  );

  messageType(
    'MessageDeletedMessage',
    'A moderator, the author of this message, deleted another message.',
    (t) => ({
      deletedMessageId: fieldAt(
        t,
        'ID',
        'snippet.messageDeletedDetails.deletedMessageId',
        'The YouTube id of the deleted message: its `messageId`.',
      ),
    }),
  );

  messageType('MessageRetractedMessage', 'An author withdrew another message.', (t) => ({
    retractedMessageId: fieldAt(
      t,
      'ID',
      'snippet.messageRetractedDetails.retractedMessageId',
      'The YouTube id of the withdrawn message: its `messageId`.',
    ),
  }));

  messageType(
    'TombstoneMessage',
    'The place of a removed message. Only the ids, the kind and the time of the message are known.',
  );

  messageType(
    'MembersOnlyModeStartedMessage',
    'The beginning of the mode in which only channel members can write. REST type: `sponsorOnlyModeStartedEvent`.',
  );

  messageType(
    'MembersOnlyModeEndedMessage',
    'The end of the mode in which only channel members can write. REST type: `sponsorOnlyModeEndedEvent`.',
  );

  messageType('ChatEndedMessage', 'The chat has ended. No message follows.');

  messageType(
    'OtherChatMessage',
    'A message of a kind that this schema does not have. `displayText` is the text to display.',
  );
}

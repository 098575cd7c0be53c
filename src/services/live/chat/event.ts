/** Chat messages of text, polls, moderation and the state of the chat. */
import type { youtube_v3 } from '@googleapis/youtube';
import { liveChatMessages } from '../operations.ts';
import { durationAt } from '../../../engine/schema/type/duration.ts';
import { fields, valueType } from '../../../engine/schema/field/path-field.ts';
import { ChannelProfile } from '../channel-profile.ts';
import { messageType } from './message.ts';

/** Maximum number of options of a poll, as stated in YouTube's Help Center. */
const maxPollOptions = 4;

const ChatPollOption = valueType<youtube_v3.Schema$LiveChatPollDetailsPollMetadataPollOption>(
  'ChatPollOption',
  'LiveChatPollDetailsPollMetadataPollOption',
).rows('An option of a poll in a live chat.', {
  text: ['The text.', { rest: 'optionText' }],
  voteCount: ['The number of votes. Null if the caller may not see the number.', { rest: 'tally' }],
});

/** The type of polls. Pages of a chat also have the active poll beside the messages. */
export const PollMessage = messageType(
  'PollMessage',
  'A question of the owner of the chat, with options that viewers vote for.',
  (t) =>
    fields(t, 'snippet.pollDetails', {
      question: ['The question. REST field: `questionText`.', { path: 'metadata.questionText' }],
      options: [
        [ChatPollOption],
        'The options to vote for, in display order.',
        { path: 'metadata.options', maxItems: maxPollOptions },
      ],
      status: 'Whether viewers can vote.',
    }),
);

/** The type of bans. `links/live-channel.ts` adds the channel of the banned viewer. */
export const UserBannedMessage = messageType(
  'UserBannedMessage',
  'A moderator, the author of the message, banned a viewer.',
  (t) => ({
    ...fields(t, 'snippet.userBannedDetails', {
      bannedUserDetails: [ChannelProfile, 'The name and the picture of the banned viewer.'],
      banType: 'Whether the ban ends.',
    }),
    banDuration: durationAt(
      t,
      'snippet.userBannedDetails.banDurationSeconds',
      { unit: 's', operation: liveChatMessages.list },
      'The time for which the viewer is banned. Null for a permanent ban. REST field: `banDurationSeconds`.',
    ),
  }),
);

export function addEventMessages(): void {
  messageType(
    'TextMessage',
    'A text that a viewer, a moderator or the owner of the chat wrote.',
    (t) =>
      fields(t, {
        text: [
          'The text. At most 200 characters. REST field: `messageText`.',
          { path: 'snippet.textMessageDetails.messageText' },
        ],
      }),
  );

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

/** Writes in live chats: messages, bans and moderators. */
import { remove } from '../../../engine/write/action.ts';
import { insert } from '../../../engine/write/insert/insert.ts';
import { InvalidInput } from '../../../engine/rest/call/error.ts';
import { liveChatBans, liveChatMessages, liveChatModerators } from '../operations.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { durationAs } from '../../../engine/schema/type/duration.ts';
import { checkAll, mapChecked } from '../../../engine/schema/write/invalid-inputs.ts';
import { write } from '../../../engine/schema/write/write.ts';
import { changes, required } from '../../../engine/schema/write/write-input.ts';
import { checkText } from '../../../engine/schema/type/text.ts';
import { typeNamed } from '../../../engine/schema/field/field-factory.ts';
import { ChatMessage, ChatModerator, LiveChat, LiveChatBan } from './resource.ts';

const Channel = typeNamed('Channel');

const maxText = 200;

/** Numbers of options; source: the reference page of `liveChatMessages.insert`. */
const optionCount = { min: 2, max: 4 };

const chatDescription = 'a global id or a YouTube id, see `Broadcast.liveChatId`.';

const ChatPollInput = builder.inputType('ChatPollInput', {
  description: 'A new poll in a live chat.',
  fields: (t) => ({
    question: t.string({ required: true, description: 'The question of the poll. Not blank.' }),
    options: t.stringList({
      required: true,
      description: `The texts of the options, in the order of display. At least ${optionCount.min}, at most ${optionCount.max}. None is blank.`,
    }),
  }),
});

type Poll = typeof ChatPollInput.$inferInput;

const notBlank = { maxLength: Number.POSITIVE_INFINITY, notBlank: true } as const;

/** @throws InvalidInput for a blank text, or for too few or too many options */
function checkPoll({ question, options }: Poll, argument: string): void {
  checkAll(
    () => checkText(`${argument}.question`, question, notBlank),
    () => checkOptionCount(options, `${argument}.options`),
    () =>
      mapChecked(options, (text, index) =>
        checkText(`${argument}.options.${index}`, text, notBlank),
      ),
  );
}

function checkOptionCount({ length }: readonly string[], argument: string): void {
  const { min, max } = optionCount;
  if (length < min || length > max)
    throw new InvalidInput(argument, `has ${length} options; expected ${min} to ${max}`);
}

const restPoll = ({ question, options }: Poll): object => ({
  metadata: {
    questionText: question,
    options: options.map((optionText) => ({ optionText })),
  },
});

const textPath = 'snippet.textMessageDetails.messageText';

const sendChatMessage = write('sendChatMessage', {
  description:
    "Post a text or a poll in a live chat as the caller's channel. Error `FORBIDDEN` with the reason `liveChatEnded` if the broadcast has ended, or `liveChatDisabled` if the owner has disabled the chat. Subscribers of `chatMessages` receive the message too. If the response is lost, check whether the message exists before you repeat the mutation.",
  inputDescription: 'Input of `sendChatMessage`.',
  operation: liveChatMessages.insert,
  target: ChatMessage,
  strategy: insert({ answerSelected: true }),
  group: {
    argument: 'content',
    description: 'The text or the poll to post.',
    typeName: 'ChatMessageContent',
    typeDescription: 'The content of a new chat message: exactly one text or poll.',
    isOneOf: true,
    input: changes(liveChatMessages.insert, {
      text: [
        'String',
        textPath,
        `The text without markup. At most ${maxText} characters.`,
        { maxLength: maxText, notBlank: true },
      ],
      poll: [
        ChatPollInput,
        'snippet.pollDetails',
        'The poll. Viewers can vote in the poll as soon as it is posted. The REST API has no operation that closes a poll.',
        { check: checkPoll, convert: restPoll },
      ],
    }),
  },
  input: changes(liveChatMessages.insert, {
    liveChatId: [
      required('ID'),
      'snippet.liveChatId',
      `The live chat to post in: ${chatDescription}`,
      { references: LiveChat },
    ],
  }),
  adjust: ({ snippet }) => {
    snippet!.type = snippet!.pollDetails ? 'pollEvent' : 'textMessageEvent';
  },
  reasons: {
    forbidden: 'snippet.liveChatId',
    invalidLiveChatId: 'snippet.liveChatId',
    liveChatDisabled: 'snippet.liveChatId',
    liveChatEnded: 'snippet.liveChatId',
    liveChatIdRequired: 'snippet.liveChatId',
    liveChatNotFound: 'snippet.liveChatId',
    messageTextInvalid: textPath,
    messageTextRequired: textPath,
  },
  result: ['chatMessage', 'The posted message.'],
});

const deleteChatMessage = write('deleteChatMessage', {
  description:
    'Delete a message of a live chat. Owner of the broadcast and moderators of the chat only. Viewers see that a message was deleted.',
  inputDescription: 'Input of `deleteChatMessage`.',
  operation: liveChatMessages.delete,
  target: ChatMessage,
  id: 'The message to delete: a global id or a YouTube id, see `ChatMessage.messageId`.',
  strategy: remove(),
  deletes: 'The global id of the deleted message.',
});

const bannedPath = 'snippet.bannedUserDetails.channelId';

const banChatUser = write('banChatUser', {
  description:
    'Ban a viewer from a live chat, for a time or permanently. The viewer can read the chat, but cannot write. Owner of the broadcast and moderators of the chat only. The REST API has no list of bans: keep the id of the ban to remove the ban with `unbanChatUser`.',
  inputDescription: 'Input of `banChatUser`.',
  operation: liveChatBans.insert,
  target: LiveChatBan,
  strategy: insert({ answerSelected: true }),
  input: changes(liveChatBans.insert, {
    liveChatId: [
      required('ID'),
      'snippet.liveChatId',
      `The live chat of the ban: ${chatDescription}`,
      { references: LiveChat },
    ],
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
  result: ['liveChatBan', 'The created ban.'],
});

const unbanChatUser = write('unbanChatUser', {
  description:
    'Remove a ban from a live chat, so that the viewer can write again. Owner of the broadcast and moderators of the chat only.',
  inputDescription: 'Input of `unbanChatUser`.',
  operation: liveChatBans.delete,
  target: LiveChatBan,
  id: 'The ban to remove: a global id or a YouTube id, which only `banChatUser` returns.',
  strategy: remove(),
  deletes: 'The global id of the removed ban.',
});

const moderatorPath = 'snippet.moderatorDetails.channelId';

const addChatModerator = write('addChatModerator', {
  description:
    'Make a channel a moderator of a live chat. Moderators can delete messages and ban viewers. Owner of the broadcast only. If the response is lost, read `LiveChat.moderators` before you repeat the mutation.',
  inputDescription: 'Input of `addChatModerator`.',
  operation: liveChatModerators.insert,
  target: ChatModerator,
  strategy: insert({ answerSelected: true }),
  input: changes(liveChatModerators.insert, {
    liveChatId: [
      required('ID'),
      'snippet.liveChatId',
      `The live chat to moderate: ${chatDescription}`,
      { references: LiveChat },
    ],
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
  result: ['chatModerator', 'The added moderator.'],
});

const removeChatModerator = write('removeChatModerator', {
  description:
    'Remove a moderator from a live chat. The channel can still write in the chat. Owner of the broadcast only.',
  inputDescription: 'Input of `removeChatModerator`.',
  operation: liveChatModerators.delete,
  target: ChatModerator,
  id: 'The moderator to remove: a global id or a YouTube id, see `LiveChat.moderators`. Not the id of the channel.',
  strategy: remove(),
  deletes: 'The global id of the removed moderator.',
});

/** All mutations of live chats. */
export const chatWrites = [
  sendChatMessage,
  deleteChatMessage,
  banChatUser,
  unbanChatUser,
  addChatModerator,
  removeChatModerator,
];

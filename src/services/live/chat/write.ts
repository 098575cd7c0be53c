/** Writes of messages in live chats. */
import { InvalidInput } from '../../../engine/api/error.ts';
import { inputObject } from '../../../engine/schema/field/input-row.ts';
import { checkText } from '../../../engine/schema/type/text.ts';
import { checkAll, mapChecked } from '../../../engine/schema/write/invalid-inputs.ts';
import { changes, required } from '../../../engine/schema/write/write-input.ts';
import { write } from '../../../engine/schema/write/write.ts';
import { action } from '../../../engine/write/action.ts';
import { insert } from '../../../engine/write/insert/insert.ts';
import { liveChatMessages } from '../operations.ts';
import { ChatMessage } from '../resources.ts';
import { PollMessage } from './event.ts';
import { chatRow } from '../reference.ts';

const maxText = 200;

/** Numbers of options; source: the reference page of `liveChatMessages.insert`. */
const optionCount = { min: 2, max: 4 };

const ChatPollInput = inputObject('ChatPollInput', 'A new poll in a live chat.', {
  question: [required('String'), 'The question of the poll. Not blank.'],
  options: [
    required(['String']),
    `The texts of the options, in the order of display. At least ${optionCount.min}, at most ${optionCount.max}. None is blank.`,
  ],
});

type Poll = typeof ChatPollInput.$inferType;

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
  operation: liveChatMessages.insert,
  target: ChatMessage,
  strategy: insert({ answerSelected: true }),
  group: {
    argument: 'content',
    description: 'The text or the poll to post.',
    typeName: 'ChatMessageContentInput',
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
        'The poll. Viewers can vote in the poll as soon as it is posted, until `closeChatPoll` or the next poll.',
        { check: checkPoll, convert: restPoll },
      ],
    }),
  },
  input: changes(liveChatMessages.insert, {
    liveChatId: chatRow('The live chat to post in'),
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
  result: 'The posted message.',
});

const deleteChatMessage = write('deleteChatMessage', {
  description:
    'Delete a message of a live chat. Owner of the broadcast and moderators of the chat only. Viewers see that a message was deleted.',
  operation: liveChatMessages.delete,
  target: ChatMessage,
  id: 'The message to delete: a global id or a YouTube id, see `ChatMessage.messageId`.',
});

const closeChatPoll = write('closeChatPoll', {
  description:
    'Close a poll of a live chat: viewers can no longer vote. Succeeds without a change if the poll is closed. There is no way to open it again.',
  operation: liveChatMessages.transition,
  target: ChatMessage,
  resultAs: PollMessage,
  id: 'The poll to close: a global id or a YouTube id, see `ChatMessage.messageId`.',
  strategy: action({ answersEntity: true }),
  derivedParameters: () => ({ status: 'closed' }),
  result: 'The closed poll.',
});

export const chatWrites = [sendChatMessage, closeChatPoll, deleteChatMessage];

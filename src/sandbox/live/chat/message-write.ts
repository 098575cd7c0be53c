/** `liveChatMessages.insert`, `delete` and `transition`. */
import { ApiError } from '../../http/api-error.ts';
import type { ApiCall, Handler } from '../../call/handler.ts';
import { throwForbidden, throwIdNotFound, throwInvalidValue } from '../../video/error.ts';
import { isLongerThan } from '../../text.ts';
import {
  addMessage,
  chatDomain,
  chatOwner,
  checkChatId,
  closePoll,
  findInChats,
  findOpenChat,
  isModerator,
} from './chat.ts';
import {
  type ChatEntity,
  type ChatMessageDetails,
  type ChatMessageEntity,
  isBanned,
} from './entity.ts';
import { serializeMessage } from './message-serializer.ts';
import { isMember } from './profile.ts';

const domain = 'youtube.liveChatMessage';

const maxTextLength = 200;

interface SnippetBody {
  readonly liveChatId: string;
  readonly type: string;
  readonly textMessageDetails?: { readonly messageText?: string };
  readonly pollDetails?: {
    readonly metadata?: {
      readonly questionText?: string;
      readonly options?: readonly { readonly optionText?: string }[];
    };
  };
}

/** `liveChatMessages.insert`: a text or a poll. */
export const insertChatMessage: Handler = (call) => {
  const { body, simulation, user } = call;
  const snippet = body['snippet'] as SnippetBody;
  checkChatId(domain, snippet.liveChatId);
  const chat = findOpenChat(call, snippet.liveChatId, 'body.snippet.liveChatId');
  const details = detailsOf(snippet);
  checkWriter(call, chat, snippet.type);
  const message = addMessage(simulation, chat, {
    type: snippet.type,
    authorChannelId: user.channelId!,
    details,
  });
  return serializeMessage(simulation, chat, message);
};

/** The details of a new message. @throws ApiError 400 for an invalid text, poll or type */
function detailsOf({ type, textMessageDetails, pollDetails }: SnippetBody): ChatMessageDetails {
  if (type === 'textMessageEvent') {
    const { messageText = '' } = textMessageDetails ?? {};
    const location = 'body.snippet.textMessageDetails.messageText';
    if (messageText === '') throwInvalidValue(domain, 'messageTextRequired', location);
    if (messageText.trim() === '' || isLongerThan(messageText, maxTextLength))
      throwInvalidValue(domain, 'messageTextInvalid', location);
    return { textMessageDetails: { messageText } };
  }
  if (type !== 'pollEvent') throwInvalidValue(domain, 'invalid', 'body.snippet.type');
  const { questionText = '', options = [] } = pollDetails?.metadata ?? {};
  const texts = options.map(({ optionText = '' }) => optionText);
  if (questionText.trim() === '' || texts.some((text) => text.trim() === '') || texts.length < 2)
    throwInvalidValue(domain, 'invalid', 'body.snippet.pollDetails.metadata');
  return {
    pollDetails: {
      metadata: {
        questionText,
        options: texts.map((optionText) => ({ optionText, tally: '0' })),
      },
      status: 'active',
    },
  };
}

/**
 * Checks that the caller may write: banned channels may not, only members and moderators may while
 * the chat is for members, and only the owner may start a poll.
 * @throws ApiError 403
 */
function checkWriter({ simulation, user }: ApiCall, chat: ChatEntity, type: string): void {
  const channelId = user.channelId!;
  const owner = chatOwner(simulation, chat);
  const isAllowed =
    !isBanned(chat, channelId, simulation.now().getTime()) &&
    (type !== 'pollEvent' || channelId === owner) &&
    (!isForMembers(chat) ||
      isModerator(simulation, chat, channelId) ||
      isMember(simulation, owner, channelId));
  if (!isAllowed) throwForbidden(chatDomain);
}

const isForMembers = ({ messages }: ChatEntity): boolean =>
  messages.findLast(({ type }) => type.startsWith('sponsorOnlyMode'))?.type ===
  'sponsorOnlyModeStartedEvent';

/** The types of messages that people write. */
const deletableTypes: ReadonlySet<string> = new Set([
  'textMessageEvent',
  'superChatEvent',
  'superStickerEvent',
  'fanFundingEvent',
  'memberMilestoneChatEvent',
  'pollEvent',
  'giftEvent',
]);

/**
 * `liveChatMessages.delete`: leaves a tombstone. No message tells of it: revision history of the
 * YouTube Live Streaming API, 23 June 2026. Documents up to that day had types of such messages.
 */
export const deleteChatMessage: Handler = (call) => {
  const { query, simulation, user } = call;
  const id = query.text('id')!;
  const result = findInChats(simulation, ({ messages }) => messages, id);
  if (!result || result.found.type === 'tombstone')
    throwIdNotFound(domain, 'liveChatMessageNotFound', 'id');
  const { chat, found } = result;
  findOpenChat(call, chat.id, 'id');
  const isOwn = found.authorChannelId === user.channelId;
  if (!isOwn && !isModerator(simulation, chat, user.channelId)) throwForbidden(domain);
  if (!deletableTypes.has(found.type))
    throw new ApiError(403, 'modificationNotAllowed', {
      domain,
      message: 'Messages of this type cannot be deleted.',
      location: 'id',
    });
  makeTombstone(found);
  return undefined;
};

/**
 * `liveChatMessages.transition` closes a poll (discovery document youtube v3, revision 20260924).
 * Assumed: the owner of the chat alone may, as only the owner starts polls; a closed poll stays
 * closed without an error; a message that is no poll is refused as `invalid`.
 */
export const transitionChatMessage: Handler = (call) => {
  const { query, simulation, user } = call;
  const id = query.text('id')!;
  const result = findInChats(simulation, ({ messages }) => messages, id);
  if (!result) throwIdNotFound(domain, 'liveChatMessageNotFound', 'id');
  const { found } = result;
  const chat = findOpenChat(call, result.chat.id, 'id');
  if (user.channelId !== chatOwner(simulation, chat)) throwForbidden(domain);
  if (found.type !== 'pollEvent') throwInvalidValue(domain, 'invalid', 'id');
  closePoll(found);
  return serializeMessage(simulation, chat, found);
};

/** Removes everything from a message except its id and its time. */
function makeTombstone(message: ChatMessageEntity): void {
  message.type = 'tombstone';
  message.details = {};
  delete message.authorChannelId;
}

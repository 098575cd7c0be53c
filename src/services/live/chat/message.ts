/** The interface of chat messages. A type per kind of message implements it. */
import type { youtube_v3 } from '@googleapis/youtube';
import { builder } from '../../../engine/schema/builder.ts';
import type { FieldBuilder, Field } from '../../../engine/schema/field/field-factory.ts';
import { fields, valueType, ownKey } from '../../../engine/schema/field/path-field.ts';
import { ChatMessage, LiveChat } from '../resources.ts';
import { unreadableId } from '../../../engine/schema/field/unreadable-id.ts';

/** A message as the REST API returns it, of any kind. */
type MessageShape = youtube_v3.Schema$LiveChatMessage;

const ChatAuthorDetails = valueType<youtube_v3.Schema$LiveChatMessageAuthorDetails>(
  'ChatAuthorDetails',
  'LiveChatMessageAuthorDetails',
).rows(
  'The author of a chat message, as shown beside the message. Comes with the message, without a further call.',
  {
    channelUrl: ['URL', 'The URL of the channel page of the author of the message.'],
    displayName: 'The title of the channel of the author.',
    profileImageUrl: [
      'URL',
      'The profile picture of the author, in the size of the argument `profileImageSize`.',
    ],
    isVerified: 'Whether YouTube has verified the identity of the author.',
    isChatOwner: 'Whether the author is the owner of the chat.',
    isChatModerator: 'Whether the author is a moderator of the chat.',
    isChatMember: [
      'Whether the author is a paying member of the channel.',
      { rest: 'isChatSponsor' },
    ],
  },
);

/** GraphQL types by the kind of message. */
const typeNames = {
  textMessageEvent: 'TextMessage',
  superChatEvent: 'SuperChatMessage',
  superStickerEvent: 'SuperStickerMessage',
  newSponsorEvent: 'NewMemberMessage',
  memberMilestoneChatEvent: 'MemberMilestoneMessage',
  membershipGiftingEvent: 'MembershipGiftMessage',
  giftMembershipReceivedEvent: 'MembershipGiftReceivedMessage',
  pollEvent: 'PollMessage',
  giftEvent: 'GiftMessage',
  userBannedEvent: 'UserBannedMessage',
  tombstone: 'TombstoneMessage',
  sponsorOnlyModeStartedEvent: 'MembersOnlyModeStartedMessage',
  sponsorOnlyModeEndedEvent: 'MembersOnlyModeEndedMessage',
  chatEndedEvent: 'ChatEndedMessage',
  fanFundingEvent: 'FanFundingMessage',
} as const;

/** The type of messages of every other kind. */
const otherTypeName = 'OtherChatMessage';

type MessageTypeName = (typeof typeNames)[keyof typeof typeNames] | typeof otherTypeName;

const isKnownKind = (kind: string): kind is keyof typeof typeNames =>
  Object.hasOwn(typeNames, kind);

/** @param kind the value of `snippet.type` */
const typeNameOf = (kind: string | null | undefined): MessageTypeName =>
  kind != null && isKnownKind(kind) ? typeNames[kind] : otherTypeName;

const messageFields = (t: FieldBuilder<MessageShape>): Readonly<Record<string, Field>> => ({
  id: unreadableId(t, { mutations: ['closeChatPoll', 'deleteChatMessage'] }),
  messageId: ownKey(t, 'The YouTube id of the message.'),
  ...fields(t, 'snippet', {
    type: 'The kind of the message. Null with the warning `UNKNOWN_VALUE` for a kind that this schema does not have.',
    liveChatId: 'The YouTube id of the live chat.',
    liveChat: [LiveChat, 'The live chat that the message was posted in.', { id: 'liveChatId' }],
    publishedAt: 'The time of publication.',
    displayText: [
      'The text to display, of messages of all kinds. Null if there is nothing to display, see `hasDisplayContent`.',
      { rest: 'displayMessage' },
    ],
    hasDisplayContent:
      'Whether the message is shown to viewers. False for example for a `TombstoneMessage`.',
    authorChannelId:
      'The YouTube id of the channel of the author. Null for messages without an author, for example the end of the chat.',
  }),
  ...fields(t, {
    authorDetails: [ChatAuthorDetails, 'The name, the picture and the roles of the author.'],
  }),
});

export function addChatMessage(): void {
  ChatMessage.implement({
    description:
      'A message in a live chat. Each kind of message has a type of its own. A message cannot be read again by its id.',
    resolveType: ({ snippet }) => typeNameOf(snippet?.type),
    extensions: { typePaths: ['snippet.type'] },
    fields: messageFields,
  });
}

export const messageType = (
  name: MessageTypeName,
  description: string,
  fieldsOf: (t: FieldBuilder<MessageShape>) => Readonly<Record<string, Field>> = () => ({}),
) =>
  builder
    .objectType<MessageShape>(name, 'LiveChatMessage')
    .implement({ interfaces: [ChatMessage], description, fields: fieldsOf });

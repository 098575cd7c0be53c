/** Live chats in queries: the kinds of messages, pages, and what proves that a chat exists. */
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import { addMessage, findChat } from '../../../../src/sandbox/live/chat/chat.ts';
import type { ChatEntity, ChatMessageEntity } from '../../../../src/sandbox/live/chat/entity.ts';
import { moneyText } from '../../../../src/sandbox/live/chat/text.ts';
import { fanId, ids } from '../../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../../src/sandbox/video/state.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio();
const night = ids.chat.nightShift;
const list = 'live:liveChatMessages.list';

/** The duration of a ban; null for a permanent one. */
const bannedFor = (seconds: string | undefined): string | null =>
  seconds === undefined
    ? null
    : Temporal.Duration.from({ seconds: Number(seconds) })
        .round({ largestUnit: 'hours' })
        .toString();

const chatOf = (id = night): ChatEntity => findChat(studio.sandbox.simulation(), id)!;

const post = (
  type: string,
  details: ChatMessageEntity['details'] = {},
  authorChannelId = fanId(1),
): ChatMessageEntity =>
  addMessage(studio.sandbox.simulation(), chatOf(), { type, authorChannelId, details });

const say = (messageText: string): ChatMessageEntity =>
  post('textMessageEvent', { textMessageDetails: { messageText } });

/** Reads one page. @param selection of the page @param args of `messages` */
const read = (selection: string, args = '', id = night, token?: string | null) =>
  studio.query(`{ liveChat(id: "${id}") { messages${args} { ${selection} } } }`, {}, token);

/** The GraphQL types by the kind of message. */
const typeNames: Readonly<Record<string, string>> = {
  chatEndedEvent: 'ChatEndedMessage',
  fanFundingEvent: 'FanFundingMessage',
  giftEvent: 'GiftMessage',
  giftMembershipReceivedEvent: 'MembershipGiftReceivedMessage',
  memberMilestoneChatEvent: 'MemberMilestoneMessage',
  membershipGiftingEvent: 'MembershipGiftMessage',
  newSponsorEvent: 'NewMemberMessage',
  pollEvent: 'PollMessage',
  sponsorOnlyModeEndedEvent: 'MembersOnlyModeEndedMessage',
  sponsorOnlyModeStartedEvent: 'MembersOnlyModeStartedMessage',
  superChatEvent: 'SuperChatMessage',
  superStickerEvent: 'SuperStickerMessage',
  textMessageEvent: 'TextMessage',
  tombstone: 'TombstoneMessage',
  userBannedEvent: 'UserBannedMessage',
};

const ownFields = `
  ... on TextMessage { text }
  ... on SuperChatMessage { amountMicros currency amountText tier commentText }
  ... on SuperStickerMessage { amountMicros currency tier sticker { stickerId altText altTextLanguage } }
  ... on NewMemberMessage { levelName isUpgrade }
  ... on MemberMilestoneMessage { levelName totalMonths commentText }
  ... on MembershipGiftMessage { giftCount levelName }
  ... on MembershipGiftReceivedMessage { levelName gifterChannelId giftMessageId gifter { title } }
  ... on PollMessage { question status options { text voteCount } }
  ... on GiftMessage { giftName giftDuration jewelCount comboCount hasVisualEffect giftUrl altText languageTag }
  ... on UserBannedMessage { banType banDuration bannedUser { channelId } bannedUserDetails { displayName } }
  ... on FanFundingMessage { amountMicros currency commentText }
`;

const titleOf = (channelId: unknown): string | undefined =>
  videoState(studio.sandbox.simulation()).channels.get(channelId as string)?.snippet.title;

/** The values of `ownFields`, by the names of the REST fields. */
function ownValues({ details }: ChatMessageEntity): Record<string, unknown> {
  const fields: Record<string, any> = Object.assign({}, ...Object.values(details));
  const [part] = Object.keys(details);
  const money = { amountMicros: fields['amountMicros'], currency: fields['currency'] };
  switch (part) {
    case 'textMessageDetails':
      return { text: fields['messageText'] };
    case 'superChatDetails':
      return {
        ...money,
        amountText: moneyText(money.amountMicros as string, money.currency as string),
        tier: fields['tier'],
        commentText: fields['userComment'] ?? null,
      };
    case 'superStickerDetails':
      return { ...money, tier: fields['tier'], sticker: fields['superStickerMetadata'] };
    case 'fanFundingEventDetails':
      return { ...money, commentText: fields['userComment'] };
    case 'newSponsorDetails':
      return { levelName: fields['memberLevelName'], isUpgrade: fields['isUpgrade'] };
    case 'memberMilestoneChatDetails':
      return {
        levelName: fields['memberLevelName'],
        totalMonths: fields['memberMonth'],
        commentText: fields['userComment'],
      };
    case 'membershipGiftingDetails':
      return {
        giftCount: fields['giftMembershipsCount'],
        levelName: fields['giftMembershipsLevelName'],
      };
    case 'giftMembershipReceivedDetails':
      return {
        levelName: fields['memberLevelName'],
        gifterChannelId: fields['gifterChannelId'],
        giftMessageId: fields['associatedMembershipGiftingMessageId'],
        gifter: { title: titleOf(fields['gifterChannelId']) },
      };
    case 'pollDetails':
      return {
        question: fields['metadata'].questionText,
        status: fields['status'].toUpperCase(),
        options: fields['metadata'].options.map(({ optionText, tally }: any) => ({
          text: optionText,
          voteCount: tally,
        })),
      };
    case 'giftDetails': {
      const { jewelsAmount, giftDuration, language: languageTag, ...same } = fields;
      return {
        ...same,
        languageTag,
        jewelCount: jewelsAmount,
        giftDuration: `PT${giftDuration.toUpperCase()}`,
      };
    }
    case 'userBannedDetails':
      return {
        banType: fields['banType'].toUpperCase(),
        banDuration: bannedFor(fields['banDurationSeconds']),
        bannedUser: { channelId: fields['bannedChannelId'] },
        bannedUserDetails: { displayName: titleOf(fields['bannedChannelId']) },
      };
    default:
      return fields;
  }
}

describe('the messages of a chat', () => {
  it('have a type for each kind, with the fields of the kind', async () => {
    const { data, errors } = await read(
      `messages { __typename id messageId type publishedAt authorChannelId ${ownFields} }`,
    );
    expect(errors).toBeUndefined();
    const stored = chatOf().messages;
    const kinds = new Set(stored.map(({ type }) => type));
    expect([...kinds].toSorted()).toEqual(
      Object.keys(typeNames).filter((kind) => kind !== 'chatEndedEvent'),
    );
    expect(data.liveChat.messages.messages).toEqual(
      stored.map((message) => ({
        __typename: typeNames[message.type],
        id: globalId('ChatMessage', [message.id]),
        messageId: message.id,
        type: message.type.replaceAll(/[A-Z]/g, '_$&').toUpperCase(),
        publishedAt: message.publishedAt,
        authorChannelId: message.authorChannelId ?? null,
        ...ownValues(message),
      })),
    );
  });
  it('take one call, with the requested parts and fields only', async () => {
    await read('messages { __typename messageId displayText } cursor pollAfter offlineAt');
    expect(studio.calls().map(({ operation, query }) => [operation, query])).toEqual([
      [
        list,
        {
          liveChatId: [night],
          maxResults: ['2000'],
          part: ['snippet'],
          fields: [
            'items(id,snippet(displayMessage,type)),nextPageToken,offlineAt,pollingIntervalMillis',
          ],
          prettyPrint: ['false'],
        },
      ],
    ]);
  });
  it('know their authors without a call, and load the channels in batches', async () => {
    const { data } = await read(
      'messages { authorDetails { displayName isChatOwner isChatModerator isChatMember isVerified channelUrl profileImageUrl } author { title } }',
    );
    const authors = chatOf().messages.map(({ authorChannelId }) => authorChannelId);
    expect(data.liveChat.messages.messages.map(({ author }: any) => author)).toEqual(
      authors.map((id) => (id === undefined ? null : { title: titleOf(id) })),
    );
    const owner = authors.indexOf(ids.channel.studio);
    expect(data.liveChat.messages.messages[owner].authorDetails).toMatchObject({
      displayName: titleOf(ids.channel.studio),
      isChatOwner: true,
    });
    const moderator = authors.indexOf(ids.channel.ben);
    expect(data.liveChat.messages.messages[moderator].authorDetails).toMatchObject({
      isChatOwner: false,
      isChatModerator: true,
    });
    expect(studio.operations()).toEqual([list, 'video:channels.list']);
  });
  it('of a kind that the schema does not have are displayed, with a warning', async () => {
    const { id } = post('confettiEvent', { confettiDetails: { color: 'red' } });
    const { data, extensions, errors } = await read(
      'messages { __typename messageId type displayText }',
    );
    expect(errors).toBeUndefined();
    expect(data.liveChat.messages.messages.at(-1)).toMatchObject({
      __typename: 'OtherChatMessage',
      messageId: id,
      type: null,
    });
    expect(extensions['warnings']).toEqual([
      {
        code: 'UNKNOWN_VALUE',
        path: ['liveChat', 'messages', 'messages', chatOf().messages.length - 1, 'type'],
        value: 'confettiEvent',
      },
    ]);
  });
  it('can be selected through the interface and its types at once', async () => {
    const { data } = await read(
      'messages { ... on ChatMessage { liveChatId } ... on TextMessage { text liveChat { liveChatId } } }',
    );
    const stored = chatOf().messages.filter(({ type }) => type === 'textMessageEvent');
    expect(data.liveChat.messages.messages.filter(({ text }: any) => text)).toEqual(
      stored.map(({ details }) => ({
        liveChatId: night,
        text: details['textMessageDetails']!['messageText'],
        liveChat: { liveChatId: night },
      })),
    );
    expect(studio.operations()).toEqual([list]);
  });
  it('need no token if the broadcast is public', async () => {
    const { data, errors } = await read('messages { messageId }', '', night, null);
    expect(errors).toBeUndefined();
    expect(data.liveChat.messages.messages).toHaveLength(chatOf().messages.length);
  });
});

describe('the pages of a chat', () => {
  const page = 'messages { messageId } cursor hasMore reset pollAfter offlineAt';

  it('continue after a cursor with the messages that were posted since', async () => {
    chatOf().pollingIntervalMillis = 0;
    const first = (await read(page)).data.liveChat.messages;
    expect([first.pollAfter, first.offlineAt]).toEqual(['PT0S', null]);
    // YouTube does not say whether more messages are ready.
    expect([first.hasMore, first.reset]).toEqual([null, false]);
    const posted = [say('One'), say('Two 👋')];
    const second = (await read(page, `(after: "${first.cursor}")`)).data.liveChat.messages;
    expect(second.messages).toEqual(posted.map(({ id }) => ({ messageId: id })));
    const third = (await read(page, `(after: "${second.cursor}")`)).data.liveChat.messages;
    expect(third).toMatchObject({ messages: [], hasMore: false, reset: false });
    expect(studio.operations()).toEqual([list, list, list]);
  });
  it('show the poll in which viewers can vote', async () => {
    const active = 'activePoll { messageId question status options { text voteCount } }';
    const { data } = await read(active);
    const poll = chatOf().messages.find(({ type }) => type === 'pollEvent')!;
    expect(data.liveChat.messages.activePoll).toEqual({ messageId: poll.id, ...ownValues(poll) });
    expect(studio.calls()[0]!.query['fields']).toEqual([
      'activePollItem(id,snippet/pollDetails(metadata(options(optionText,tally),questionText),status)),items/id,nextPageToken,offlineAt,pollingIntervalMillis',
    ]);
    chatOf().messages.splice(chatOf().messages.indexOf(poll), 1);
    const without = await read('activePoll { __typename id }');
    expect(without.data.liveChat.messages.activePoll).toBeNull();
  });
  it('are in the requested language, with pictures in the requested size', async () => {
    const { data } = await read(
      'messages { authorDetails { profileImageUrl } ... on SuperChatMessage { amountText } }',
      '(language: "de", profileImageSize: 240)',
    );
    const { messages } = data.liveChat.messages;
    expect(messages.map(({ amountText }: any) => amountText)).toContain('10,00\u00a0$');
    expect(messages[0].authorDetails.profileImageUrl).toContain('240');
    expect(studio.calls()[0]!.query).toMatchObject({ hl: ['de'], profileImageSize: ['240'] });
  });
  it.each([
    [15, 'at least 16'],
    [721, 'at most 720'],
  ])('reject pictures of %s pixels before any call', async (size, expected) => {
    const { errors } = await read('cursor', `(profileImageSize: ${size})`);
    expect(errors).toMatchObject([
      { extensions: { code: 'INVALID_INPUT', argument: 'profileImageSize' } },
    ]);
    expect(errors![0]!.message).toContain(expected);
    expect(studio.calls()).toEqual([]);
  });
  it('name the argument of a language that YouTube does not accept', async () => {
    const { errors } = await read('cursor', '(language: "xx")');
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', argument: 'language' } }]);
  });
  it('reject a cursor of another chat or language before any call', async () => {
    const { cursor } = (await read('cursor')).data.liveChat.messages;
    const before = studio.calls().length;
    const others = [
      await read('cursor', `(after: "${cursor}")`, ids.chat.launch),
      await read('cursor', `(after: "${cursor}", language: "de")`),
      await read('cursor', '(after: "nonsense")'),
    ];
    for (const { errors } of others)
      expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', argument: 'after' } }]);
    expect(studio.calls()).toHaveLength(before);
  });
  it('reject a cursor that has expired', async () => {
    const { cursor } = (await read('cursor')).data.liveChat.messages;
    studio.sandbox.advance(chatOf().tokenLifetimeMs + 1);
    const { errors } = await read('cursor', `(after: "${cursor}")`);
    expect(errors).toMatchObject([
      { path: ['liveChat', 'messages'], extensions: { code: 'INVALID_INPUT', argument: 'after' } },
    ]);
  });
  it('cannot be read before the stated time has passed', async () => {
    chatOf().pollingIntervalMillis = 3_000_000;
    const first = (await read('cursor pollAfter')).data.liveChat.messages;
    expect(first.pollAfter).toBe('PT50M');
    const { errors } = await read('cursor', `(after: "${first.cursor}")`);
    expect(errors).toMatchObject([
      { extensions: { code: 'RATE_LIMITED', reason: 'rateLimitExceeded' } },
    ]);
  });
});

describe('a chat that cannot be read', () => {
  it('has null messages with a warning if it is disabled', async () => {
    const { data, errors, extensions } = await read('cursor', '', ids.chat.townhall);
    expect([data.liveChat.messages, errors]).toEqual([null, undefined]);
    expect(extensions['warnings']).toEqual([
      { code: 'EXPECTED_ABSENCE', path: ['liveChat', 'messages'], value: 'liveChatDisabled' },
    ]);
  });
  it('has an empty page without a cursor if it has ended', async () => {
    const { data, errors } = await read('messages { id } cursor', '', ids.chat.retrospective);
    expect(errors).toBeUndefined();
    expect(data.liveChat.messages).toEqual({ messages: [], cursor: null });
  });
  it('is not found if there is none', async () => {
    const { errors } = await read('cursor', '', ids.chat.missing);
    expect(errors).toMatchObject([
      {
        path: ['liveChat', 'messages'],
        extensions: { code: 'NOT_FOUND', id: ids.chat.missing, reason: 'liveChatNotFound' },
      },
    ]);
  });
  it('is forbidden to callers who cannot see the broadcast', async () => {
    const { errors } = await read('cursor', '', ids.chat.rehearsal, 'studio-guest');
    expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN', reason: 'forbidden' } }]);
  });
});

describe('the existence of a chat', () => {
  const lookUp = (id: string) => studio.query(`{ liveChat(id: "${id}") { id liveChatId } }`);

  it('is proven by a call without messages', async () => {
    const { data, errors } = await lookUp(night);
    expect(errors).toBeUndefined();
    expect(data.liveChat).toEqual({ id: globalId('LiveChat', [night]), liveChatId: night });
    expect(studio.calls().map(({ operation, query }) => [operation, query])).toEqual([
      [
        list,
        {
          liveChatId: [night],
          part: ['id'],
          fields: ['pollingIntervalMillis'],
          prettyPrint: ['false'],
        },
      ],
    ]);
  });
  it('is known of a chat that has ended or is disabled, and of the chat of a new broadcast', async () => {
    const { townhall, retrospective, draft } = ids.chat;
    for (const liveChatId of [townhall, retrospective, draft]) {
      const { data, errors } = await lookUp(liveChatId);
      expect(errors).toBeUndefined();
      expect(data.liveChat.liveChatId).toBe(liveChatId);
    }
  });
  it('is denied by an error', async () => {
    const { data, errors } = await lookUp(ids.chat.missing);
    expect(data.liveChat).toBeNull();
    expect(errors).toMatchObject([
      { path: ['liveChat'], extensions: { code: 'NOT_FOUND', id: ids.chat.missing } },
    ]);
  });
  it('is known to node, which reads no messages', async () => {
    const node = (id: string) =>
      studio.query('query ($id: ID!) { node(id: $id) { id ... on LiveChat { liveChatId } } }', {
        id,
      });
    const id = globalId('LiveChat', [night]);
    expect((await node(id)).data.node).toEqual({ id, liveChatId: night });
    const before = studio.calls().length;
    const { errors } = await node(globalId('ChatMessage', [ids.chatMessage.text]));
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', argument: 'id' } }]);
    expect(errors![0]!.message).toContain('cannot be read by an id');
    expect(studio.calls()).toHaveLength(before);
  });
});

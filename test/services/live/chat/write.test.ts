import { describe, expect, it } from 'vitest';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import { liveState } from '../../../../src/sandbox/live/state.ts';
import { chatModeratorId, fanId, ids } from '../../../../src/sandbox/seed/ids.ts';
import { useStudio } from '../../../support/studio.ts';

const studio = useStudio();
const liveChatId = ids.chat.nightShift;
const chat = () => liveState(studio.sandbox.simulation()).chats.get(liveChatId)!;
const sent = () => studio.calls().map(({ operation, query, body }) => ({ operation, query, body }));
const prettyPrint = ['false'];

const errors = 'errors { __typename code reason path message }';

const mutate = async (name: string, input: object, selection: string, token?: string) => {
  const type = `${name[0]!.toUpperCase()}${name.slice(1)}Input`;
  const result = await studio.query(
    `mutation ($input: ${type}!) { ${name}(input: $input) { ${selection} ${errors} } }`,
    { input },
    token,
  );
  return { ...result, payload: result.data?.[name] };
};

const send = (content: object, selection: string, token?: string) =>
  mutate('sendChatMessage', { liveChatId, content }, `chatMessage { ${selection} }`, token);

/** The channel of the guest, who moderates the chat in the seed. */
const { ben } = ids.channel;

describe('sendChatMessage', () => {
  it('posts a text in one call, whose response has all selected fields', async () => {
    const text = 'Guten Abend 🌃, مرحبا';
    const { payload, extensions } = await send(
      { text },
      `__typename id messageId type displayText liveChatId authorChannelId
        authorDetails { displayName isChatOwner } ... on TextMessage { text }`,
    );
    const { id } = chat().messages.at(-1)!;
    expect(payload).toEqual({
      chatMessage: {
        __typename: 'TextMessage',
        id: globalId('ChatMessage', [id]),
        messageId: id,
        type: 'TEXT_MESSAGE_EVENT',
        displayText: text,
        text,
        liveChatId,
        authorChannelId: ids.channel.studio,
        authorDetails: { displayName: expect.any(String), isChatOwner: true },
      },
      errors: [],
    });
    expect(sent()).toEqual([
      {
        operation: 'live:liveChatMessages.insert',
        query: { part: ['authorDetails,snippet'], prettyPrint },
        body: {
          snippet: {
            liveChatId,
            type: 'textMessageEvent',
            textMessageDetails: { messageText: text },
          },
        },
      },
    ]);
    expect(extensions['cost'].units).toEqual({ VIDEO: 50 });
  });
  it('posts a poll with options in the given order', async () => {
    const poll = { question: 'Wohin? ⛴', options: ['Dock', 'Quay', 'Pier', 'Mole'] };
    const { payload } = await send(
      { poll },
      '__typename ... on PollMessage { question status options { text voteCount } }',
    );
    expect(payload).toEqual({
      chatMessage: {
        __typename: 'PollMessage',
        question: poll.question,
        status: 'ACTIVE',
        options: poll.options.map((text) => ({ text, voteCount: '0' })),
      },
      errors: [],
    });
    expect(sent().map(({ body }) => body)).toEqual([
      {
        snippet: {
          liveChatId,
          type: 'pollEvent',
          pollDetails: {
            metadata: {
              questionText: poll.question,
              options: poll.options.map((optionText) => ({ optionText })),
            },
          },
        },
      },
    ]);
  });
  it('is followed by the message in the chat', async () => {
    const { payload } = await send({ text: 'Hello' }, 'id');
    const { data } = await studio.query(
      'query ($id: ID!) { liveChat(id: $id) { messages { messages { id displayText } } } }',
      { id: liveChatId },
    );
    expect(data.liveChat.messages.messages.at(-1)).toEqual({
      id: payload.chatMessage.id,
      displayText: 'Hello',
    });
  });
  it('counts characters of a text, not UTF-16 units', async () => {
    expect((await send({ text: '🌃'.repeat(200) }, 'id')).payload.errors).toEqual([]);
    expect((await send({ text: '🌃'.repeat(201) }, 'id')).payload.errors).toEqual([
      {
        __typename: 'InvalidInputError',
        code: 'INVALID_INPUT',
        reason: null,
        path: ['content', 'text'],
        message: 'content.text: has 201 characters; expected at most 200',
      },
    ]);
  });
  it('names every rejected value of a poll, without a call', async () => {
    const poll = { question: '', options: ['Dock', ' '] };
    const { payload } = await send({ poll }, 'id');
    expect(payload.errors.map(({ code, path }: any) => [code, path])).toEqual([
      ['INVALID_INPUT', ['content', 'poll', 'question']],
      ['INVALID_INPUT', ['content', 'poll', 'options', '1']],
    ]);
    expect(studio.calls()).toEqual([]);
  });
  it.each([{}, { text: 'Hello', poll: { question: 'Where?', options: ['Dock', 'Quay'] } }])(
    'rejects a content that is not exactly one text or poll, without a call: %j',
    async (content) => {
      const result = await send(content, 'id');
      expect(result.data).toBeUndefined();
      expect(studio.calls()).toEqual([]);
    },
  );
  it.each([
    ['has ended', ids.chat.retrospective, 'liveChatEnded', 'The live chat has ended.'],
    [
      'is disabled',
      ids.chat.townhall,
      'liveChatDisabled',
      'The live chat of the broadcast is disabled.',
    ],
  ])('says that a chat %s', async (_, id, reason, message) => {
    const input = { liveChatId: id, content: { text: 'Hello' } };
    const { payload } = await mutate('sendChatMessage', input, 'chatMessage { id }');
    expect(payload).toMatchObject({
      chatMessage: null,
      errors: [{ code: 'FORBIDDEN', reason, path: ['liveChatId'] }],
    });
    expect(payload.errors[0].message).toContain(message);
  });
});

describe('deleteChatMessage', () => {
  it('deletes a message of the list by its global id', async () => {
    const { data } = await studio.query(
      'query ($id: ID!) { liveChat(id: $id) { messages { messages { id messageId } } } }',
      { id: liveChatId },
    );
    const { id } = data.liveChat.messages.messages.find(
      ({ messageId }: any) => messageId === ids.chatMessage.unicode,
    );
    const { payload } = await mutate('deleteChatMessage', { id }, 'deletedId');
    expect(payload).toEqual({ deletedId: id, errors: [] });
    expect(sent().slice(1)).toEqual([
      {
        operation: 'live:liveChatMessages.delete',
        query: { id: [ids.chatMessage.unicode], prettyPrint },
        body: undefined,
      },
    ]);
  });
  it('says that a kind of message cannot be deleted', async () => {
    const { payload } = await mutate(
      'deleteChatMessage',
      { id: ids.chatMessage.newMember },
      'deletedId',
    );
    expect(payload).toMatchObject({
      deletedId: null,
      errors: [{ code: 'FORBIDDEN', reason: 'modificationNotAllowed', path: ['id'] }],
    });
  });
});

const ban = (input: object, token?: string) =>
  mutate(
    'banChatUser',
    { liveChatId, ...input },
    'liveChatBan { id banId liveChatId type duration channelId }',
    token,
  );

describe('banChatUser', () => {
  const channelId = ids.channel.kite;

  it.each([
    [{ duration: 'PT600S' }, 'temporary', '600'],
    [{ duration: 'PT10M' }, 'temporary', '600'],
    [{}, 'permanent', undefined],
    [{ duration: null }, 'permanent', undefined],
  ])('bans for a time or permanently: %j', async (duration, type, banDurationSeconds) => {
    const { payload } = await ban({ channelId, ...duration });
    const { id } = chat().bans.at(-1)!;
    expect(payload).toEqual({
      liveChatBan: {
        id: globalId('LiveChatBan', [id]),
        banId: id,
        liveChatId,
        type: type.toUpperCase(),
        duration: banDurationSeconds === undefined ? null : 'PT10M',
        channelId,
      },
      errors: [],
    });
    expect(sent()).toEqual([
      {
        operation: 'live:liveChatBans.insert',
        query: { part: ['snippet'], prettyPrint },
        body: {
          snippet: {
            liveChatId,
            type,
            bannedUserDetails: { channelId },
            ...(banDurationSeconds !== undefined && { banDurationSeconds }),
          },
        },
      },
    ]);
  });
  it('keeps a viewer from writing until the ban is removed by its id', async () => {
    await mutate('removeChatModerator', { id: chatModeratorId(liveChatId, ben) }, 'deletedId');
    const write = async () => {
      const { payload } = await send({ text: 'Hello' }, 'displayText', 'studio-guest');
      return payload.errors[0]?.code ?? payload.chatMessage.displayText;
    };
    expect(await write()).toBe('Hello');
    const { payload } = await ban({ channelId: ben });
    expect(await write()).toBe('FORBIDDEN');
    const { id } = payload.liveChatBan;
    expect((await mutate('unbanChatUser', { id }, 'deletedId')).payload).toEqual({
      deletedId: id,
      errors: [],
    });
    expect(await write()).toBe('Hello');
  });
  it('tells a moderator from a token that lacks a scope', async () => {
    const errorOf = async (token: string) => {
      const { payload } = await mutate(
        'banChatUser',
        { liveChatId: ids.chat.launch, channelId },
        'liveChatBan { id }',
        token,
      );
      return payload.errors[0];
    };
    expect(await errorOf('studio-guest')).toMatchObject({
      code: 'FORBIDDEN',
      reason: 'insufficientPermissions',
      path: ['liveChatId'],
    });
    expect(await errorOf('studio-reader')).toMatchObject({ code: 'MISSING_SCOPE', path: null });
  });
  it.each([ids.channel.studio, ben])('says that %s cannot be banned', async (moderator) => {
    const { payload } = await ban({ channelId: moderator });
    expect(payload).toMatchObject({
      liveChatBan: null,
      errors: [
        { code: 'FORBIDDEN', reason: 'liveChatBanInsertionNotAllowed', path: ['channelId'] },
      ],
    });
  });
});

describe('addChatModerator and removeChatModerator', () => {
  const moderatorsOf = async () => {
    const { data } = await studio.query(
      'query ($id: ID!) { liveChat(id: $id) { moderators { nodes { id channelId } } } }',
      { id: liveChatId },
    );
    return data.liveChat.moderators.nodes;
  };

  it('add and remove an entry of LiveChat.moderators', async () => {
    const before = await moderatorsOf();
    const channelId = fanId(20);
    const { payload } = await mutate(
      'addChatModerator',
      { liveChatId, channelId: globalId('Channel', [channelId]) },
      'chatModerator { id channelId details { displayName } }',
    );
    expect(payload).toEqual({
      chatModerator: {
        id: globalId('ChatModerator', [chatModeratorId(liveChatId, channelId)]),
        channelId,
        details: { displayName: expect.any(String) },
      },
      errors: [],
    });
    expect(sent().at(-1)).toEqual({
      operation: 'live:liveChatModerators.insert',
      query: { part: ['snippet'], prettyPrint },
      body: { snippet: { liveChatId, moderatorDetails: { channelId } } },
    });
    const { id } = payload.chatModerator;
    expect(await moderatorsOf()).toEqual([...before, { id, channelId }]);
    const removed = await mutate('removeChatModerator', { id }, 'deletedId');
    expect(removed.payload).toEqual({ deletedId: id, errors: [] });
    expect(await moderatorsOf()).toEqual(before);
  });
  it('let a moderator delete a message, and no longer after the removal', async () => {
    const remove = async (id: string) => {
      const { payload } = await mutate('deleteChatMessage', { id }, 'deletedId', 'studio-guest');
      return payload.errors[0]?.code ?? 'DONE';
    };
    expect(await remove(ids.chatMessage.text)).toBe('DONE');
    await mutate('removeChatModerator', { id: chatModeratorId(liveChatId, ben) }, 'deletedId');
    expect(await remove(ids.chatMessage.unicode)).toBe('FORBIDDEN');
  });
});

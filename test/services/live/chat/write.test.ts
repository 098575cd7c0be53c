/** Messages, bans and moderators of a live chat: the kinds that a body has, and their ids. */
import { describe, expect, it } from 'vitest';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import { liveState } from '../../../../src/sandbox/live/state.ts';
import { chatModeratorId, fanId, ids } from '../../../../src/sandbox/seed/ids.ts';
import { successfulMutator } from '../../../support/client/mutation.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio();
const mutate = successfulMutator(studio);
const liveChatId = ids.chat.nightShift;
const chat = () => liveState(studio.sandbox.simulation()).chats.get(liveChatId)!;
const bodies = () => studio.calls().map(({ body }) => body);

const send = async (content: object, selection: string) => {
  const payload = `chatMessage { __typename ${selection} }`;
  return (await mutate('sendChatMessage', { liveChatId, content }, payload)).chatMessage;
};

describe('sendChatMessage', () => {
  it('posts a text, which the response of the one call shows', async () => {
    const text = 'Guten Abend 🌃, مرحبا';
    const selection = 'id type authorDetails { isChatOwner } ... on TextMessage { text }';
    expect(await send({ text }, selection)).toEqual({
      __typename: 'TextMessage',
      id: globalId('ChatMessage', [chat().messages.at(-1)!.id]),
      type: 'TEXT_MESSAGE_EVENT',
      text,
      authorDetails: { isChatOwner: true },
    });
    expect(studio.operations()).toEqual(['live:liveChatMessages.insert']);
    expect(bodies()).toEqual([
      {
        snippet: {
          liveChatId,
          type: 'textMessageEvent',
          textMessageDetails: { messageText: text },
        },
      },
    ]);
  });
  it('posts a poll with options in the given order', async () => {
    const poll = { question: 'Wohin? ⛴', options: ['Dock', 'Quay', 'Pier', 'Mole'] };
    expect(
      await send({ poll }, '... on PollMessage { question status options { text voteCount } }'),
    ).toEqual({
      __typename: 'PollMessage',
      question: poll.question,
      status: 'ACTIVE',
      options: poll.options.map((text) => ({ text, voteCount: '0' })),
    });
    const options = poll.options.map((optionText) => ({ optionText }));
    const pollDetails = { metadata: { questionText: poll.question, options } };
    expect(bodies()).toEqual([{ snippet: { liveChatId, type: 'pollEvent', pollDetails } }]);
  });
});

describe('closeChatPoll', () => {
  it('ends the votes, again without a change, and the chat shows no active poll', async () => {
    const selection = 'pollMessage { question status }';
    const pollMessage = { question: 'Which camera next?', status: 'CLOSED' };
    const input = { id: ids.chatMessage.poll };
    expect(await mutate('closeChatPoll', input, selection)).toMatchObject({ pollMessage });
    expect(await mutate('closeChatPoll', input, selection)).toMatchObject({ pollMessage });
    const transition = 'live:liveChatMessages.transition';
    expect(studio.operations()).toEqual([transition, transition]);
    const { data } = await studio.query(
      'query ($id: ID!) { liveChat(id: $id) { messages { activePoll { question } } } }',
      { id: liveChatId },
    );
    expect(data.liveChat.messages.activePoll).toBeNull();
  });
});

describe('banChatUser', () => {
  it.each([
    [{ duration: 'PT600S' }, 'temporary', 'PT10M'],
    [{}, 'permanent', null],
    [{ duration: null }, 'permanent', null],
  ])('bans for a time or permanently: %j', async (input, type, duration) => {
    const { liveChatBan } = await mutate(
      'banChatUser',
      { liveChatId, channelId: ids.channel.kite, ...input },
      'liveChatBan { id type duration }',
    );
    const id = globalId('LiveChatBan', [chat().bans.at(-1)!.id]);
    expect(liveChatBan).toEqual({ id, type: type.toUpperCase(), duration });
    expect(bodies()).toMatchObject([{ snippet: { type } }]);
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
    const { chatModerator } = await mutate(
      'addChatModerator',
      { liveChatId, channelId },
      'chatModerator { id channelId }',
    );
    const id = globalId('ChatModerator', [chatModeratorId(liveChatId, channelId)]);
    expect(chatModerator).toEqual({ id, channelId });
    expect(await moderatorsOf()).toEqual([...before, chatModerator]);
    await mutate('removeChatModerator', { id }, 'deletedId');
    expect(await moderatorsOf()).toEqual(before);
  });
});

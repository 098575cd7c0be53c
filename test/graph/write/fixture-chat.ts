/** The fixtures of mutations of live chats. */
import { chatModeratorId, ids } from '../../../src/sandbox/seed/ids.ts';
import type { Fixtures } from './fixture.ts';

/** The guest moderates the second one. */
const chats = [ids.chat.launch, ids.chat.nightShift] as const;
const question = { question: 'Which port is next?', options: ['Breakwater', 'Dry dock'] };

const poll = (change: Partial<typeof question>) => ({
  input: { content: { poll: { ...question, ...change } } },
});

export const chatFixtures: Fixtures = {
  sendChatMessage: {
    target: { content: { text: 'Good evening' } },
    entity: `live/chats/${ids.chat.launch}/messages`,
    fields: { liveChatId: chats },
    callers: { 'studio-guest': 'DONE', 'no-channel': 'FORBIDDEN' },
    ids: { liveChatId: { missing: ids.chat.missing, misshapen: 'INVALID_INPUT' } },
    rejected: {
      'content.text': [
        { input: { content: { text: 'x'.repeat(201) } } },
        { input: { content: { text: ' ' } } },
      ],
      'content.poll': [
        { ...poll({ question: ' ' }), path: 'content.poll.question' },
        { ...poll({ options: ['Breakwater'] }), path: 'content.poll.options' },
        { ...poll({ options: ['1', '2', '3', '4', '5'] }), path: 'content.poll.options' },
        { ...poll({ options: ['Breakwater', ''] }), path: 'content.poll.options.1' },
      ],
      liveChatId: [
        {
          input: { liveChatId: ids.chat.retrospective },
          code: 'FORBIDDEN',
          reason: 'liveChatEnded',
        },
        { input: { liveChatId: ids.chat.townhall }, code: 'FORBIDDEN', reason: 'liveChatDisabled' },
      ],
    },
  },
  deleteChatMessage: {
    target: { id: ids.chatMessage.text },
    entity: `live/chats/${ids.chat.nightShift}/messages/${ids.chatMessage.text}`,
    callers: { 'studio-guest': 'DONE', 'no-channel': 'FORBIDDEN' },
    ids: { id: { missing: ids.chatMessage.missing } },
  },
  banChatUser: {
    entity: `live/chats/${ids.chat.launch}/bans`,
    fields: {
      liveChatId: chats,
      channelId: [ids.channel.cinder, ids.channel.kite],
      duration: { values: ['PT10M', 'PT60S'], stored: ['600', '60'] },
    },
    callers: { 'studio-guest': 'FORBIDDEN', 'no-channel': 'FORBIDDEN' },
    ids: {
      liveChatId: { missing: ids.chat.missing, misshapen: 'INVALID_INPUT' },
      channelId: { missing: ids.channel.missing, code: 'INVALID_INPUT' },
    },
    rejected: {
      duration: [
        { input: { duration: 'PT0S' } },
        { input: { duration: 'PT1.5S' } },
        { input: { duration: 'P1M' } },
      ],
      channelId: [
        {
          input: { channelId: ids.channel.studio },
          code: 'FORBIDDEN',
          reason: 'liveChatBanInsertionNotAllowed',
        },
      ],
    },
  },
  unbanChatUser: {
    target: { id: ids.chatBan.permanent },
    entity: `live/chats/${ids.chat.nightShift}/bans/${ids.chatBan.permanent}`,
    callers: { 'studio-guest': 'DONE', 'no-channel': 'FORBIDDEN' },
    ids: { id: { missing: ids.chatBan.missing, misshapen: 'INVALID_INPUT' } },
  },
  addChatModerator: {
    entity: `live/chats/${ids.chat.launch}/moderators`,
    fields: { liveChatId: chats, channelId: [ids.channel.cinder, ids.channel.kite] },
    callers: { 'studio-guest': 'FORBIDDEN', 'no-channel': 'FORBIDDEN' },
    ids: {
      liveChatId: { missing: ids.chat.missing },
      channelId: { missing: ids.channel.missing },
    },
    rejected: {
      channelId: [
        {
          input: { channelId: ids.channel.studio },
          code: 'FORBIDDEN',
          reason: 'modificationNotAllowed',
        },
      ],
    },
    again: 'SAME',
  },
  removeChatModerator: {
    target: { id: chatModeratorId(ids.chat.nightShift, ids.channel.ben) },
    entity: `live/chats/${ids.chat.nightShift}/moderators/${chatModeratorId(ids.chat.nightShift, ids.channel.ben)}`,
    callers: { 'studio-guest': 'FORBIDDEN', 'no-channel': 'FORBIDDEN' },
    ids: { id: { missing: chatModeratorId(ids.chat.nightShift, ids.channel.missing) } },
  },
};

/** The errors of live chats: for each rule a write that breaks it. */
import { describe, expect, it } from 'vitest';
import { chatModeratorId, fanId, ids } from '../../../src/sandbox/seed/ids.ts';
import { ban, chatRequests, moderator, poll, text } from '../../support/scenario/chat-body.ts';
import { type RejectedRequests, testRejected } from '../../support/scenario/rejected-request.ts';
import { type RequestOptions, useSandbox } from '../../support/gateway/sandbox.ts';

const box = useSandbox('/youtube/v3/liveChat/');
const night = ids.chat.nightShift;
const { chatMessage, channel } = ids;

const { chatOf, post, remove } = chatRequests(box);

const tooLong = 'x'.repeat(201);

const write = (snippet: unknown, token?: string): RequestOptions => ({
  method: 'POST',
  body: { snippet },
  ...(token !== undefined && { token }),
});

const erase = (token?: string): RequestOptions => ({
  method: 'DELETE',
  ...(token !== undefined && { token }),
});

const guest = 'studio-guest';
const benModerates = chatModeratorId(night, channel.ben);

const writeMessage = (...request: Parameters<typeof write>) =>
  ['messages?part=snippet', write(...request)] as const;

const writeBan = (...request: Parameters<typeof write>) =>
  ['bans?part=snippet', write(...request)] as const;

const rows: RejectedRequests = {
  '400 liveChatIdRequired': {
    'a text without a chat': writeMessage({
      type: 'textMessageEvent',
      textMessageDetails: { messageText: 'a' },
    }),
  },
  '400 typeRequired': {
    'a text without a type': writeMessage({
      liveChatId: night,
      textMessageDetails: { messageText: 'a' },
    }),
  },
  '400 messageTextRequired': {
    'an empty text': writeMessage(text('')),
    'a text that is null': writeMessage({
      ...text(''),
      textMessageDetails: { messageText: null },
      pollDetails: {},
    }),
  },
  '400 messageTextInvalid': {
    'a blank text': writeMessage(text('  ')),
    'a text that is too long': writeMessage(text(tooLong)),
  },
  '400 invalid': {
    'a message of a type that only YouTube writes': writeMessage({
      ...text('a'),
      type: 'superChatEvent',
    }),
    'a poll with one option': writeMessage(poll('Tea?', 'Yes')),
    'a poll with a blank option': writeMessage(poll('Tea?', 'Yes', ' ')),
    'a poll whose question is null': writeMessage({
      ...poll('', 'Yes', 'No'),
      pollDetails: { metadata: { questionText: null } },
    }),
    'a poll with an option that is null': writeMessage({
      ...poll('Tea?'),
      pollDetails: { metadata: { questionText: 'Tea?', options: [null, null] } },
    }),
    'a ban of zero seconds': writeBan(
      ban(fanId(1), { type: 'temporary', banDurationSeconds: '0' }),
    ),
  },
  '403 forbidden': {
    'a poll of a viewer': writeMessage(poll('Tea?', 'Yes', 'No'), guest),
    'a text in a private chat of others': writeMessage(text('a', ids.chat.rehearsal), guest),
    'moderators of others': [`moderators?part=id&liveChatId=${night}`, { token: guest }],
    'a moderator of a chat of others': [
      'moderators?part=snippet',
      write(moderator(fanId(1)), guest),
    ],
    'a moderator who removes one': [`moderators?id=${benModerates}`, erase(guest)],
  },
  '400 invalidLiveChatId': {
    'a text in a chat with a malformed id': writeMessage(text('a', 'x y')),
  },
  '404 liveChatNotFound': {
    'a text in an unknown chat': writeMessage(text('a', ids.chat.missing)),
    'a ban in an unknown chat': writeBan({ ...ban(fanId(1)), liveChatId: ids.chat.missing }),
    'moderators of an unknown chat': [`moderators?part=id&liveChatId=${ids.chat.missing}`, {}],
  },
  '403 liveChatEnded': {
    'a text in a chat that has ended': writeMessage(text('a', ids.chat.winterGala)),
  },
  '403 liveChatDisabled': {
    'a text in a disabled chat': writeMessage(text('a', ids.chat.townhall)),
  },
  '403 insufficientPermissions': {
    'a text without the scope': writeMessage(text('a'), 'studio-reader'),
    'a ban in a chat of others': writeBan({ ...ban(fanId(1)), liveChatId: ids.chat.benPreview }),
  },
  '404 liveChatMessageNotFound': {
    'deleting an unknown message': [`messages?id=${chatMessage.missing}`, erase()],
    'deleting a tombstone': [`messages?id=${chatMessage.tombstone}`, erase()],
  },
  '403 modificationNotAllowed': {
    'deleting an event': [`messages?id=${chatMessage.newMember}`, erase()],
    'the owner as a moderator': ['moderators?part=snippet', write(moderator(channel.studio))],
  },
  '400 bannedUserChannelIdRequired': {
    'a ban without a channel': writeBan({ liveChatId: night, type: 'permanent' }),
  },
  '400 invalidChannelId': {
    'a ban of an unknown channel': writeBan(ban(channel.missing)),
  },
  '403 liveChatBanInsertionNotAllowed': {
    'a ban of the owner': writeBan(ban(channel.studio)),
    'a ban of a moderator': writeBan(ban(channel.ben)),
  },
  '404 liveChatBanNotFound': {
    'lifting an unknown ban': [`bans?id=${ids.chatBan.missing}`, erase()],
  },
  '400 invalidLiveChatBanId': { 'lifting a ban with a malformed id': ['bans?id=a%20b', erase()] },
  '404 liveChatUserNotFound': {
    'an unknown channel as a moderator': [
      'moderators?part=snippet',
      write(moderator(channel.missing)),
    ],
  },
  '404 liveChatModeratorNotFound': {
    'removing an unknown moderator': [
      `moderators?id=${chatModeratorId(night, channel.kite)}`,
      erase(),
    ],
  },
};

describe('the chat service', () => {
  testRejected(box, rows);
  it('rejects viewers who delete messages or lift bans of others', async () => {
    chatOf().moderators.length = 0;
    expect((await remove('messages', chatMessage.text, guest)).reason).toBe('forbidden');
    expect((await remove('bans', ids.chatBan.permanent, guest)).reason).toBe(
      'insufficientPermissions',
    );
    expect((await post('bans', ban(fanId(1)), guest)).reason).toBe('insufficientPermissions');
  });
});

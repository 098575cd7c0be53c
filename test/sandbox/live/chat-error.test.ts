/** The errors of live chats: for each rule a write that breaks it. */
import { describe, expect, it } from 'vitest';
import { chatModeratorId, fanId, ids } from '../../../src/sandbox/seed/ids.ts';
import { ban, chatRequests, moderator, poll, text } from '../../support/chat-body.ts';
import { namedRequests, type RejectedRequest } from '../../support/rejected-request.ts';
import { type RequestOptions, useSandbox } from '../../support/sandbox.ts';

const box = useSandbox();
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

const rows: readonly RejectedRequest[] = [
  [
    'a text without a chat',
    'messages?part=snippet',
    400,
    'liveChatIdRequired',
    write({ type: 'textMessageEvent', textMessageDetails: { messageText: 'a' } }),
  ],
  [
    'a text without a type',
    'messages?part=snippet',
    400,
    'typeRequired',
    write({ liveChatId: night, textMessageDetails: { messageText: 'a' } }),
  ],
  ['an empty text', 'messages?part=snippet', 400, 'messageTextRequired', write(text(''))],
  [
    'a text that is null',
    'messages?part=snippet',
    400,
    'messageTextRequired',
    write({ ...text(''), textMessageDetails: { messageText: null }, pollDetails: {} }),
  ],
  ['a blank text', 'messages?part=snippet', 400, 'messageTextInvalid', write(text('  '))],
  [
    'a text that is too long',
    'messages?part=snippet',
    400,
    'messageTextInvalid',
    write(text(tooLong)),
  ],
  [
    'a message of a type that only YouTube writes',
    'messages?part=snippet',
    400,
    'invalid',
    write({ ...text('a'), type: 'superChatEvent' }),
  ],
  ['a poll with one option', 'messages?part=snippet', 400, 'invalid', write(poll('Tea?', 'Yes'))],
  [
    'a poll with a blank option',
    'messages?part=snippet',
    400,
    'invalid',
    write(poll('Tea?', 'Yes', ' ')),
  ],
  [
    'a poll whose question is null',
    'messages?part=snippet',
    400,
    'invalid',
    write({ ...poll('', 'Yes', 'No'), pollDetails: { metadata: { questionText: null } } }),
  ],
  [
    'a poll with an option that is null',
    'messages?part=snippet',
    400,
    'invalid',
    write({
      ...poll('Tea?'),
      pollDetails: { metadata: { questionText: 'Tea?', options: [null, null] } },
    }),
  ],
  [
    'a poll of a viewer',
    'messages?part=snippet',
    403,
    'forbidden',
    write(poll('Tea?', 'Yes', 'No'), guest),
  ],
  [
    'a text in a chat with a malformed id',
    'messages?part=snippet',
    400,
    'invalidLiveChatId',
    write(text('a', 'x y')),
  ],
  [
    'a text in an unknown chat',
    'messages?part=snippet',
    404,
    'liveChatNotFound',
    write(text('a', ids.chat.missing)),
  ],
  [
    'a text in a chat that has ended',
    'messages?part=snippet',
    403,
    'liveChatEnded',
    write(text('a', ids.chat.winterGala)),
  ],
  [
    'a text in a disabled chat',
    'messages?part=snippet',
    403,
    'liveChatDisabled',
    write(text('a', ids.chat.townhall)),
  ],
  [
    'a text in a private chat of others',
    'messages?part=snippet',
    403,
    'forbidden',
    write(text('a', ids.chat.rehearsal), guest),
  ],
  [
    'a text without the scope',
    'messages?part=snippet',
    403,
    'insufficientPermissions',
    write(text('a'), 'studio-reader'),
  ],
  [
    'deleting an unknown message',
    `messages?id=${chatMessage.missing}`,
    404,
    'liveChatMessageNotFound',
    erase(),
  ],
  [
    'deleting a tombstone',
    `messages?id=${chatMessage.tombstone}`,
    404,
    'liveChatMessageNotFound',
    erase(),
  ],
  [
    'deleting an event',
    `messages?id=${chatMessage.newMember}`,
    403,
    'modificationNotAllowed',
    erase(),
  ],
  [
    'a ban without a channel',
    'bans?part=snippet',
    400,
    'bannedUserChannelIdRequired',
    write({ liveChatId: night, type: 'permanent' }),
  ],
  [
    'a ban of an unknown channel',
    'bans?part=snippet',
    400,
    'invalidChannelId',
    write(ban(channel.missing)),
  ],
  [
    'a ban of the owner',
    'bans?part=snippet',
    403,
    'liveChatBanInsertionNotAllowed',
    write(ban(channel.studio)),
  ],
  [
    'a ban of a moderator',
    'bans?part=snippet',
    403,
    'liveChatBanInsertionNotAllowed',
    write(ban(channel.ben)),
  ],
  [
    'a ban of zero seconds',
    'bans?part=snippet',
    400,
    'invalid',
    write(ban(fanId(1), { type: 'temporary', banDurationSeconds: '0' })),
  ],
  [
    'a ban in a chat of others',
    'bans?part=snippet',
    403,
    'insufficientPermissions',
    write({ ...ban(fanId(1)), liveChatId: ids.chat.benPreview }),
  ],
  [
    'a ban in an unknown chat',
    'bans?part=snippet',
    404,
    'liveChatNotFound',
    write({ ...ban(fanId(1)), liveChatId: ids.chat.missing }),
  ],
  ['lifting an unknown ban', `bans?id=${ids.chatBan.missing}`, 404, 'liveChatBanNotFound', erase()],
  ['lifting a ban with a malformed id', 'bans?id=a%20b', 400, 'invalidLiveChatBanId', erase()],
  [
    'moderators of others',
    `moderators?part=id&liveChatId=${night}`,
    403,
    'forbidden',
    { token: guest },
  ],
  [
    'moderators of an unknown chat',
    `moderators?part=id&liveChatId=${ids.chat.missing}`,
    404,
    'liveChatNotFound',
    {},
  ],
  [
    'the owner as a moderator',
    'moderators?part=snippet',
    403,
    'modificationNotAllowed',
    write(moderator(channel.studio)),
  ],
  [
    'an unknown channel as a moderator',
    'moderators?part=snippet',
    404,
    'liveChatUserNotFound',
    write(moderator(channel.missing)),
  ],
  [
    'a moderator of a chat of others',
    'moderators?part=snippet',
    403,
    'forbidden',
    write(moderator(fanId(1)), guest),
  ],
  [
    'removing an unknown moderator',
    `moderators?id=${chatModeratorId(night, channel.kite)}`,
    404,
    'liveChatModeratorNotFound',
    erase(),
  ],
  ['a moderator who removes one', `moderators?id=${benModerates}`, 403, 'forbidden', erase(guest)],
];

describe('the chat service', () => {
  it.each(namedRequests(rows))('rejects $request with $status $reason', async (row) => {
    const { call, status, reason, options } = row;
    const response = await box.ask(`/youtube/v3/liveChat/${call}`, options);
    expect([response.status, response.reason]).toEqual([status, reason]);
  });
  it('rejects viewers who delete messages or lift bans of others', async () => {
    chatOf().moderators.length = 0;
    expect((await remove('messages', chatMessage.text, guest)).reason).toBe('forbidden');
    expect((await remove('bans', ids.chatBan.permanent, guest)).reason).toBe(
      'insufficientPermissions',
    );
    expect((await post('bans', ban(fanId(1)), guest)).reason).toBe('insufficientPermissions');
  });
});

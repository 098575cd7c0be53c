/** Messages, bans and moderators of live chats: what writes do. */
import { describe, expect, it } from 'vitest';
import { fanId, ids } from '../../../src/sandbox/seed/ids.ts';
import { ban, chatRequests, moderator, poll, text } from '../../support/scenario/chat-body.ts';
import { useSandbox } from '../../support/gateway/sandbox.ts';

const box = useSandbox('/youtube/v3/liveChat/');
const night = ids.chat.nightShift;
const { chatMessage, channel } = ids;

const { chatOf, post, remove } = chatRequests(box);

const read = async (): Promise<any> =>
  (await box.ask(`messages?part=snippet&liveChatId=${night}`)).body;

describe('a message', () => {
  it('is the last one of the chat, with its author', async () => {
    const sent = await post('messages', text('Hei 👋'), 'studio-guest');
    expect(sent.body.snippet).toMatchObject({
      authorChannelId: channel.ben,
      displayMessage: 'Hei 👋',
      liveChatId: night,
      hasDisplayContent: true,
    });
    expect((await read()).items.at(-1)).toMatchObject({ id: sent.body.id });
  });
  it('has up to 200 code points', async () => {
    expect((await post('messages', text('👋'.repeat(200)))).status).toBe(200);
  });
  it('can be a poll, which ends the poll before', async () => {
    const sent = await post('messages', poll('Tea?', 'Yes', 'No'));
    const { activePollItem, items } = await read();
    expect(activePollItem.id).toBe(sent.body.id);
    expect(activePollItem.snippet.pollDetails).toEqual({
      metadata: {
        questionText: 'Tea?',
        options: [
          { optionText: 'Yes', tally: '0' },
          { optionText: 'No', tally: '0' },
        ],
      },
      status: 'active',
    });
    const before = items.find(({ id }: any) => id === chatMessage.poll);
    expect(before.snippet.pollDetails.status).toBe('closed');
  });
  it('deleted leaves a tombstone, and no message that tells of it', async () => {
    const before = chatOf().messages.length;
    expect((await remove('messages', chatMessage.text)).status).toBe(204);
    expect(chatOf().messages).toHaveLength(before);
    expect(chatOf().messages.find(({ id }) => id === chatMessage.text)!.type).toBe('tombstone');
  });
  it('deleted by a moderator leaves a tombstone, and nothing more', async () => {
    const before = chatOf().messages.length;
    expect((await remove('messages', chatMessage.text, 'studio-guest')).status).toBe(204);
    const { items } = await read();
    expect(items.find(({ id }: any) => id === chatMessage.text).snippet).toEqual({
      type: 'tombstone',
      liveChatId: night,
      publishedAt: expect.any(String),
      hasDisplayContent: false,
    });
    expect(chatOf().messages).toHaveLength(before);
  });
  it('is refused while the chat is for members, except from its owner', async () => {
    chatOf().moderators.length = 0;
    box.sandbox.postChatMessages(night, [{ type: 'sponsorOnlyModeStartedEvent' }]);
    expect((await post('messages', text('Hei'), 'studio-guest')).reason).toBe('forbidden');
    expect((await post('messages', text('Hei'))).status).toBe(200);
    box.sandbox.postChatMessages(night, [{ type: 'sponsorOnlyModeEndedEvent' }]);
    expect((await post('messages', text('Hei'), 'studio-guest')).status).toBe(200);
  });
});

describe('a ban', () => {
  const write = () => post('messages', text('Hei'), 'studio-guest');
  it('is announced in the chat and stops the channel from writing', async () => {
    chatOf().moderators.length = 0;
    const made = await post('bans', ban(channel.ben));
    expect(made.body.snippet).toMatchObject({
      liveChatId: night,
      type: 'permanent',
      bannedUserDetails: { channelId: channel.ben, displayName: expect.any(String) },
    });
    expect((await read()).items.at(-1).snippet).toMatchObject({
      type: 'userBannedEvent',
      userBannedDetails: { banType: 'permanent', bannedUserDetails: { channelId: channel.ben } },
    });
    expect(await write()).toMatchObject({ status: 403, reason: 'forbidden' });
    expect((await remove('bans', made.body.id)).status).toBe(204);
    expect((await write()).status).toBe(200);
  });
  it('that is temporary ends with the clock', async () => {
    chatOf().moderators.length = 0;
    const rest = { type: 'temporary', banDurationSeconds: '600' };
    const made = await post('bans', ban(channel.ben, rest));
    expect(made.body.snippet.banDurationSeconds).toBe('600');
    expect((await write()).status).toBe(403);
    box.sandbox.advance(600_000);
    expect((await write()).status).toBe(200);
    expect(await remove('bans', made.body.id)).toMatchObject({ reason: 'liveChatBanNotFound' });
  });
  it('replaces an earlier one of the channel', async () => {
    const count = chatOf().bans.length;
    await post('bans', ban(fanId(14)));
    expect(chatOf().bans.length).toBe(count);
    expect(await remove('bans', ids.chatBan.temporary)).toMatchObject({ status: 404 });
  });
});

describe('moderators', () => {
  const list = async (query = ''): Promise<any> =>
    (await box.ask(`moderators?part=id,snippet&liveChatId=${night}${query}`)).body;
  it('are added once, and removed', async () => {
    const before = (await list()).items;
    const made = await post('moderators', moderator(fanId(20)));
    await post('moderators', moderator(fanId(20)));
    expect((await list()).items.map(({ id }: any) => id)).toEqual([
      ...before.map(({ id }: any) => id),
      made.body.id,
    ]);
    expect((await remove('moderators', made.body.id)).status).toBe(204);
    expect((await list()).items).toEqual(before);
  });
  it('are read page by page', async () => {
    const first = await list('&maxResults=2');
    const second = await list(`&maxResults=2&pageToken=${first.nextPageToken}`);
    expect([...first.items, ...second.items]).toEqual((await list()).items);
  });
});

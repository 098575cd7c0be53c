/** Paid messages, sponsors, and the control routes of chats. */
import { describe, expect, it } from 'vitest';
import { findChat } from '../../../src/sandbox/live/chat/chat.ts';
import { liveState } from '../../../src/sandbox/live/state.ts';
import { fanId, ids } from '../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../src/sandbox/video/state.ts';
import { start, useSandbox } from '../../support/gateway/sandbox.ts';

const box = useSandbox();
const night = ids.chat.nightShift;
const day = 86_400_000;

const list = async (path: string, token = 'studio-owner'): Promise<any> =>
  (await box.ask(`/youtube/v3/${path}part=id,snippet&maxResults=50`, { token })).body;

const read = async (): Promise<any[]> =>
  (await box.ask(`/youtube/v3/liveChat/messages?part=id,snippet&liveChatId=${night}`)).body.items;

/** Times of the messages with any of these details in all chats of the studio, newest first. */
const paidTimes = (...names: readonly string[]): string[] => {
  const simulation = box.sandbox.simulation();
  return [...liveState(simulation).chats.values()]
    .flatMap(({ messages }) => messages)
    .filter(({ details }) => names.some((name) => name in details))
    .map(({ publishedAt }) => publishedAt)
    .toSorted()
    .toReversed();
};

const timesOf = ({ items }: any): string[] => items.map(({ snippet }: any) => snippet.createdAt);

describe('super chat events', () => {
  const details = ['superChatDetails', 'superStickerDetails'];
  it('are the paid messages of the last 30 days, newest first', async () => {
    const recent = paidTimes(...details).filter(
      (time) => Date.parse(time) >= start.getTime() - 30 * day,
    );
    expect(recent.length).toBeLessThan(paidTimes(...details).length);
    expect(timesOf(await list('superChatEvents?'))).toEqual(recent);
    box.sandbox.advance(31 * day);
    const later = timesOf(await list('superChatEvents?'));
    expect(later).not.toContain(recent[0]);
  });
  it('have supporter, amount, tier and sticker', async () => {
    const { items } = await list('superChatEvents?hl=sv&');
    const [chat, sticker] = [false, true].map((isSticker) =>
      items.find(({ snippet }: any) => snippet.isSuperStickerEvent === isSticker),
    );
    expect(sticker.snippet).toMatchObject({
      supporterDetails: { channelId: fanId(2) },
      displayString: expect.stringContaining('1,99'),
      messageType: 2,
      superStickerMetadata: { stickerId: 'seagull_01' },
    });
    expect(chat.snippet).not.toHaveProperty('superStickerMetadata');
  });
  it('have no text for an amount that is not known', async () => {
    const details = { superChatDetails: { tier: 3 } };
    box.sandbox.postChatMessages(night, [{ type: 'superChatEvent', details }]);
    const [latest] = (await list('superChatEvents?')).items;
    expect(latest.snippet).toMatchObject({ messageType: 3 });
    expect(latest.snippet).not.toHaveProperty('displayString');
  });
  it('are none for a channel without chats of its own that were paid for', async () => {
    expect((await list('superChatEvents?', 'studio-guest')).items).toEqual([]);
  });
});

describe('fan funding events', () => {
  it('are the donations, newest first', async () => {
    expect(timesOf(await list('fanFundingEvents?'))).toEqual(paidTimes('fanFundingEventDetails'));
  });
});

describe('sponsors', () => {
  const members = (): string[] =>
    videoState(box.sandbox.simulation())
      .members.get(ids.channel.studio)!
      .map(({ memberSince }) => memberSince)
      .filter((time) => Date.parse(time) <= start.getTime())
      .toReversed();
  const since = ({ items }: any): string[] => items.map(({ snippet }: any) => snippet.sponsorSince);
  it('are all members, newest first, or the newest', async () => {
    expect(since(await list('sponsors?filter=all&'))).toEqual(members());
    const newest = since(await list('sponsors?'));
    expect(newest).toEqual(members().slice(0, newest.length));
    expect(newest.length).toBeGreaterThan(0);
    expect(newest.length).toBeLessThan(members().length);
  });
  it('are none for a channel without memberships', async () => {
    expect((await list('sponsors?filter=all&', 'studio-guest')).items).toEqual([]);
  });
});

describe('the control of chats', () => {
  const control = (path: string, body: unknown) =>
    box.ask(`/_sandbox/chats/${path}`, { token: null, method: 'POST', body });
  it('posts messages of any type, also of one that YouTube does not have', async () => {
    const messages = [
      { text: 'Hello' },
      { type: 'superStickerEvent' },
      { type: 'fireworksEvent', author: fanId(9) },
    ];
    const { status, body } = await control(`${night}/messages`, { messages });
    expect(status).toBe(200);
    const posted = (await read()).slice(-3);
    expect(posted.map(({ id }) => id)).toEqual(body.ids);
    expect(posted.map(({ snippet }) => snippet.type)).toEqual([
      'textMessageEvent',
      'superStickerEvent',
      'fireworksEvent',
    ]);
    expect(posted[2].snippet.authorChannelId).toBe(fanId(9));
  });
  it('posts messages when the clock has advanced', async () => {
    const before = (await read()).length;
    await control(`${night}/messages`, {
      messages: [
        { text: 'Second', afterMs: 20_000 },
        { text: 'First', afterMs: 10_000 },
      ],
    });
    expect((await read()).length).toBe(before);
    box.sandbox.advance(20_000);
    expect((await read()).slice(before).map(({ snippet }) => snippet.displayMessage)).toEqual([
      'First',
      'Second',
    ]);
  });
  it('drops messages of a time after the end of the chat', async () => {
    box.sandbox.postChatMessages(night, [{ text: 'Too late', afterMs: 10_000 }]);
    box.sandbox.postChatMessages(night, [{ type: 'chatEndedEvent' }]);
    box.sandbox.advance(10_000);
    const { messages } = findChat(box.sandbox.simulation(), night)!;
    expect(messages.at(-1)).toMatchObject({ type: 'chatEndedEvent' });
    expect((await control(`${night}/messages`, { messages: [{}] })).status).toBe(404);
  });
  it('posts nothing after the end of the chat', async () => {
    const messages = [{ type: 'chatEndedEvent' }, { text: 'Too late' }];
    const { status, body } = await control(`${night}/messages`, { messages });
    expect(status).toBe(200);
    const last = findChat(box.sandbox.simulation(), night)!.messages.at(-1);
    expect(last).toMatchObject({ id: body.ids.at(-1), type: 'chatEndedEvent' });
  });
  it('sets limits of a chat', async () => {
    const settings = {
      pollingIntervalMillis: 50,
      tokenLifetimeMs: 1000,
      isDisabled: true,
    };
    expect((await control(night, settings)).status).toBe(204);
    expect(findChat(box.sandbox.simulation(), night)).toMatchObject(settings);
  });
  it.each([
    ['messages that are no list', `${night}/messages`, {}, 'messages: missing'],
    ['a message that is no object', `${night}/messages`, { messages: ['a'] }, 'list of objects'],
    [
      'an unknown field',
      `${night}/messages`,
      { messages: [{ txt: 'a' }] },
      'txt: unknown; expected one',
    ],
    ['a time in the past', `${night}/messages`, { messages: [{ afterMs: -1 }] }, 'afterMs: -1'],
    [
      'details that are no object',
      `${night}/messages`,
      { messages: [{ details: 1 }] },
      'details: 1',
    ],
    [
      'details of which one is no object',
      `${night}/messages`,
      { messages: [{ details: { superChatDetails: null } }] },
      'an object of objects',
    ],
    ['a setting of another type', night, { isDisabled: 1 }, 'isDisabled: 1'],
  ])('rejects %s', async (_, path, body, error) => {
    const response = await control(path, body);
    expect(response.status).toBe(400);
    expect(response.body.error).toContain(error);
  });
  it('rejects an unknown chat', async () => {
    expect((await control(ids.chat.missing, {})).status).toBe(404);
    expect((await control(`${ids.chat.missing}/messages`, { messages: [] })).status).toBe(404);
  });
});

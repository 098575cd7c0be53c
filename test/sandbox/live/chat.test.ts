/** `liveChatMessages.list`: history, polls, page tokens, the end of a chat, every message type. */
import { describe, expect, it } from 'vitest';
import schemas from '../../../src/services/rest-schema.json' with { type: 'json' };
import { addMessage, findChat } from '../../../src/sandbox/live/chat/chat.ts';
import type { ChatEntity } from '../../../src/sandbox/live/chat/entity.ts';
import { liveState } from '../../../src/sandbox/live/state.ts';
import { fanId, ids } from '../../../src/sandbox/seed/ids.ts';
import {
  type RequestOptions,
  type TestResponse,
  useSandbox,
} from '../../support/gateway/sandbox.ts';
import { testRejected } from '../../support/scenario/rejected-request.ts';

const box = useSandbox();
const night = ids.chat.nightShift;

/** @param query further parameters @param chat id */
const pathOf = (query = '', chat = night): string =>
  `/youtube/v3/liveChat/messages?part=id,snippet,authorDetails&liveChatId=${chat}${query}`;

const list = (query = '', chat = night, options?: RequestOptions): Promise<TestResponse> =>
  box.ask(pathOf(query, chat), options);

const poll = (page: TestResponse, query = '', chat = night): Promise<TestResponse> =>
  list(`&pageToken=${page.body.nextPageToken}${query}`, chat);

const idsOf = ({ body }: TestResponse): string[] => body.items.map(({ id }: any) => id);

const chatOf = (id = night): ChatEntity => findChat(box.sandbox.simulation(), id)!;

/** Posts texts as viewers do. */
const say = (...texts: readonly string[]): string[] =>
  texts.map(
    (messageText) =>
      addMessage(box.sandbox.simulation(), chatOf(), {
        type: 'textMessageEvent',
        authorChannelId: fanId(1),
        details: { textMessageDetails: { messageText } },
      }).id,
  );

/** Polls need not wait. */
const dropInterval = (): void => void (chatOf().pollingIntervalMillis = 0);

describe('the first page of a chat', () => {
  it('has the history, oldest first, and the time to wait', async () => {
    const { body } = await list();
    expect(body.items.map(({ id }: any) => id)).toEqual(chatOf().messages.map(({ id }) => id));
    expect(body.pollingIntervalMillis).toBe(chatOf().pollingIntervalMillis);
    expect(body).not.toHaveProperty('offlineAt');
  });
  it('has the latest messages of a long history', async () => {
    const said = say(...Array.from({ length: 300 }, (_, number) => `Line ${number}`));
    expect(idsOf(await list('&maxResults=200'))).toEqual(said.slice(-200));
  });
  it('is empty for the chat of a new broadcast', async () => {
    const scheduledStartTime = '2026-03-12T09:00:00Z';
    const made = await box.ask('/youtube/v3/liveBroadcasts?part=snippet,status', {
      method: 'POST',
      body: { snippet: { title: 'A', scheduledStartTime }, status: { privacyStatus: 'public' } },
    });
    const page = await list('', made.body.snippet.liveChatId);
    expect([page.status, page.body.items]).toEqual([200, []]);
  });
  it('can be read with an API key', async () => {
    expect((await list('&key=sandbox-key', night, { token: null })).status).toBe(200);
  });
});

describe('a poll', () => {
  it('repeats its page with the same token', async () => {
    dropInterval();
    const first = await list();
    const said = say('One');
    expect(idsOf(await poll(first))).toEqual(said);
    expect(idsOf(await poll(first))).toEqual(said);
  });
  it('leaves what exceeds the page for the next one', async () => {
    dropInterval();
    const first = await list();
    const said = say(...Array.from({ length: 450 }, (_, number) => `Line ${number}`));
    const pages = [await poll(first, '&maxResults=200')];
    for (let count = 0; count < 2; count += 1)
      pages.push(await poll(pages.at(-1)!, '&maxResults=200'));
    expect(pages.map(({ body }) => body.items.length)).toEqual([200, 200, 50]);
    expect(pages.flatMap(idsOf)).toEqual(said);
  });
  it('is refused before the interval has passed', async () => {
    chatOf().pollingIntervalMillis = 3_000_000;
    const first = await list();
    const refused = { status: 403, reason: 'rateLimitExceeded' };
    expect(await poll(first)).toMatchObject(refused);
    box.sandbox.advance(2_000_000);
    expect(await poll(first)).toMatchObject(refused);
    box.sandbox.advance(1_000_000);
    expect((await poll(first)).status).toBe(200);
  });
  it('is refused with the token of another chat, an altered and an expired one', async () => {
    dropInterval();
    const first = await list();
    const rejected = { status: 400, reason: 'pageTokenInvalid' };
    expect(await poll(first, '', ids.chat.launch)).toMatchObject(rejected);
    expect(await list('&pageToken=nonsense')).toMatchObject(rejected);
    box.sandbox.advance(chatOf().tokenLifetimeMs + 1);
    expect(await poll(first)).toMatchObject(rejected);
  });
});

describe('a page token', () => {
  it('of a time after the present is invalid', async () => {
    box.sandbox.advance(60_000);
    const page = await list();
    box.sandbox.reset();
    expect(await poll(page)).toMatchObject({ status: 400, reason: 'pageTokenInvalid' });
  });
  it('of more messages than there are is invalid', async () => {
    dropInterval();
    say('One');
    const page = await list();
    box.sandbox.reset();
    expect(await poll(page)).toMatchObject({ status: 400, reason: 'pageTokenInvalid' });
  });
});

describe('the end of a chat', () => {
  const complete = () =>
    box.ask(
      `/youtube/v3/liveBroadcasts/transition?part=status&id=${ids.broadcast.nightShift}` +
        '&broadcastStatus=complete',
      { method: 'POST' },
    );
  it('is a last message and the time of the end, and then an error', async () => {
    dropInterval();
    const first = await list();
    const said = say('Bye');
    await complete();
    const last = await poll(first);
    expect(last.body.items.map(({ snippet }: any) => snippet.type)).toEqual([
      'textMessageEvent',
      'chatEndedEvent',
    ]);
    expect(idsOf(last).slice(0, 1)).toEqual(said);
    const { snippet } = liveState(box.sandbox.simulation()).broadcasts.get(
      ids.broadcast.nightShift,
    )!;
    expect(last.body.offlineAt).toBe(snippet.actualEndTime);
    const ended = { status: 403, reason: 'liveChatEnded' };
    expect(await poll(last)).toMatchObject(ended);
    expect(await list()).toMatchObject(ended);
  });
});

describe('chat messages', () => {
  const types = schemas.enum.ChatMessageType;
  const unseeded = new Set(['chatEndedEvent']);
  it('of the seeded chat have every type but the end', async () => {
    const { body } = await list();
    expect(new Set(body.items.map(({ snippet }: any) => snippet.type))).toEqual(
      new Set(types.filter((type) => !unseeded.has(type))),
    );
  });
  it('have an author, except those of the chat itself', async () => {
    const { body } = await list();
    const message = body.items.find(({ id }: any) => id === ids.chatMessage.owner);
    expect(message.authorDetails).toMatchObject({
      channelId: ids.channel.studio,
      isChatOwner: true,
      isChatModerator: false,
    });
    const tombstone = body.items.find(({ id }: any) => id === ids.chatMessage.tombstone);
    expect(tombstone).not.toHaveProperty('authorDetails');
    expect(tombstone.snippet).toMatchObject({ type: 'tombstone', hasDisplayContent: false });
  });
  it('have texts and amounts in the language of the call', async () => {
    const english = (await list()).body.items.find(
      ({ id }: any) => id === ids.chatMessage.superChat,
    );
    expect(english.snippet).toMatchObject({
      displayMessage: expect.stringContaining('$10.00 from'),
      superChatDetails: { amountMicros: '10000000', amountDisplayString: '$10.00' },
    });
    const swedish = (await list('&hl=sv')).body.items.find(
      ({ id }: any) => id === ids.chatMessage.superChat,
    );
    expect(swedish.snippet.displayMessage).toContain(' från ');
    expect(swedish.snippet.superChatDetails.amountDisplayString).toContain('10,00');
  });
  it('have profile images of the requested size', async () => {
    const { body } = await list('&profileImageSize=240');
    expect(body.items[0].authorDetails.profileImageUrl).toMatch(/\/s240\.jpg$/);
  });
  it('include the active poll with the requested parts', async () => {
    const path = `/youtube/v3/liveChat/messages?part=snippet&liveChatId=${night}`;
    const { activePollItem } = (await box.ask(path)).body;
    expect(activePollItem).toMatchObject({
      snippet: { type: 'pollEvent', pollDetails: { status: 'active' } },
    });
    expect(activePollItem).not.toHaveProperty('authorDetails');
  });
});

describe('viewers of the seeded chat', () => {
  it('go on writing while the clock advances', async () => {
    dropInterval();
    const first = await list();
    box.sandbox.advance(90_000);
    const page = await poll(first);
    const times = page.body.items.map(({ snippet }: any) => Date.parse(snippet.publishedAt));
    expect(times.length).toBeGreaterThan(1);
    expect(times).toEqual(times.toSorted((a: number, b: number) => a - b));
    expect(Math.max(...times)).toBeLessThanOrEqual(box.sandbox.now().getTime());
    expect(idsOf(await poll(page))).toEqual([]);
  });
});

describe('a banned viewer of the seeded chat', () => {
  it('writes no more', async () => {
    const authors = (): unknown[] => chatOf().messages.map((message) => message.authorChannelId);
    box.sandbox.advance(90_000);
    const channelId = authors().at(-1);
    const details = { liveChatId: night, type: 'permanent', bannedUserDetails: { channelId } };
    const body = { snippet: details };
    await box.ask('/youtube/v3/liveChat/bans?part=snippet', { method: 'POST', body });
    const before = authors().length;
    box.sandbox.advance(300_000);
    const later = authors().slice(before);
    expect(later.length).toBeGreaterThan(30);
    expect(later).not.toContain(channelId);
  });
});

describe('a chat that cannot be read', () => {
  testRejected(box, {
    '404 liveChatNotFound': { 'an unknown chat': pathOf('', ids.chat.missing) },
    '403 liveChatEnded': { 'a chat that has ended': pathOf('', ids.chat.retrospective) },
    '403 liveChatDisabled': { 'a disabled chat': pathOf('', ids.chat.townhall) },
    '403 forbidden': {
      'a private chat': [pathOf('', ids.chat.rehearsal), { token: 'studio-guest' }],
    },
    '400 invalidParameter': {
      'a page of fewer than 200 messages': pathOf('&maxResults=100'),
      'an image of fewer than 16 pixels': pathOf('&profileImageSize=8'),
    },
    '400 unsupportedLanguageCode': { 'an unknown language': pathOf('&hl=xx') },
  });
});

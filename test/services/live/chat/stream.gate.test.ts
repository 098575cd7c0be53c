/** The subscription `chatMessages` by `liveChatMessages.streamList`, through the whole gateway. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { addMessage, findChat } from '../../../../src/sandbox/live/chat/chat.ts';
import { type StreamModel, streamForms } from '../../../../src/sandbox/http/stream-response.ts';
import { liveState } from '../../../../src/sandbox/live/state.ts';
import { fanId, ids } from '../../../../src/sandbox/seed/ids.ts';
import { type EventStream, openEventStream } from '../../../support/client/event-stream.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio({ env: { LIVE_CHAT_SOURCE: 'stream' } });
const night = ids.chat.nightShift;
const list = 'live:liveChatMessages.list';
const stream = 'live:liveChatMessages.streamList';

const chat = () => findChat(studio.sandbox.simulation(), night)!;

const say = (messageText: string): string =>
  addMessage(studio.sandbox.simulation(), chat(), {
    type: 'textMessageEvent',
    authorChannelId: fanId(1),
    details: { textMessageDetails: { messageText } },
  }).id;

const open = new Set<EventStream>();

afterEach(() => {
  for (const { leave } of open) leave();
  open.clear();
});

/** A feed that no other test has read: the gateway keeps the pages of a feed for some time. */
let size = 100;
const newFeed = (): string => `liveChatId: "${night}", profileImageSize: ${(size += 1)}`;

async function subscribe(
  args: string,
  selection = 'messages { messageId } cursor',
): Promise<EventStream> {
  const opened = await openEventStream(studio.gateway.url, {
    query: `subscription { chatMessages(${args}) { ${selection} } }`,
    token: 'studio-owner',
  });
  open.add(opened);
  return opened;
}

const idsIn = (events: readonly any[]): string[] =>
  events.flatMap(({ data }) => data.chatMessages.messages.map((each: any) => each.messageId));

/** The messages of the events, as soon as there are so many. */
async function messages({ until }: EventStream, count: number): Promise<string[]> {
  for (let events = 1; ; events += 1) {
    const found = idsIn(await until(events));
    if (found.length >= count) return found;
  }
}

const configure = (model: Partial<StreamModel>): void =>
  void Object.assign(liveState(studio.sandbox.simulation()).chatStream, model);

const count = (operation: string): number =>
  studio.operations().filter((each) => each === operation).length;

/** Subscribes, and waits until the stream is open. */
async function follow(feed = newFeed()): Promise<EventStream> {
  chat().pollingIntervalMillis = 1;
  const opened = await subscribe(feed);
  await opened.until(1);
  await expect.poll(() => count(stream)).toBe(1);
  return opened;
}

describe.each(streamForms)('a chat that is streamed in the form %s', (form) => {
  it('costs one call for all subscribers and messages', async () => {
    configure({ form });
    const feed = newFeed();
    const subscribers = [await follow(feed), await subscribe(feed), await subscribe(feed)];
    for (const { until } of subscribers) await until(1);
    for (let number = 1; number <= 20; number += 1) {
      say(`Message ${number} 👋`);
      await wait(20);
    }
    const all = chat().messages.map(({ id }) => id);
    for (const each of subscribers) expect(await messages(each, all.length)).toEqual(all);
    expect(studio.operations()).toEqual([list, stream]);
  });
  it('loses and doubles nothing when it breaks, in the middle of a message too', async () => {
    configure({ form, cutAfterBytes: 3_000, heartbeatMs: 15 });
    const opened = await follow();
    for (let number = 1; number <= 30; number += 1) {
      say(`Message ${number} 字`);
      await wait(20);
    }
    const all = chat().messages.map(({ id }) => id);
    expect(await messages(opened, all.length)).toEqual(all);
    expect(count(list)).toBeGreaterThan(1);
  });
});

describe('a chat that is streamed', () => {
  it('is polled while the stream is refused', async () => {
    chat().pollingIntervalMillis = 1;
    studio.refuse(stream, 404, 'notFound');
    const opened = await subscribe(newFeed());
    await opened.until(1);
    await expect.poll(() => count(stream)).toBe(1);
    say('One');
    const all = chat().messages.map(({ id }) => id);
    expect(await messages(opened, all.length)).toEqual(all);
    expect(count(list)).toBeGreaterThan(1);
  });
  it('goes on with the next stream when one ends as it should', async () => {
    configure({ endAfterMs: 150 });
    const opened = await follow();
    await wait(300);
    const posted = say('One');
    const all = chat().messages.map(({ id }) => id);
    expect((await messages(opened, all.length)).at(-1)).toBe(posted);
  });
  it('sends the active poll when it changes, without a message', async () => {
    chat().pollingIntervalMillis = 1;
    const opened = await subscribe(
      newFeed(),
      'messages { messageId } activePoll { options { voteCount } }',
    );
    await opened.until(1);
    await expect.poll(() => count(stream)).toBe(1);
    const poll = chat().messages.findLast(({ type }) => type === 'pollEvent')!;
    const [option] = (poll.details as any).pollDetails.metadata.options;
    option.tally = String(Number(option.tally) + 1);
    const [, voted] = await opened.until(2);
    expect(voted.data.chatMessages).toMatchObject({
      messages: [],
      activePoll: { options: [{ voteCount: option.tally }, {}] },
    });
  });
  it('completes after the last message when the broadcast ends', async () => {
    const opened = await follow();
    await studio.query(
      `mutation { transitionBroadcast(input: { id: "${ids.broadcast.nightShift}", to: COMPLETE }) { errors { message } } }`,
    );
    const events = await opened.untilEnd();
    expect(idsIn(events)).toEqual(chat().messages.map(({ id }) => id));
    expect(events.flatMap(({ errors = [] }) => errors)).toEqual([]);
  });
  it('catches up from a cursor by polls, and then opens the next stream', async () => {
    const feed = newFeed();
    const first = await follow(feed);
    const { data } = await studio.query(
      `{ liveChat(id: "${night}") { messages(profileImageSize: ${size}) { cursor } } }`,
    );
    const missed = [say('One'), say('Two')];
    await messages(first, chat().messages.length);
    const late = await subscribe(`${feed}, after: "${data.liveChat.messages.cursor}"`);
    expect(await messages(late, 2)).toEqual(missed);
    await expect.poll(() => count(stream)).toBe(2);
    const last = say('Three');
    expect(await messages(late, 3)).toEqual([...missed, last]);
    const all = chat().messages.map(({ id }) => id);
    expect(await messages(first, all.length)).toEqual(all);
  });
  it('ends with the error of the list when the token is rejected', async () => {
    configure({ endAfterMs: 500 });
    const opened = await follow();
    for (const operation of [list, stream]) studio.refuse(operation, 401, 'authError');
    const events = await opened.untilEnd();
    expect(events.at(-1)).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
  });
});

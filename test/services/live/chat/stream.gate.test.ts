/** The subscription `chatMessages` by `liveChatMessages.streamList`, through the whole gateway. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { addMessage, findChat } from '../../../../src/sandbox/live/chat/chat.ts';
import { type StreamModel, streamForms } from '../../../../src/sandbox/http/stream-response.ts';
import { liveState } from '../../../../src/sandbox/live/state.ts';
import { fanId, ids } from '../../../../src/sandbox/seed/ids.ts';
import type { EventStream } from '../../../support/client/event-stream.ts';
import { transports } from '../../../support/client/subscription-client.ts';
import { startGateway } from '../../../support/gateway/gateway.ts';
import { useStudio } from '../../../support/gateway/studio.ts';
import { logCalls } from '../../../support/report/call-log.ts';

/** Milliseconds without a byte after which a stream is given up. */
const idleMs = 1_000;
const env = { LIVE_CHAT_SOURCE: 'stream', STREAM_IDLE_TIMEOUT_MS: String(idleMs) };
const studio = useStudio({ env });
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
  logCalls(studio.sandbox.calls(), []);
});

/** A feed that no other test has read: the gateway keeps the pages of a feed for some time. */
let size = 100;
const pictures = (): string => `language: "sv", profileImageSize: ${size}`;

const newFeed = (): string => {
  size += 1;
  return `liveChatId: "${night}", ${pictures()}`;
};

async function subscribe(
  args: string,
  selection = 'messages { messageId } cursor',
  {
    url,
    transport = 'server-sent events',
    token = 'studio-owner',
  }: { url?: string; transport?: string; token?: string } = {},
): Promise<EventStream> {
  const opened = await transports[transport]!(url ?? studio.gateway.url, {
    query: `subscription { chatMessages(${args}) { ${selection} } }`,
    token,
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

/** The number of streams that are open at the sandbox. */
const openStreams = async (): Promise<number> => {
  const response = await fetch(`${studio.sandbox.url}/_sandbox/chat-stream`);
  return ((await response.json()) as { open: number }).open;
};

/** Subscribes, and waits until the stream is open. */
async function follow(
  feed = newFeed(),
  ...[selection, options]: [string?, Parameters<typeof subscribe>[2]?]
): Promise<EventStream> {
  chat().pollingIntervalMillis = 1;
  const opened = await subscribe(feed, selection, options);
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
  it('costs one stream for all callers with PUBLIC_READS=key', async () => {
    const { sandbox } = studio;
    const keyed = { ...env, CACHE: 'public', PUBLIC_READS: 'key' };
    await using gateway = await startGateway({ env: keyed, sandbox });
    const feed = newFeed();
    const { url } = gateway;
    const owner = await follow(feed, undefined, { url });
    const guest = await subscribe(feed, undefined, { url, token: 'studio-guest' });
    await guest.until(1);
    const posted = say('One');
    const all = chat().messages.map(({ id }) => id);
    for (const each of [owner, guest]) expect(await messages(each, all.length)).toEqual(all);
    expect(all.at(-1)).toBe(posted);
    expect(studio.operations()).toEqual([list, stream]);
    expect(studio.calls().map(({ call }) => call.user)).toEqual(['api-key', 'api-key']);
  });
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
      `mutation { transitionBroadcast(input: { id: "${ids.broadcast.nightShift}", status: COMPLETE }) { errors { message } } }`,
    );
    const events = await opened.untilEnd();
    expect(idsIn(events)).toEqual(chat().messages.map(({ id }) => id));
    expect(events.flatMap(({ errors = [] }) => errors)).toEqual([]);
  });
  it('catches up from a cursor by polls, and then opens the next stream', async () => {
    const feed = newFeed();
    const first = await follow(feed);
    const { data } = await studio.query(
      `{ liveChat(id: "${night}") { messages(${pictures()}) { cursor } } }`,
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
  it('is closed when its last subscriber leaves', async () => {
    const feed = newFeed();
    const first = await follow(feed);
    const last = await subscribe(feed);
    await last.until(1);
    first.leave();
    say('One');
    await messages(last, chat().messages.length);
    expect(await openStreams()).toBe(1);
    last.leave();
    await expect.poll(openStreams, { interval: 20 }).toBe(0);
    const { length } = studio.operations();
    await wait(300);
    expect(studio.operations()).toHaveLength(length);
  });
  it('is closed when the gateway stops', async () => {
    const gateway = await startGateway({ sandbox: studio.sandbox, env });
    const { url } = gateway;
    await follow(newFeed(), undefined, { url });
    expect(await openStreams()).toBe(1);
    await gateway.close();
    await expect.poll(openStreams, { interval: 20 }).toBe(0);
  });
  it('is polled while no connection is free for its stream', async () => {
    const few = { ...env, MAX_CONCURRENT_STREAMS: '1', STREAM_IDLE_TIMEOUT_MS: '600000' };
    await using gateway = await startGateway({ sandbox: studio.sandbox, env: few });
    const { url } = gateway;
    const first = await follow(newFeed(), undefined, { url });
    const second = await subscribe(newFeed(), undefined, { url });
    for (let turn = 0; turn < 3; turn += 1) {
      say(`Message ${turn}`);
      const all = chat().messages.map(({ id }) => id);
      for (const each of [first, second]) expect(await messages(each, all.length)).toEqual(all);
    }
    expect(await openStreams()).toBe(1);
  });
  it('ends with the error of the list when the token is rejected', async () => {
    configure({ endAfterMs: 500 });
    const opened = await follow();
    for (const operation of [list, stream]) studio.refuse(operation, 401, 'authError');
    const events = await opened.untilEnd();
    expect(events.at(-1)).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
  });
});

describe.each(['server-sent events', 'graphql-ws'])('a chat over %s', (transport) => {
  it('goes on after a stream in which nobody says anything', async () => {
    const opened = await follow(newFeed(), undefined, { transport });
    await expect.poll(() => count(stream)).toBe(2);
    say('One');
    const all = chat().messages.map(({ id }) => id);
    expect(await messages(opened, all.length)).toEqual(all);
  });
  it('loses nothing that a stream swallows', async () => {
    configure({ silentAfterBytes: 2_000 });
    const opened = await follow(newFeed(), undefined, { transport });
    for (let number = 1; number <= 5; number += 1) say(`Message ${number} 字`);
    const all = chat().messages.map(({ id }) => id);
    expect(await messages(opened, all.length)).toEqual(all);
  });
});

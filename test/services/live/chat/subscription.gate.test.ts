/** The subscription `chatMessages`, through the whole gateway. */
import { afterEach, describe, expect, it } from 'vitest';
import { callerKey } from '../../../../src/engine/caller/identities.ts';
import { addMessage, findChat } from '../../../../src/sandbox/live/chat/chat.ts';
import { fanId, ids } from '../../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../../src/sandbox/video/state.ts';
import { liveChatMessages } from '../../../../src/services/live/operations.ts';
import { type EventStream, openEventStream } from '../../../support/client/event-stream.ts';
import { openStudio, type Studio, useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio();
const night = ids.chat.nightShift;
const list = 'live:liveChatMessages.list';

const chatOf = (id = night) => findChat(studio.sandbox.simulation(), id)!;

const say = (messageText: string): string =>
  addMessage(studio.sandbox.simulation(), chatOf(), {
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
const newFeed = (id = night): string => `liveChatId: "${id}", profileImageSize: ${(size += 1)}`;

/** @param args of the field @param selection of a page */
async function subscribe(
  args: string,
  selection = 'messages { messageId } cursor',
): Promise<EventStream> {
  const stream = await openEventStream(studio.gateway.url, {
    query: `subscription { chatMessages(${args}) { ${selection} } }`,
    token: 'studio-owner',
  });
  open.add(stream);
  return stream;
}

const idsIn = (events: readonly any[]): string[] =>
  events.flatMap(({ data }) => data.chatMessages.messages.map((each: any) => each.messageId));

/** The polls of a test must not wait for seconds: the gateway waits for one at least. */
const pollOften = (): void => void (chatOf().pollingIntervalMillis = 1);

describe('a subscription to a chat', () => {
  it('has the recent messages first, and then those that are posted', async () => {
    pollOften();
    const stream = await subscribe(newFeed());
    const history = chatOf().messages.map(({ id }) => id);
    expect(idsIn(await stream.until(1))).toEqual(history);
    const posted = [say('One'), say('Two 👋')];
    expect(idsIn((await stream.until(2)).slice(1))).toEqual(posted);
  });
  it('reads once for all subscribers, who receive the same messages in the same order', async () => {
    pollOften();
    const feed = newFeed();
    const streams = [await subscribe(feed), await subscribe(feed), await subscribe(feed)];
    for (const { until } of streams) await until(1);
    expect(studio.operations()).toEqual([list]);
    const posted = [say('One'), say('Two')];
    for (const { until } of streams) expect(idsIn((await until(2)).slice(1))).toEqual(posted);
  });
  it('reports with each event what its polls have cost since the event before', async () => {
    pollOften();
    const feed = newFeed();
    const [one, other] = [await subscribe(feed), await subscribe(feed)];
    await Promise.all([one.until(1), other.until(1)]);
    // Polls without messages are no events.
    await expect.poll(() => studio.calls().length).toBeGreaterThanOrEqual(3);
    say('One');
    const [[, second], [, same]] = await Promise.all([one.until(2), other.until(2)]);
    const { cost } = second.extensions;
    expect(cost).toMatchObject({ requests: 0, units: {} });
    expect(cost.polling.requests).toBeGreaterThan(2);
    expect(cost.polling).toEqual({
      requests: cost.polling.requests,
      units: { VIDEO: liveChatMessages.list.units! * cost.polling.requests },
      operations: { [list]: cost.polling.requests },
    });
    expect(same.extensions.cost.polling).toEqual(cost.polling);
    const [first] = await one.until(1);
    const polls = cost.polling.requests + first.extensions.cost.polling.requests;
    expect(polls).toBeLessThanOrEqual(studio.calls().length);
  });
  it('continues after a cursor of the query and of a subscription', async () => {
    pollOften();
    const feed = newFeed();
    const { data } = await studio.query(
      `{ liveChat(id: "${night}") { messages(profileImageSize: ${size}) { cursor } } }`,
    );
    const missed = [say('One'), say('Two')];
    const first = await subscribe(`${feed}, after: "${data.liveChat.messages.cursor}"`);
    const [event] = await first.until(1);
    expect(idsIn([event])).toEqual(missed);
    first.leave();
    const later = [say('Three')];
    const { cursor } = event.data.chatMessages;
    const second = await subscribe(`${feed}, after: "${cursor}"`);
    expect(idsIn(await second.until(1))).toEqual(later);
  });
  it('sends the active poll when viewers vote and when it closes, without a message', async () => {
    pollOften();
    const stream = await subscribe(
      newFeed(),
      'messages { messageId } cursor activePoll { options { voteCount } }',
    );
    const [first] = await stream.until(1);
    const poll = chatOf().messages.findLast(({ type }) => type === 'pollEvent')!;
    const { pollDetails } = poll.details as any;
    const [option] = pollDetails.metadata.options;
    option.tally = String(Number(option.tally) + 1);
    const [, voted] = await stream.until(2);
    const page = voted.data.chatMessages;
    expect(page.messages).toEqual([]);
    expect(page.activePoll.options[0]).toEqual({ voteCount: option.tally });
    expect(page.cursor).not.toBe(first.data.chatMessages.cursor);
    pollDetails.status = 'closed';
    const [, , closed] = await stream.until(3);
    expect(closed.data.chatMessages).toMatchObject({ messages: [], activePoll: null });
    const posted = say('One');
    // No event between: the poll has not changed since.
    expect(idsIn((await stream.until(4)).slice(3))).toEqual([posted]);
  });
  it('completes after the last message when the broadcast ends', async () => {
    pollOften();
    const stream = await subscribe(newFeed(), 'messages { __typename messageId } offlineAt');
    await stream.until(1);
    await studio.query(
      `mutation { transitionBroadcast(input: { id: "${ids.broadcast.nightShift}", status: COMPLETE }) { errors { message } } }`,
    );
    const events = await stream.untilEnd();
    const { messages, offlineAt } = events.at(-1).data.chatMessages;
    expect(messages.at(-1).__typename).toBe('ChatEndedMessage');
    expect(offlineAt).toEqual(expect.any(String));
    expect(events.flatMap(({ errors = [] }) => errors)).toEqual([]);
  });
  it('loads the channels of the authors of each page in one call', async () => {
    const stream = await subscribe(newFeed(), 'messages { author { title } }');
    const [event] = await stream.until(1);
    expect(event.errors).toBeUndefined();
    expect(event.data.chatMessages.messages.length).toBeGreaterThan(20);
    expect(studio.operations()).toEqual([list, 'video:channels.list']);
  });
  it('sends the language and the size of the pictures', async () => {
    const stream = await subscribe(`liveChatId: "${night}", language: "sv", profileImageSize: 64`);
    await stream.until(1);
    expect(studio.calls()[0]!.query).toMatchObject({ hl: ['sv'], profileImageSize: ['64'] });
  });
  it.each([
    [
      `liveChatId: "${ids.chat.missing}"`,
      { code: 'NOT_FOUND', reason: 'liveChatNotFound', id: ids.chat.missing },
      `YouTube Live has no LiveChat with the id "${ids.chat.missing}"`,
    ],
    [
      `liveChatId: "${ids.chat.townhall}"`,
      { code: 'FORBIDDEN', reason: 'liveChatDisabled' },
      'The live chat of the broadcast is disabled.',
    ],
  ])('fails with the error of YouTube: %s', async (args, extensions, message) => {
    const events = await (await subscribe(args)).untilEnd();
    expect(events).toMatchObject([
      { errors: [{ message: expect.stringContaining(message), extensions }] },
    ]);
  });
  it.each([
    ['liveChatId: "~bad"', 'liveChatId'],
    ['liveChatId: "https://www.youtube.com/watch?v=a"', 'liveChatId'],
    [`liveChatId: "${night}", after: "x"`, 'after'],
  ])('is rejected before any call: %s', async (args, argument) => {
    const events = await (await subscribe(args)).untilEnd();
    expect(events).toMatchObject([
      { errors: [{ extensions: { code: 'INVALID_INPUT', argument } }] },
    ]);
    expect(studio.calls()).toEqual([]);
  });
  it('completes at once for a chat that has ended', async () => {
    const stream = await subscribe(`liveChatId: "${ids.chat.retrospective}"`);
    const events = await stream.untilEnd();
    expect(events).toMatchObject([{ data: { chatMessages: { messages: [], cursor: null } } }]);
  });
});

describe('with PUBLIC_READS=key', () => {
  const env = { CACHE: 'public', PUBLIC_READS: 'key' };

  /** @param token null: none */
  const follow = async (
    { gateway }: Studio,
    token: string | null,
    id = night,
    { after, headers }: { readonly after?: string; readonly headers?: object } = {},
  ): Promise<EventStream> => {
    const from = after === undefined ? '' : `, after: "${after}"`;
    const stream = await openEventStream(gateway.url, {
      query: `subscription { chatMessages(liveChatId: "${id}"${from}) { messages { messageId } cursor } }`,
      ...(token !== null && { token }),
      headers: { ...headers },
    });
    open.add(stream);
    return stream;
  };

  const post = ({ sandbox }: Studio, id = night): string => {
    const simulation = sandbox.simulation();
    return addMessage(simulation, findChat(simulation, id)!, {
      type: 'textMessageEvent',
      authorChannelId: fanId(1),
      details: { textMessageDetails: { messageText: 'One' } },
    }).id;
  };

  const hide = ({ sandbox }: Studio): void => {
    videoState(sandbox.simulation()).videos.get(ids.broadcast.nightShift)!.status.privacyStatus =
      'private';
  };

  const readers = (studio: Studio): string[] =>
    studio.calls().map(({ call }) => call.user ?? 'nobody');

  it('reads a public chat once for all callers, each of whom has every message once', async () => {
    await using studio = await openStudio({ env });
    const chat = findChat(studio.sandbox.simulation(), night)!;
    const history = chat.messages.map(({ id }) => id);
    const tokens = ['studio-owner', 'studio-guest', 'studio-reader', null, 'invented'];
    const streams = await Promise.all(
      Array.from({ length: 50 }, (_, index) => follow(studio, tokens[index % tokens.length]!)),
    );
    for (const { until } of streams) expect(idsIn(await until(1))).toEqual(history);
    expect(readers(studio)).toEqual(['api-key']);
    chat.pollingIntervalMillis = 1;
    const posted = post(studio);
    for (const { until } of streams) expect(idsIn((await until(2)).slice(1))).toEqual([posted]);
    expect(new Set(readers(studio))).toEqual(new Set(['api-key']));
  });

  it('accepts no token by what the key reads', async () => {
    await using studio = await openStudio({ env });
    await (await follow(studio, 'invented')).until(1);
    const { errors } = await studio.query('{ viewer { channel { id } } }', {}, 'invented');
    expect(errors![0]!.extensions['code']).toBe('UNAUTHENTICATED');
    // As it would be of an accepted one.
    expect(studio.store.get('written', callerKey({ token: 'invented' }))).toBe(undefined);
  });

  it('reads a private chat for each caller by the token', async () => {
    await using studio = await openStudio({ env });
    hide(studio);
    const [owner, reader] = [
      await follow(studio, 'studio-owner'),
      await follow(studio, 'studio-reader'),
    ];
    expect(idsIn(await owner.until(1))).toEqual(idsIn(await reader.until(1)));
    for (const token of ['studio-guest', null]) {
      const events = await (await follow(studio, token)).untilEnd();
      expect(events).toMatchObject([{ errors: [{ extensions: { code: 'FORBIDDEN' } }] }]);
    }
    // Once the key was refused, it is asked by those alone who have nothing else.
    expect(readers(studio).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'api-key',
      'api-key',
      'studio-guest',
      'studio-owner',
      'studio-reader',
    ]);
  });

  const fail =
    (status: number, reason: string) =>
    ({ sandbox }: Studio): void =>
      sandbox.fault({ match: { operation: list, pathIncludes: 'key=' }, status, reason });

  it.each([
    ['the chat is hidden', hide],
    ['the quota of the key is gone', fail(403, 'quotaExceeded')],
    ['the key is not valid any more', fail(400, 'keyInvalid')],
  ])('goes on by the token after the last message when %s', async (_, change) => {
    await using studio = await openStudio({ env });
    const chat = findChat(studio.sandbox.simulation(), night)!;
    chat.pollingIntervalMillis = 1;
    const stream = await follow(studio, 'studio-owner');
    await stream.until(1);
    change(studio);
    const posted = post(studio);
    expect(idsIn((await stream.until(2)).slice(1))).toEqual([posted]);
    expect(readers(studio)).toContain('studio-owner');
  });

  it.each([
    ['a content owner', env, { 'x-content-owner': ids.contentOwner }],
    ['PUBLIC_READS=token', { CACHE: 'public' }, {}],
  ])('the token reads with %s', async (_, settings, headers) => {
    await using studio = await openStudio({ env: settings });
    await (await follow(studio, 'studio-owner', night, { headers })).until(1);
    expect(readers(studio)).toEqual(['studio-owner']);
  });
});

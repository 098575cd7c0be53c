/** Lists of the live service: moderators, payments of viewers, sponsors. */
import { describe, expect, it } from 'vitest';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import { findChat } from '../../../../src/sandbox/live/chat/chat.ts';
import { moneyText } from '../../../../src/sandbox/live/chat/text.ts';
import type { ChatMessageEntity } from '../../../../src/sandbox/live/chat/entity.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../../src/sandbox/video/state.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio();
const night = ids.chat.nightShift;

const chatOf = (id: string) => findChat(studio.sandbox.simulation(), id)!;

const titleOf = (channelId: string): string | undefined =>
  videoState(studio.sandbox.simulation()).channels.get(channelId)?.snippet.title;

const formParameters = new Set(['part', 'fields', 'prettyPrint']);

/** The calls, without the parameters that say which fields are read. */
const sent = () =>
  studio.calls().map(({ operation, query }) => ({
    operation,
    query: Object.fromEntries(Object.entries(query).filter(([name]) => !formParameters.has(name))),
  }));

describe('the moderators of a chat', () => {
  const list = (id = night, token?: string) =>
    studio.query(
      `{ liveChat(id: "${id}") { moderators(first: 60) { estimatedCount nodes {
        id moderatorId liveChatId liveChat { id } channelId channel { title }
        details { channelId displayName channelUrl profileImageUrl }
      } } } }`,
      {},
      token,
    );
  it('are listed with their channels, which are loaded in one call', async () => {
    const { data, errors } = await list();
    expect(errors).toBeUndefined();
    const { moderators } = chatOf(night);
    expect(data.liveChat.moderators).toEqual({
      estimatedCount: moderators.length,
      nodes: moderators.map(({ id, channelId }) => ({
        id: globalId('ChatModerator', [id]),
        moderatorId: id,
        liveChatId: night,
        liveChat: { id: globalId('LiveChat', [night]) },
        channelId,
        channel: { title: titleOf(channelId) },
        details: {
          channelId,
          displayName: titleOf(channelId),
          channelUrl: expect.stringContaining(channelId),
          profileImageUrl: expect.stringContaining(channelId),
        },
      })),
    });
    expect(studio.operations()).toEqual(['live:liveChatModerators.list', 'video:channels.list']);
  });
  it('are an empty list for a chat without moderators', async () => {
    const { data, errors } = await list(ids.chat.launch);
    expect(errors).toBeUndefined();
    expect(data.liveChat.moderators).toEqual({ estimatedCount: 0, nodes: [] });
  });
  it('are shown to the owner only', async () => {
    const { data, errors } = await list(night, 'studio-guest');
    expect(data.liveChat.moderators).toBeNull();
    expect(errors).toMatchObject([
      { path: ['liveChat', 'moderators'], extensions: { code: 'FORBIDDEN' } },
    ]);
  });
  it('of an unknown chat are an error', async () => {
    const { errors } = await list(ids.chat.missing);
    expect(errors).toMatchObject([
      { extensions: { code: 'NOT_FOUND', reason: 'liveChatNotFound', id: ids.chat.missing } },
    ]);
  });
});

/** Paid messages in the chats of the studio, newest first. */
const paidMessages = (...details: readonly string[]): ChatMessageEntity[] =>
  Object.values(ids.chat)
    .filter((id) => id !== ids.chat.missing && id !== ids.chat.benPreview)
    .flatMap((id) => chatOf(id).messages)
    .filter((message) => details.some((name) => name in message.details))
    .toSorted((a, b) => Date.parse(b.publishedAt) - Date.parse(a.publishedAt));

const commonFields = `commentText createdAt amountMicros currency amountText
  channelId channel { title } supporter { title } supporterDetails { displayName }`;

/** The values of `commonFields`. */
function commonValues({ authorChannelId, publishedAt, details }: ChatMessageEntity, hl = 'en') {
  const fields: Record<string, any> = Object.assign({}, ...Object.values(details));
  const { amountMicros, currency, userComment = null } = fields;
  return {
    commentText: userComment,
    createdAt: publishedAt,
    amountMicros,
    currency,
    amountText: moneyText(amountMicros as string, currency as string, hl),
    channelId: ids.channel.studio,
    channel: { title: titleOf(ids.channel.studio) },
    supporter: { title: titleOf(authorChannelId!) },
    supporterDetails: { displayName: titleOf(authorChannelId!) },
  };
}

describe('super chat events', () => {
  const read = (args = '', token?: string) =>
    studio.query(
      `{ viewer { superChatEvents(first: 50${args}) { nodes {
        ${commonFields} tier isSuperStickerEvent sticker { stickerId altText altTextLanguage }
      } } } }`,
      {},
      token,
    );
  const isRecent = ({ publishedAt }: ChatMessageEntity): boolean => {
    const age = studio.sandbox.simulation().now().getTime() - Date.parse(publishedAt);
    return age <= 30 * 86_400_000;
  };
  it('are the payments of the last 30 days, newest first', async () => {
    const { data, errors } = await read();
    expect(errors).toBeUndefined();
    const all = paidMessages('superChatDetails', 'superStickerDetails');
    const recent = all.filter(isRecent);
    expect(recent.length).toBeLessThan(all.length);
    expect(data.viewer.superChatEvents.nodes).toEqual(
      recent.map((message) => {
        const { superChatDetails, superStickerDetails } = message.details;
        return {
          ...commonValues(message),
          tier: (superChatDetails ?? superStickerDetails)!['tier'],
          isSuperStickerEvent: superStickerDetails !== undefined,
          sticker: superStickerDetails?.['superStickerMetadata'] ?? null,
        };
      }),
    );
    expect(studio.operations()).toEqual(['live:superChatEvents.list', 'video:channels.list']);
  });
  it('have their amounts in the requested language', async () => {
    const { data } = await read(', language: "de"');
    const [newest] = paidMessages('superChatDetails', 'superStickerDetails');
    expect(data.viewer.superChatEvents.nodes[0]).toMatchObject(commonValues(newest!, 'de'));
    expect(sent()[0]).toMatchObject({ query: { hl: ['de'], maxResults: ['50'] } });
  });
  it('are pages with an id for caches, which is not the id of a node', async () => {
    const document = `query ($after: String) { viewer { superChatEvents(first: 2, after: $after) {
      nodes { id superChatEventId } pageInfo { hasNextPage endCursor }
    } } }`;
    const pages: any[] = [];
    for (let after: string | null = null, more = true; more; ) {
      const { data }: any = await studio.query(document, { after });
      pages.push(data.viewer.superChatEvents);
      ({ endCursor: after, hasNextPage: more } = pages.at(-1).pageInfo);
    }
    const nodes = pages.flatMap((page) => page.nodes);
    const recent = paidMessages('superChatDetails', 'superStickerDetails').filter(isRecent);
    expect(new Set(nodes.map(({ id }) => id)).size).toBe(recent.length);
    expect(nodes.map(({ id }) => id)).toEqual(
      nodes.map(({ superChatEventId }) => globalId('SuperChatEvent', [superChatEventId])),
    );
    const { errors } = await studio.query(`{ node(id: "${nodes[0].id}") { id } }`);
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', argument: 'id' } }]);
  });
  it('name the argument of a language that YouTube does not accept', async () => {
    const { errors } = await read(', language: "xx"');
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', argument: 'language' } }]);
  });
  it('are an empty list for a channel without payments', async () => {
    const { data } = await read('', 'studio-guest');
    expect(data.viewer.superChatEvents.nodes).toEqual([]);
  });
});

it('fan funding events are the donations, with their amounts in the requested language', async () => {
  const data = await studio.data(
    `{ viewer { fanFundingEvents(first: 50, language: "sv") { nodes { fanFundingEventId ${commonFields} } } } }`,
  );
  const donations = paidMessages('fanFundingEventDetails');
  expect(donations.length).toBeGreaterThan(1);
  expect(data.viewer.fanFundingEvents.nodes).toEqual(
    donations.map((message) => ({
      fanFundingEventId: expect.any(String),
      ...commonValues(message, 'sv'),
    })),
  );
  expect(sent()[0]).toEqual({
    operation: 'live:fanFundingEvents.list',
    query: { hl: ['sv'], maxResults: ['50'] },
  });
});

describe('sponsors', () => {
  const read = (args: string) =>
    studio.query(
      `{ viewer { sponsors(first: 50${args}) { estimatedCount nodes {
        id startedAt totalMonths channelId channel { title }
        supporter { title } supporterDetails { channelId displayName }
      } } } }`,
    );
  const members = () => videoState(studio.sandbox.simulation()).members.get(ids.channel.studio)!;
  it('are all members of the channel, newest first', async () => {
    const { data, errors } = await read(', filter: ALL');
    expect(errors).toBeUndefined();
    const now = studio.sandbox.simulation().now().getTime();
    const current = members()
      .filter(({ memberSince }) => Date.parse(memberSince) <= now)
      .toReversed();
    expect(data.viewer.sponsors.estimatedCount).toBe(current.length);
    expect(data.viewer.sponsors.nodes).toEqual(
      current.slice(0, 50).map(({ channelId, memberSince, totalMonths }) => ({
        id: globalId('Sponsor', [ids.channel.studio, channelId]),
        startedAt: memberSince,
        totalMonths,
        channelId: ids.channel.studio,
        channel: { title: titleOf(ids.channel.studio) },
        supporter: { title: titleOf(channelId) },
        supporterDetails: { channelId, displayName: titleOf(channelId) },
      })),
    );
  });
  it('are the newest ones if no filter is given', async () => {
    await read('');
    expect(sent()[0]).toEqual({
      operation: 'live:sponsors.list',
      query: { filter: ['newest'], maxResults: ['50'] },
    });
  });
});

/** Lists of the live service: moderators, payments of viewers, sponsors. */
import { describe, expect, it } from 'vitest';
import { findChat } from '../../../../src/sandbox/live/chat/chat.ts';
import { moneyText } from '../../../../src/sandbox/live/chat/text.ts';
import type { ChatMessageEntity } from '../../../../src/sandbox/live/chat/entity.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../../src/sandbox/video/state.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio();

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
  it('have their amounts in the requested language', async () => {
    const { data } = await read(', language: "de"');
    const [newest] = paidMessages('superChatDetails', 'superStickerDetails');
    expect(data.viewer.superChatEvents.nodes[0]).toMatchObject(commonValues(newest!, 'de'));
    expect(sent()[0]).toMatchObject({ query: { hl: ['de'], maxResults: ['50'] } });
  });
  it('name the argument of a language that YouTube does not accept', async () => {
    const { errors } = await read(', language: "xx"');
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', argument: 'language' } }]);
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
  it('are the newest ones if no filter is given', async () => {
    await read('');
    expect(sent()[0]).toEqual({
      operation: 'live:sponsors.list',
      query: { filter: ['newest'], maxResults: ['50'] },
    });
  });
});

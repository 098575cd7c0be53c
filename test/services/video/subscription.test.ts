import { describe, expect, it } from 'vitest';
import { cursorOf, listKey, START } from '../../../src/engine/read/list/cursor.ts';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { ids, subscriptionId } from '../../../src/sandbox/seed/ids.ts';
import { type SubscriptionEntity, videoState } from '../../../src/sandbox/video/state.ts';
import { subscriptions } from '../../../src/services/video/operations.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();
const seeded = () => videoState(studio.sandbox.simulation());
const { channel } = ids;

const subscriptionsOf = (subscriber: string): SubscriptionEntity[] =>
  [...seeded().subscriptions.values()].filter(({ channelId }) => channelId === subscriber);

const requestedCalls = () =>
  studio.calls().map(({ operation, query, body }) => [
    operation,
    Object.fromEntries(
      Object.entries(query)
        .filter(([name]) => name !== 'prettyPrint')
        .map(([name, values]) => [name, values.join()]),
    ),
    ...(body === undefined ? [] : [body]),
  ]);

const kite = subscriptionId(channel.studio, channel.kite);

describe("the caller's subscriptions", () => {
  it('are filtered by channel and ordered with parameters of the call', async () => {
    const { data } = await studio.query(
      `{ viewer { subscriptions(orderBy: TITLE, channelIds: ["${channel.lumen}", "${globalId('Channel', [channel.kite])}", "${channel.sable}"]) { nodes { title } } } }`,
    );
    expect(data.viewer.subscriptions.nodes).toEqual([
      { title: 'Kite Lab' },
      { title: 'Lumen Lighting Lessons' },
    ]);
    expect(requestedCalls()).toEqual([
      [
        'video:subscriptions.list',
        {
          part: 'snippet',
          mine: 'true',
          order: 'alphabetical',
          forChannelId: [channel.lumen, channel.kite, channel.sable].join(),
          maxResults: '20',
          fields: 'items(id,snippet/title),nextPageToken',
        },
      ],
    ]);
  });
});

describe('subscribers', () => {
  it('are sorted by date if recent ones are requested', async () => {
    const { data } = await studio.query(
      '{ viewer { subscribers(recentOnly: true, first: 1) { nodes { subscriber { channelId } } } } }',
    );
    expect(data.viewer.subscribers.nodes).toEqual([{ subscriber: { channelId: channel.ben } }]);
    expect(requestedCalls()).toMatchObject([
      ['video:subscriptions.list', { myRecentSubscribers: 'true' }],
    ]);
  });
});

describe('subscriptions of another channel', () => {
  const read = (id: string, token?: string) =>
    studio.query(
      `{ channel(by: { id: "${id}" }) { subscriptions { nodes { channel { channelId } } } } }`,
      {},
      token,
    );
  it.each([
    [channel.harbor, 'subscriptionForbidden'],
    [ids.account.closed, 'accountClosed'],
    [ids.account.suspended, 'accountSuspended'],
  ])('are null with a warning if they are private: %s', async (id, value) => {
    const { data, errors, extensions } = await read(id);
    expect([data, errors]).toEqual([{ channel: { subscriptions: null } }, undefined]);
    expect(extensions['warnings']).toEqual([
      { code: 'EXPECTED_ABSENCE', path: ['channel', 'subscriptions'], value },
    ]);
  });
});

describe('subscribing', () => {
  const subscribe = (id: string) =>
    studio.query(
      `mutation { subscribeToChannel(input: { channelId: "${id}" }) { channelSubscription { id title channel { channelId } } errors { __typename code path reason ... on NotFoundError { id: objectId } } } }`,
    );
  it('returns the subscription that exists already, with one read by the channel', async () => {
    const before = structuredClone(subscriptionsOf(channel.studio));
    const { data, errors } = await subscribe(channel.kite);
    expect(errors).toBeUndefined();
    const id = globalId('ChannelSubscription', [subscriptionId(channel.studio, channel.kite)]);
    expect(data.subscribeToChannel).toMatchObject({
      channelSubscription: { id, channel: { channelId: channel.kite } },
      errors: [],
    });
    expect(subscriptionsOf(channel.studio)).toEqual(before);
    const { forChannelId, mine } = studio.calls().at(-1)!.query;
    expect([studio.calls().map(({ operation }) => operation), forChannelId, mine]).toEqual([
      ['video:subscriptions.insert', 'video:subscriptions.list'],
      [channel.kite],
      ['true'],
    ]);
  });
  it('is a conflict if the read of the existing subscription fails', async () => {
    studio.refuse('video:subscriptions.list', 403);
    const { data } = await subscribe(channel.kite);
    expect(data.subscribeToChannel).toMatchObject({
      channelSubscription: null,
      errors: [{ code: 'CONFLICT', path: ['channelId'], reason: 'subscriptionDuplicate' }],
    });
  });
});

describe('unsubscribing', () => {
  const end = (by: string) =>
    studio.query(
      `mutation { unsubscribeFromChannel(input: { by: { ${by} } }) { deletedId errors { __typename code path reason ... on NotFoundError { id: objectId } } } }`,
    );
  it('by the channel looks for the subscription first', async () => {
    const { data, errors } = await end(`channelId: "${channel.kite}"`);
    expect([data.unsubscribeFromChannel, errors]).toEqual([
      { deletedId: globalId('ChannelSubscription', [kite]), errors: [] },
      undefined,
    ]);
    expect(studio.calls().map(({ operation }) => operation)).toEqual([
      'video:subscriptions.list',
      'video:subscriptions.delete',
    ]);
    expect(studio.calls().at(-1)!.query['id']).toEqual([kite]);
  });
});

describe('a cursor that YouTube rejects', () => {
  it.each([
    ['an expired page token', { ...START, token: 'gone' }, 1],
    ['a page token with an invalid size', { ...START, size: 1000, offset: 3 }, 0],
  ])('is reported at its argument: %s', async (_, position, calls) => {
    const after = cursorOf(position, listKey(subscriptions.list.key, { mine: true }));
    const { data, errors } = await studio.query(
      'query ($after: String) { viewer { subscriptions(after: $after) { nodes { title } } } }',
      {
        after,
      },
    );
    expect(data).toEqual({ viewer: { subscriptions: null } });
    expect(errors).toMatchObject([
      {
        path: ['viewer', 'subscriptions'],
        extensions: { code: 'INVALID_INPUT', argument: 'after' },
      },
    ]);
    expect(studio.calls().length).toBe(calls);
  });
});

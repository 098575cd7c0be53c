import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { fanId, ids } from '../../../src/sandbox/seed/ids.ts';
import { type MemberEntity, videoState } from '../../../src/sandbox/video/state.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();
const { channel, membershipLevel: level } = ids;
const seededState = () => videoState(studio.sandbox.simulation());

/** Seeded members of the channel, newest first, without those that join later. */
const joinedMembers = (): MemberEntity[] =>
  seededState()
    .members.get(channel.studio)!
    .filter(
      ({ memberSince }) => Date.parse(memberSince) <= studio.sandbox.simulation().now().getTime(),
    )
    .toReversed();

const levels = () => seededState().membershipLevels.get(channel.studio)!;

describe('members of a channel', () => {
  it('take one call each for all members, their channels and their levels', async () => {
    const data = await studio.data(
      `{ viewer { members(first: 500) { estimatedCount nodes { id channelId creatorChannelId levelId displayName profileImageUrl channelUrl levelName channel { title } creator { channelId } level { displayName } accessibleLevels { levelId } duration { startedAt totalMonths } durationAtLevels { levelId level { displayName } startedAt totalMonths } } } } }`,
    );
    const expected = joinedMembers().map(({ channelId, levelId, memberSince, totalMonths }) => {
      const accessible = levels().slice(0, levels().findIndex(({ id }) => id === levelId) + 1);
      const { title } = seededState().channels.get(channelId)!.snippet;
      return {
        id: globalId('Member', [channel.studio, channelId]),
        channelId,
        creatorChannelId: channel.studio,
        levelId,
        displayName: title,
        profileImageUrl: `https://i.video.example/ch/${channelId}/default.jpg`,
        channelUrl: `https://www.video.example/channel/${channelId}`,
        levelName: accessible.at(-1)!.title,
        channel: { title },
        creator: { channelId: channel.studio },
        level: { displayName: accessible.at(-1)!.title },
        accessibleLevels: accessible.map(({ id }) => ({ levelId: id })),
        duration: { startedAt: memberSince, totalMonths },
        durationAtLevels: accessible.map((each) => ({
          levelId: each.id,
          level: { displayName: each.title },
          startedAt: memberSince,
          totalMonths,
        })),
      };
    });
    expect(data.viewer.members).toEqual({ estimatedCount: expected.length, nodes: expected });
    expect(studio.operations()).toEqual([
      'video:channels.list',
      'video:members.list',
      'video:membershipsLevels.list',
    ]);
  });
  it('are filtered by level and channels with parameters of members.list', async () => {
    const { data } = await studio.query(
      `{ viewer { members(levelId: "${globalId('MembershipLevel', [level.mate])}", channelIds: ["${fanId(1)}", "${globalId('Channel', [fanId(2)])}", "${fanId(3)}"]) { nodes { displayName } } } }`,
    );
    expect(data.viewer.members.nodes).toHaveLength(2);
    expect(studio.calls().map(({ query }) => query)).toMatchObject([
      {
        part: ['snippet'],
        hasAccessToLevel: [level.mate],
        filterByMemberChannelId: [[fanId(1), fanId(2), fanId(3)].join()],
        maxResults: ['20'],
        fields: ['items/snippet(creatorChannelId,memberDetails/displayName),nextPageToken'],
      },
    ]);
  });
  it.each([
    ['channelIds: []', 'channelIds'],
    [
      `channelIds: [${Array.from({ length: 101 }, (_, n) => `"${fanId(n)}"`).join()}]`,
      'channelIds',
    ],
  ])('reject arguments before any call: %s', async (args, argument) => {
    const { errors } = await studio.query(
      `{ viewer { members(${args}) { nodes { displayName } } } }`,
    );
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', argument } }]);
    expect(studio.calls()).toEqual([]);
  });
  it('name the argument if YouTube rejects the level', async () => {
    const { errors } = await studio.query(
      `{ viewer { members(levelId: "${level.missing}") { nodes { displayName } } } }`,
    );
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', argument: 'levelId' } }]);
  });
  it.each([
    ['studio-guest', 'channelMembershipsNotEnabled'],
    ['no-channel', 'youtubeSignupRequired'],
  ])(
    'are null with a warning, like updates and levels, for a channel without memberships: %s',
    async (token, value) => {
      const { data, errors, extensions } = await studio.query(
        '{ viewer { members { nodes { displayName } } memberUpdates { cursor } membershipLevels { displayName } } }',
        {},
        token,
      );
      expect([data, errors]).toEqual([
        { viewer: { members: null, memberUpdates: null, membershipLevels: null } },
        undefined,
      ]);
      expect(extensions['warnings'].map((warning: any) => warning.value)).toEqual([
        value,
        value,
        value,
      ]);
    },
  );
  it('return MISSING_SCOPE without the scope for memberships', async () => {
    const { errors } = await studio.query(
      '{ viewer { members { nodes { displayName } } } }',
      {},
      'studio-reader',
    );
    expect(errors).toMatchObject([
      {
        extensions: {
          code: 'MISSING_SCOPE',
          anyOf: ['https://www.googleapis.com/auth/youtube.channel-memberships.creator'],
        },
      },
    ]);
  });
});

describe('membership levels', () => {
  it('are returned in their order, and single ones by id from the same list', async () => {
    const data = await studio.data(
      `{ viewer { membershipLevels { id displayName creator { channelId } } } node(id: "${globalId('MembershipLevel', [level.captain])}") { ... on MembershipLevel { displayName } } }`,
    );
    expect(data).toEqual({
      viewer: {
        membershipLevels: levels().map(({ id, title }) => ({
          id: globalId('MembershipLevel', [id]),
          displayName: title,
          creator: { channelId: channel.studio },
        })),
      },
      node: { displayName: 'Captain & crew' },
    });
  });
});

describe('member updates', () => {
  const readUpdates = (after: string | null) =>
    studio.query(
      'query ($after: String) { viewer { memberUpdates(after: $after) { cursor hasMore reset pollAfterMs members { displayName channel { channelId } } } } }',
      { after },
    );
  it('start with the first query and continue after its cursor, with one call each', async () => {
    const first = await readUpdates(null);
    expect(first.errors).toBeUndefined();
    const empty = { members: [], hasMore: false, reset: false, pollAfterMs: null };
    expect(first.data.viewer.memberUpdates).toMatchObject(empty);
    await studio.query(
      `mutation { deletePlaylist(input: { id: "${ids.playlist.empty}" }) { deletedId } }`,
    );
    studio.sandbox.clearCalls();
    const second = await readUpdates(first.data.viewer.memberUpdates.cursor);
    expect(second.data.viewer.memberUpdates).toMatchObject({
      members: [{ channel: { channelId: fanId(28) } }],
      hasMore: null,
      reset: false,
      pollAfterMs: null,
    });
    const third = await readUpdates(second.data.viewer.memberUpdates.cursor);
    expect(third.data.viewer.memberUpdates.members).toEqual([]);
    expect(
      studio.calls().map(({ query }) => [query['mode'], query['maxResults'], query['fields']]),
    ).toEqual([
      [
        ['updates'],
        ['1000'],
        ['items/snippet(creatorChannelId,memberDetails(channelId,displayName)),nextPageToken'],
      ],
      [
        ['updates'],
        ['1000'],
        ['items/snippet(creatorChannelId,memberDetails(channelId,displayName)),nextPageToken'],
      ],
    ]);
  });
  it('reject a cursor of another list before any call', async () => {
    const { data } = await studio.query(
      '{ viewer { members(first: 1) { pageInfo { endCursor } } } }',
    );
    studio.sandbox.clearCalls();
    const { errors } = await readUpdates(data.viewer.members.pageInfo.endCursor);
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', argument: 'after' } }]);
    expect(studio.calls()).toEqual([]);
  });
});

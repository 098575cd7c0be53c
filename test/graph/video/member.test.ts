import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/graph/global-id.ts';
import { fanId, ids } from '../../../src/sandbox/seed/ids.ts';
import { type MemberEntity, videoState } from '../../../src/sandbox/video/state.ts';
import { useStudio } from '../../support/studio.ts';

const studio = useStudio();
const { channel, membershipLevel: level } = ids;
const seeded = () => videoState(studio.sandbox.simulation());

/** The newest first, without those who have yet to join. */
const joined = (): MemberEntity[] =>
  seeded()
    .members.get(channel.studio)!
    .filter(
      ({ memberSince }) => Date.parse(memberSince) <= studio.sandbox.simulation().now().getTime(),
    )
    .toReversed();

const levels = () => seeded().membershipLevels.get(channel.studio)!;

describe('members', () => {
  it('are shown with their channels and levels: one call for all of either', async () => {
    const { data, errors } = await studio.query(
      `{ viewer { members(first: 500) { estimatedCount nodes { displayName profileImageUrl channelUrl levelName channel { title } creator { channelId } level { displayName } accessibleLevels { levelId } duration { memberSince memberTotalDurationMonths } durationAtLevels { level { displayName } memberSince memberTotalDurationMonths } } } } }`,
    );
    expect(errors).toBeUndefined();
    const expected = joined().map(({ channelId, levelId, memberSince, totalMonths }) => {
      const mine = levels().slice(0, levels().findIndex(({ id }) => id === levelId) + 1);
      const { title } = seeded().channels.get(channelId)!.snippet;
      return {
        displayName: title,
        profileImageUrl: `https://i.video.example/ch/${channelId}/default.jpg`,
        channelUrl: `https://www.video.example/channel/${channelId}`,
        levelName: mine.at(-1)!.title,
        channel: { title },
        creator: { channelId: channel.studio },
        level: { displayName: mine.at(-1)!.title },
        accessibleLevels: mine.map(({ id }) => ({ levelId: id })),
        duration: { memberSince, memberTotalDurationMonths: totalMonths },
        durationAtLevels: mine.map((each) => ({
          level: { displayName: each.title },
          memberSince,
          memberTotalDurationMonths: totalMonths,
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
  it('are those of a level and above, or those among some channels, by parameters of the call', async () => {
    const { data } = await studio.query(
      `{ viewer { members(level: "${globalId('MembershipLevel', [level.mate])}", channelIds: ["${fanId(1)}", "${globalId('Channel', [fanId(2)])}", "${fanId(3)}"]) { nodes { displayName } } } }`,
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
    [`channelIds: ["${globalId('Video', [ids.video.trailer])}"]`, 'channelIds.0'],
    [`level: "${globalId('Channel', [channel.studio])}"`, 'level'],
  ])('are not asked for with what cannot be: %s', async (args, argument) => {
    const { errors } = await studio.query(
      `{ viewer { members(${args}) { nodes { displayName } } } }`,
    );
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', argument } }]);
    expect(studio.calls()).toEqual([]);
  });
  it('of a level that is not there are an error that names the argument', async () => {
    const { errors } = await studio.query(
      `{ viewer { members(level: "${level.missing}") { nodes { displayName } } } }`,
    );
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', argument: 'level' } }]);
  });
  it.each([
    ['studio-guest', 'channelMembershipsNotEnabled'],
    ['no-channel', 'youtubeSignupRequired'],
  ])(
    'are null with a warning where there can be none, and so are levels and updates: %s',
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
  it('need a scope of their own', async () => {
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

describe('levels', () => {
  it('are listed in their order, and read again by their ids from the same list', async () => {
    const { data, errors } = await studio.query(
      `{ viewer { membershipLevels { id displayName creator { channelId } } } node(id: "${globalId('MembershipLevel', [level.captain])}") { ... on MembershipLevel { displayName } } }`,
    );
    expect(errors).toBeUndefined();
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

describe('updates of members', () => {
  const look = (after: string | null) =>
    studio.query(
      'query ($after: String) { viewer { memberUpdates(after: $after) { cursor members { displayName channel { channelId } } } } }',
      { after },
    );
  it('begin with the first look and go on from its cursor, a call a look', async () => {
    const first = await look(null);
    expect(first.errors).toBeUndefined();
    expect(first.data.viewer.memberUpdates.members).toEqual([]);
    await studio.query(
      `mutation { deletePlaylist(input: { id: "${ids.playlist.empty}" }) { deletedId } }`,
    );
    studio.sandbox.clearCalls();
    const second = await look(first.data.viewer.memberUpdates.cursor);
    expect(second.data.viewer.memberUpdates.members).toMatchObject([
      { channel: { channelId: fanId(28) } },
    ]);
    const third = await look(second.data.viewer.memberUpdates.cursor);
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
  it('take no cursor of another list', async () => {
    const { data } = await studio.query(
      '{ viewer { members(first: 1) { pageInfo { endCursor } } } }',
    );
    studio.sandbox.clearCalls();
    const { errors } = await look(data.viewer.members.pageInfo.endCursor);
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', argument: 'after' } }]);
    expect(studio.calls()).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { fanId, ids } from '../../../src/sandbox/seed/ids.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();
const { membershipLevel: level } = ids;

describe('members of a channel', () => {
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
  it('are null with a warning, like updates and levels, for a channel without memberships', async () => {
    const { data, errors, extensions } = await studio.query(
      '{ viewer { members { nodes { displayName } } memberUpdates { cursor } membershipLevels { displayName } } }',
      {},
      'studio-guest',
    );
    expect([data, errors]).toEqual([
      { viewer: { members: null, memberUpdates: null, membershipLevels: null } },
      undefined,
    ]);
    const value = 'channelMembershipsNotEnabled';
    expect(extensions['warnings']).toMatchObject([{ value }, { value }, { value }]);
  });
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

describe('member updates', () => {
  const readUpdates = (after: string | null) =>
    studio.query(
      'query ($after: String) { viewer { memberUpdates(after: $after) { cursor hasMore reset pollAfter members { displayName channel { channelId } } } } }',
      { after },
    );
  it('start with the first query and continue after its cursor, with one call each', async () => {
    const first = await readUpdates(null);
    expect(first.errors).toBeUndefined();
    const empty = { members: [], hasMore: false, reset: false, pollAfter: null };
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
      pollAfter: null,
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
  it('reject a cursor that YouTube no longer knows', async () => {
    const { data } = await readUpdates(null);
    studio.refuse('video:members.list', 400, 'invalidPageToken');
    const { errors } = await readUpdates(data.viewer.memberUpdates.cursor);
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', argument: 'after' } }]);
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

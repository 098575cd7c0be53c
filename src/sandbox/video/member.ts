/** Paying members of the caller's channel, and the membership levels that it offers. */
import type { ApiCall, Handler } from '../call/handler.ts';
import { ApiError } from '../http/api-error.ts';
import { throwInvalidParameter } from './error.ts';
import { profileImageUrl } from './image/thumbnail.ts';
import { listResponse } from './list-response.ts';
import { type MemberEntity, type MembershipLevelEntity, videoState } from './state.ts';

type Levels = readonly MembershipLevelEntity[];

/** Returns the levels of the caller's channel. @throws ApiError 400 if it offers no memberships */
function findLevels({ simulation, user }: ApiCall): Levels {
  const levels = videoState(simulation).membershipLevels.get(user.channelId!);
  if (!levels)
    throw new ApiError(400, 'channelMembershipsNotEnabled', {
      domain: 'youtube.member',
      message: 'The channel has no memberships.',
    });
  return levels;
}

/** `membershipsLevels.list`. */
export const listMembershipLevels: Handler = (call) =>
  listResponse(call, findLevels(call), ({ id, title }) => ({
    id,
    snippet: { creatorChannelId: call.user.channelId, levelDetails: { displayName: title } },
  }));

/** `members.list`: the current members, or with `mode=updates` those who joined since a call. */
export const listMembers: Handler = (call) => {
  const { query } = call;
  const levels = findLevels(call);
  const isUpdates = query.text('mode') === 'updates';
  if (isUpdates && (query.has('hasAccessToLevel') || query.has('filterByMemberChannelId')))
    throwInvalidFilter('mode');
  const members = findCurrentMembers(call);
  if (isUpdates) return listUpdates(call, members, levels);
  const level = query.text('hasAccessToLevel');
  const minRank = level === undefined ? 0 : rankOf(levels, level);
  if (minRank < 0) throwInvalidFilter('hasAccessToLevel');
  const channelIds = query.list('filterByMemberChannelId');
  const selected = members.filter(
    ({ channelId, levelId }) =>
      rankOf(levels, levelId) >= minRank &&
      (channelIds.length === 0 || channelIds.includes(channelId)),
  );
  return listResponse(call, selected, (member) => serializeMember(call, member, levels));
};

const throwInvalidFilter = (location: string): never =>
  throwInvalidParameter('youtube.parameter', 'invalidFilters', location);

/** The members of the caller's channel who have joined by now, newest first. */
function findCurrentMembers({ simulation, user }: ApiCall): readonly MemberEntity[] {
  const now = simulation.now().getTime();
  return videoState(simulation)
    .members.get(user.channelId!)!
    .filter(({ memberSince }) => Date.parse(memberSince) <= now)
    .toReversed();
}

/** The index of a level; -1 for unknown ids. */
const rankOf = (levels: Levels, id: string): number => levels.findIndex((level) => level.id === id);

/**
 * The page token of `mode=updates` is a time: a call returns the members who joined after it, and
 * the token of the next call. A call without a token returns no members.
 */
function listUpdates(call: ApiCall, members: readonly MemberEntity[], levels: Levels): object {
  const { query, simulation } = call;
  const now = simulation.now().getTime();
  const start = query.has('pageToken') ? parseUpdateToken(query.text('pageToken')!) : now;
  const items = members
    .filter(({ memberSince }) => Date.parse(memberSince) > start)
    .map((member) => serializeMember(call, member, levels));
  return {
    kind: 'youtube#memberListResponse',
    nextPageToken: Buffer.from(`updates ${now}`).toString('base64url'),
    pageInfo: { totalResults: items.length, resultsPerPage: query.int('maxResults') ?? 5 },
    items,
  };
}

/** Returns milliseconds since 1970. @throws ApiError 400 for another token */
function parseUpdateToken(token: string): number {
  const time = /^updates (\d+)$/.exec(Buffer.from(token, 'base64url').toString())?.[1];
  return time === undefined
    ? throwInvalidParameter('youtube.parameter', 'invalidPageToken', 'pageToken')
    : Number(time);
}

function serializeMember(
  { simulation, user }: ApiCall,
  { channelId, levelId, memberSince, totalMonths }: MemberEntity,
  levels: Levels,
): object {
  const { snippet } = videoState(simulation).channels.get(channelId)!;
  const accessible = levels.slice(0, rankOf(levels, levelId) + 1);
  const duration = { memberSince, memberTotalDurationMonths: totalMonths };
  return {
    kind: 'youtube#member',
    snippet: {
      creatorChannelId: user.channelId,
      memberDetails: {
        channelId,
        channelUrl: `https://www.video.example/channel/${channelId}`,
        displayName: snippet.title,
        profileImageUrl: profileImageUrl(channelId),
      },
      membershipsDetails: {
        highestAccessibleLevel: levelId,
        highestAccessibleLevelDisplayName: accessible.at(-1)!.title,
        accessibleLevels: accessible.map(({ id }) => id),
        membershipsDuration: duration,
        membershipsDurationAtLevels: accessible.map(({ id }) => ({ level: id, ...duration })),
      },
    },
  };
}

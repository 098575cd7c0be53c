/** The paying members of the caller's own channel, the levels they may choose, and who joined lately. */
import type { ApiCall, Handler } from '../handler.ts';
import { ApiError } from '../api-error.ts';
import { listResponse } from './list-response.ts';
import { type MemberEntity, type MembershipLevelEntity, videoState } from './state.ts';

const domain = 'youtube.member';

/** The levels of the caller's channel. Refuses where it has none. */
function levelsOf({ simulation, user }: ApiCall): readonly MembershipLevelEntity[] {
  const levels = videoState(simulation).membershipLevels.get(user.channelId!);
  if (levels !== undefined) return levels;
  throw new ApiError(400, 'channelMembershipsNotEnabled', {
    domain,
    message: 'The channel has no memberships.',
  });
}

export const listMembershipLevels: Handler = (call) =>
  listResponse(call, 'membershipsLevelListResponse', levelsOf(call), ({ id, title }) => ({
    kind: 'youtube#membershipsLevel',
    id,
    snippet: { creatorChannelId: call.user.channelId, levelDetails: { displayName: title } },
  }));

export const listMembers: Handler = (call) => {
  const { query, simulation, user } = call;
  const levels = levelsOf(call);
  const narrowed = query.has('hasAccessToLevel') || query.has('filterByMemberChannelId');
  const updates = query.text('mode') === 'updates';
  const refused = (location: string): never => {
    throw new ApiError(400, 'invalidFilters', { domain: 'youtube.parameter', location });
  };
  if (updates && narrowed) refused('mode');
  const joined = videoState(simulation)
    .members.get(user.channelId!)!
    .filter(({ memberSince }) => Date.parse(memberSince) <= simulation.now().getTime())
    .toReversed();
  if (updates) return feed(call, joined, levels);
  const access = query.text('hasAccessToLevel');
  const least = access === undefined ? 0 : levels.findIndex(({ id }) => id === access);
  if (least < 0) refused('hasAccessToLevel');
  const wanted = query.list('filterByMemberChannelId');
  const kept = joined.filter(
    ({ channelId, levelId }) =>
      rank(levels, levelId) >= least && (wanted.length === 0 || wanted.includes(channelId)),
  );
  return listResponse(call, 'memberListResponse', kept, (member) => show(call, member, levels));
};

const rank = (levels: readonly MembershipLevelEntity[], id: string): number =>
  levels.findIndex((level) => level.id === id);

/** The first call begins a stream and brings nobody; each further one brings who joined since. A token always follows. */
function feed(
  call: ApiCall,
  joined: readonly MemberEntity[],
  levels: readonly MembershipLevelEntity[],
): object {
  const { query, simulation } = call;
  const now = simulation.now().getTime();
  const since = query.has('pageToken') ? sinceOf(query.text('pageToken')!) : now;
  const items = joined
    .filter((member) => Date.parse(member.memberSince) > since)
    .map((member) => show(call, member, levels));
  return {
    kind: 'youtube#memberListResponse',
    nextPageToken: Buffer.from(`updates ${now}`).toString('base64url'),
    pageInfo: { totalResults: items.length, resultsPerPage: query.int('maxResults') ?? 5 },
    items,
  };
}

function sinceOf(token: string): number {
  const instant = /^updates (\d+)$/.exec(Buffer.from(token, 'base64url').toString())?.[1];
  if (instant !== undefined) return Number(instant);
  throw new ApiError(400, 'invalidPageToken', {
    domain: 'youtube.parameter',
    location: 'pageToken',
  });
}

function show(
  { simulation, user }: ApiCall,
  { channelId, levelId, memberSince, totalMonths }: MemberEntity,
  levels: readonly MembershipLevelEntity[],
): object {
  const { snippet } = videoState(simulation).channels.get(channelId)!;
  const mine = levels.slice(0, rank(levels, levelId) + 1);
  const duration = { memberSince: memberSince, memberTotalDurationMonths: totalMonths };
  return {
    kind: 'youtube#member',
    snippet: {
      creatorChannelId: user.channelId,
      memberDetails: {
        channelId,
        channelUrl: `https://www.video.example/channel/${channelId}`,
        displayName: snippet.title,
        profileImageUrl: `https://i.video.example/ch/${channelId}/default.jpg`,
      },
      membershipsDetails: {
        highestAccessibleLevel: levelId,
        highestAccessibleLevelDisplayName: mine.at(-1)!.title,
        accessibleLevels: mine.map(({ id }) => id),
        membershipsDuration: duration,
        membershipsDurationAtLevels: mine.map(({ id }) => ({ level: id, ...duration })),
      },
    },
  };
}

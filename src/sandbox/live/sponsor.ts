/** `sponsors.list`: the paying members of the caller's channel, under their former name. */
import type { Handler } from '../call/handler.ts';
import { day } from '../time.ts';
import { listResponse } from '../video/list-response.ts';
import { videoState } from '../video/state.ts';
import { profileOf } from './chat/profile.ts';

/** The age up to which a member counts as new, in milliseconds. */
const newestAge = 90 * day;

/** `sponsors.list`, newest first; a channel without memberships has none. */
export const listSponsors: Handler = (call) => {
  const { query, simulation, user } = call;
  const now = simulation.now().getTime();
  const oldest = query.text('filter') === 'all' ? -Infinity : now - newestAge;
  const sponsors = (videoState(simulation).members.get(user.channelId!) ?? [])
    .filter(({ memberSince }) => Date.parse(memberSince) <= now)
    .filter(({ memberSince }) => Date.parse(memberSince) >= oldest)
    .toReversed();
  return listResponse(call, sponsors, (member) => ({
    snippet: {
      channelId: user.channelId,
      sponsorDetails: profileOf(simulation, member.channelId),
      sponsorSince: member.memberSince,
      cumulativeDurationMonths: member.totalMonths,
    },
  }));
};

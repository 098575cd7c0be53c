/** What is left of the quota of Google, and of what agents may spend of it. */
import type { Api } from '../../engine/api/api.ts';
import { agentTool } from './agent-tool.ts';

const buckets = `{
  quota {
    buckets {
      bucket limit spent remaining exhausted resetAt window
      project { limit spent runsOutAt }
    }
  }
}`;

/** What people ask agents for, and the operation that decides what it costs. */
const common = [
  ['a page of videos, playlists or comments', 'video:videos.list'],
  ['a search for videos by words', 'video:search.list'],
  ['a change of a video', 'video:videos.update'],
  ['a video added to a playlist', 'video:playlistItems.insert'],
  ['a comment', 'video:comments.insert'],
  ['a decision on up to 50 comments', 'video:comments.setModerationStatus'],
  ['a list of captions', 'video:captions.list'],
  ['the text of captions', 'video:captions.download'],
  ['an upload', 'video:videos.insert'],
  ['each step of a broadcast', 'live:liveBroadcasts.insert'],
] as const;

/** @returns what it costs, as the description of the API has it */
const costsIn = ({ operations }: Api): readonly string[] =>
  common.flatMap(([what, key]) => {
    const { units, bucket } = operations.get(key) ?? {};
    return units === undefined || bucket === undefined ? [] : `${what}: ${units} of ${bucket}`;
  });

interface QuotaBucket {
  readonly bucket: string;
  readonly limit: number | null;
  readonly spent: number | null;
  readonly exhausted: boolean;
  readonly resetAt: string;
  readonly window: string;
  readonly remaining: number | null;
  readonly project: { readonly limit: number; readonly spent: number } | null;
}

/** @returns a bucket with what is left for the user: their own share, or that of all users */
function withRest(found: QuotaBucket): object {
  const { bucket, limit, spent, remaining, exhausted, resetAt, project } = found;
  const ofAll = project ? Math.max(0, project.limit - project.spent) : undefined;
  const rests = [remaining, ofAll].filter((each) => typeof each === 'number');
  const left = rests.length > 0 ? Math.min(...rests) : undefined;
  return { bucket, limit, spent, left, exhausted, resetAt, project };
}

export const quota = agentTool({
  name: 'quota',
  title: 'Quota',
  description:
    'What is spent and left of the quota of Google for the day, of what agents may spend of it, when it begins again, and what common tasks cost. Costs nothing.',
  input: {},
  answer: {
    agents: ['object', 'What agents of the user may spend, in units of all buckets together.'],
    buckets: [
      'array',
      'The quota of each day; project is that of all users together. Calendar and Drive have none of a day.',
    ],
    costs: ['string', 'What tasks cost.'],
  },
  run: async (_, run) => {
    const { quota: found } = await run.read<{
      readonly quota: { readonly buckets: readonly QuotaBucket[] };
    }>(buckets);
    return {
      agents: await run.call.balance(),
      buckets: found.buckets.filter(({ window }) => window === 'DAY').map(withRest),
      costs: `${costsIn(run.api).join('; ')}. Calendar and Drive: no quota of a day.`,
    };
  },
});

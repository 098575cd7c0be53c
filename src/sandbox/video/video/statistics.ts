/** Statistics of videos alone. */
import { Temporal } from 'temporal-polyfill';
import type { Handler } from '../../call/handler.ts';
import { type ControlResponse, noContent, notBoolean } from '../../http/control-response.ts';
import type { Simulation } from '../../simulation.ts';
import { listResponse } from '../list-response.ts';
import { type VideoEntity, videoState } from '../state.ts';
import { selectVideos, serializeStatistics } from './video.ts';

/**
 * `videos.batchGetStats` (page of the method and discovery document youtube v3, revision 20260924,
 * read 2026-11-28): what cannot be read is missing, and durations are seconds. Assumed: callers
 * read the videos that `videos.list` shows them, with the same numbers.
 */
export const batchGetStatistics: Handler = (call) => {
  const { simulation } = call;
  const videos = selectVideos(call);
  const read = videoState(simulation).leavesOutStatistics ? videos.slice(1) : videos;
  return listResponse(call, read, (video) => {
    const { viewCount, likeCount, commentCount } = serializeStatistics(call, video, false);
    return {
      kind: 'youtube#videoStats',
      id: video.id,
      snippet: { publishTime: video.snippet.publishedAt },
      statistics: { viewCount, likeCount, commentCount },
      contentDetails: { duration: secondsOf(video) },
    };
  });
};

function secondsOf({ contentDetails: { duration } }: VideoEntity): string | undefined {
  if (typeof duration !== 'string') return undefined;
  return `${Temporal.Duration.from(duration).total('seconds')}s`;
}

/** `POST /_sandbox/statistics`. */
export function controlStatistics(
  simulation: Simulation,
  { leavesOut = false }: Readonly<Record<string, unknown>>,
): ControlResponse {
  if (typeof leavesOut !== 'boolean') return notBoolean('leavesOut', leavesOut);
  videoState(simulation).leavesOutStatistics = leavesOut;
  return noContent;
}

/**
 * `createBroadcast` and `updateBroadcast`. Once a broadcast has started, its texts are those of its
 * video.
 */
import type { Change } from '../../engine/write/change.ts';
import { replaceByState } from '../../engine/write/update/replace-by-state.ts';
import { write } from '../../engine/schema/write/write.ts';
import { insert } from '../../engine/write/insert/insert.ts';
import { changes } from '../../engine/schema/write/write-input.ts';
import {
  checkEnd,
  checkLocks,
  checkSchedule,
  isStarted,
  joinSchedule,
  missingStart,
} from '../live/broadcast/write/input.ts';
import { broadcastRows as liveRows } from '../live/broadcast/write/row.ts';
import { liveBroadcasts } from '../live/operations.ts';
import { videos } from '../video/operations.ts';
import { Broadcast } from '../live/resources.ts';
import { Video, VideoCategory } from '../video/resources.ts';
import { dropOutdatedSchedule, videoReplaceRules } from '../video/video/write/write.ts';

/** The rows of all inputs with values of a broadcast. */
export const broadcastRows = {
  ...liveRows,
  categoryId: [
    'An assignable category of the video: a global id or a YouTube id.',
    { references: VideoCategory, clearable: false, ifNew: 'Default: chosen by YouTube.' },
  ],
} as const;

const createBroadcast = write('createBroadcast', {
  description:
    "Schedule a broadcast on the caller's channel. YouTube creates a video with an equal id, which can be read some seconds later. Bind a stream with `bindBroadcast` before the broadcast can start. If the response is lost, check `Viewer.broadcasts` before you repeat the mutation.",
  operation: liveBroadcasts.insert,
  target: Broadcast,
  // Naming read-only parts here costs nothing; reading them afterwards would cost a call.
  strategy: insert({ answerSelected: true }),
  input: changes(liveBroadcasts.insert, broadcastRows),
  validate: checkEnd,
  result: 'The created broadcast.',
});

const schedulePaths: ReadonlySet<string> = new Set([
  'snippet.scheduledStartTime',
  'snippet.scheduledEndTime',
]);

/** Paths that a broadcast shares with its video. */
const videoPaths: ReadonlySet<string> = new Set([
  'snippet.title',
  'snippet.description',
  'snippet.categoryId',
  'status.privacyStatus',
  'status.selfDeclaredMadeForKids',
]);

/**
 * The changes that are made through the video once the broadcast has started: an update of the
 * broadcast would send its planned start again, which YouTube rejects when it has passed. With a
 * new schedule, the texts are sent together with it.
 */
function changesOfVideo(all: readonly Change[]): readonly Change[] {
  const isRescheduled = all.some(({ path }) => schedulePaths.has(path));
  return all.filter(
    ({ path }) => videoPaths.has(path) && !(isRescheduled && path.startsWith('snippet.')),
  );
}

const { invalidScheduledStartTime } = liveBroadcasts.update.reasons;

const lifeCycleStatus = ['status.lifeCycleStatus'];

const updateBroadcast = write('updateBroadcast', {
  description:
    'Change fields of a broadcast. The gateway reads the affected parts, merges the changes and replaces the parts. After testing has begun, or if the planned start has passed, the gateway changes title, description, category and visibility through the video of the broadcast. If two clients change the same field, the last write wins. Error `PARTLY_DONE` if a change through the video fails after another change was made.',
  operation: liveBroadcasts.update,
  target: Broadcast,
  id: { note: "Must belong to the caller's channel." },
  strategy: replaceByState({
    own: {
      alsoRead: {
        snippet: lifeCycleStatus,
        status: lifeCycleStatus,
        contentDetails: lifeCycleStatus,
      },
    },
    other: {
      operation: videos.update,
      resource: Video.resource,
      rules: videoReplaceRules,
      adjust: dropOutdatedSchedule,
    },
    movable: videoPaths,
    moved: (all, current) => (isStarted(current) ? changesOfVideo(all) : []),
    rejection: {
      reason: invalidScheduledStartTime,
      path: 'snippet.scheduledStartTime',
      missing: missingStart,
    },
  }),
  input: changes(liveBroadcasts.update, broadcastRows),
  validate: checkEnd,
  adjust: (next, current, input) => {
    checkLocks(current, input);
    checkSchedule(next, input);
    joinSchedule(next, input.cuepointSchedule);
  },
  reasons: { videoNotEligibleForAdsMonetization: 'monetizationDetails.adsMonetizationStatus' },
  result: 'The broadcast after the change.',
});

export const broadcastWrites = [createBroadcast, updateBroadcast];

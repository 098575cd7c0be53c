/** `updateBroadcast`: once a broadcast has started, its texts are those of its video. */
import type { Change } from '../../engine/write/change.ts';
import { replaceByState } from '../../engine/write/update/replace-by-state.ts';
import { write } from '../../engine/schema/write/write.ts';
import { changes } from '../../engine/schema/write/write-input.ts';
import {
  checkEnd,
  checkLocks,
  checkSchedule,
  isStarted,
  missingStart,
} from '../live/broadcast/write/input.ts';
import { broadcastRows } from '../live/broadcast/write/row.ts';
import { liveBroadcasts } from '../live/operations.ts';
import { videos } from '../video/operations.ts';
import { Broadcast } from '../live/resources.ts';
import { Video } from '../video/resources.ts';
import { dropOutdatedSchedule, videoReplaceRules } from '../video/video/write/write.ts';

const schedulePaths: ReadonlySet<string> = new Set([
  'snippet.scheduledStartTime',
  'snippet.scheduledEndTime',
]);

/** Paths that a broadcast shares with its video. */
const videoPaths: ReadonlySet<string> = new Set([
  'snippet.title',
  'snippet.description',
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

export const updateBroadcast = write('updateBroadcast', {
  description:
    'Change fields of a broadcast. The gateway reads the affected parts, merges the changes and replaces the parts. After testing has begun, or if the planned start has passed, the gateway changes title, description and visibility through the video of the broadcast. If two clients change the same field, the last write wins. Error `PARTLY_DONE` if a change through the video fails after another change was made.',
  operation: liveBroadcasts.update,
  target: Broadcast,
  id: "The broadcast to change: a global id or a YouTube id. Must belong to the caller's channel.",
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
  },
  result: ['broadcast', 'The broadcast after the change.'],
});

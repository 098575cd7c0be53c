/** Writes of broadcasts. Bindings are in `binding.ts`, transitions in `transition.ts`. */
import { remove } from '../../../engine/write/action.ts';
import { insert } from '../../../engine/write/insert/insert.ts';
import { replaceByState } from '../../../engine/write/update/replace-by-state.ts';
import { liveBroadcasts } from '../operations.ts';
import { videos } from '../../video/operations.ts';
import { write } from '../../../engine/schema/write/write.ts';
import { changes } from '../../../engine/schema/write/write-input.ts';
import { checkDescription, checkTitle } from '../../shared/youtube/text.ts';
import { PrivacyStatus } from '../../shared/youtube/privacy-status.ts';
import { dropOutdatedSchedule, videoReplaceRules } from '../../video/video/write.ts';
import { Video } from '../../video/resource.ts';
import { ClosedCaptionsType, LatencyPreference, Projection } from './content-detail.ts';
import { changesOfVideo, videoPaths } from './video.ts';
import {
  checkEnd,
  checkLocks,
  checkSchedule,
  checkStart,
  cuepointSchedule,
  CuepointScheduleInput,
  isStarted,
  missingStart,
} from './input.ts';
import { newBroadcastRows } from './new-input.ts';
import { Broadcast } from '../resource.ts';
import { checkNotNegative } from '../../../engine/schema/type/number.ts';

const notClearable = { clearable: false } as const;

const createBroadcast = write('createBroadcast', {
  description:
    "Schedule a broadcast on the caller's channel. YouTube creates a video with an equal id, which can be read some seconds later. Bind a stream with `bindBroadcast` before the broadcast can start. If the response is lost, check `Viewer.broadcasts` before you repeat the mutation.",
  inputDescription: 'Input of `createBroadcast`.',
  operation: liveBroadcasts.insert,
  target: Broadcast,
  // Naming read-only parts here costs nothing; reading them afterwards would cost a call.
  strategy: insert({ answerSelected: true }),
  input: changes(liveBroadcasts.insert, newBroadcastRows),
  validate: checkEnd,
  result: ['broadcast', 'The created broadcast.'],
});

const { invalidScheduledStartTime } = liveBroadcasts.update.reasons;

const lifeCycleStatus = ['status.lifeCycleStatus'];

const updateBroadcast = write('updateBroadcast', {
  description:
    'Change fields of a broadcast. The gateway reads the affected parts, merges the changes and replaces the parts. After testing has begun, or if the planned start has passed, the gateway changes title, description and visibility through the video of the broadcast. If two clients change the same field, the last write wins. Error `PARTLY_DONE` if a change through the video fails after another change was made.',
  inputDescription:
    'Input of `updateBroadcast`. An omitted field keeps its value. Null clears the field unless stated otherwise.',
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
  input: changes(liveBroadcasts.update, {
    title: [
      'String',
      'snippet.title',
      'The title. 1 to 100 characters, without `<` and `>`.',
      { check: checkTitle },
    ],
    description: [
      'String',
      'snippet.description',
      'The description. At most 5,000 bytes, without `<` and `>`. Null clears the description.',
      { check: checkDescription },
    ],
    scheduledStartAt: [
      'DateTime',
      'snippet.scheduledStartTime',
      'The planned start. Must be in the future. Cannot be changed after the broadcast went live.',
      { check: checkStart },
    ],
    scheduledEndAt: [
      'DateTime',
      'snippet.scheduledEndTime',
      'The planned end. Must be after the start. Cannot be changed after the broadcast went live. If the planned start has passed, pass a new start, too. Null removes the planned end.',
    ],
    privacyStatus: [PrivacyStatus, 'status.privacyStatus', 'The visibility.', notClearable],
    selfDeclaredMadeForKids: [
      'Boolean',
      'status.selfDeclaredMadeForKids',
      'Whether the caller declares the broadcast as made for kids.',
      notClearable,
    ],
    enableMonitorStream: [
      'Boolean',
      'contentDetails.monitorStream.enableMonitorStream',
      'Whether the monitor stream is enabled. Cannot be changed after testing has begun.',
      notClearable,
    ],
    broadcastStreamDelayMs: [
      'Int',
      'contentDetails.monitorStream.broadcastStreamDelayMs',
      'The delay of the public stream after the monitor stream. Milliseconds. Cannot be changed after testing has begun.',
      { check: checkNotNegative, clearable: false },
    ],
    enableAutoStart: [
      'Boolean',
      'contentDetails.enableAutoStart',
      'Whether the broadcast starts automatically when the bound stream receives data.',
      notClearable,
    ],
    enableAutoStop: [
      'Boolean',
      'contentDetails.enableAutoStop',
      'Whether the broadcast ends automatically about one minute after the bound stream stops.',
      notClearable,
    ],
    enableDvr: [
      'Boolean',
      'contentDetails.enableDvr',
      'Whether viewers can pause and rewind during the broadcast. Cannot be changed after testing has begun.',
      notClearable,
    ],
    enableEmbed: [
      'Boolean',
      'contentDetails.enableEmbed',
      'Whether other websites can embed the broadcast. Cannot be changed after testing has begun.',
      notClearable,
    ],
    recordFromStart: [
      'Boolean',
      'contentDetails.recordFromStart',
      'Whether recording starts automatically when the broadcast goes live. Cannot be changed after testing has begun.',
      notClearable,
    ],
    closedCaptionsType: [
      ClosedCaptionsType,
      'contentDetails.closedCaptionsType',
      'The expected source of captions. Cannot be changed after testing has begun.',
      notClearable,
    ],
    latencyPreference: [
      LatencyPreference,
      'contentDetails.latencyPreference',
      'The preferred balance of picture quality and delay.',
      notClearable,
    ],
    projection: [
      Projection,
      'contentDetails.projection',
      'The projection of the video.',
      notClearable,
    ],
    cuepointSchedule: [
      CuepointScheduleInput,
      'monetizationDetails.cuepointSchedule',
      'Changes to the schedule of automatic ad breaks. Null resets the schedule.',
      cuepointSchedule,
    ],
  }),
  validate: checkEnd,
  adjust: (next, current, input) => {
    checkLocks(current, input);
    checkSchedule(next, input);
  },
  result: ['broadcast', 'The broadcast after the change.'],
});

const deleteBroadcast = write('deleteBroadcast', {
  description:
    'Delete a broadcast permanently, with its video and the recording. Keeps the stream. Error `FORBIDDEN` with the reason `liveBroadcastDeletionNotAllowed` while the broadcast is in testing or live: end the broadcast first.',
  inputDescription: 'Input of `deleteBroadcast`.',
  operation: liveBroadcasts.delete,
  target: Broadcast,
  id: "The broadcast to delete: a global id or a YouTube id. Must belong to the caller's channel.",
  strategy: remove(),
  deletes: 'The global id of the deleted broadcast.',
});

export const broadcastWrites = [createBroadcast, updateBroadcast, deleteBroadcast];

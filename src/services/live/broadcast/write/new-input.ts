/** The input fields of new broadcasts. */
import { required } from '../../../../engine/schema/write/write-input.ts';
import { checkNotNegative } from '../../../../engine/schema/type/number.ts';
import { checkDescription, checkTitle } from '../../../shared/youtube/text.ts';
import { checkFuture } from '../../../shared/future.ts';
import { cuepointSchedule, CuepointScheduleInput } from './input.ts';

/** Rows of every write that creates a broadcast. */
export const newBroadcastRows = {
  title: ['The title. 1 to 100 characters, without `<` and `>`.', { check: checkTitle }],
  description: [
    'The description. At most 5,000 bytes, without `<` and `>`.',
    { check: checkDescription },
  ],
  scheduledStartAt: [
    required('DateTime'),
    'snippet.scheduledStartTime',
    'The planned start. Must be in the future. YouTube also rejects a start in the distant future.',
    // YouTube rejects a start in the past.
    { check: checkFuture },
  ],
  scheduledEndAt: [
    'DateTime',
    'snippet.scheduledEndTime',
    'The planned end. Must be after the start. Default: no planned end.',
  ],
  privacyStatus: 'The visibility.',
  selfDeclaredMadeForKids:
    'Whether the caller declares the broadcast as made for kids. Default: false.',
  enableMonitorStream:
    'Whether the monitor stream is enabled. If true, the broadcast must reach the status `TESTING` before `LIVE`. Default: true.',
  broadcastStreamDelayMs: [
    'The delay of the public stream after the monitor stream. Milliseconds. Default: 0.',
    { check: checkNotNegative },
  ],
  enableAutoStart:
    'Whether the broadcast starts automatically when the bound stream receives data. Default: false.',
  enableAutoStop:
    'Whether the broadcast ends automatically about one minute after the bound stream stops. Default: false.',
  enableDvr: 'Whether viewers can pause and rewind during the broadcast. Default: true.',
  enableEmbed: 'Whether other websites can embed the broadcast. Default: chosen by YouTube.',
  recordFromStart:
    'Whether recording starts automatically when the broadcast goes live. Default: true.',
  closedCaptionsType: 'The expected source of captions. Default: `CLOSED_CAPTIONS_DISABLED`.',
  latencyPreference: 'The preferred balance of picture quality and delay. Default: `NORMAL`.',
  projection: 'The projection of the video. Default: `RECTANGULAR`.',
  cuepointSchedule: [
    CuepointScheduleInput,
    'monetizationDetails.cuepointSchedule',
    'The schedule of automatic ad breaks. Default: no automatic ad breaks.',
    cuepointSchedule,
  ],
} as const;

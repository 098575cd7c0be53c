/** The writable values of broadcasts. */
import { newOrChanged, required } from '../../../../engine/schema/write/write-input.ts';
import { durationAs } from '../../../../engine/schema/type/duration.ts';
import { AdsMonetizationStatus } from '../../../shared/youtube/enums.ts';
import { checkDescription, checkTitle } from '../../../shared/youtube/text.ts';
import { checkFuture } from '../../../shared/future.ts';
import {
  availability,
  BroadcastAvailabilityInput,
  cuepointSchedule,
  CuepointScheduleInput,
} from './input.ts';

/** Options of a setting. @param ifNew its default */
const setting = (ifNew: string) => ({ clearable: false, ifNew: `Default: ${ifNew}.` }) as const;

/** The same for a setting that YouTube locks when testing starts. */
const locked = (ifNew: string) =>
  ({ ...setting(ifNew), ifChanged: 'Cannot be changed after testing has begun.' }) as const;

/** The rows of the inputs that create a broadcast and that change one. */
export const broadcastRows = {
  title: ['The title. 1 to 100 characters, without `<` and `>`.', { check: checkTitle }],
  description: [
    'The description. At most 5,000 bytes, without `<` and `>`.',
    { check: checkDescription },
  ],
  scheduledStartAt: [
    newOrChanged(required('DateTime'), 'DateTime'),
    'snippet.scheduledStartTime',
    'The planned start. Must be in the future.',
    {
      // YouTube rejects a start in the past.
      check: checkFuture,
      ifNew: 'YouTube also rejects a start in the distant future.',
      ifChanged: 'Cannot be changed after the broadcast went live.',
    },
  ],
  scheduledEndAt: [
    'DateTime',
    'snippet.scheduledEndTime',
    'The planned end. Must be after the start.',
    {
      ifNew: 'Default: no planned end.',
      ifChanged:
        'Cannot be changed after the broadcast went live. If the planned start has passed, pass a new start, too. Null removes the planned end.',
    },
  ],
  privacyStatus: ['The visibility.', { clearable: false }],
  selfDeclaredMadeForKids: [
    'Whether the caller declares the broadcast as made for kids.',
    setting('false'),
  ],
  enableMonitorStream: [
    'Whether the monitor stream is enabled. If true, the broadcast must reach the status `TESTING` before `LIVE`.',
    locked('true'),
  ],
  broadcastStreamDelay: [
    'Duration',
    'contentDetails.monitorStream.broadcastStreamDelayMs',
    'The delay of the public stream after the monitor stream, in whole milliseconds. REST field: `broadcastStreamDelayMs`.',
    { ...locked('`PT0S`'), ...durationAs({ unit: 'ms', type: 'uint32' }) },
  ],
  enableAutoStart: [
    'Whether the broadcast starts automatically when the bound stream receives data.',
    setting('false'),
  ],
  enableAutoStop: [
    'Whether the broadcast ends automatically about one minute after the bound stream stops.',
    setting('false'),
  ],
  enableDvr: ['Whether viewers can pause and rewind during the broadcast.', locked('true')],
  enableEmbed: ['Whether other websites can embed the broadcast.', locked('chosen by YouTube')],
  recordFromStart: [
    'Whether recording starts automatically when the broadcast goes live.',
    locked('true'),
  ],
  closedCaptionsType: ['The expected source of captions.', locked('`CLOSED_CAPTIONS_DISABLED`')],
  latencyPreference: ['The preferred balance of picture quality and delay.', setting('`NORMAL`')],
  projection: ['The projection of the video.', setting('`RECTANGULAR`')],
  availabilityConfig: [
    BroadcastAvailabilityInput,
    'contentDetails.availabilityConfig',
    'The countries in which the broadcast is available.',
    {
      ...availability,
      ifNew: 'Default: all countries.',
      ifChanged: 'Replaces the current value. Null: all countries.',
    },
  ],
  adsMonetizationStatus: [
    AdsMonetizationStatus,
    'monetizationDetails.adsMonetizationStatus',
    'Whether the broadcast shows ads, which also depends on `eligibleForAdsMonetization`.',
    {
      ...setting('chosen by YouTube'),
      ifChanged:
        'Error `FORBIDDEN` with the reason `videoNotEligibleForAdsMonetization` if the broadcast may not show ads.',
    },
  ],
  cuepointSchedule: [
    CuepointScheduleInput,
    'monetizationDetails.cuepointSchedule',
    'The schedule of automatic ad breaks.',
    {
      ...cuepointSchedule,
      ifNew: 'Default: no automatic ad breaks.',
      ifChanged: 'Null resets the schedule.',
    },
  ],
} as const;

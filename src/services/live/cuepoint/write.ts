/** Writes that insert cuepoints. Cuepoints are no entities: the answer alone has them. */
import { InvalidInput } from '../../../engine/api/error.ts';
import { field } from '../../../engine/schema/field/field-factory.ts';
import { durationAs } from '../../../engine/schema/type/duration.ts';
import { changes, parameters, required } from '../../../engine/schema/write/write-input.ts';
import { nullOnFailure, type PayloadFields } from '../../../engine/schema/write/write-payload.ts';
import { write } from '../../../engine/schema/write/write.ts';
import { action } from '../../../engine/write/action.ts';
import { Broadcast } from '../resources.ts';
import { liveBroadcasts, liveCuepoints } from '../operations.ts';
import { Channel } from '../reference.ts';
import { Cuepoint, LiveCuepoint } from './type.ts';
import { CueType } from '../../shared/youtube/enums.ts';
import { ownValue } from '../../../engine/read/needs.ts';

/** The field of the payload with the inserted cuepoint, which is no entity. */
const cuepointField =
  (name: string, type: unknown, description: string): PayloadFields =>
  (t) => ({
    [name]: field(t, {
      type,
      description: nullOnFailure(description),
      needs: ownValue,
      resolve: ({ extra }: { readonly extra?: unknown }) => extra ?? null,
    }),
  });

/** Options of the arguments of both writes. */
const rules = {
  duration: durationAs({ unit: 's', type: 'uint32', min: 1n }),
  offset: durationAs({ unit: 'ms', type: 'int64' }),
};

interface TimeInput {
  readonly offset?: string | null | undefined;
  readonly insertAt?: string | null | undefined;
}

/** @throws InvalidInput for two times of one ad break */
function checkTime({ offset: time, insertAt: at }: TimeInput): void {
  if (time != null && at != null)
    throw new InvalidInput('insertAt', 'expected either insertAt or offset, got both');
}

const duration =
  'The duration of the ad break. A whole number of seconds, at least `PT1S`. Default: `PT30S`.';

const offset =
  'The time from the start of the broadcast to the ad break. A whole number of milliseconds. Not together with `insertAt`. Default: as soon as possible.';

const insertAt =
  'The time of the ad break. Not together with an offset. Default: as soon as possible.';

const insertCuepoint = write('insertCuepoint', {
  description:
    'Insert an ad break into a broadcast that is live. Requires an account that belongs to a content owner. Without a time, the ad break starts as soon as possible. YouTube decides whether each viewer sees an ad. If the response is lost, YouTube may have inserted the ad break.',
  operation: liveBroadcasts.cuepoint,
  target: Broadcast,
  id: "The broadcast: a global id or a YouTube id. Must belong to the caller's channel, and be live.",
  strategy: action({ showsAnswer: true }),
  input: changes(liveBroadcasts.cuepoint, {
    cueType: [required(CueType), 'cueType', 'The kind of the cuepoint.', { default: 'cueTypeAd' }],
    duration: ['Duration', 'durationSecs', duration, rules.duration],
    offset: ['Duration', 'insertionOffsetTimeMs', offset, rules.offset],
    insertAt: ['DateTime', 'walltimeMs', insertAt, { convert: (time) => String(Date.parse(time)) }],
  }),
  validate: checkTime,
  reasons: { insertionNotAllowed: 'entity' },
  result: 'The broadcast. The cuepoint does not change its fields.',
  fields: cuepointField('cuepoint', Cuepoint, 'The inserted cuepoint.'),
});

const insertLegacyCuepoint = write('insertLegacyCuepoint', {
  description:
    'Insert an ad break by the former operation for content partners. Requires an account that belongs to a content owner: send the header `x-content-owner`. If the response is lost, YouTube may have inserted the ad break.',
  deprecationReason:
    'YouTube has moved the operation to the API for partners. Use `insertCuepoint`.',
  operation: liveCuepoints.insert,
  target: Broadcast,
  id: 'The broadcast: a global id or a YouTube id. Must be live.',
  strategy: action({ showsAnswer: true }),
  parameters: parameters(liveCuepoints.insert, {
    channelId: [
      required('ID'),
      'channelId',
      'The channel that owns the broadcast: a global id or a YouTube id.',
      { references: Channel },
    ],
  }),
  input: changes(liveCuepoints.insert, {
    cueType: [
      required(CueType),
      'settings.cueType',
      'The kind of the cuepoint.',
      { default: 'cueTypeAd', convert: () => 'ad' },
    ],
    duration: ['Duration', 'settings.durationSecs', duration, rules.duration],
    offset: ['Duration', 'settings.offsetTimeMs', offset, rules.offset],
    insertAt: ['DateTime', 'settings.walltime', insertAt],
  }),
  validate: checkTime,
  locations: { 'body.broadcastId': 'entity' },
  result: 'The broadcast. The cuepoint does not change its fields.',
  fields: cuepointField('liveCuepoint', LiveCuepoint, 'The cuepoint that was inserted.'),
});

export const cuepointWrites = [insertCuepoint, insertLegacyCuepoint];

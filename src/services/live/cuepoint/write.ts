/**
 * Cuepoints: ad breaks that are inserted into a live broadcast. They are no entities: the answer
 * alone has them.
 */
import { InvalidInput } from '../../../engine/api/error.ts';
import { field } from '../../../engine/schema/field/field-factory.ts';
import { durationAs, durationAt } from '../../../engine/schema/type/duration.ts';
import { changes, parameters, required } from '../../../engine/schema/write/write-input.ts';
import { nullOnFailure, type PayloadFields } from '../../../engine/schema/write/write-payload.ts';
import { write } from '../../../engine/schema/write/write.ts';
import { action } from '../../../engine/write/action.ts';
import { Broadcast } from '../resources.ts';
import {
  liveBroadcasts,
  liveCuepoints,
  type LiveCuepoint as LiveCuepointResource,
} from '../operations.ts';
import { Channel } from '../reference.ts';
import { CueType } from '../../shared/youtube/enums.ts';
import { ownValue } from '../../../engine/read/needs.ts';
import type { youtube_v3 } from '@googleapis/youtube';
import { builder } from '../../../engine/schema/builder.ts';
import { computed, fields } from '../../../engine/schema/field/path-field.ts';
import { timeOf } from '../../../engine/schema/type/epoch-time.ts';

const texts = {
  id: 'The YouTube id of the cuepoint. Cuepoints cannot be read again.',
  type: 'The kind of the cuepoint.',
  duration: 'The duration of the ad break.',
  offset:
    'The time from the start of the broadcast to the ad break. Null if the ad break has no offset.',
  at: 'The time of the ad break. Null if the ad break has no fixed time.',
};

const Cuepoint = builder.objectType<youtube_v3.Schema$Cuepoint>('Cuepoint').implement({
  description: 'An ad break that was inserted into a broadcast.',
  fields: (t) => ({
    ...fields(t, {
      cuepointId: ['ID', texts.id, { path: 'id' }],
      cueType: [CueType, texts.type],
    }),
    duration: durationAt(
      t,
      'durationSecs',
      { unit: 's', operation: liveBroadcasts.cuepoint },
      `${texts.duration} REST field: \`durationSecs\`.`,
    ),
    offset: durationAt(
      t,
      'insertionOffsetTimeMs',
      { unit: 'ms', operation: liveBroadcasts.cuepoint },
      `${texts.offset} REST field: \`insertionOffsetTimeMs\`.`,
    ),
    insertAt: computed(
      t,
      'DateTime',
      {
        paths: ['walltimeMs'],
        compute: ({ walltimeMs }) =>
          timeOf({ value: walltimeMs, unitMs: 1, operation: liveBroadcasts.cuepoint }),
      },
      `${texts.at} REST field: \`walltimeMs\`.`,
    ),
  }),
});

const LiveCuepoint = builder.objectType<LiveCuepointResource>('LiveCuepoint').implement({
  description: 'An ad break that was inserted by `insertLegacyCuepoint`.',
  fields: (t) => ({
    ...fields(t, {
      cuepointId: ['ID', texts.id, { path: 'id' }],
      broadcastId: 'The YouTube id of the broadcast.',
      broadcast: [Broadcast, 'The broadcast with the ad break.', { id: 'broadcastId' }],
      insertAt: [
        'DateTime',
        `${texts.at} REST field: \`walltime\`.`,
        { path: 'settings.walltime' },
      ],
    }),
    cueType: computed(
      t,
      CueType,
      {
        paths: ['settings.cueType'],
        compute: ({ settings }) => (settings?.cueType === 'ad' ? 'cueTypeAd' : settings?.cueType),
      },
      texts.type,
    ),
    duration: durationAt(
      t,
      'settings.durationSecs',
      { unit: 's', operation: liveCuepoints.insert },
      `${texts.duration} REST field: \`durationSecs\`.`,
    ),
    offset: durationAt(
      t,
      'settings.offsetTimeMs',
      { unit: 'ms', operation: liveCuepoints.insert },
      `${texts.offset} REST field: \`offsetTimeMs\`.`,
    ),
  }),
});

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

/** Cuepoints: ad breaks that are inserted into a live broadcast. */
import type { youtube_v3 } from '@googleapis/youtube';
import { action } from '../../../engine/write/action.ts';
import { InvalidInput } from '../../../engine/rest/call/error.ts';
import {
  type LiveCuepoint as LiveCuepointResource,
  liveBroadcasts,
  liveCuepoints,
} from '../operations.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { durationAs, durationAt } from '../../../engine/schema/type/duration.ts';
import { enumeration } from '../../../engine/schema/field/enumeration.ts';
import { field, typeNamed } from '../../../engine/schema/field/field-factory.ts';
import { link } from '../../../engine/schema/field/link.ts';
import { computed, fieldAt } from '../../../engine/schema/field/path-field.ts';
import { write } from '../../../engine/schema/write/write.ts';
import { changes, parameters, required } from '../../../engine/schema/write/write-input.ts';
import { nullOnFailure, type PayloadFields } from '../../../engine/schema/write/write-payload.ts';
import { timeOf } from '../../../engine/schema/type/epoch-time.ts';
import { Broadcast } from '../broadcast/resource.ts';

const CueType = enumeration(
  'CueType',
  'The kind of a cuepoint.',
  { cueTypeAd: 'A cuepoint that may trigger an ad break.' },
  { cueTypeAd: 'AD' },
);

const LiveCueType = enumeration('LiveCueType', 'The kind of a `LiveCuepoint`.', {
  ad: 'A cuepoint that may trigger an ad break.',
});

const texts = {
  id: 'The YouTube id of the cuepoint. Cuepoints cannot be read again.',
  type: 'The kind of the cuepoint.',
  duration: 'The duration of the ad break.',
  offset:
    'The time from the start of the broadcast to the ad break. Null if the ad break has no offset.',
  at: 'The time of the ad break. Null if the ad break has no fixed time.',
};

const Cuepoint = builder.objectRef<youtube_v3.Schema$Cuepoint>('Cuepoint').implement({
  description: 'An ad break that was inserted into a broadcast.',
  fields: (t) => ({
    cuepointId: fieldAt(t, 'ID', 'id', texts.id),
    cueType: fieldAt(t, CueType, 'cueType', texts.type),
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

const LiveCuepoint = builder.objectRef<LiveCuepointResource>('LiveCuepoint').implement({
  description: 'An ad break that was inserted by `insertLegacyCuepoint`.',
  fields: (t) => ({
    cuepointId: fieldAt(t, 'ID', 'id', texts.id),
    broadcastId: fieldAt(t, 'ID', 'broadcastId', 'The YouTube id of the broadcast.'),
    broadcast: link(t, Broadcast, 'broadcastId', 'The broadcast with the ad break.'),
    cueType: fieldAt(t, LiveCueType, 'settings.cueType', texts.type),
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
    insertAt: fieldAt(t, 'DateTime', 'settings.walltime', `${texts.at} REST field: \`walltime\`.`),
  }),
});

/** The field of the payload with the inserted cuepoint, which is no entity. */
const cuepointField =
  (type: unknown): PayloadFields =>
  (t) => ({
    cuepoint: field(t, {
      type,
      description: nullOnFailure('The inserted cuepoint.'),
      needs: { kind: 'nested', path: '', paths: [], maxItems: 1 },
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
  inputDescription: 'Input of `insertCuepoint`.',
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
  result: ['broadcast', 'The broadcast. The cuepoint does not change its fields.'],
  fields: cuepointField(Cuepoint),
});

const insertLegacyCuepoint = write('insertLegacyCuepoint', {
  description:
    'Insert an ad break by the former operation for content partners. Requires an account that belongs to a content owner: send the header `x-content-owner`. If the response is lost, YouTube may have inserted the ad break.',
  inputDescription: 'Input of `insertLegacyCuepoint`.',
  deprecationReason: 'Replaced by `insertCuepoint`.',
  operation: liveCuepoints.insert,
  target: Broadcast,
  id: 'The broadcast: a global id or a YouTube id. Must be live.',
  strategy: action({ showsAnswer: true }),
  parameters: parameters(liveCuepoints.insert, {
    channelId: [
      required('ID'),
      'channelId',
      'The channel that owns the broadcast: a global id or a YouTube id.',
      { references: typeNamed('Channel') },
    ],
  }),
  input: changes(liveCuepoints.insert, {
    cueType: [
      required(LiveCueType),
      'settings.cueType',
      'The kind of the cuepoint.',
      { default: 'ad' },
    ],
    duration: ['Duration', 'settings.durationSecs', duration, rules.duration],
    offset: ['Duration', 'settings.offsetTimeMs', offset, rules.offset],
    insertAt: ['DateTime', 'settings.walltime', insertAt],
  }),
  validate: checkTime,
  locations: { 'body.broadcastId': 'entity' },
  result: ['broadcast', 'The broadcast. The cuepoint does not change its fields.'],
  fields: cuepointField(LiveCuepoint),
});

export const cuepointWrites = [insertCuepoint, insertLegacyCuepoint];

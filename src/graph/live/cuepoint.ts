/** Cuepoints: ad breaks that are inserted into a live broadcast. */
import type { youtube_v3 } from '@googleapis/youtube';
import { action } from '../../data/write/action.ts';
import { InvalidInput } from '../../upstream/error.ts';
import {
  type LiveCuepoint as LiveCuepointResource,
  liveBroadcasts,
  liveCuepoints,
} from '../../upstream/live/index.ts';
import { builder } from '../builder.ts';
import { enumeration } from '../field/enumeration.ts';
import { field } from '../field/field-factory.ts';
import { link } from '../field/link.ts';
import { computed, fieldAt } from '../field/path-field.ts';
import { write } from '../field/write.ts';
import { changes, parameters, required } from '../field/write-input.ts';
import { nullOnFailure, type PayloadFields } from '../field/write-payload.ts';
import { checkNotNegative } from '../number.ts';
import { Channel } from '../video/resource.ts';
import { timeOf } from '../epoch-time.ts';
import { Broadcast } from './resource.ts';

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
  duration: 'The duration of the ad break. Seconds.',
  offset:
    'The time of the ad break, from the start of the broadcast. Milliseconds. Null if the ad break has no offset.',
  at: 'The time of the ad break. Null if the ad break has no fixed time.',
};

const Cuepoint = builder.objectRef<youtube_v3.Schema$Cuepoint>('Cuepoint').implement({
  description: 'An ad break that was inserted into a broadcast.',
  fields: (t) => ({
    cuepointId: fieldAt(t, 'ID', 'id', texts.id),
    cueType: fieldAt(t, CueType, 'cueType', texts.type),
    durationSeconds: fieldAt(t, 'Int', 'durationSecs', texts.duration),
    offsetMs: fieldAt(t, 'BigInt', 'insertionOffsetTimeMs', texts.offset),
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
    durationSeconds: fieldAt(t, 'Int', 'settings.durationSecs', texts.duration),
    offsetMs: fieldAt(t, 'BigInt', 'settings.offsetTimeMs', texts.offset),
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

/** @throws InvalidInput for a duration that is not positive */
function checkDuration(seconds: number, argument: string): void {
  if (seconds < 1)
    throw new InvalidInput(argument, `${seconds} is not positive; expected 1 or more`);
}

/** @throws InvalidInput for a negative offset */
const checkOffset = (offset: string, argument: string): void =>
  checkNotNegative(BigInt(offset), argument);

interface TimeInput {
  readonly offsetMs?: string | null | undefined;
  readonly insertAt?: string | null | undefined;
}

/** @throws InvalidInput for two times of one ad break */
function checkTime({ offsetMs, insertAt: time }: TimeInput): void {
  if (offsetMs != null && time != null)
    throw new InvalidInput('insertAt', 'expected either insertAt or offsetMs, got both');
}

const duration = 'The duration of the ad break. Seconds. At least 1. Default: 30.';

const offset =
  'The time of the ad break, from the start of the broadcast. Milliseconds. Not together with `insertAt`. Default: as soon as possible.';

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
    durationSeconds: ['Int', 'durationSecs', duration, { check: checkDuration }],
    offsetMs: ['BigInt', 'insertionOffsetTimeMs', offset, { check: checkOffset }],
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
      { references: Channel },
    ],
  }),
  input: changes(liveCuepoints.insert, {
    cueType: [
      required(LiveCueType),
      'settings.cueType',
      'The kind of the cuepoint.',
      { default: 'ad' },
    ],
    durationSeconds: ['Int', 'settings.durationSecs', duration, { check: checkDuration }],
    offsetMs: ['BigInt', 'settings.offsetTimeMs', offset, { check: checkOffset }],
    insertAt: ['DateTime', 'settings.walltime', insertAt],
  }),
  validate: checkTime,
  locations: { 'body.broadcastId': 'entity' },
  result: ['broadcast', 'The broadcast. The cuepoint does not change its fields.'],
  fields: cuepointField(LiveCuepoint),
});

export const cuepointWrites = [insertCuepoint, insertLegacyCuepoint];

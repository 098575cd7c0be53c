/** Cuepoints: ad breaks that are inserted into a live broadcast. */
import type { youtube_v3 } from '@googleapis/youtube';
import { builder } from '../../../engine/schema/builder.ts';
import { computed, fields } from '../../../engine/schema/field/path-field.ts';
import { durationAt } from '../../../engine/schema/type/duration.ts';
import { timeOf } from '../../../engine/schema/type/epoch-time.ts';
import { Broadcast } from '../resources.ts';
import {
  type LiveCuepoint as LiveCuepointResource,
  liveBroadcasts,
  liveCuepoints,
} from '../operations.ts';
import { CueType } from '../../shared/youtube/enums.ts';

const texts = {
  id: 'The YouTube id of the cuepoint. Cuepoints cannot be read again.',
  type: 'The kind of the cuepoint.',
  duration: 'The duration of the ad break.',
  offset:
    'The time from the start of the broadcast to the ad break. Null if the ad break has no offset.',
  at: 'The time of the ad break. Null if the ad break has no fixed time.',
};

export const Cuepoint = builder.objectType<youtube_v3.Schema$Cuepoint>('Cuepoint').implement({
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

export const LiveCuepoint = builder.objectType<LiveCuepointResource>('LiveCuepoint').implement({
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

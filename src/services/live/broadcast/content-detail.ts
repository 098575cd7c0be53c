/** Settings of a broadcast. */
import type { youtube_v3 } from '@googleapis/youtube';
import { builder } from '../../../engine/schema/builder.ts';
import { fields, valueType } from '../../../engine/schema/field/path-field.ts';
import { durationAt } from '../../../engine/schema/type/duration.ts';
import { liveBroadcasts } from '../operations.ts';

const MonitorStream = builder
  .objectType<youtube_v3.Schema$MonitorStreamInfo>('MonitorStream', 'MonitorStreamInfo')
  .implement({
    description: 'The monitor stream of a broadcast: a private preview for the channel owner.',
    fields: (t) => ({
      ...fields(t, {
        enableMonitorStream:
          'Whether the monitor stream is enabled. If true, the broadcast must reach the status `TESTING` before `LIVE`.',
        embedHtml: 'HTML of an embedded player for the monitor stream. Channel owner only.',
      }),
      broadcastStreamDelay: durationAt(
        t,
        'broadcastStreamDelayMs',
        { unit: 'ms', operation: liveBroadcasts.list },
        'The delay of the public stream after the monitor stream. REST field: `broadcastStreamDelayMs`.',
      ),
    }),
  });

const BroadcastRegion = valueType<youtube_v3.Schema$AvailabilityConfigRegionsConfigRegionInterval>(
  'BroadcastRegion',
  'AvailabilityConfigRegionsConfigRegionInterval',
).rows('A country in which a broadcast is available.', {
  regionCode: 'The country as an ISO 3166-1 alpha-2 code.',
  from: [
    'DateTime',
    'The time from which the video is available there. Null: from its beginning.',
    { rest: 'interval.startTime' },
  ],
  to: [
    'DateTime',
    'The time until which the video is available there. Null: without an end.',
    { rest: 'interval.endTime' },
  ],
});

const BroadcastAvailability = valueType<youtube_v3.Schema$AvailabilityConfig>(
  'BroadcastAvailability',
  'AvailabilityConfig',
).rows(
  'The countries in which a broadcast is available: all but some, or only those that are listed.',
  {
    excludedRegionCodes: [
      'The countries in which the broadcast is not available, as ISO 3166-1 alpha-2 codes. Null if `regions` lists the others.',
      { rest: 'globalConfig.excludedRegionCodes' },
    ],
    from: [
      'DateTime',
      'The time from which the video is available. Null: from its beginning, or `regions` has the times.',
      { rest: 'globalConfig.interval.startTime' },
    ],
    to: [
      'DateTime',
      'The time until which the video is available. Null: without an end, or `regions` has the times.',
      { rest: 'globalConfig.interval.endTime' },
    ],
    regions: [
      [BroadcastRegion],
      'The only countries in which the broadcast is available. Null if it is available in all but those of `excludedRegionCodes`.',
      { rest: 'regionsConfig.regionIntervals' },
    ],
  },
);

export const BroadcastContentDetails = valueType<youtube_v3.Schema$LiveBroadcastContentDetails>(
  'BroadcastContentDetails',
  'LiveBroadcastContentDetails',
).rows('The settings of a broadcast. Most settings cannot be changed after testing has begun.', {
  enableAutoStart:
    'Whether the broadcast starts automatically when the bound stream receives data.',
  enableAutoStop:
    'Whether the broadcast ends automatically about one minute after the bound stream stops.',
  enableContentEncryption: 'Whether the video that viewers receive is encrypted.',
  enableDvr: 'Whether viewers can pause and rewind during the broadcast.',
  enableEmbed: 'Whether other websites can embed the broadcast.',
  recordFromStart: 'Whether recording starts automatically when the broadcast goes live.',
  closedCaptionsType: 'The expected source of captions.',
  latencyPreference: 'The preferred balance of picture quality and delay.',
  projection: 'The projection of the video: flat, 360-degree or mesh.',
  mesh: 'The mesh on which a player projects the video. Base64.',
  stereoLayout: 'The layout of the pictures of the left and the right eye.',
  boundStreamUpdatedAt: [
    'The time when the bound stream was last changed.',
    { rest: 'boundStreamLastUpdateTimeMs' },
  ],
  availabilityConfig: [
    BroadcastAvailability,
    'The countries in which the broadcast is available. Null: in all of them.',
  ],
  monitorStream: [MonitorStream, 'The settings of the private preview for the channel owner.'],
});

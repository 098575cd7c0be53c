/** Settings of a broadcast. */
import type { youtube_v3 } from '@googleapis/youtube';
import { builder } from '../../../engine/schema/builder.ts';
import { fields } from '../../../engine/schema/field/path-field.ts';

const MonitorStream = builder
  .objectType<youtube_v3.Schema$MonitorStreamInfo>('MonitorStream', 'MonitorStreamInfo')
  .implement({
    description: 'The monitor stream of a broadcast: a private preview for the channel owner.',
    fields: (t) =>
      fields(t, {
        enableMonitorStream:
          'Whether the monitor stream is enabled. If true, the broadcast must reach the status `TESTING` before `LIVE`.',
        broadcastStreamDelayMs:
          'The delay of the public stream after the monitor stream. Milliseconds.',
        embedHtml: 'HTML of an embedded player for the monitor stream. Channel owner only.',
      }),
  });

export const BroadcastContentDetails = builder
  .objectType<youtube_v3.Schema$LiveBroadcastContentDetails>(
    'BroadcastContentDetails',
    'LiveBroadcastContentDetails',
  )
  .implement({
    description:
      'The settings of a broadcast. Most settings cannot be changed after testing has begun.',
    fields: (t) =>
      fields(t, {
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
          'The time when the bound stream was last changed. REST field: `boundStreamLastUpdateTimeMs`.',
          { path: 'boundStreamLastUpdateTimeMs' },
        ],
        monitorStream: [
          MonitorStream,
          'The settings of the private preview for the channel owner.',
        ],
      }),
  });

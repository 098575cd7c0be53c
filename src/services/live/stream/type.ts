/** Streams: the video that encoders send, which broadcasts show. */
import type { youtube_v3 } from '@googleapis/youtube';
import { liveBroadcasts, liveStreams } from '../operations.ts';
import { connection } from '../../../engine/schema/list/connection.ts';
import { connectionType } from '../../../engine/schema/list/connection-type.ts';
import { fields, valueType, ownKey, computed } from '../../../engine/schema/field/path-field.ts';
import { node } from '../../../engine/schema/type/node-interface.ts';
import { broadcastConnection } from '../broadcast/type.ts';
import { Stream } from '../resources.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { timeOf } from '../../../engine/schema/type/epoch-time.ts';
import { lookup } from '../../../engine/schema/field/lookup.ts';
import { Viewer } from '../../shared/viewer.ts';
import { noChannel } from '../../shared/youtube/no-channel.ts';

const ConfigurationIssue = valueType<youtube_v3.Schema$LiveStreamConfigurationIssue>(
  'StreamConfigurationIssue',
  'LiveStreamConfigurationIssue',
).rows('A problem that YouTube detected in a stream.', {
  type: 'The kind of problem.',
  severity: 'The effect of the issue on viewers.',
  reason: 'A short English description of the problem.',
  description: 'A detailed English description of the problem and the solution.',
});

const StreamHealth = builder
  .objectType<youtube_v3.Schema$LiveStreamHealthStatus>('StreamHealth', 'LiveStreamHealthStatus')
  .implement({
    description: 'The health of the data that a stream receives.',
    fields: (t) => ({
      ...fields(t, {
        status: 'The overall result of the health check.',
        configurationIssues: [
          [ConfigurationIssue],
          'The detected issues. Empty if no issues were detected.',
        ],
      }),
      updatedAt: computed(
        t,
        'DateTime',
        {
          paths: ['lastUpdateTimeSeconds'],
          compute: ({ lastUpdateTimeSeconds }) =>
            timeOf({ value: lastUpdateTimeSeconds, unitMs: 1_000, operation: liveStreams.list }),
        },
        'The time of the last health check. REST field: `lastUpdateTimeSeconds`.',
      ),
    }),
  });

const streamConnection = connectionType(Stream, 'streams');

const IngestionInfo = valueType<youtube_v3.Schema$IngestionInfo>('IngestionInfo').rows(
  'The URLs and the stream key for an encoder. Secret: anybody who has this data can broadcast on the channel. Do not log, cache or display the data. The gateway writes the data to no log, no error message and no cost report.',
  {
    streamName: 'The stream key. Secret like a password: the key alone authorizes an encoder.',
    ingestionAddress:
      'The primary URL to which the encoder sends the video. Encoders without a setting for the stream key need the URL, a slash and the key.',
    backupIngestionAddress:
      'The URL to which the encoder can send the same video as a backup. YouTube shows the backup if the primary video fails.',
    rtmpsIngestionAddress: 'The primary URL with encryption (RTMPS).',
    rtmpsBackupIngestionAddress: 'The backup URL with encryption (RTMPS).',
  },
);

const StreamCdn = valueType<youtube_v3.Schema$CdnSettings>('StreamCdn', 'CdnSettings').rows(
  'The encoder settings of a stream. Cannot be changed while a broadcast is bound to the stream.',
  {
    resolution: 'The resolution that the encoder must send.',
    frameRate: 'The frame rate that the encoder must send.',
    ingestionType: 'The protocol that the encoder must use.',
  },
);

export function addStream(): void {
  Stream.implement({
    ...node,
    description:
      'A video stream from an encoder to YouTube. A reusable stream can be bound to several broadcasts, one after the other. Channel owner only.',
    fields: (t) => ({
      streamId: ownKey(t, 'The YouTube id of the stream. Differs from the stream key.'),
      ...fields(t, 'snippet', {
        title: 'The title. At most 128 characters.',
        description: 'The description. At most 10,000 characters.',
        publishedAt: 'The time when the stream was created.',
        isDefaultStream: 'Whether the stream is bound to the persistent broadcast of the channel.',
        channelId: 'The YouTube id of the channel that owns the stream.',
      }),
      ...fields(t, {
        streamStatus: [
          'The status of the stream, for example active or inactive.',
          { path: 'status.streamStatus' },
        ],
        health: [
          StreamHealth,
          'The quality of the received data.',
          { path: 'status.healthStatus' },
        ],
        cdn: [StreamCdn, 'The settings for the encoder.'],
        ingestion: [
          IngestionInfo,
          'The URLs and the stream key for the encoder. Secret: select only where needed. Channel owner only, like the stream itself.',
          { rest: 'cdn.ingestionInfo' },
        ],
      }),
      ...fields(t, 'contentDetails', {
        isReusable:
          'Whether the stream can be bound to more than one broadcast. `Viewer.streams` lists reusable streams only.',
        closedCaptionsIngestionUrl: [
          'URL',
          'The URL to which captions of the broadcasts are posted. Secret like the stream key.',
        ],
      }),
      broadcasts: connection(
        t,
        broadcastConnection,
        {
          operation: liveBroadcasts.list,
          args: () => ({ mine: true, broadcastType: 'all' }),
          filter: ({ contentDetails }, stream) =>
            contentDetails?.boundStreamId === stream!.key.at(-1),
          filterPaths: ['contentDetails.boundStreamId'],
          sameForAllParents: true,
        },
        'Broadcasts that are bound to the stream, including ended broadcasts. The REST API cannot filter by stream, so the gateway reads all broadcasts of the caller.',
      ),
    }),
  });

  builder.queryField('stream', (t) =>
    lookup(
      t,
      Stream,
      'The global id or the YouTube id of the stream.',
      "A stream of the caller's channel. Error `NOT_FOUND` if there is no such stream or the caller may not see it.",
    ),
  );

  builder.objectFields(Viewer, (t) => ({
    streams: connection(
      t,
      streamConnection,
      { operation: liveStreams.list, args: () => ({ mine: true }), nullOnReasons: noChannel },
      "The reusable streams of the caller's channel. The REST API does not list other streams. Null with a warning if the caller has no channel.",
    ),
  }));
}

/** Streams: the feeds of encoders, which are bound to broadcasts. */
import type { youtube_v3 } from '@googleapis/youtube';
import { liveBroadcasts } from '../../upstream/live/index.ts';
import { builder } from '../builder.ts';
import { connection } from '../field/connection.ts';
import { connectionType } from '../field/connection-type.ts';
import { enumeration } from '../field/enumeration.ts';
import { link } from '../field/link.ts';
import { fieldAt, fields, ownKey } from '../field/path-field.ts';
import { node } from '../node-interface.ts';
import { Channel } from '../video/resource.ts';
import { broadcastConnection } from './broadcast.ts';
import { StreamHealth } from './stream-health.ts';
import { Stream } from './resource.ts';

export const streamConnection = connectionType(Stream, 'streams');

export const StreamStatus = enumeration('StreamStatus', 'Whether an encoder sends to a stream.', {
  created: 'It was made, and is not ready to receive.',
  ready: 'It waits for an encoder.',
  active: 'Data is coming in.',
  inactive: 'Data came once, and none comes now.',
  error: 'Something is wrong on the side of the platform.',
});

const StreamResolution = enumeration(
  'StreamResolution',
  'The height of the picture that an encoder sends.',
  {
    '240p': '240 lines.',
    '360p': '360 lines.',
    '480p': '480 lines.',
    '720p': '720 lines.',
    '1080p': '1080 lines.',
    '1440p': '1440 lines.',
    '2160p': '2160 lines, called 4K.',
    variable: 'Whatever arrives; found out by looking at it.',
  },
  {
    '240p': 'P240',
    '360p': 'P360',
    '480p': 'P480',
    '720p': 'P720',
    '1080p': 'P1080',
    '1440p': 'P1440',
    '2160p': 'P2160',
  },
);

const StreamFrameRate = enumeration(
  'StreamFrameRate',
  'How many frames a second an encoder sends.',
  {
    '30fps': 'Up to thirty.',
    '60fps': 'Up to sixty.',
    variable: 'Any number; found out by looking at what arrives.',
  },
  { '30fps': 'FPS_30', '60fps': 'FPS_60' },
);

const IngestionType = enumeration('IngestionType', 'The protocol that an encoder speaks.', {
  rtmp: 'RTMP or RTMPS, as most encoders do.',
  dash: 'MPEG-DASH over HTTP.',
  webrtc: 'WebRTC, as browsers do.',
  hls: 'HLS over HTTP.',
});

const IngestionInfo = builder
  .objectRef<youtube_v3.Schema$IngestionInfo>('IngestionInfo')
  .implement({
    description:
      'Where an encoder sends to. Whoever has it can broadcast in the name of the channel: treat all of it as a secret, keep it out of logs, caches and shared screens.',
    fields: (t) =>
      fields(t, {
        streamName: [
          'String',
          'The stream key. A secret like a password: it alone decides who may send.',
        ],
        ingestionAddress: [
          'String',
          'Address of the main feed; encoders without a field for the key want both joined by a slash.',
        ],
        backupIngestionAddress: [
          'String',
          'Address of a second feed that takes over when the main one fails.',
        ],
        rtmpsIngestionAddress: ['String', 'The main feed, encrypted on its way.'],
        rtmpsBackupIngestionAddress: ['String', 'The second feed, encrypted on its way.'],
      }),
  });

const StreamCdn = builder.objectRef<youtube_v3.Schema$CdnSettings>('StreamCdn').implement({
  description: 'What an encoder has to send, and where to. Fixed once a broadcast is bound.',
  fields: (t) =>
    fields(t, {
      resolution: [StreamResolution, 'Which size of picture is expected.'],
      frameRate: [StreamFrameRate, 'Which rate of frames is expected.'],
      ingestionType: [IngestionType, 'Which protocol is expected.'],
      ingestionInfo: [
        IngestionInfo,
        'Addresses and key for the encoder: a secret, to be asked for only where it is needed.',
      ],
    }),
});

/** Adds the types and fields of this module to the schema. */
export function addStream(): void {
  Stream.implement({
    ...node,
    description:
      'A feed that an encoder sends to. One stream can serve many broadcasts, one after the other.',
    fields: (t) => ({
      streamId: ownKey(t, 'The id under which the live service keeps it; not the stream key.'),
      ...fields(t, 'snippet', {
        title: ['String', 'The name its owner knows it by.'],
        description: ['String', 'Notes of its owner.'],
        publishedAt: ['DateTime', 'When the stream was set up.'],
        isDefaultStream: ['Boolean', "Whether it feeds the channel's persistent broadcast."],
      }),
      streamStatus: fieldAt(t, StreamStatus, 'status.streamStatus', 'Whether data is arriving.'),
      health: fieldAt(t, StreamHealth, 'status.healthStatus', 'How good what arrives is.'),
      cdn: fieldAt(t, StreamCdn, 'cdn', 'Settings for the encoder.'),
      ...fields(t, 'contentDetails', {
        isReusable: [
          'Boolean',
          'Whether it can be bound to more than one broadcast; one that cannot is in no list.',
        ],
        closedCaptionsIngestionUrl: [
          'URL',
          'Where captions for its broadcasts are posted. Keep it as secret as the stream key.',
        ],
      }),
      channel: link(t, Channel, 'snippet.channelId', 'The channel whose stream it is.'),
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
        "Broadcasts bound to it, past ones too. Upstream cannot filter by stream: all of the caller's broadcasts are looked through.",
      ),
    }),
  });
}

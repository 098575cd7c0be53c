/** Settings of a broadcast. */
import type { youtube_v3 } from '@googleapis/youtube';
import { builder } from '../builder.ts';
import { enumeration } from '../field/enumeration.ts';
import { fieldAt, fields } from '../field/path-field.ts';

const ClosedCaptionsType = enumeration(
  'ClosedCaptionsType',
  'Where the captions of a broadcast come from.',
  {
    closedCaptionsDisabled: 'It has none.',
    closedCaptionsHttpPost: "They are sent apart, to the stream's caption address.",
    closedCaptionsEmbedded: 'They travel inside the picture that the encoder sends.',
  },
);

const LatencyPreference = enumeration(
  'LatencyPreference',
  'How far viewers may lag behind what happens.',
  {
    normal: 'The best picture; viewers lag most.',
    low: 'A few seconds, for questions and answers.',
    ultraLow: 'As little as possible; lower resolutions only.',
  },
);

const Projection = enumeration(
  'BroadcastProjection',
  'How the picture is laid out for the player.',
  {
    rectangular: 'A flat picture.',
    '360': 'A full circle around the viewer.',
    mesh: 'A projection described by the mesh that comes with it.',
  },
  { '360': 'DEG_360' },
);

const StereoLayout = enumeration(
  'StereoLayout',
  'How the pictures of the two eyes share a frame.',
  {
    mono: 'One picture for both.',
    leftRight: 'Side by side.',
    topBottom: 'One above the other.',
  },
);

const MonitorStream = builder
  .objectRef<youtube_v3.Schema$MonitorStreamInfo>('MonitorStream')
  .implement({
    description: "The owner's private view of a broadcast, for rehearsing and watching over it.",
    fields: (t) =>
      fields(t, {
        enableMonitorStream: [
          'Boolean',
          'Whether there is one; if so, testing comes before going live.',
        ],
        broadcastStreamDelayMs: [
          'Int',
          'By how many milliseconds viewers see everything later than the monitor.',
        ],
        embedHtml: ['String', 'HTML of a player that shows the monitor, for the owner alone.'],
      }),
  });

export const BroadcastContentDetails = builder
  .objectRef<youtube_v3.Schema$LiveBroadcastContentDetails>('BroadcastContentDetails')
  .implement({
    description:
      'How a broadcast is set up. Most of it can no longer be changed once testing has begun.',
    fields: (t) => ({
      boundStreamUpdatedAt: fieldAt(
        t,
        'DateTime',
        'boundStreamLastUpdateTimeMs',
        'When the bound stream was last changed.',
      ),
      monitorStream: fieldAt(t, MonitorStream, 'monitorStream', 'What only its owner sees of it.'),
      ...fields(t, {
        enableAutoStart: ['Boolean', 'Whether it goes live by itself when the stream brings data.'],
        enableAutoStop: [
          'Boolean',
          'Whether it ends by itself about a minute after the stream stops.',
        ],
        enableContentEncryption: ['Boolean', 'Whether what is sent to viewers is encrypted.'],
        enableDvr: ['Boolean', 'Whether viewers can pause and go back while it is live.'],
        enableEmbed: ['Boolean', 'Whether players on other sites may show it.'],
        recordFromStart: ['Boolean', 'Whether recording begins by itself when it goes live.'],
        closedCaptionsType: [ClosedCaptionsType, 'Which kind of captions is expected.'],
        latencyPreference: [
          LatencyPreference,
          'What was chosen between picture quality and delay.',
        ],
        projection: [Projection, 'Which projection the player has to undo.'],
        mesh: ['String', 'The mesh of that projection, in base64.'],
        stereoLayout: [StereoLayout, 'Which layout a stereoscopic picture has.'],
      }),
    }),
  });

/** Health of a stream, and its configuration issues. */
import type { youtube_v3 } from '@googleapis/youtube';
import { builder } from '../builder.ts';
import { enumeration } from '../field/enumeration.ts';
import { computed, fields } from '../field/path-field.ts';

const StreamHealthStatus = enumeration(
  'StreamHealthStatus',
  'The sum of what the platform measures of a stream.',
  {
    good: 'Nothing is wrong that a viewer could notice.',
    ok: 'Something could be better; no issue is an error.',
    bad: 'At least one issue is an error.',
    noData: 'Nothing arrives, so nothing can be said.',
    revoked: 'The platform has cut it off.',
  },
);

const IssueSeverity = enumeration('StreamIssueSeverity', 'How much an issue matters.', {
  info: 'Good to know.',
  warning: 'Viewers may notice it.',
  error: 'The broadcast cannot be shown properly.',
});

const IssueType = enumeration('StreamIssueType', 'What is wrong with what the encoder sends.', {
  gopSizeOver: 'Key frames are more than eight seconds apart.',
  gopSizeLong: 'Key frames are further apart than recommended.',
  gopSizeShort: 'Key frames follow each other too closely.',
  openGop: 'Groups of pictures refer to each other; closed ones are needed.',
  badContainer: 'The container format is not taken.',
  audioBitrateHigh: 'The sound takes more bits than recommended.',
  audioBitrateLow: 'The sound takes fewer bits than recommended.',
  audioSampleRate: 'The sound is sampled at a rate that is not recommended.',
  bitrateHigh: 'More bits arrive altogether than recommended.',
  bitrateLow: 'Fewer bits arrive altogether than recommended: the picture may suffer.',
  audioCodec: 'The sound is coded in a way that is not taken.',
  videoCodec: 'The picture is coded in a way that is not taken.',
  noAudioStream: 'There is no sound.',
  noVideoStream: 'There is no picture.',
  multipleVideoStreams: 'More than one picture arrives.',
  multipleAudioStreams: 'More than one sound track arrives.',
  audioTooManyChannels: 'The sound has more than two channels.',
  interlacedVideo: 'The picture is interlaced; progressive is needed.',
  frameRateHigh: 'There are more frames a second than are taken.',
  resolutionMismatch: 'The picture has another size than the stream was set up for.',
  videoCodecMismatch: 'Main and backup feed code the picture differently.',
  videoInterlaceMismatch: 'Main and backup feed differ in interlacing.',
  videoProfileMismatch: 'Main and backup feed use different profiles of the codec.',
  videoBitrateMismatch: 'Main and backup feed give the picture different bit rates.',
  framerateMismatch: 'Main and backup feed differ in frames a second.',
  gopMismatch: 'Main and backup feed set key frames at different distances.',
  audioSampleRateMismatch: 'Main and backup feed sample the sound at different rates.',
  audioStereoMismatch: 'Main and backup feed differ in stereo or mono.',
  audioCodecMismatch: 'Main and backup feed code the sound differently.',
  audioBitrateMismatch: 'Main and backup feed give the sound different bit rates.',
  videoResolutionSuboptimal: 'The picture has an unusual size.',
  videoResolutionUnsupported: 'The picture has a size that is not taken.',
  videoIngestionStarved: 'Data arrives more slowly than it is shown: viewers will wait.',
  videoIngestionFasterThanRealtime: 'Data arrives faster than it is shown.',
});

const ConfigurationIssue = builder
  .objectRef<youtube_v3.Schema$LiveStreamConfigurationIssue>('StreamConfigurationIssue')
  .implement({
    description: 'One thing that the platform finds wrong with a stream.',
    fields: (t) =>
      fields(t, {
        type: [IssueType, 'Which fault it is.'],
        severity: [IssueSeverity, 'Whether it must be put right.'],
        reason: ['String', 'The fault in a few English words.'],
        description: ['String', 'The fault at length, with what helps against it; English.'],
      }),
  });

export const StreamHealth = builder
  .objectRef<youtube_v3.Schema$LiveStreamHealthStatus>('StreamHealth')
  .implement({
    description: 'What the platform measures of an arriving stream.',
    fields: (t) => ({
      ...fields(t, {
        status: [StreamHealthStatus, 'The verdict on the whole.'],
        configurationIssues: [[ConfigurationIssue], 'Each fault found; empty when there is none.'],
      }),
      updatedAt: computed(
        t,
        'DateTime',
        {
          paths: ['lastUpdateTimeSeconds'],
          compute: ({ lastUpdateTimeSeconds }) =>
            lastUpdateTimeSeconds
              ? new Date(Number(lastUpdateTimeSeconds) * 1000).toISOString()
              : null,
        },
        'When it was last measured.',
      ),
    }),
  });

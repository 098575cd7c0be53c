/** Health of a stream, and its configuration issues. */
import type { youtube_v3 } from '@googleapis/youtube';
import { liveStreams } from '../operations.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { enumeration } from '../../../engine/schema/field/enumeration.ts';
import { computed, fields } from '../../../engine/schema/field/path-field.ts';
import { timeOf } from '../../../engine/schema/type/epoch-time.ts';

export const StreamHealthStatus = enumeration(
  'StreamHealthStatus',
  'The overall health of a stream.',
  {
    good: 'No issue that viewers would notice.',
    ok: 'No issue of severity `ERROR`, but improvements are possible.',
    bad: 'At least one issue of severity `ERROR`.',
    noData: 'No health information, because the stream receives no data.',
    revoked: 'Terminated by YouTube.',
  },
);

const IssueSeverity = enumeration(
  'StreamIssueSeverity',
  'The effect of an issue on the broadcast.',
  {
    info: 'An issue without effect on viewers.',
    warning: 'An issue that viewers may notice.',
    error: 'An issue that prevents the broadcast from being shown properly.',
  },
);

const IssueType = enumeration('StreamIssueType', 'A problem of the data that an encoder sends.', {
  gopSizeOver: 'The interval between key frames is longer than eight seconds.',
  gopSizeLong: 'The interval between key frames is longer than recommended.',
  gopSizeShort: 'The interval between key frames is shorter than recommended.',
  openGop: 'The groups of pictures (GOP) are open. Closed groups are required.',
  badContainer: 'The container format is not supported.',
  audioBitrateHigh: 'The audio bit rate is higher than recommended.',
  audioBitrateLow: 'The audio bit rate is lower than recommended.',
  audioSampleRate: 'The audio sample rate is not recommended.',
  bitrateHigh: 'The total bit rate is higher than recommended.',
  bitrateLow: 'The total bit rate is lower than recommended, which can reduce the picture quality.',
  audioCodec: 'The audio codec is not supported.',
  videoCodec: 'The video codec is not supported.',
  noAudioStream: 'The stream contains no audio.',
  noVideoStream: 'The stream contains no video.',
  multipleVideoStreams: 'The stream contains more than one video track.',
  multipleAudioStreams: 'The stream contains more than one audio track.',
  audioTooManyChannels: 'The audio has more than two channels.',
  interlacedVideo: 'The video is interlaced. Progressive video is required.',
  frameRateHigh: 'The frame rate is higher than supported.',
  resolutionMismatch: 'The video resolution differs from the resolution of the stream settings.',
  videoCodecMismatch: 'The video codecs of the primary and the backup feed differ.',
  videoInterlaceMismatch: 'The primary and the backup feed differ in interlacing.',
  videoProfileMismatch: 'The codec profiles of the primary and the backup feed differ.',
  videoBitrateMismatch: 'The video bit rates of the primary and the backup feed differ.',
  framerateMismatch: 'The frame rates of the primary and the backup feed differ.',
  gopMismatch: 'The key frame intervals of the primary and the backup feed differ.',
  audioSampleRateMismatch: 'The audio sample rates of the primary and the backup feed differ.',
  audioStereoMismatch: 'One of the primary and the backup feed is stereo, and the other is mono.',
  audioCodecMismatch: 'The audio codecs of the primary and the backup feed differ.',
  audioBitrateMismatch: 'The audio bit rates of the primary and the backup feed differ.',
  videoResolutionSuboptimal: 'The video resolution is not recommended.',
  videoResolutionUnsupported: 'The video resolution is not supported.',
  videoIngestionStarved:
    'Data arrives more slowly than in real time, so playback will stop to buffer.',
  videoIngestionFasterThanRealtime: 'Data arrives faster than in real time.',
});

const ConfigurationIssue = builder
  .objectRef<youtube_v3.Schema$LiveStreamConfigurationIssue>('StreamConfigurationIssue')
  .implement({
    description: 'A problem that YouTube detected in a stream.',
    fields: (t) =>
      fields(t, {
        type: [IssueType, 'The kind of problem.'],
        severity: [IssueSeverity, 'The effect of the issue on viewers.'],
        reason: ['String', 'A short English description of the problem.'],
        description: ['String', 'A detailed English description of the problem and the solution.'],
      }),
  });

export const StreamHealth = builder
  .objectRef<youtube_v3.Schema$LiveStreamHealthStatus>('StreamHealth')
  .implement({
    description: 'The health of the data that a stream receives.',
    fields: (t) => ({
      ...fields(t, {
        status: [StreamHealthStatus, 'The overall result of the health check.'],
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

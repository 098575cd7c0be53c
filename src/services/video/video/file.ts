/** Details of the uploaded file of a video. Owner only. */
import type { youtube_v3 } from '@googleapis/youtube';
import { videos } from '../operations.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { durationAt } from '../../../engine/schema/type/duration.ts';
import { fields, valueType } from '../../../engine/schema/field/path-field.ts';

const UploadedVideoStream = valueType<youtube_v3.Schema$VideoFileDetailsVideoStream>(
  'UploadedVideoStream',
  'VideoFileDetailsVideoStream',
).rows('A video stream of an uploaded file.', {
  width: ['The encoded width. Pixels.', { rest: 'widthPixels' }],
  height: ['The encoded height. Pixels.', { rest: 'heightPixels' }],
  frameRateFps: 'The frame rate. Frames per second.',
  aspectRatio: 'The ratio of width to height for display.',
  codec: 'The video codec, for example `h264`.',
  bitrateBps: 'The bitrate of the video stream. Bits per second.',
  rotation: 'The rotation for upright display.',
  vendor: 'The vendor of the encoder, usually as a four-letter code.',
});

const UploadedAudioStream = valueType<youtube_v3.Schema$VideoFileDetailsAudioStream>(
  'UploadedAudioStream',
  'VideoFileDetailsAudioStream',
).rows('An audio stream of an uploaded file.', {
  channelCount: 'The number of audio channels, for example 2 for stereo.',
  codec: 'The audio codec, for example `aac`.',
  bitrateBps: 'The bitrate of the audio stream. Bits per second.',
  vendor: 'The vendor of the audio encoder, usually as a four-letter code.',
});

export const VideoFileDetails = builder
  .objectType<youtube_v3.Schema$VideoFileDetails>('VideoFileDetails')
  .implement({
    description: 'Metadata of the uploaded file of a video. Video owner only.',
    fields: (t) => ({
      ...fields(t, {
        fileName: 'The name of the uploaded file.',
        fileSize: 'The size of the uploaded file. Bytes.',
        fileType: 'The type of the uploaded file.',
        container: 'The container format, for example `mov`.',
        bitrateBps: 'The total bitrate of the uploaded file. Bits per second.',
        createdAt: [
          'The creation time stored in the uploaded file. ISO 8601 text, with or without a time zone.',
          { rest: 'creationTime' },
        ],
        videoStreams: [[UploadedVideoStream], 'Video streams of the uploaded file.'],
        audioStreams: [[UploadedAudioStream], 'Audio streams of the uploaded file.'],
      }),
      duration: durationAt(
        t,
        'durationMs',
        { unit: 'ms', operation: videos.list },
        'The duration of the uploaded file. REST field: `durationMs`.',
      ),
    }),
  });

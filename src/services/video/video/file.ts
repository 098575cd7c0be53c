/** Details of the uploaded file of a video. Owner only. */
import type { youtube_v3 } from '@googleapis/youtube';
import { videos } from '../operations.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { durationAt } from '../../../engine/schema/type/duration.ts';
import { fields } from '../../../engine/schema/field/path-field.ts';
import { UploadedFileType, VideoRotation } from '../../shared/youtube/enums.ts';

const UploadedVideoStream = builder
  .objectRef<youtube_v3.Schema$VideoFileDetailsVideoStream>('UploadedVideoStream')
  .implement({
    description: 'A video stream of an uploaded file.',
    fields: (t) =>
      fields(t, {
        widthPixels: ['Int', 'The encoded width. Pixels.'],
        heightPixels: ['Int', 'The encoded height. Pixels.'],
        frameRateFps: ['Float', 'The frame rate. Frames per second.'],
        aspectRatio: ['Float', 'The ratio of width to height for display.'],
        codec: ['String', 'The video codec, for example `h264`.'],
        bitrateBps: ['BigInt', 'The bitrate of the video stream. Bits per second.'],
        rotation: [VideoRotation, 'The rotation for upright display.'],
        vendor: ['String', 'The vendor of the encoder, usually as a four-letter code.'],
      }),
  });

const UploadedAudioStream = builder
  .objectRef<youtube_v3.Schema$VideoFileDetailsAudioStream>('UploadedAudioStream')
  .implement({
    description: 'An audio stream of an uploaded file.',
    fields: (t) =>
      fields(t, {
        channelCount: ['Int', 'The number of audio channels, for example 2 for stereo.'],
        codec: ['String', 'The audio codec, for example `aac`.'],
        bitrateBps: ['BigInt', 'The bitrate of the audio stream. Bits per second.'],
        vendor: ['String', 'The vendor of the audio encoder, usually as a four-letter code.'],
      }),
  });

export const VideoFileDetails = builder
  .objectRef<youtube_v3.Schema$VideoFileDetails>('VideoFileDetails')
  .implement({
    description: 'Metadata of the uploaded file of a video. Video owner only.',
    fields: (t) => ({
      ...fields(t, {
        fileName: ['String', 'The name of the uploaded file.'],
        fileSize: ['BigInt', 'The size of the uploaded file. Bytes.'],
        fileType: [UploadedFileType, 'The type of the uploaded file.'],
        container: ['String', 'The container format, for example `mov`.'],
        bitrateBps: ['BigInt', 'The total bitrate of the uploaded file. Bits per second.'],
        creationTime: [
          'String',
          'The creation time stored in the uploaded file. ISO 8601 text, with or without a time zone.',
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

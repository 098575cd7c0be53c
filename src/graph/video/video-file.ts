/** Details of the uploaded file of a video. Owner only. */
import type { youtube_v3 } from '@googleapis/youtube';
import { builder } from '../builder.ts';
import { enumeration } from '../field/enumeration.ts';
import { fieldAt, fields } from '../field/path-field.ts';

const UploadedFileType = enumeration(
  'UploadedFileType',
  'What kind of file was uploaded as a video.',
  {
    video: 'A film, as it should be.',
    audio: 'Sound without a picture.',
    image: 'A still picture.',
    archive: 'An archive such as ZIP.',
    document: 'A text or slides.',
    project: 'The project of an editing program, which is no film yet.',
    other: 'Something else.',
  },
);

const StreamRotation = enumeration(
  'StreamRotation',
  'How the picture has to be turned to stand upright.',
  {
    none: 'It stands upright.',
    clockwise: 'A quarter turn to the right.',
    upsideDown: 'Half a turn.',
    counterClockwise: 'A quarter turn to the left.',
    other: 'By some other angle.',
  },
);

const UploadedVideoStream = builder
  .objectRef<youtube_v3.Schema$VideoFileDetailsVideoStream>('UploadedVideoStream')
  .implement({
    description: 'One stream of pictures in an uploaded file.',
    fields: (t) =>
      fields(t, {
        widthPixels: ['Int', 'Width as it is encoded.'],
        heightPixels: ['Int', 'Height as it is encoded.'],
        frameRateFps: ['Float', 'Pictures a second.'],
        aspectRatio: ['Float', 'Width by height as it is to be shown.'],
        codec: ['String', 'What the pictures are encoded with.'],
        bitrateBps: ['BigInt', 'Bits a second of the pictures alone.'],
        rotation: [StreamRotation, 'Which turn sets it upright.'],
        vendor: ['String', 'Who made the encoder, in four letters most often.'],
      }),
  });

const UploadedAudioStream = builder
  .objectRef<youtube_v3.Schema$VideoFileDetailsAudioStream>('UploadedAudioStream')
  .implement({
    description: 'One stream of sound in an uploaded file.',
    fields: (t) =>
      fields(t, {
        channelCount: ['Int', 'Sound channels: 2 for stereo.'],
        codec: ['String', 'What the sound is encoded with.'],
        bitrateBps: ['BigInt', 'Bits a second of the sound alone.'],
        vendor: ['String', "Who made the sound's encoder."],
      }),
  });

export const VideoFileDetails = builder
  .objectRef<youtube_v3.Schema$VideoFileDetails>('VideoFileDetails')
  .implement({
    description: 'The file that was uploaded, as its uploader sent it.',
    fields: (t) => ({
      ...fields(t, {
        fileName: ['String', 'Its name on the machine it came from.'],
        fileSize: ['BigInt', 'Bytes of the upload.'],
        fileType: [UploadedFileType, 'What was found in it.'],
        container: ['String', 'The container format, `mov` for one.'],
        durationMs: ['BigInt', 'Milliseconds from its first picture to its last.'],
        bitrateBps: ['BigInt', 'Bits a second, picture and sound together.'],
        creationTime: ['String', 'When it says it was recorded: ISO 8601, with a zone or without.'],
      }),
      videoStreams: fieldAt(
        t,
        [UploadedVideoStream],
        'videoStreams',
        'What there is to see in it.',
      ),
      audioStreams: fieldAt(
        t,
        [UploadedAudioStream],
        'audioStreams',
        'What there is to hear in it.',
      ),
    }),
  });

/** What of a video is asked by a call of its own: what only its owner may see, and its texts in another language. */
import type { youtube_v3 } from '@googleapis/youtube';
import { builder } from '../builder.ts';
import { enumeration } from '../field/enumeration.ts';
import { again } from '../field/link.ts';
import { fields } from '../field/table.ts';
import { localized } from './localization.ts';
import { Video } from './resource.ts';

const UploadedFileType = enumeration('UploadedFileType', 'What kind of file was uploaded as a video.', {
  video: 'A film, as it should be.',
  audio: 'Sound without a picture.',
  image: 'A still picture.',
  archive: 'An archive such as ZIP.',
  document: 'A text or slides.',
  project: 'The project of an editing program, which is no film yet.',
  other: 'Something else.',
});
const VideoFileDetails = builder.objectRef<youtube_v3.Schema$VideoFileDetails>('VideoFileDetails').implement({
  description: 'The file that was uploaded, as its uploader sent it.',
  fields: (t) =>
    fields(t, {
      fileName: ['String', 'Its name on the machine it came from.'],
      fileSize: ['BigInt', 'Bytes of the upload.'],
      fileType: [UploadedFileType, 'What was found in it.'],
      container: ['String', 'The container format, `mov` for one.'],
      durationMs: ['BigInt', 'Milliseconds from its first picture to its last.'],
      bitrateBps: ['BigInt', 'Bits a second, picture and sound together.'],
      creationTime: ['String', 'When it says it was recorded: ISO 8601, with a zone or without.'],
    }),
});
builder.objectFields(Video, (t) => ({
  fileDetails: again(t, Video, VideoFileDetails, 'fileDetails', 'The uploaded file; its owner alone may ask.'),
  localized: localized(t, Video),
}));

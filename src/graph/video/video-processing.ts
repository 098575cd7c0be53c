/** Processing of an uploaded video, and suggestions for it. Owner only. */
import type { youtube_v3 } from '@googleapis/youtube';
import { builder } from '../builder.ts';
import { enumeration } from '../field/enumeration.ts';
import { link } from '../field/link.ts';
import { fieldAt, fields } from '../field/path-field.ts';
import { VideoCategory } from './resource.ts';

const ProcessingStatus = enumeration(
  'ProcessingStatus',
  'How far upstream has come with an upload.',
  {
    processing: 'It is at work on it.',
    succeeded: 'It is done.',
    failed: 'It gave up; `processingFailureReason` tells why.',
    terminated: 'There is nothing left to tell of it.',
  },
);

const ProcessingFailureReason = enumeration(
  'ProcessingFailureReason',
  'What upstream stumbled over.',
  {
    uploadFailed: 'The upload was not complete.',
    transcodeFailed: 'It could not be made into the formats that players want.',
    streamingFailed: 'It could not be made ready to be streamed.',
    other: 'Something that has no word of its own.',
  },
);

const ProcessingProgress = builder
  .objectRef<youtube_v3.Schema$VideoProcessingDetailsProcessingProgress>('ProcessingProgress')
  .implement({
    description: 'An estimate of how long it still takes until a video can be watched.',
    fields: (t) =>
      fields(t, {
        partsTotal: ['BigInt', 'Of how many parts the work is estimated to consist.'],
        partsProcessed: ['BigInt', 'How many of them are done: by `partsTotal` it is the share.'],
        timeLeftMs: ['BigInt', 'Milliseconds that are still needed, as far as upstream can tell.'],
      }),
  });

export const VideoProcessingDetails = builder
  .objectRef<youtube_v3.Schema$VideoProcessingDetails>('VideoProcessingDetails')
  .implement({
    description: 'How the processing of an upload goes.',
    fields: (t) => ({
      ...fields(t, {
        processingStatus: [ProcessingStatus, 'Whether it goes on, is done or has failed.'],
        processingFailureReason: [ProcessingFailureReason, 'Why it failed; null where it has not.'],
        fileDetailsAvailability: [
          'String',
          'Whether `fileDetails` can be asked: `available`, `inProgress`.',
        ],
        processingIssuesAvailability: [
          'String',
          'Whether errors, warnings and hints of `suggestions` are there.',
        ],
        tagSuggestionsAvailability: ['String', 'Whether `suggestions` holds keywords.'],
        editorSuggestionsAvailability: [
          'String',
          'Whether `suggestions` says what the editor could improve.',
        ],
        thumbnailsAvailability: ['String', 'Whether pictures to choose from have been made.'],
      }),
      processingProgress: fieldAt(
        t,
        ProcessingProgress,
        'processingProgress',
        'How much is done; null unless it goes on.',
      ),
    }),
  });

const ProcessingError = enumeration('ProcessingError', 'Why a file cannot become a video.', {
  audioFile: 'There is nothing to see in it.',
  imageFile: 'It is a still picture.',
  projectFile: 'It is the project of an editing program.',
  notAVideoFile: 'It is nothing that could be played.',
  docFile: 'It is a text or slides.',
  archiveFile: 'It is an archive with other files in it.',
  unsupportedSpatialAudioLayout: 'Its spatial sound has a layout that is not known.',
});

const ProcessingWarning = enumeration(
  'ProcessingWarning',
  'What may have spoilt the processing of a file.',
  {
    unknownContainer: 'Its container format is not known.',
    unknownVideoCodec: 'Its pictures are encoded in an unknown way.',
    unknownAudioCodec: 'Its sound is encoded in an unknown way.',
    inconsistentResolution: 'Pictures and container differ on how large it is.',
    hasEditlist: 'It holds an edit list, which is ignored.',
    problematicVideoCodec: 'The codec of its pictures often makes trouble.',
    problematicAudioCodec: 'The codec of its sound often makes trouble.',
    unsupportedVrStereoMode: 'Its two eyes are arranged in a way that is not known.',
    unsupportedSphericalProjectionType: 'Its sphere is projected in a way that is not known.',
    unsupportedHdrPixelFormat: 'Its HDR pixels have a format that is not known.',
    unsupportedHdrColorMetadata: 'Its HDR colours are described in a way that is not known.',
    problematicHdrLookupTable: 'Its HDR lookup table makes trouble.',
  },
);

const ProcessingHint = enumeration(
  'ProcessingHint',
  'What would make the next upload better, or how to make the most of this one.',
  {
    nonStreamableMov:
      'The file could begin to be processed while it is uploaded, were it written for streaming.',
    sendBestQualityVideo: 'A file of better quality would make a better video.',
    sphericalVideo: 'It seems to be a sphere: say so in the file.',
    spatialAudio: 'It seems to have spatial sound: say so in the file.',
    vrVideo: 'It seems to be made for VR: say so in the file.',
    hdrVideo: 'It is HDR, which takes longer to process.',
  },
);

const EditorSuggestion = enumeration(
  'EditorSuggestion',
  'What the editor could improve in a video.',
  {
    videoAutoLevels: 'Brightness and contrast.',
    videoStabilize: 'A shaking picture.',
    videoCrop: 'Black bars around the picture.',
    audioQuietAudioSwap: 'A sound track that can hardly be heard.',
  },
);

/** The documents state no maximum for these lists; the service has about 30 categories. */
const MAX_SUGGESTIONS = 50;
const MAX_CATEGORIES = 50;

const TagSuggestion = builder
  .objectRef<youtube_v3.Schema$VideoSuggestionsTagSuggestion>('TagSuggestion')
  .implement({
    description: 'A keyword that would suit a video.',
    fields: (t) => ({
      ...fields(t, {
        tag: ['String', 'The keyword.'],
        categoryRestricts: [['ID'], 'Numbers of the categories it suits; null or empty: all.'],
      }),
      categories: link(
        t,
        [VideoCategory],
        { path: 'categoryRestricts', maxItems: MAX_CATEGORIES },
        'The categories that the keyword suits.',
      ),
    }),
  });

export const VideoSuggestions = builder
  .objectRef<youtube_v3.Schema$VideoSuggestions>('VideoSuggestions')
  .implement({
    description: 'What upstream thinks of an upload, and would do better.',
    fields: (t) => ({
      ...fields(t, {
        processingErrors: [[ProcessingError], 'Why it cannot be processed at all.'],
        processingWarnings: [[ProcessingWarning], 'What may have gone wrong.'],
        processingHints: [[ProcessingHint], 'What to do better next time.'],
        editorSuggestions: [[EditorSuggestion], 'What the editor could do for it.'],
      }),
      tagSuggestions: fieldAt(t, [TagSuggestion], 'tagSuggestions', {
        description: 'Keywords that viewers may search for.',
        maxItems: MAX_SUGGESTIONS,
      }),
    }),
  });

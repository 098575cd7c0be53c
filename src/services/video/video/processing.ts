/** Processing of an uploaded video, and suggestions for it. Owner only. */
import type { youtube_v3 } from '@googleapis/youtube';
import { videos } from '../operations.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { durationAt } from '../../../engine/schema/type/duration.ts';
import { enumeration } from '../../../engine/schema/field/enumeration.ts';
import { computed, fields } from '../../../engine/schema/field/path-field.ts';
import { maxCategories } from '../category/type.ts';
import { VideoCategory } from '../resources.ts';

const ProcessingStatus = enumeration(
  'ProcessingStatus',
  'The state of the processing of an uploaded file.',
  {
    processing: 'Processing is in progress.',
    succeeded: 'Processing has succeeded.',
    failed: 'Processing has failed. See `processingFailureReason`.',
    terminated: 'Processing information is no longer available.',
  },
);

const ProcessingFailureReason = enumeration(
  'ProcessingFailureReason',
  'The reason why processing failed.',
  {
    uploadFailed: 'The upload was incomplete.',
    transcodeFailed: 'YouTube could not transcode the video.',
    streamingFailed: 'YouTube could not prepare the video for streaming.',
    other: 'Another reason.',
  },
);

const ProcessingProgress = builder
  .objectRef<youtube_v3.Schema$VideoProcessingDetailsProcessingProgress>('ProcessingProgress')
  .implement({
    description: 'The estimated progress of the processing of an uploaded file.',
    fields: (t) => ({
      ...fields(t, {
        totalPartCount: [
          'BigInt',
          'The estimated number of parts to process. REST field: `partsTotal`.',
          { path: 'partsTotal' },
        ],
        processedPartCount: [
          'BigInt',
          'The number of parts that are processed. REST field: `partsProcessed`.',
          { path: 'partsProcessed' },
        ],
      }),
      timeLeft: durationAt(
        t,
        'timeLeftMs',
        { unit: 'ms', operation: videos.list },
        'The estimated remaining time. REST field: `timeLeftMs`.',
      ),
    }),
  });

export const VideoProcessingDetails = builder
  .objectRef<youtube_v3.Schema$VideoProcessingDetails>('VideoProcessingDetails')
  .implement({
    description:
      'The progress of the processing of an uploaded file, and the availability of its results. Video owner only.',
    fields: (t) =>
      fields(t, {
        processingStatus: [ProcessingStatus, 'The state of the processing.'],
        processingFailureReason: [
          ProcessingFailureReason,
          'The reason why processing failed. Null unless `processingStatus` is `FAILED`.',
        ],
        fileDetailsAvailability: [
          'String',
          'The availability of `Video.fileDetails`. REST value, for example `available` or `inProgress`.',
        ],
        processingIssuesAvailability: [
          'String',
          'The availability of the errors, warnings and hints in `Video.suggestions`. REST value, for example `available` or `inProgress`.',
        ],
        tagSuggestionsAvailability: [
          'String',
          'The availability of the suggested keywords in `Video.suggestions`. REST value, for example `available` or `inProgress`.',
        ],
        editorSuggestionsAvailability: [
          'String',
          'The availability of the editor suggestions in `Video.suggestions`. REST value, for example `available` or `inProgress`.',
        ],
        thumbnailsAvailability: [
          'String',
          'The availability of generated thumbnails. REST value, for example `available` or `inProgress`.',
        ],
        processingProgress: [
          ProcessingProgress,
          'The estimated progress. Null unless `processingStatus` is `PROCESSING`.',
        ],
      }),
  });

const ProcessingError = enumeration(
  'ProcessingError',
  'An error that prevents the processing of a file.',
  {
    audioFile: 'The file contains audio only.',
    imageFile: 'The file is an image without video.',
    projectFile: 'The file is a project of a video editor.',
    notAVideoFile: 'YouTube does not recognize the file as a video.',
    docFile: 'The file is a text document or presentation.',
    archiveFile: 'The file is an archive, for example ZIP.',
    unsupportedSpatialAudioLayout: 'The layout of the spatial audio is not supported.',
  },
  { notAVideoFile: 'NOT_A_VIDEO_FILE' },
);

const ProcessingWarning = enumeration(
  'ProcessingWarning',
  'A problem that can reduce the quality of the processed video.',
  {
    unknownContainer: 'The container format of the file is unknown.',
    unknownVideoCodec: 'The video codec of the file is unknown.',
    unknownAudioCodec: 'The audio codec of the file is unknown.',
    inconsistentResolution: 'The resolutions in the container and the video stream differ.',
    hasEditlist: 'The file contains an edit list, which YouTube ignores.',
    problematicVideoCodec: 'The video codec is known to cause problems.',
    problematicAudioCodec: 'The audio codec is known to cause problems.',
    unsupportedVrStereoMode: 'The stereo mode of the VR video is not supported.',
    unsupportedSphericalProjectionType: 'The projection of the spherical video is not supported.',
    unsupportedHdrPixelFormat: 'The pixel format of the HDR video is not supported.',
    unsupportedHdrColorMetadata: 'The color metadata of the HDR video is not supported.',
    problematicHdrLookupTable: 'The lookup table of the HDR video is known to cause problems.',
  },
);

const ProcessingHint = enumeration('ProcessingHint', 'A hint that can improve an upload.', {
  nonStreamableMov: 'The MOV file is not written for streaming, which delays processing.',
  sendBestQualityVideo: 'A file of higher quality would improve the video.',
  sphericalVideo: 'The video seems to be spherical but lacks the metadata.',
  spatialAudio: 'The audio seems to be spatial but lacks the metadata.',
  vrVideo: 'The video seems to be for VR but lacks the metadata.',
  hdrVideo: 'The video is HDR, which needs more processing time.',
});

const EditorSuggestion = enumeration(
  'EditorSuggestion',
  'An improvement that the YouTube video editor can make.',
  {
    videoAutoLevels: 'Correction of brightness and contrast.',
    videoStabilize: 'Stabilization of the picture.',
    videoCrop: 'Removal of black bars around the picture.',
    audioQuietAudioSwap: 'Replacement of an almost silent audio track.',
  },
);

/** Maximum number of suggested keywords, for the estimate. Google documents none. */
const maxSuggestions = 50;

const TagSuggestion = builder
  .objectRef<youtube_v3.Schema$VideoSuggestionsTagSuggestion>('TagSuggestion')
  .implement({
    description: 'A suggested keyword for a video.',
    fields: (t) => ({
      ...fields(t, {
        tag: ['String', 'The suggested keyword.'],
        categories: [
          [VideoCategory],
          'The video categories that the keyword suits. An entry is null if the category no longer exists.',
          { ids: 'categoryRestricts', maxItems: maxCategories, maxEntities: maxCategories },
        ],
      }),
      categoryIds: computed(
        t,
        ['ID'],
        {
          paths: ['categoryRestricts'],
          compute: ({ categoryRestricts }) => categoryRestricts ?? null,
        },
        'YouTube ids of the video categories that the keyword suits. Null or empty if the keyword suits all categories. REST field: `categoryRestricts`.',
      ),
    }),
  });

export const VideoSuggestions = builder
  .objectRef<youtube_v3.Schema$VideoSuggestions>('VideoSuggestions')
  .implement({
    description:
      'Processing errors, and improvements that YouTube suggests for a video. Video owner only.',
    fields: (t) =>
      fields(t, {
        processingErrors: [[ProcessingError], 'Errors that prevent processing.'],
        processingWarnings: [
          [ProcessingWarning],
          'Problems that can reduce the quality of the video.',
        ],
        processingHints: [[ProcessingHint], 'Hints that can improve the video.'],
        editorSuggestions: [
          [EditorSuggestion],
          'Improvements that the YouTube video editor can make.',
        ],
        tagSuggestions: [[TagSuggestion], 'Suggested keywords.', { maxItems: maxSuggestions }],
      }),
  });
